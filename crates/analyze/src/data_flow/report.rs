//! What is said about stale and needless copies.

use diagnostics::{Diagnostic, Safety, codes};
use hir::{Span, StmtKind};

use crate::{ArrayUse, Facts, Input, Place};

use super::host_accesses::HostAccess;
use super::version::State;

/// The host reads what a kernel has newer.
pub fn stale_on_host(
    input: &Input<'_>,
    facts: &Facts,
    access: &HostAccess,
    state: &State,
    certain: bool,
) -> Diagnostic {
    let name = input.place_name(&access.place);
    let (code, message) = match certain {
        true => (
            &codes::STALE_ON_HOST,
            format!("the host reads `{name}`, but what the kernel wrote is only on the device"),
        ),
        false => (
            &codes::MAYBE_STALE_ON_HOST,
            format!("the host may read an old `{name}`: a kernel may have written it on the device"),
        ),
    };
    let mut found = Diagnostic::new(code, access.span, message).label("the host's copy is old here");
    let Some(kernel) = state.by_kernel else { return found };
    found = found.related(kernel, "this kernel writes it, on the device");
    if let Some(released) = state.released {
        found = found.related(released, "its device copy is released here, with the new values");
    }
    let ranges =
        facts.copies.iter().find(|copy| copy.place == access.place).map_or(0, |copy| copy.dims.len());
    let line = format!("#pragma hicuda global copyout {name}{}", "[*]".repeat(ranges));
    found = found.help(format!("write `{line}` after the kernel"));
    match after_kernel(input, kernel) {
        Some(at) if certain => {
            found.fix("copy it out after the kernel", at, format!("{line}\n"), Safety::Safe)
        }
        _ => found,
    }
}

/// The empty place at the start of the line after a kernel's `kernel_end`.
fn after_kernel(input: &Input<'_>, kernel: Span) -> Option<Span> {
    let program = input.program;
    let end = program.stmts.iter().find_map(|(_, stmt)| match stmt.kind {
        StmtKind::Kernel { directive, end, .. } if program.directives[directive].span == kernel => Some(end),
        _ => None,
    })?;
    let range = input.sources.map.range(end)?;
    let file = input.sources.map.file(range.file);
    let rest = file.bytes.get(range.end as usize..)?;
    // The line of the directive includes its line feed, or ends before it.
    let ends_line = file.bytes.get((range.end as usize).checked_sub(1)?) == Some(&b'\n');
    let skip = match ends_line {
        true => 0,
        false => rest.iter().position(|byte| *byte == b'\n')? as u32 + 1,
    };
    Some(Span::in_file(end.hi + skip, end.hi + skip)).filter(|_| !end.is_from_macro())
}

/// A kernel reads what the host has newer, or what nobody has put there.
pub fn stale_on_device(
    input: &Input<'_>,
    facts: &Facts,
    used: &ArrayUse,
    state: &State,
    certain: bool,
) -> Diagnostic {
    let name = input.place_name(&used.place);
    let code = if certain { &codes::STALE_ON_DEVICE } else { &codes::MAYBE_STALE_ON_DEVICE };
    let message = match (certain, state.filled) {
        (true, false) => format!("the kernel reads `{name}`, but nothing was copied to the device"),
        (true, true) => format!("the kernel reads an old `{name}`: the host changed it since it was copied"),
        (false, _) => format!("the kernel may read an old `{name}`: the host may have changed it since"),
    };
    let label = match state.filled {
        true => "the device's copy is old here",
        false => "the device's copy has no values yet",
    };
    let mut found = Diagnostic::new(code, used.span, message).label(label);
    if let Some(written) = state.by_host {
        found = found.related(written, "the host changes it here");
    }
    let name_and_range = |text: &str| format!("`#pragma hicuda global {text}`");
    let alloc = state.copy.map(|copy| input.program.directives[facts.copies[copy.0].directive].span);
    match (state.by_host, state.filled, alloc) {
        (None, false, Some(alloc)) if certain => found
            .related(alloc, "makes room, and copies nothing")
            .help("add `copyin` to this directive")
            .fix("copy the values in", alloc.end(), " copyin", Safety::Safe),
        (None, false, _) => {
            found.help(format!("add `copyin` to {}", name_and_range(&format!("alloc {name}…"))))
        }
        _ => found.help(format!("write {} before the kernel", name_and_range(&format!("copyin {name}…")))),
    }
}

/// A transfer moves what is already there.
pub fn needless(input: &Input<'_>, place: &Place, at: Span, state: &State, copies_in: bool) -> Diagnostic {
    let name = input.place_name(place);
    let message = match copies_in {
        true => format!("this copies `{name}` to the device, which has the same values already"),
        false => format!("this copies `{name}` to the host, which has the same values already"),
    };
    let since = if copies_in { "the host" } else { "a kernel" };
    let mut found = Diagnostic::new(&codes::NEEDLESS_COPY, at, message)
        .label(format!("{since} has not changed it since the last transfer"));
    if let (false, Some(kernel)) = (copies_in, state.by_kernel) {
        found = found.related(kernel, "what this kernel wrote was copied before");
    }
    found.help("remove the transfer")
}
