//! The side of the server that talks: messages in, texts kept, work queued.
//!
//! Nothing here computes, so that a change or a cancellation is always heard at once.

use std::sync::Arc;
use std::thread;

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification as note;
use lsp_types::{
    CancelParams, DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    InitializeParams, NumberOrString,
};
use serde::de::DeserializeOwned;
use serde_json::json;

use crate::capabilities;
use crate::project::Project;
use crate::queue::Queue;
use crate::worker::Worker;

/// Serves an editor on standard input and output until it says `exit`; `false` if it went away
/// without a word.
pub fn serve(project: impl Project) -> Result<bool, String> {
    let (connection, threads) = Connection::stdio();
    let ended = talk(&connection, project);
    // The writer ends when nobody can send any more.
    drop(connection);
    let written = threads.join().map_err(|error| error.to_string());
    ended.and_then(|is_polite| written.map(|()| is_polite))
}

fn talk(connection: &Connection, project: impl Project) -> Result<bool, String> {
    let (id, params) = connection.initialize_start().map_err(|error| error.to_string())?;
    let params: InitializeParams = serde_json::from_value(params).unwrap_or_default();
    let version = env!("CARGO_PKG_VERSION");
    let result = json!({
        "capabilities": capabilities::ours(),
        "serverInfo": { "name": "warploom", "version": version },
    });
    send(connection, Response::new_ok(id, result).into())?;
    let queue = Arc::new(Queue::default());
    let previews = capabilities::can_preview(&params);
    let worker = Worker::new(queue.clone(), connection.sender.clone(), project, previews);
    let worker = thread::Builder::new().name("worker".into()).spawn(move || worker.run());
    let worker = worker.map_err(|error| format!("cannot start a thread: {error}"))?;
    let mut server =
        Server { connection, queue: &queue, is_shut: false, watches: capabilities::can_watch(&params) };
    let ended = server.listen();
    queue.close();
    worker.join().map_err(|_| String::from("the worker of the server panicked"))?;
    ended
}

struct Server<'c> {
    connection: &'c Connection,
    queue: &'c Queue,
    /// The editor said `shutdown`.
    is_shut: bool,
    /// The editor tells of files that change on the disk, if it is asked to.
    watches: bool,
}

impl Server<'_> {
    fn listen(&mut self) -> Result<bool, String> {
        for message in &self.connection.receiver {
            match message {
                Message::Request(request) => self.request(request)?,
                Message::Notification(notification) if notification.method == "exit" => {
                    return Ok(self.is_shut);
                }
                Message::Notification(notification) => self.notification(notification)?,
                Message::Response(_) => {}
            }
        }
        Ok(self.is_shut)
    }

    fn request(&mut self, request: Request) -> Result<(), String> {
        if request.method == "shutdown" {
            self.is_shut = true;
            return send(self.connection, Response::new_ok(request.id, ()).into());
        }
        if self.is_shut {
            let code = ErrorCode::InvalidRequest as i32;
            let refused = Response::new_err(request.id, code, "the server is shut down".into());
            return send(self.connection, refused.into());
        }
        self.queue.ask(request);
        Ok(())
    }

    /// What cannot be read is passed over: nobody waits for an answer.
    fn notification(&mut self, notification: Notification) -> Result<(), String> {
        use note::Notification as _;
        match notification.method.as_str() {
            note::Initialized::METHOD if self.watches => {
                send(self.connection, capabilities::watch_files().into())?;
            }
            note::DidOpenTextDocument::METHOD => {
                if let Some(opened) = read::<DidOpenTextDocumentParams>(notification) {
                    let uri = opened.text_document.uri.clone();
                    self.queue.edit(&uri, |documents| documents.open(opened.text_document));
                }
            }
            note::DidChangeTextDocument::METHOD => {
                if let Some(changed) = read::<DidChangeTextDocumentParams>(notification) {
                    let (of, changes) = (changed.text_document, changed.content_changes);
                    self.queue.edit(&of.uri, |documents| documents.change(&of.uri, of.version, changes));
                }
            }
            note::DidCloseTextDocument::METHOD => {
                if let Some(closed) = read::<DidCloseTextDocumentParams>(notification) {
                    let uri = closed.text_document.uri;
                    self.queue.edit(&uri, |documents| documents.close(&uri));
                }
            }
            note::DidChangeWatchedFiles::METHOD | note::DidChangeConfiguration::METHOD => {
                self.queue.refresh()
            }
            note::Cancel::METHOD => {
                if let Some(cancelled) = read::<CancelParams>(notification) {
                    self.cancel(cancelled)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn cancel(&self, cancelled: CancelParams) -> Result<(), String> {
        let id = match cancelled.id {
            NumberOrString::Number(id) => RequestId::from(id),
            NumberOrString::String(id) => RequestId::from(id),
        };
        if self.queue.cancel(&id) {
            let code = ErrorCode::RequestCanceled as i32;
            return send(self.connection, Response::new_err(id, code, "cancelled".into()).into());
        }
        Ok(())
    }
}

fn read<T: DeserializeOwned>(notification: Notification) -> Option<T> {
    serde_json::from_value(notification.params).ok()
}

fn send(connection: &Connection, message: Message) -> Result<(), String> {
    connection.sender.send(message).map_err(|_| String::from("the editor no longer listens"))
}
