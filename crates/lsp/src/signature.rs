//! How the directive under the cursor is written.

use lsp_types::{Documentation, SignatureHelp, SignatureHelpParams, SignatureInformation};
use serde_json::Value;

use crate::pages;
use crate::positions;
use crate::pragma_lines::pragma_at;
use crate::worker::{Answer, read, write};

/// The forms of the directive, the one that fits best first.
pub(crate) fn answer(text: &str, params: Value) -> Answer {
    let params: SignatureHelpParams = read(params)?;
    let at = params.text_document_position_params.position;
    let offset = positions::offset(text.as_bytes(), at) as usize;
    let Some(line) = pragma_at(text, offset) else { return Ok(Value::Null) };
    let before = text.get(line.body..offset).unwrap_or_default();
    let mut words = before.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    let Some(directive) = words.next() else { return Ok(Value::Null) };
    let forms = pages::forms(directive);
    if forms.is_empty() {
        return Ok(Value::Null);
    }
    let action = words.next().map(|action| format!("{directive} {action}"));
    let active = action.and_then(|action| forms.iter().position(|form| form.starts_with(&action)));
    let documentation = pages::summary(directive).map(Documentation::String);
    let signature = |form: &&str| SignatureInformation {
        label: (*form).to_owned(),
        documentation: documentation.clone(),
        parameters: None,
        active_parameter: None,
    };
    write(SignatureHelp {
        signatures: forms.iter().map(signature).collect(),
        active_signature: Some(active.unwrap_or(0) as u32),
        active_parameter: None,
    })
}
