//! What each access to device memory costs, as JSON lines for an editor: where it is, and
//! what to show there.
//!
//! ```json
//! {"$message_type":"access","kernel":"mv","file_name":"mv.cu","line_start":8,"column_start":23,…,
//!  "access":"c[i * N + j]","mode":"read","pattern":"strided","stride":1024,"transactions":32.0,
//!  "fewest":4.0,"hover":"strided(1024): 32 transactions, 4 at best"}
//! ```
//! Places are counted as in `check --format json`: lines and columns from one, columns in
//! characters.

use analyze::access_report::{AccessCost, KernelCosts, pattern_text, transactions_text};
use analyze::coalescing::Pattern;
use analyze::{AccessMode, Input};
use diagnostics::excerpt::{char_column, line_of};
use serde::Serialize;

#[derive(Serialize)]
struct Line<'a> {
    #[serde(rename = "$message_type")]
    message_type: &'static str,
    kernel: &'a str,
    file_name: &'a str,
    byte_start: u32,
    byte_end: u32,
    line_start: usize,
    line_end: usize,
    column_start: usize,
    column_end: usize,
    access: &'a str,
    mode: &'static str,
    pattern: &'static str,
    /// Elements from one lane to the next, where that is a number.
    stride: Option<i64>,
    /// Of a warp, on average; the fewest that could do.
    transactions: Option<f64>,
    fewest: f64,
    hover: String,
}

/// A line for each access that is written in a file.
pub(crate) fn render(input: &Input<'_>, kernels: &[KernelCosts]) -> String {
    let mut out = String::new();
    for kernel in kernels {
        for access in &kernel.accesses {
            let line = line(input, &kernel.kernel, access).and_then(|line| serde_json::to_string(&line).ok());
            out.extend(line.map(|line| line + "\n"));
        }
    }
    out
}

fn line<'a>(input: &Input<'a>, kernel: &'a str, access: &'a AccessCost) -> Option<Line<'a>> {
    let range = input.sources.map.written_range(access.span)?;
    let file = input.sources.map.file(range.file);
    let price = transactions_text(&access.cost);
    let gap = if price.is_empty() { "" } else { ": " };
    Some(Line {
        message_type: "access",
        kernel,
        file_name: &file.name,
        byte_start: range.start,
        byte_end: range.end,
        line_start: line_of(file, range.start) + 1,
        line_end: line_of(file, range.end) + 1,
        column_start: char_column(file, range.start),
        column_end: char_column(file, range.end),
        access: &access.text,
        mode: match access.mode {
            AccessMode::Read => "read",
            AccessMode::Write => "write",
            AccessMode::Update => "update",
        },
        pattern: access.cost.pattern.name(),
        stride: match access.cost.pattern {
            Pattern::Strided(step) => step.and_then(|step| i64::try_from(step).ok()),
            _ => None,
        },
        transactions: access.cost.transactions,
        fewest: access.cost.fewest,
        hover: format!("{}{gap}{price}", pattern_text(&access.cost)),
    })
}
