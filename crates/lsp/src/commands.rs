//! Commands that editors send: the translated text, and the page of a diagnostic.

use diagnostics::{Severity, codes, explain};
use driver::line_map::LineMap;
use driver::translation::Target;
use driver::{CudaLayout, Goal};
use lsp_server::ErrorCode;
use lsp_types::ExecuteCommandParams;
use serde_json::{Value, json};

use crate::analysis::Asked;
use crate::worker::{Answer, Failure, read};

/// The text as CUDA, with a source map: `[uri]`.
pub(crate) const SHOW_CUDA: &str = "warploom.showCuda";
/// The page of a code: `[code]`.
pub(crate) const EXPLAIN: &str = "warploom.explain";
/// A run on the simulator. Programs run at the user's word alone: the editor starts it.
pub(crate) const PROFILE: &str = "warploom.profile";

/// Those that the server carries out.
pub(crate) const NAMES: [&str; 2] = [SHOW_CUDA, EXPLAIN];

/// A command about an open text.
pub(crate) fn execute(asked: Asked<'_>, params: Value) -> Answer {
    let params: ExecuteCommandParams = read(params)?;
    match params.command.as_str() {
        SHOW_CUDA => show_cuda(asked),
        other => Err(unknown(other)),
    }
}

/// A command about something else.
pub(crate) fn without_text(params: Value) -> Answer {
    let params: ExecuteCommandParams = read(params)?;
    let argument = params.arguments.first().and_then(Value::as_str).unwrap_or_default();
    match params.command.as_str() {
        EXPLAIN => match codes::find(argument).and_then(explain::page) {
            Some(page) => Ok(json!({ "text": page.text, "languageId": "markdown" })),
            None => Err(Failure::new(format!("there is no diagnostic `{argument}`"))),
        },
        SHOW_CUDA => Err(Failure::new(format!("`{argument}` is not open"))),
        other => Err(unknown(other)),
    }
}

fn unknown(command: &str) -> Failure {
    Failure { code: ErrorCode::InvalidParams, message: format!("`{command}` is not a command of the server") }
}

/// The text of the first input, translated; an error says what is wrong with the program.
fn show_cuda(asked: Asked<'_>) -> Answer {
    let (mut session, inputs, _) = asked.load();
    session.options.traced = true;
    let goal = Goal::Translate(Target::Cuda(CudaLayout::OneFile));
    let compiled = driver::compile(&mut session, &inputs, goal);
    let compiled = compiled.map_err(|internal| Failure::new(internal.to_string()))?;
    let errors = session.sink.diagnostics().iter().filter(|found| found.severity() == Severity::Error);
    if let Some(error) = errors.into_iter().next() {
        return Err(Failure::new(error.message.clone()));
    }
    // The text was loaded first, and is the first unit, also where versions of functions are written.
    let unit = compiled.units.first().ok_or_else(|| Failure::new("nothing was translated"))?;
    let mut map = LineMap::default();
    unit.line_maps.iter().for_each(|of_file| map.append(of_file));
    let map = map.json("generated", &session.sources);
    let text: Vec<String> =
        unit.files.iter().map(|file| String::from_utf8_lossy(&file.bytes).into_owned()).collect();
    Ok(json!({ "text": text.join("\n"), "languageId": "cuda-cpp", "sourceMap": map }))
}
