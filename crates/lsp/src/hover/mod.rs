//! What is known of the thing under the cursor.
//!
//! On a directive: what is proven of it, and what it comes to ([`directive`]). On an access of a
//! kernel: how the threads of a warp reach memory, the device's or their block's own. On an array with a
//! device copy: its life. On the head of a loop: whether its iterations depend on each other, and what
//! it is predicted to take ([`loops`]).

mod directive;
mod loops;

use analyze::AccessMode;
use analyze::access_report::{self, AccessCost};
use analyze::data_law::timeline;
use analyze::shared_accesses::{self, SharedCost};
use lsp_types::{Hover, HoverContents, HoverParams, MarkupContent, MarkupKind, Range};
use serde_json::Value;
use source::Span;

use crate::analysis::{Analysis, Checked};
use crate::worker::{Answer, read, write};

/// What is shown, and the text that it is about.
struct Told {
    markdown: String,
    about: Option<(u32, u32)>,
}

/// The hover of a place.
pub(crate) fn answer(checked: &mut Checked, params: Value) -> Answer {
    let params: HoverParams = read(params)?;
    let view = checked.view();
    let Some(offset) = view.offset(params.text_document_position_params.position) else {
        return Ok(Value::Null);
    };
    let analysis = &*view.analysis;
    let mut told = Vec::new();
    let in_directive = analysis.directive_at(offset);
    match in_directive {
        Some(directive) => {
            told.extend(array(analysis, offset));
            told.extend(directive::told(analysis, directive));
        }
        None => {
            told.extend(access(analysis, offset));
            told.extend(array(analysis, offset));
        }
    }
    if told.is_empty()
        && let Some((function, stmt)) = view.analysis.loop_at(offset)
    {
        told.extend(loops::told(view.analysis, function, stmt));
    }
    let Some(first) = told.first() else { return Ok(Value::Null) };
    let range: Option<Range> = first.about.and_then(|about| view.own_range(about));
    let texts: Vec<&str> = told.iter().map(|told| told.markdown.as_str()).collect();
    let value = texts.join("\n\n---\n\n");
    write(Hover {
        contents: HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value }),
        range,
    })
}

/// An access of a kernel: to shared memory if it goes there, else to device memory.
fn access(analysis: &Analysis, offset: u32) -> Option<Told> {
    let input = analysis.input();
    let facts = &analysis.examined.facts;
    let around = |span: Span| analysis.own(span).filter(|(start, end)| *start <= offset && offset <= *end);
    let gpu = input.program.device.gpu;
    let shared = shared_accesses::costs(&input, facts, gpu);
    let mut found: Vec<((u32, u32), String)> =
        shared.iter().filter_map(|access| Some((around(access.span)?, shared_text(access)))).collect();
    for kernel in access_report::costs(&input, facts, gpu) {
        let here = kernel
            .accesses
            .iter()
            .filter_map(|access| Some((around(access.span)?, access_text(&kernel.kernel, access))));
        found.extend(here);
    }
    // The innermost; of the same, the first.
    let innermost = found.into_iter().min_by_key(|((start, end), _)| end - start);
    innermost.map(|(about, markdown)| Told { markdown, about: Some(about) })
}

fn verb(mode: AccessMode) -> &'static str {
    match mode {
        AccessMode::Read => "reads",
        AccessMode::Write => "writes",
        AccessMode::Update => "updates",
    }
}

fn shared_text(access: &SharedCost) -> String {
    let SharedCost { kernel, text, passes, fewest, .. } = access;
    let plural = |number: f64| if number == 1.0 { "" } else { "es" };
    let counted = match passes {
        Some(passes) if passes <= fewest => format!("**{fewest} bank pass{}**", plural(*fewest)),
        Some(passes) => format!("**{} bank passes**, {fewest} at best", (passes * 10.0).round() / 10.0),
        None => "as many bank passes as only the run knows".to_owned(),
    };
    let per = "(passes over the banks, for each request of a warp)";
    format!("kernel `{kernel}` {} `{text}` in shared memory: {counted} {per}", verb(access.mode))
}

fn access_text(kernel: &str, access: &AccessCost) -> String {
    let does = verb(access.mode);
    let pattern = access_report::pattern_text(&access.cost);
    let mut text = format!("kernel `{kernel}` {does} `{}`: **{pattern}**", access.text);
    let price = access_report::transactions_text(&access.cost);
    if !price.is_empty() {
        text += &format!("\n\n{price} (sectors of 32 bytes, for each request of a warp)");
    }
    text
}

/// An array that has a device copy: its life.
fn array(analysis: &Analysis, offset: u32) -> Option<Told> {
    let var = analysis.variable_at(offset)?;
    let input = analysis.input();
    let lives = analysis.examined.facts.iter().flat_map(|facts| timeline::lives(&input, facts));
    let mut markdown = String::new();
    for life in lives.filter(|life| life.place.var == var) {
        markdown += &format!("{}\n", life.heading);
        for event in &life.events {
            markdown += &format!("{event}\n");
        }
    }
    let mention = analysis.expr_at(offset, |expr| matches!(expr.kind, hir::ExprKind::Var(_)));
    let about = mention.and_then(|expr| analysis.own(analysis.examined.program.exprs[expr].span));
    (!markdown.is_empty()).then(|| Told { markdown: format!("```text\n{markdown}```"), about })
}
