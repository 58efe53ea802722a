//! A search as one page for a browser, in the style of `profile --html`: the times of all variants, and which
//! knob matters.
//!
//! A knob matters as far as its values differ in the best time that any variant with them has. The figure has
//! a point for each program that ran: what the model predicted to the right, what was found upwards, both
//! logarithmic, so that a good model is a line.

use maud::{Markup, html};
use profile::html::frame;

use crate::record::{KernelLog, Log, Outcome, Variant};

const WIDTH: f64 = 600.0;
const HEIGHT: f64 = 260.0;
const MARGIN: f64 = 24.0;

/// The page of a search.
pub fn page(log: &Log) -> String {
    let program = log.program.join(", ");
    let tried: usize = log.kernels.iter().map(|kernel| kernel.measured().len()).sum();
    let found = if log.basis.ends_with("times") { "measured" } else { "ranked, nothing measured" };
    let lead = format!(
        "{} of {tried} programs on {}, {found}; outputs compared with {}.",
        log.basis, log.target, log.compared_with
    );
    let main = html! { @for kernel in &log.kernels { (section(log, kernel)) } };
    let cases = log.cases.iter().filter(|case| !case.is_empty()).map(|case| format!("`{case}`"));
    let cases: Vec<String> = cases.collect();
    let cases = if cases.is_empty() { String::new() } else { format!(" Cases: {}.", cases.join(", ")) };
    let footer = format!("Tuned by Warploom in {:.0} s.{cases}", log.seconds);
    frame(&format!("{program} tuned"), &program, &lead, &main, &footer)
}

fn section(log: &Log, kernel: &KernelLog) -> Markup {
    let gain = kernel.gain().map_or(String::from("–"), |gain| format!("{gain:.3}"));
    let correlation = kernel.correlation().map_or(String::from("–"), |value| format!("{value:.2}"));
    html! {
        section {
            h2 { (kernel.name) }
            p.where { (kernel.file) ":" (kernel.line) }
            dl {
                dt { "chosen" } dd { (kernel.chosen) }
                dt { "of the time as written" } dd { (gain) }
                dt { "rank correlation of the model" } dd { (correlation) }
                dt { "choices" } dd {
                    (kernel.space) ", " (kernel.examined) " looked at, " (kernel.illegal) " not legal"
                }
            }
            (landscape(log, kernel))
            (knobs(kernel))
            (variants(kernel))
        }
    }
}

/// A point for each program that ran.
fn landscape(log: &Log, kernel: &KernelLog) -> Markup {
    let measured = kernel.measured();
    let (Some(across), Some(up)) = (
        Axis::of(measured.iter().map(|(variant, _)| variant.predicted), MARGIN, WIDTH - MARGIN),
        Axis::of(measured.iter().map(|(_, score)| *score), HEIGHT - MARGIN, MARGIN),
    ) else {
        return html! {};
    };
    html! {
        figure {
            div.scroll {
                svg.landscape viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="img" aria-label="predicted and found" {
                    line.axis x1=(MARGIN) y1=(HEIGHT - MARGIN) x2=(WIDTH - MARGIN) y2=(HEIGHT - MARGIN) {}
                    line.axis x1=(MARGIN) y1=(MARGIN) x2=(MARGIN) y2=(HEIGHT - MARGIN) {}
                    text.end x=(WIDTH - MARGIN) y=(HEIGHT - 6.0) { "predicted →" }
                    text x="4" y="14" { "↑ " (log.basis) ", " (seconds(up.low)) " to " (seconds(up.high)) }
                    @for (variant, score) in &measured {
                        circle class=(class(kernel, variant)) r="4"
                            cx=(format!("{:.1}", across.at(variant.predicted))) cy=(format!("{:.1}", up.at(*score))) {
                            title { (variant.label) ": " (seconds(*score)) }
                        }
                    }
                }
            }
            figcaption { "Green: chosen. Orange: as written." }
        }
    }
}

fn class(kernel: &KernelLog, variant: &Variant) -> &'static str {
    if variant.label == kernel.chosen {
        "point chosen"
    } else if variant.label == "as written" {
        "point written"
    } else {
        "point"
    }
}

/// A logarithmic axis.
struct Axis {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Axis {
    fn of(values: impl Iterator<Item = f64>, from: f64, to: f64) -> Option<Axis> {
        let values: Vec<f64> = values.filter(|value| *value > 0.0).collect();
        let low = values.iter().copied().reduce(f64::min)?;
        let high = values.iter().copied().reduce(f64::max)?;
        Some(Axis { low, high, from, to })
    }

    fn at(&self, value: f64) -> f64 {
        let whole = (self.high / self.low).ln();
        let part = if whole > 0.0 { (value.max(self.low) / self.low).ln() / whole } else { 0.5 };
        self.from + part.clamp(0.0, 1.0) * (self.to - self.from)
    }
}

/// For each knob its values, with the best time that a variant with the value has.
fn knobs(kernel: &KernelLog) -> Markup {
    let measured = kernel.measured();
    let Some(best) = measured.iter().map(|(_, score)| *score).reduce(f64::min) else { return html! {} };
    let names = measured.first().map_or(Vec::new(), |(variant, _)| {
        variant.values.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>()
    });
    html! {
        h3 { "Which knob matters" }
        div.scroll {
            table.changes {
                @for (at, name) in names.iter().enumerate() {
                    @for (row, (value, score)) in by_value(&measured, at).iter().enumerate() {
                        tr {
                            th scope="row" { @if row == 0 { (name) } }
                            td { (value) }
                            td { (format!("{:.3}", score / best)) }
                            td.bars { span class="bar" style=(format!("--part:{:.3}", best / score)) {} }
                        }
                    }
                }
            }
        }
    }
}

/// The best score of each value of a knob, best first.
fn by_value(measured: &[(&Variant, f64)], knob: usize) -> Vec<(String, f64)> {
    let mut found: Vec<(String, f64)> = Vec::new();
    for (variant, score) in measured {
        let Some((_, value)) = variant.values.get(knob) else { continue };
        match found.iter_mut().find(|(known, _)| known == value) {
            Some((_, best)) => *best = best.min(*score),
            None => found.push((value.clone(), *score)),
        }
    }
    found.sort_by(|a, b| a.1.total_cmp(&b.1));
    found
}

/// Everything that was tried, fastest first, what was dropped behind it.
fn variants(kernel: &KernelLog) -> Markup {
    let mut tried: Vec<&Variant> =
        kernel.variants.iter().filter(|variant| variant.outcome != Outcome::Untried).collect();
    let score = |variant: &Variant| variant.outcome.score(&kernel.name).unwrap_or(f64::INFINITY);
    tried.sort_by(|a, b| score(a).total_cmp(&score(b)));
    html! {
        details {
            summary { "All variants that were tried: " (tried.len()) }
            div.scroll {
                table.changes {
                    tr { th { "" } th { "predicted" } th { "found" } th { "runs" } th { "" } }
                    @for variant in tried {
                        tr {
                            th scope="row" { (variant.label) }
                            td { (seconds(variant.predicted)) }
                            td { @if score(variant).is_finite() { (seconds(score(variant))) } }
                            td { (variant.outcome.samples()) }
                            td.worse { @if let Outcome::Dropped(kind, reason) = &variant.outcome { (kind) ": " (reason) } }
                        }
                    }
                }
            }
        }
    }
}

/// A time in the unit that suits it.
pub fn seconds(seconds: f64) -> String {
    match seconds {
        s if s >= 1.0 => format!("{s:.2} s"),
        s if s >= 1e-3 => format!("{:.3} ms", s * 1e3),
        s => format!("{:.2} µs", s * 1e6),
    }
}

#[cfg(test)]
mod page_tests {
    use super::*;
    use crate::record::CaseTimes;

    #[test]
    fn every_variant_is_on_the_page_and_text_is_escaped() {
        let times =
            |wall: f64| Outcome::Measured(vec![CaseTimes { wall: vec![wall], ..CaseTimes::default() }]);
        let variant = |label: &str, thread: &str, outcome: Outcome| Variant {
            label: label.into(),
            values: vec![("thread".into(), thread.into())],
            predicted: 1e-3,
            digest: label.into(),
            outcome,
        };
        let kernel = KernelLog {
            name: "scale".into(),
            chosen: "thread (64)".into(),
            variants: vec![
                variant("as written", "as written", times(2e-3)),
                variant("thread (64)", "(64)", times(1e-3)),
                variant("thread (32)", "(32)", Outcome::Dropped("wrong".into(), "it prints <b>".into())),
            ],
            ..KernelLog::default()
        };
        let text = page(&Log { kernels: vec![kernel], basis: "wall times".into(), ..Log::default() });
        for part in
            ["thread (64)", "0.500", "it prints &lt;b&gt;", "point chosen", "point written", "2.000 ms"]
        {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(!text.contains("<script") && !text.contains("http"), "{text}");
    }
}
