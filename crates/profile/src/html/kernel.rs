//! The section of a kernel: its summary, and each access with its figure.

use maud::{Markup, html};

use crate::html::{banks, lanes, roofline};
use crate::model::{Access, Kernel, Memory, Profile};
use crate::remedy::{number, unit};
use crate::table::{bytes, count, does, extent, facts, plural};

/// Accesses whose figures are open from the start.
const OPEN: usize = 2;
/// A part of the bar is named if it is at least one of so many.
const NAMED: u64 = 6;

/// The section of the `at`-th kernel.
pub fn section(profile: &Profile, kernel: &Kernel, at: usize) -> Markup {
    html! {
        section.kernel id=(format!("kernel-{at}")) {
            h2 { (kernel.name) }
            p.where {
                (kernel.file) ":" (kernel.line) " · " (extent(kernel.grid)) " blocks of "
                (extent(kernel.block)) " threads"
                @if kernel.launches > 1 { " · " (kernel.launches) " launches" }
            }
            div.summary {
                dl {
                    @for (what, words) in facts(kernel) {
                        dt { (what) }
                        dd { (words) }
                    }
                }
                div { (mix(kernel)) (roofline::figure(kernel)) }
            }
            @for (at, access) in kernel.accesses.iter().enumerate() { (one(profile, access, at < OPEN)) }
        }
    }
}

/// What stands between backticks, as code.
fn with_code(text: &str) -> Markup {
    html! {
        @for (at, part) in text.split('`').enumerate() {
            @if at % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

/// The instructions as one bar; a narrow part has its name in the title only.
fn mix(kernel: &Kernel) -> Markup {
    let mix = &kernel.instructions;
    let parts = [
        ("floating", mix.floating),
        ("integer", mix.integer),
        ("memory", mix.memory),
        ("control", mix.control),
    ];
    html! {
        div.mix role="img" aria-label="instruction mix" {
            @for (name, lanes) in parts {
                @if lanes > 0 {
                    span class=(name) style=(format!("flex-grow:{lanes}")) title=(format!("{name}: {}", count(lanes))) {
                        @if lanes * NAMED >= mix.lane { (name) }
                    }
                }
            }
        }
    }
}

fn one(profile: &Profile, access: &Access, open: bool) -> Markup {
    let unit = match access.memory {
        Memory::Global | Memory::Local => unit(&profile.gpu),
        Memory::Shared => "passes",
    };
    html! {
        details.access open[open] {
            summary {
                span.cost { (format!("{:.1}%", access.share * 100.0)) }
                code { (access.text) }
                span.what { (does(access)) ", line " (access.line) }
                span.per {
                    (number(access.cost_per_request())) " " (plural(unit, access.cost_per_request())) " per request, "
                    (number(access.ideal_per_request())) " at best"
                }
            }
            @if let Some(remedy) = &access.remedy { p.remedy { (with_code(remedy)) } }
            (figure(profile, access))
            p.numbers {
                (access.requests) " requests · " (number(access.active_lanes())) " of 32 lanes · "
                (bytes(access.bytes_asked)) " asked"
                @if access.memory != Memory::Shared { " · " (bytes(access.bytes_moved)) " moved" }
                @else { " · " (access.passes) " passes" }
            }
        }
    }
}

fn figure(profile: &Profile, access: &Access) -> Markup {
    let Some(sample) = &access.sample else { return html! {} };
    let [x, y, z] = sample.block;
    html! {
        figure {
            div.scroll {
                @match access.memory {
                    Memory::Global | Memory::Local => { (lanes::figure(sample, access.size)) }
                    Memory::Shared => { (banks::figure(&profile.gpu, access, sample)) }
                }
            }
            figcaption {
                "The costliest request: block (" (x) ", " (y) ", " (z) "), warp " (sample.warp)
                @if let Some(variable) = &sample.variable { ", in " code { (variable.name) } }
                "."
            }
        }
    }
}
