//! A profile as one page for a browser, with nothing to fetch.
//!
//! The page has no script: figures are SVG drawn here from the addresses of the
//! real run, what is long folds with `<details>`, light and dark follow the
//! reader's system, and what is wide scrolls in its own frame, so that the page
//! reads on a phone.
//!
//! Reading order: this file (the page), [`kernel`] (a section), [`lanes`] and
//! [`banks`] (the figures of an access), [`roofline`], [`listing`] (heat by
//! line), [`comparison`] (two runs).

mod banks;
mod comparison;
mod kernel;
mod lanes;
mod listing;
mod roofline;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::model::{Finding, Profile};
use crate::table::bytes;

const STYLE: &str = include_str!("style.css");

/// The page of a run, or of two to be compared.
pub fn page(profile: &Profile, before: Option<&Profile>) -> String {
    let program = profile.program.join(", ");
    let main = html! {
        @if let Some(before) = before { (comparison::section(before, profile)) }
        @if !profile.findings.is_empty() { (findings(&profile.findings)) }
        @for (at, one) in profile.kernels.iter().enumerate() { (kernel::section(profile, one, at)) }
        (listing::section(profile))
    };
    let title = format!("{program} on {}", profile.gpu);
    let footer = format!(
        "Counted on Warploom's simulator by the rules of the {}. \
         Costs rank accesses by the time memory is busy for them; caches are not modelled.",
        profile.gpu
    );
    frame(&title, &program, &lead(profile), &main, &footer)
}

/// A whole page: what is on every one, around its sections.
pub fn frame(title: &str, heading: &str, lead: &str, main: &Markup, footer: &str) -> String {
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 { (heading) }
                    p.lead { (lead) }
                }
                main { (main) }
                footer {
                    p { (footer) }
                }
            }
        }
    };
    markup.into_string()
}

fn lead(profile: &Profile) -> String {
    let moved = profile.kernels.iter().map(|kernel| kernel.bytes_moved).sum();
    let accesses = profile.kernels.iter().flat_map(|kernel| &kernel.accesses);
    let ailing = accesses.filter(|access| access.remedy.is_some()).count();
    let kernels = match profile.kernels.len() {
        1 => "1 kernel".to_owned(),
        n => format!("{n} kernels"),
    };
    let advice = match ailing {
        0 => "no access needs a remedy".to_owned(),
        1 => "1 access could be better".to_owned(),
        n => format!("{n} accesses could be better"),
    };
    format!("{kernels} on the {}, {} moved; {advice}.", profile.gpu, bytes(moved))
}

fn findings(findings: &[Finding]) -> Markup {
    html! {
        section {
            h2 { "Found wrong" }
            ul.findings {
                @for finding in findings {
                    li { code { (finding.code) } " " (finding.file) ":" (finding.line) " " (finding.message) }
                }
            }
        }
    }
}

#[cfg(test)]
#[path = "../html_tests.rs"]
mod html_tests;
