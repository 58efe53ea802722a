//! Two runs side by side.

use maud::{Markup, html};

use crate::compare::{Change, Pair, changes, pairs};
use crate::model::Profile;

/// The section that compares a run with an earlier one.
pub fn section(before: &Profile, after: &Profile) -> Markup {
    html! {
        section.comparison {
            h2 { "Before and after" }
            p.where { (before.program.join(", ")) " → " (after.program.join(", ")) }
            @for pair in pairs(before, after) { (kernel(&pair)) }
        }
    }
}

fn kernel(pair: &Pair<'_>) -> Markup {
    html! {
        h3 { (pair.name()) }
        div.scroll {
            table.changes {
                tr { th { "" } th { "before" } th { "after" } th { "" } th.bars { "" } }
                @for change in changes(pair).iter().filter(|c| c.before != 0.0 || c.after != 0.0) {
                    (row(change))
                }
            }
        }
    }
}

fn row(change: &Change) -> Markup {
    let most = change.before.max(change.after).max(1.0);
    let width = |value: f64| format!("--part:{:.3}", value / most);
    let verdict = if change.after < change.before {
        "better"
    } else if change.after > change.before {
        "worse"
    } else {
        "same"
    };
    html! {
        tr {
            th scope="row" { (change.what) }
            td { (change.words(change.before)) }
            td { (change.words(change.after)) }
            td class=(verdict) { (change.verdict()) }
            td.bars {
                span.bar.old style=(width(change.before)) {}
                span class=(format!("bar {verdict}")) style=(width(change.after)) {}
            }
        }
    }
}
