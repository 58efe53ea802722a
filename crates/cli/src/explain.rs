//! `warploom explain CODE`: the page of a diagnostic, set for the terminal.

use diagnostics::{codes, explain as pages};

use crate::Status;
use crate::args::ExplainArgs;
use crate::terminal::Terminal;

/// Prints a page, or the list of all codes.
pub fn explain(args: &ExplainArgs, terminal: &mut Terminal) -> Status {
    let Some(id) = args.code.as_ref().filter(|_| !args.list) else {
        terminal.out(list().as_bytes());
        return Status::Success;
    };
    let Some(page) = codes::find(id).and_then(pages::page) else {
        terminal.error(format!("there is no code `{id}`; `warploom explain --list` shows all"));
        return Status::Usage;
    };
    let text = if terminal.colors_output() { styled(page.text) } else { page.text.to_string() };
    terminal.out(text.as_bytes());
    Status::Success
}

fn list() -> String {
    let mut codes = codes::ALL.to_vec();
    codes.sort_by_key(|code| code.id);
    let width = codes.iter().map(|code| code.name.len()).max().unwrap_or(0);
    codes.iter().map(|code| format!("{}  {:width$}  {}\n", code.id, code.name, code.summary)).collect()
}

const BOLD: &str = "\x1b[1m";
const CODE: &str = "\x1b[36m";
const WRONG: &str = "\x1b[1;91mwrong\x1b[0m";
const RIGHT: &str = "\x1b[1;92mright\x1b[0m";
const RESET: &str = "\x1b[0m";

/// The little of Markdown that pages use: a title, fenced programs, `code`.
fn styled(page: &str) -> String {
    let mut out = String::new();
    let mut in_program = false;
    for line in page.lines() {
        if let Some(info) = line.strip_prefix("```") {
            in_program = !in_program;
            let label = if info.contains("wrong") { WRONG } else { RIGHT };
            let heading = if in_program { format!("  {label}\n") } else { String::new() };
            out.push_str(&heading);
        } else if in_program {
            out.push_str(&format!("    {CODE}{line}{RESET}\n"));
        } else if let Some(title) =
            line.trim_start_matches('#').strip_prefix(' ').filter(|_| line.starts_with('#'))
        {
            out.push_str(&format!("{BOLD}{title}{RESET}\n"));
        } else {
            out.push_str(&with_inline_code(line));
            out.push('\n');
        }
    }
    out
}

/// Colours what stands between backticks; an unpaired one stays as it is.
fn with_inline_code(line: &str) -> String {
    let pieces: Vec<&str> = line.split('`').collect();
    if pieces.len().is_multiple_of(2) {
        return line.to_string();
    }
    let set = |(nth, piece): (usize, &&str)| {
        if nth % 2 == 1 { format!("{CODE}{piece}{RESET}") } else { (*piece).to_string() }
    };
    pieces.iter().enumerate().map(set).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_styled_without_their_markdown() {
        let page = "# E1: title\n\nUse `x` now.\n\n```c wrong\nint a\n```\n";
        let expected = "\x1b[1mE1: title\x1b[0m\n\nUse \x1b[36mx\x1b[0m now.\n\n  \x1b[1;91mwrong\x1b[0m\n    \
                        \x1b[36mint a\x1b[0m\n";
        assert_eq!(styled(page), expected);
        assert_eq!(with_inline_code("one ` tick"), "one ` tick");
    }
}
