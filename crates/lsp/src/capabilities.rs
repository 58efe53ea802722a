//! What the server can do, as it tells the editor.

use lsp_server::{Request, RequestId};
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CodeLensOptions, CompletionOptions,
    ExecuteCommandOptions, HoverProviderCapability, InitializeParams, OneOf, SemanticTokensFullOptions,
    SemanticTokensOptions, ServerCapabilities, SignatureHelpOptions, TextDocumentSyncCapability,
    TextDocumentSyncKind, WorkDoneProgressOptions,
};
use serde_json::json;

use crate::{commands, semantic_tokens};

/// All of it.
pub(crate) fn ours() -> ServerCapabilities {
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Kind(TextDocumentSyncKind::INCREMENTAL)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        inlay_hint_provider: Some(OneOf::Left(true)),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some([" ", "(", ","].map(String::from).to_vec()),
            ..CompletionOptions::default()
        }),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: Some([" ", "("].map(String::from).to_vec()),
            ..SignatureHelpOptions::default()
        }),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![
                CodeActionKind::QUICKFIX,
                CodeActionKind::SOURCE_FIX_ALL,
                CodeActionKind::REFACTOR_REWRITE,
            ]),
            work_done_progress_options: WorkDoneProgressOptions::default(),
            resolve_provider: Some(true),
        })),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: commands::NAMES.map(String::from).to_vec(),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        }),
        semantic_tokens_provider: Some(
            SemanticTokensOptions {
                legend: semantic_tokens::legend(),
                full: Some(SemanticTokensFullOptions::Bool(true)),
                ..SemanticTokensOptions::default()
            }
            .into(),
        ),
        ..ServerCapabilities::default()
    }
}

/// Does the editor tell of files that change on the disk?
pub(crate) fn can_watch(params: &InitializeParams) -> bool {
    let workspace = params.capabilities.workspace.as_ref();
    let watching = workspace.and_then(|workspace| workspace.did_change_watched_files.as_ref());
    watching.and_then(|watching| watching.dynamic_registration).unwrap_or(false)
}

/// Can it show a change, and make it when somebody says so?
pub(crate) fn can_preview(params: &InitializeParams) -> bool {
    let workspace = params.capabilities.workspace.as_ref();
    let edits = workspace.and_then(|workspace| workspace.workspace_edit.as_ref());
    edits.is_some_and(|edits| {
        edits.document_changes == Some(true) && edits.change_annotation_support.is_some()
    })
}

/// Asks it to.
pub(crate) fn watch_files() -> Request {
    let globs = ["**/warploom.toml", "**/compile_commands.json", "**/*.{h,cuh,c,cu}"];
    let watchers: Vec<_> = globs.iter().map(|glob| json!({ "globPattern": glob })).collect();
    let registration = json!({
        "id": "files",
        "method": "workspace/didChangeWatchedFiles",
        "registerOptions": { "watchers": watchers },
    });
    let params = json!({ "registrations": [registration] });
    Request::new(RequestId::from(String::from("watch-files")), "client/registerCapability".into(), params)
}
