//! What a run on the simulator found, as diagnostics at the user's lines.

use analyze::verdicts::certificates::{Certificate, Promise};
use diagnostics::Diagnostic;
use diagnostics::codes::{self, Code};
use simulate::finding::{FindingKind, ThreadPlace};
use simulate::{Finding, Refused};
use source::Span;

use super::Device;
use super::serve::Session;

/// Everything found, in the order of the kernels.
pub fn diagnostics(device: &Device, session: &Session) -> Vec<Diagnostic> {
    let mut all = session.not_built.clone();
    for run in &session.kernels {
        let Some(code) = device.kernels.get(&run.number) else { continue };
        all.extend(run.findings.iter().map(|finding| diagnostic(finding, &code.name, &device.proven)));
        let is_told = run.findings.iter().any(|finding| finding.kind == FindingKind::Timeout);
        if let Some(begun) = run.unfinished.filter(|_| !is_told) {
            all.push(out_of_time(begun, run.grid, code.span, &code.name));
        }
    }
    for (number, refused) in &session.refused {
        let Some(code) = device.kernels.get(number) else { continue };
        all.push(launch_refused(refused, code.span, &code.name));
    }
    all
}

fn diagnostic(finding: &Finding, kernel: &str, proven: &[Certificate]) -> Diagnostic {
    let (code, message, label) = words(&finding.kind);
    let contradicted = contradicted(finding, proven);
    let mut diagnostic = match contradicted {
        Some(certificate) => {
            let message = format!("{message}, where Warploom had proven that there is none");
            let verdict = format!("proven: {}", certificate.verdict);
            let contradiction = Diagnostic::new(&codes::CONTRADICTED_VERDICT, finding.span, message);
            contradiction.label(label).related(certificate.directive, verdict)
        }
        None => Diagnostic::new(code, finding.span, message).label(label),
    };
    if let Some(other) = finding.other {
        let does = if other.wrote { "writes" } else { "reads" };
        let whose = place(other.thread, finding.thread);
        diagnostic = diagnostic.related(other.span, format!("{whose} {does} the same word here"));
    }
    let times = match finding.count {
        1 => String::new(),
        n => format!("; {n} times in all"),
    };
    let at = full_place(finding.thread);
    diagnostic = diagnostic.note(format!("in kernel `{kernel}`, first in {at}{times}"));
    if contradicted.is_some() {
        return diagnostic.help(REQUEST);
    }
    match help(&finding.kind) {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    }
}

/// What follows a mistake of ours.
pub(crate) const REQUEST: &str = "unless the program overflows an `int` or has other undefined behaviour, this is a mistake of Warploom: \
                       please report it, with the program";

/// The verdict that a finding contradicts.
fn contradicted<'a>(finding: &Finding, proven: &'a [Certificate]) -> Option<&'a Certificate> {
    let excluded = match &finding.kind {
        FindingKind::OutOfBounds { .. } => Promise::Inside,
        FindingKind::Race { .. } => Promise::Apart,
        FindingKind::Uninitialized { memory } if *memory == "device memory" => Promise::Written,
        _ => return None,
    };
    let other = finding.other.map_or(finding.span, |other| other.span);
    proven.iter().find(|certificate| {
        certificate.promise == excluded && certificate.covers(finding.span) && certificate.covers(other)
    })
}

/// The code, the headline, and what stands at the place.
fn words(kind: &FindingKind) -> (&'static Code, String, String) {
    match kind {
        FindingKind::OutOfBounds { wrote, near } => {
            let does = if *wrote { "write" } else { "read" };
            (
                &codes::OUT_OF_BOUNDS,
                format!("a {does} outside of every allocation"),
                format!("this is {near}"),
            )
        }
        FindingKind::Misaligned { size } => (
            &codes::MISALIGNED,
            format!("an access of {size} bytes at an address that is no multiple of {size}"),
            String::new(),
        ),
        FindingKind::Uninitialized { memory } => {
            (&codes::UNINITIALIZED, format!("a read of {memory} that nobody has written"), String::new())
        }
        FindingKind::Race { memory, wrote, between_blocks } => {
            let who = if *between_blocks { "threads of different blocks" } else { "two threads" };
            let does = if *wrote { "written here" } else { "read here" };
            (&codes::RACE, format!("{who} race for a word of {memory}"), does.to_owned())
        }
        FindingKind::DivergentBarrier => (
            &codes::BARRIER_NOT_REACHED,
            "a barrier that only some threads of the block reach".to_owned(),
            "the others are elsewhere".to_owned(),
        ),
        FindingKind::DifferentBarriers => (
            &codes::BARRIER_NOT_REACHED,
            "threads of one block wait at different barriers".to_owned(),
            "one of them".to_owned(),
        ),
        FindingKind::AbsentLanes => {
            (&codes::ABSENT_LANES, "the mask names lanes that do not come here".to_owned(), String::new())
        }
        FindingKind::WroteConstant => {
            (&codes::WROTE_CONSTANT, "a kernel writes constant memory".to_owned(), String::new())
        }
        FindingKind::Trap => (&codes::KERNEL_TRAP, "the kernel ended itself here".to_owned(), String::new()),
        FindingKind::Timeout => (
            &codes::KERNEL_TIMEOUT,
            "the kernel did not end in time".to_owned(),
            "still running here".to_owned(),
        ),
    }
}

fn help(kind: &FindingKind) -> Option<&'static str> {
    Some(match kind {
        FindingKind::Race { between_blocks: false, .. } => {
            "put a barrier between the two accesses, or let one thread do both"
        }
        FindingKind::Race { between_blocks: true, .. } => {
            "blocks cannot wait for each other: use an atomic update, or two kernels"
        }
        FindingKind::DivergentBarrier | FindingKind::DifferentBarriers => {
            "move the barrier out of the condition, so that all threads of the block reach it"
        }
        FindingKind::Timeout => "allow more time with `--timeout SECONDS`, or run a smaller problem",
        _ => return None,
    })
}

fn launch_refused(refused: &Refused, span: Span, kernel: &str) -> Diagnostic {
    let why = match refused {
        Refused::Grid(why) => why.clone(),
        Refused::SharedMemory { bytes, limit } => {
            format!("a block needs {bytes} bytes of shared memory; it can have {limit}")
        }
        Refused::LocalMemory { bytes, limit } => {
            format!("a thread needs {bytes} bytes of its own; it can have {limit}")
        }
        Refused::Arguments => "its arguments are not those it declares".to_owned(),
    };
    Diagnostic::new(&codes::LAUNCH_REFUSED, span, format!("`{kernel}` cannot be launched: {why}"))
}

/// Time was up between two blocks.
fn out_of_time(begun: u64, grid: [u32; 3], span: Span, kernel: &str) -> Diagnostic {
    let all = grid.iter().map(|&n| u128::from(n)).product::<u128>();
    let message = format!("the kernel `{kernel}` did not end in time: {begun} of {all} blocks were begun");
    let diagnostic = Diagnostic::new(&codes::KERNEL_TIMEOUT, span, message);
    match help(&FindingKind::Timeout) {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    }
}

/// "block (1, 0, 0), thread (3, 0, 0)"
fn full_place(thread: ThreadPlace) -> String {
    format!("block {}, thread {}", triple(thread.block), triple(thread.thread))
}

/// The other party, as seen from the first.
fn place(other: ThreadPlace, from: ThreadPlace) -> String {
    if other.block == from.block { format!("thread {}", triple(other.thread)) } else { full_place(other) }
}

fn triple([x, y, z]: [u32; 3]) -> String {
    match (y, z) {
        (0, 0) => x.to_string(),
        (_, 0) => format!("({x}, {y})"),
        _ => format!("({x}, {y}, {z})"),
    }
}
