//! What is known of a text: findings, the verdict on each directive, the life of each array.

use analyze::data_law::timeline::{Event, Happening, What, lives};
use analyze::verdicts::judge;
use driver::{Examined, Goal, Input, Session};
use serde::Serialize;
use serde_json::{Value, json};

use crate::findings;
use crate::program::{Asked, Start};

/// What is known of one directive.
#[derive(Serialize)]
struct Verdict {
    line: u32,
    directive: String,
    proven: Vec<String>,
    open: Vec<String>,
}

/// The life of an array.
#[derive(Serialize)]
struct Life {
    name: String,
    steps: Vec<Step>,
}

/// One thing that happens to it.
#[derive(Serialize)]
struct Step {
    line: u32,
    /// The word for its figure.
    kind: &'static str,
    what: String,
    moved: String,
    newest: &'static str,
    /// Is there a device copy afterwards?
    alive: bool,
    /// Are the host's values the newest afterwards, and the device's?
    host: &'static str,
    device: &'static str,
}

/// Examines a text as `warploom check` does.
pub(crate) fn analyze(start: &Start, asked: &Asked) -> Result<Value, String> {
    let (mut session, input) = start.read(asked)?;
    let compiled = driver::compile(&mut session, &[input], Goal::Examine);
    let examined = compiled.map_err(|internal| internal.to_string())?.examined.unwrap_or_default();
    let told = driver::guard::run_guarded(move || tell(&session, &examined, input));
    told.map_err(|internal| internal.to_string())
}

fn tell(session: &Session, examined: &Examined, input: Input) -> Value {
    json!({
        "findings": findings::all(session.sink.diagnostics(), &session.sources, input.file),
        "verdicts": verdicts(session, examined),
        "lives": all_lives(session, examined),
        "whole": !examined.facts.is_empty(),
    })
}

fn verdicts(session: &Session, examined: &Examined) -> Vec<Verdict> {
    let program = analyze::Input::new(&examined.program, &session.sources);
    let judged = judge(&program, &examined.facts, session.sink.diagnostics());
    let verdict = |judged: analyze::verdicts::Judged| {
        let text = String::from_utf8_lossy(session.sources.map.text(judged.span)).into_owned();
        let of = |prefix: &str| {
            judged.lines.iter().filter_map(|line| line.strip_prefix(prefix)).map(String::from).collect()
        };
        Verdict {
            line: session.sources.map.written_line_column(judged.span.lo).map_or(0, |(_, place)| place.line),
            directive: text.split_whitespace().collect::<Vec<_>>().join(" "),
            proven: of("proven: "),
            open: of("not proven: "),
        }
    };
    judged.into_iter().map(verdict).collect()
}

fn all_lives(session: &Session, examined: &Examined) -> Vec<Life> {
    let program = analyze::Input::new(&examined.program, &session.sources);
    let mut all = Vec::new();
    for facts in &examined.facts {
        for life in lives(&program, facts) {
            let happenings = facts.data.iter().filter(|happening| happening.place == *life.place);
            let steps =
                life.events.into_iter().zip(happenings).map(|(event, happening)| step(event, happening));
            all.push(Life { name: life.heading, steps: steps.collect() });
        }
    }
    all
}

fn step(event: Event, happening: &Happening) -> Step {
    let age = |stale: &analyze::data_law::pieces::Stale| match (stale.must.is_empty(), stale.may.is_empty()) {
        (false, _) => "old",
        (true, false) => "maybe",
        (true, true) => "new",
    };
    Step {
        line: event.line,
        kind: match &happening.what {
            What::Allocated => "allocated",
            What::Cleared => "cleared",
            What::CopiedIn(_) => "copied-in",
            What::CopiedOut(_) => "copied-out",
            What::HostWrites => "host-writes",
            What::KernelReads(_) | What::Library { writes: false, .. } => "device-reads",
            What::KernelWrites(..) | What::Library { .. } => "device-writes",
            What::Freed => "freed",
        },
        what: event.what,
        moved: event.moved,
        newest: event.newest,
        alive: happening.alive,
        host: age(&happening.newest.host),
        device: age(&happening.newest.device),
    }
}
