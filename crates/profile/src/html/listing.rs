//! The source, line by line, with the heat of what memory and lanes did there.

use maud::{Markup, html};

use crate::model::{Line, Profile};
use crate::table::count;

/// The listing of all lines that kernels executed.
pub fn section(profile: &Profile) -> Markup {
    let total: f64 = profile.lines.iter().map(|line| line.seconds).sum();
    let most = profile.lines.iter().map(|line| line.instructions).max().unwrap_or(0).max(1);
    html! {
        section {
            h2 { "Heat by line" }
            p.where { "Left: the line's part of memory time. Behind the text: lane instructions." }
            div.scroll {
                table.listing {
                    @for (at, line) in profile.lines.iter().enumerate() {
                        @if at > 0 && !follows(&profile.lines[at - 1], line) {
                            tr.gap { td colspan="3" { (gap(&profile.lines[at - 1], line)) } }
                        }
                        (row(line, total, most))
                    }
                }
            }
        }
    }
}

fn follows(before: &Line, line: &Line) -> bool {
    before.file == line.file && before.line + 1 == line.line
}

fn gap(before: &Line, line: &Line) -> String {
    if before.file == line.file { "⋯".to_owned() } else { line.file.clone() }
}

fn row(line: &Line, total: f64, most: u64) -> Markup {
    let share = if total > 0.0 { line.seconds / total } else { 0.0 };
    let heat = line.instructions as f64 / most as f64;
    let title = format!(
        "{} lane instructions, {:.0}% of lanes active, {} divergent branches",
        count(line.instructions),
        line.active * 100.0,
        line.divergent_branches
    );
    html! {
        tr {
            td.share style=(format!("--share:{share:.3}")) {
                @if share >= 0.0005 { (format!("{:.1}%", share * 100.0)) }
            }
            td.number { (line.line) }
            td.text style=(format!("--heat:{heat:.3}")) title=(title) { code { (line.text) } }
        }
    }
}
