//! What is shown of what was found, and what fails the command.
//!
//! ```text
//! -q                errors only
//! -w                no warnings, no remarks
//! -Werror           a warning fails the command; -Werror=CODE one of them
//! -Wno-CODE         not shown at all
//! ```
//!
//! `check` shows everything in full. Commands that make something show remarks in one line
//! each, unless `-v` asks for more, and none when nothing was made anew.

use diagnostics::located::Located;
use diagnostics::{Diagnostic, Report, Severity, render_text};
use source::{Sources, escaped};

use crate::args::CompileArgs;
use crate::terminal::Terminal;

/// How much of the remarks is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remarks {
    /// As all else.
    Full,
    /// A line each.
    Short,
    /// None.
    Hidden,
}

/// Those that are shown.
pub fn shown(diagnostics: &[Diagnostic], args: &CompileArgs, terminal: &Terminal) -> Vec<Diagnostic> {
    let flags = &args.cc;
    let is_shown = |diagnostic: &&Diagnostic| match diagnostic.severity() {
        Severity::Error => true,
        Severity::Warning | Severity::Remark => {
            let is_silenced = flags.silenced.iter().any(|code| code == diagnostic.code.id);
            !is_silenced && (fails(diagnostic, args) || !flags.no_warnings && !terminal.is_quiet())
        }
    };
    diagnostics.iter().filter(is_shown).cloned().collect()
}

/// Does a finding fail the command, that by itself would not?
pub fn fails(diagnostic: &Diagnostic, args: &CompileArgs) -> bool {
    let flags = &args.cc;
    let named = |codes: &[String]| codes.iter().any(|code| code == diagnostic.code.id);
    let is_warning = diagnostic.severity() == Severity::Warning;
    named(&flags.denied)
        || flags.warnings_are_errors && is_warning && !named(&flags.allowed) && !named(&flags.silenced)
}

/// Shows them on standard error.
pub fn show(
    shown: &[Diagnostic],
    sources: &Sources,
    args: &CompileArgs,
    remarks: Remarks,
    terminal: &mut Terminal,
) {
    let remarks = match (terminal.is_verbose(), terminal.shows_remarks()) {
        (true, _) => Remarks::Full,
        (_, false) => Remarks::Hidden,
        _ => remarks,
    };
    let in_full =
        |diagnostic: &&Diagnostic| remarks == Remarks::Full || diagnostic.severity() != Severity::Remark;
    let full: Vec<Diagnostic> = shown.iter().filter(in_full).cloned().collect();
    let report = Report::new(&full, sources, args.error_limit);
    terminal.err(&render_text(&report, sources, terminal.diagnostics_style()));
    if remarks == Remarks::Short {
        let mut lines: Vec<String> = Vec::new();
        for diagnostic in shown.iter().filter(|diagnostic| !in_full(diagnostic)) {
            let place = Located::new(diagnostic, sources).primary.map_or(String::new(), |place| {
                let file = sources.map.file(place.range.file);
                format!("{}:{}: ", escaped(&file.name), file.line_column(place.range.start).line)
            });
            let label = Some(&diagnostic.primary.text).filter(|label| !label.is_empty());
            let label = label.map_or(String::new(), |label| format!(": {}", escaped(label)));
            let message = escaped(&diagnostic.message);
            let line = format!("{place}remark[{}]: {message}{label}\n", diagnostic.code.id);
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        lines.iter().take(20).for_each(|line| terminal.err(line));
        if lines.len() > 20 {
            terminal.err(&format!("… and {} more remarks; `-v` shows all\n", lines.len() - 20));
        }
    }
}
