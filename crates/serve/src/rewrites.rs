//! Changes to accept: directives for plain loops (`annotate`), better kernels (`coalesce`).

use driver::{CoalesceSettings, Goal, Session};
use serde_json::{Value, json};
use source::Edit;

use crate::findings::{self, Offer};
use crate::offsets::by_lines;
use crate::program::{Asked, Start};

/// Directives for the loops of a text, and what becomes of each loop.
pub(crate) fn annotate(start: &Start, asked: &Asked) -> Result<Value, String> {
    let (mut session, input) = start.read(asked)?;
    session.options.annotate.comments = true;
    let compiled = driver::compile(&mut session, &[input], Goal::Annotate);
    let compiled = compiled.map_err(|internal| internal.to_string())?;
    let Some(annotated) = compiled.annotated else { return Ok(answer(&session, input, Vec::new(), "")) };
    let edits: Vec<Edit> = annotated.files.into_iter().flat_map(|file| file.edits).collect();
    let kernels = annotated.plan.kernels().len();
    let title = match kernels {
        1 => String::from("1 loop on the GPU"),
        n => format!("{n} loops on the GPU"),
    };
    let offer = Offer { title, safe: true, changes: by_lines(&asked.text, &edits) };
    let offers = if edits.is_empty() { Vec::new() } else { vec![offer] };
    Ok(answer(&session, input, offers, &annotate::report::text(&annotated.plan)))
}

/// Better kernels of a CUDA file, one offer for each.
pub(crate) fn coalesce(start: &Start, asked: &Asked) -> Result<Value, String> {
    let (mut session, input) = start.read(asked)?;
    let settings = CoalesceSettings { gpu: gpu::TARGET, reassociate: false, long_rows: false };
    let compiled = driver::compile(&mut session, &[input], Goal::Coalesce(settings));
    let compiled = compiled.map_err(|internal| internal.to_string())?;
    let kernels = compiled.rewritten.into_iter().flat_map(|(_, kernels)| kernels);
    let offers = kernels.map(|kernel| Offer {
        title: format!("{}: {}", kernel.kernel, kernel.reason),
        safe: true,
        changes: by_lines(&asked.text, &kernel.edits),
    });
    let offers = offers.collect();
    Ok(answer(&session, input, offers, ""))
}

fn answer(session: &Session, input: driver::Input, offers: Vec<Offer>, report: &str) -> Value {
    let findings = findings::all(session.sink.diagnostics(), &session.sources, input.file);
    json!({ "offers": offers, "findings": findings, "report": report })
}
