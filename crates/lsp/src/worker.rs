//! The side of the server that works: one thing at a time.
//!
//! Requests first, each about the newest text; in between, texts that changed are examined and
//! what was found is published. A request that panics is answered with an error.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::Arc;

use driver::guard::run_guarded;
use driver::toolchain::Toolchain;
use driver::{InternalError, Options};
use lsp_server::{ErrorCode, Message, Notification, Request, Response};
use lsp_types::{Diagnostic, PublishDiagnosticsParams};
use serde_json::{Value, json};

use crate::analysis::{Asked, Checked};
use crate::documents::{Document, Documents};
use crate::project::{Configuration, Project};
use crate::queue::{Queue, Work};
use crate::{
    actions, commands, completion, definition, findings, hover, inlay_hints, lenses, references,
    semantic_tokens, signature, uris,
};

/// What the worker keeps between two things to do.
pub(crate) struct Worker<P> {
    queue: Arc<Queue>,
    sender: crossbeam_channel::Sender<Message>,
    project: P,
    /// The editor can show a change before it is made.
    previews: bool,
    /// By address.
    checked: HashMap<String, Checked>,
    /// Open texts that changed since, or that read one that did.
    waiting: BTreeSet<String>,
    /// What was found, by the text that was examined and the file it is in.
    found: BTreeMap<String, BTreeMap<String, Vec<Diagnostic>>>,
    configurations: HashMap<PathBuf, Configuration>,
    toolchains: Vec<(Options, Toolchain)>,
    /// What is wrong with the project's settings is said once.
    said: BTreeSet<String>,
}

/// An answer, or why there is none.
pub(crate) type Answer = Result<Value, Failure>;

/// Why a request has no answer.
#[derive(Debug)]
pub(crate) struct Failure {
    /// Of the protocol.
    pub(crate) code: ErrorCode,
    /// For people.
    pub(crate) message: String,
}

impl Failure {
    /// The request cannot be carried out.
    pub(crate) fn new(message: impl Into<String>) -> Failure {
        Failure { code: ErrorCode::RequestFailed, message: message.into() }
    }
}

impl<P: Project> Worker<P> {
    /// With nothing to do yet.
    pub(crate) fn new(
        queue: Arc<Queue>,
        sender: crossbeam_channel::Sender<Message>,
        project: P,
        previews: bool,
    ) -> Worker<P> {
        Worker {
            queue,
            sender,
            project,
            previews,
            checked: HashMap::new(),
            waiting: BTreeSet::new(),
            found: BTreeMap::new(),
            configurations: HashMap::new(),
            toolchains: Vec::new(),
            said: BTreeSet::new(),
        }
    }

    /// Works until the queue is closed.
    pub(crate) fn run(mut self) {
        loop {
            match self.queue.next(self.waiting.is_empty()) {
                Work::Stop => return,
                Work::Answer(request) => self.respond(*request),
                Work::GoOn => {
                    let documents = self.note_changes();
                    if let Some(next) = self.waiting.first().cloned() {
                        self.examine(&next, &documents, false);
                    }
                }
            }
        }
    }

    /// Which texts must be looked at, after what changed; the texts as they are.
    fn note_changes(&mut self) -> Documents {
        let (changed, refresh) = self.queue.take_changed();
        let documents = self.queue.documents();
        if refresh {
            self.configurations.clear();
            self.toolchains.clear();
            self.said.clear();
            self.waiting.extend(documents.iter().map(|open| open.uri.as_str().to_owned()));
        }
        for uri in changed {
            if documents.get(&uri).is_none() {
                self.forget(&uri);
            } else {
                self.waiting.insert(uri.clone());
            }
            self.wake_readers(&uri, &documents);
        }
        documents
    }

    /// Texts that include one that changed.
    fn wake_readers(&mut self, uri: &str, documents: &Documents) {
        let Some(path) = uri.parse().ok().and_then(|uri| uris::path(&uri)) else { return };
        let reads = |open: &&Document| {
            let checked = self.checked.get(open.uri.as_str());
            checked.is_some_and(|checked| checked.current.reads(&path))
        };
        let readers: Vec<String> =
            documents.iter().filter(reads).map(|open| open.uri.as_str().to_owned()).collect();
        self.waiting.extend(readers);
    }

    fn forget(&mut self, uri: &str) {
        self.waiting.remove(uri);
        self.checked.remove(uri);
        self.publish(uri, BTreeMap::new(), None);
        self.found.remove(uri);
    }

    /// Examines one text and publishes what is found, unless it changes meanwhile. Plain C is examined only
    /// when somebody points at one of its loops, and nothing is published about it.
    fn examine(&mut self, uri: &str, documents: &Documents, is_asked_for: bool) -> bool {
        let was_waiting = self.waiting.remove(uri);
        let Some(document) = documents.get(uri) else { return true };
        let is_program = document.is_program();
        if !is_program && (was_waiting || !is_asked_for) {
            self.checked.remove(uri);
            self.publish(uri, BTreeMap::new(), Some(document));
        }
        if !is_program && !is_asked_for {
            return true;
        }
        let configuration = self.configuration(document);
        let toolchain = self.toolchain(&configuration.options);
        let stale = self.queue.begin(uri, &document.text);
        let asked = Asked { document, documents, configuration: &configuration, toolchain, stale };
        let analysis = asked.examine();
        self.queue.end();
        let Some(mut analysis) = analysis else { return false };
        let (lent, said) = (&mut analysis, &configuration);
        let found = guarded(move || findings::all(lent, said));
        let found = found.unwrap_or_else(|internal| findings::of_mistake(&analysis, &internal));
        if is_program {
            self.publish(uri, found, Some(document));
        }
        let earlier = self.checked.remove(uri);
        self.checked.insert(uri.to_owned(), Checked::after(earlier, analysis));
        true
    }

    fn configuration(&mut self, document: &Document) -> Configuration {
        let path = document.path.clone().unwrap_or_default();
        if let Some(known) = self.configurations.get(&path) {
            return known.clone();
        }
        let configuration = self.project.configuration(&path).unwrap_or_else(|problem| {
            if self.said.insert(problem.clone()) {
                self.notify("window/showMessage", json!({ "type": 2, "message": problem }));
            }
            Configuration::default()
        });
        self.configurations.insert(path, configuration.clone());
        configuration
    }

    fn toolchain(&mut self, options: &Options) -> Toolchain {
        if let Some((_, known)) = self.toolchains.iter().find(|(asked, _)| asked == options) {
            return known.clone();
        }
        let toolchain = Toolchain::find(options);
        self.toolchains.push((options.clone(), toolchain.clone()));
        toolchain
    }

    /// What was found in one text replaces what was found in it before. A header has what all
    /// texts that read it found there.
    fn publish(&mut self, uri: &str, found: BTreeMap<String, Vec<Diagnostic>>, document: Option<&Document>) {
        let before = self.found.insert(uri.to_owned(), found).unwrap_or_default();
        let mut targets: BTreeSet<String> = before.keys().cloned().collect();
        targets.extend(self.found[uri].keys().cloned());
        targets.insert(uri.to_owned());
        for target in targets {
            let is_same = before.get(&target) == self.found[uri].get(&target);
            if is_same && target != uri {
                continue;
            }
            let mut diagnostics: Vec<Diagnostic> = Vec::new();
            for diagnostic in self.found.values().filter_map(|found| found.get(&target)).flatten() {
                if !diagnostics.contains(diagnostic) {
                    diagnostics.push(diagnostic.clone());
                }
            }
            let version = document.filter(|open| open.uri.as_str() == target).map(|open| open.version);
            if let Ok(uri) = target.parse() {
                let params = PublishDiagnosticsParams { uri, diagnostics, version };
                let params = serde_json::to_value(params).unwrap_or_default();
                self.notify("textDocument/publishDiagnostics", params);
            }
        }
    }

    fn notify(&self, method: &str, params: Value) {
        // An editor that went away needs no message.
        let _ = self.sender.send(Message::Notification(Notification::new(method.to_owned(), params)));
    }

    fn respond(&mut self, request: Request) {
        let id = request.id.clone();
        let response = match self.answer(request) {
            Ok(value) => Response::new_ok(id, value),
            Err(Failure { code, message }) => Response::new_err(id, code as i32, message),
        };
        let _ = self.sender.send(Message::Response(response));
    }

    fn answer(&mut self, request: Request) -> Answer {
        let documents = self.note_changes();
        let Request { method, params, .. } = request;
        if method == "workspace/executeCommand" || method == "codeAction/resolve" {
            return self.carry_out(&method, params, &documents);
        }
        let uri = params.pointer("/textDocument/uri").and_then(Value::as_str).unwrap_or_default().to_owned();
        let Some(document) = documents.get(&uri) else { return Ok(Value::Null) };
        match method.as_str() {
            "textDocument/semanticTokens/full" => {
                return guarded(|| semantic_tokens::answer(&document.text)).map_err(internal);
            }
            // Nothing is known of a text without directives, and `annotate` is for just those.
            "textDocument/codeAction" if !document.is_program() && !document.is_cuda => {
                return actions::of_plain_text(&document.uri, &document.text, params);
            }
            "textDocument/signatureHelp" => {
                return guarded(|| signature::answer(&document.text, params)).map_err(internal)?;
            }
            _ => {}
        }
        let is_known = self.checked.contains_key(&uri) && !self.waiting.contains(&uri);
        let is_asked_for = method == "textDocument/hover";
        if !is_known && !self.examine(&uri, &documents, is_asked_for) {
            let message = String::from("the text changed");
            return Err(Failure { code: ErrorCode::ContentModified, message });
        }
        let checked = self.checked.get_mut(&uri);
        if method == "textDocument/completion" {
            return guarded(|| completion::answer(checked, &document.text, params)).map_err(internal)?;
        }
        let Some(checked) = checked else { return Ok(Value::Null) };
        guarded(|| match method.as_str() {
            "textDocument/hover" => hover::answer(checked, params),
            "textDocument/definition" => definition::answer(checked, params),
            "textDocument/references" => references::answer(checked, params),
            "textDocument/inlayHint" => inlay_hints::answer(checked, params),
            "textDocument/codeLens" => lenses::answer(checked),
            "textDocument/codeAction" => actions::answer(&checked.current, params),
            _ => {
                let message = format!("`{method}` is not known here");
                Err(Failure { code: ErrorCode::MethodNotFound, message })
            }
        })
        .map_err(internal)?
    }

    /// Requests that compile on their own.
    fn carry_out(&mut self, method: &str, params: Value, documents: &Documents) -> Answer {
        let is_resolve = method == "codeAction/resolve";
        let uri = match is_resolve {
            true => params.pointer("/data/uri"),
            false => params.pointer("/arguments/0"),
        };
        let document = uri.and_then(Value::as_str).and_then(|uri| documents.get(uri));
        let Some(document) = document else { return commands::without_text(params) };
        let configuration = self.configuration(document);
        let toolchain = self.toolchain(&configuration.options);
        let (stale, previews) = (Arc::default(), self.previews);
        let asked = Asked { document, documents, configuration: &configuration, toolchain, stale };
        guarded(|| match is_resolve {
            true => actions::resolve(asked, params, previews),
            false => commands::execute(asked, params),
        })
        .map_err(internal)?
    }
}

/// Runs work that may panic; the large stack is for texts that nest deeply.
fn guarded<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, InternalError> {
    run_guarded(work)
}

fn internal(error: InternalError) -> Failure {
    Failure { code: ErrorCode::InternalError, message: error.to_string() }
}

/// The parameters of a request, read.
pub(crate) fn read<T: serde::de::DeserializeOwned>(params: Value) -> Result<T, Failure> {
    let wrong =
        |error: serde_json::Error| Failure { code: ErrorCode::InvalidParams, message: error.to_string() };
    serde_json::from_value(params).map_err(wrong)
}

/// An answer, written.
pub(crate) fn write<T: serde::Serialize>(answer: T) -> Answer {
    serde_json::to_value(answer).map_err(|error| Failure::new(error.to_string()))
}
