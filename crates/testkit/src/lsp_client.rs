//! A client of `warploom lsp`: the messages that an editor sends, over the real protocol.
//!
//! ```text
//! Content-Length: 52\r\n\r\n{"jsonrpc":"2.0","method":"initialized","params":{}}
//! ```

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use serde_json::{Value, json};

/// Longer than any answer takes on a busy machine.
const LIMIT: Duration = Duration::from_secs(60);

/// A server that was started, and what it said so far.
pub struct LspClient {
    child: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    next_id: i64,
    /// The diagnostics of each file: the parameters of the last message about it.
    pub published: BTreeMap<String, Value>,
    /// Answers that came while another one was waited for.
    answers: BTreeMap<i64, Value>,
}

impl LspClient {
    /// Starts a server and introduces itself.
    pub fn start(warploom: &Path) -> LspClient {
        LspClient::start_able(warploom, json!({}))
    }

    /// The same as an editor that can do these things.
    pub fn start_able(warploom: &Path, capabilities: Value) -> LspClient {
        let mut client = LspClient::start_silently(warploom);
        let params = json!({ "processId": null, "rootUri": null, "capabilities": capabilities });
        client.request("initialize", params);
        client.notify("initialized", json!({}));
        client
    }

    /// Starts a server, and says nothing yet.
    pub fn start_silently(warploom: &Path) -> LspClient {
        let mut command = Command::new(warploom);
        command.arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped()).env_remove("CC").env_remove("CFLAGS");
        let mut child = command.spawn().expect("the server starts");
        let input = child.stdin.take().expect("a pipe");
        let output = child.stdout.take().expect("a pipe");
        let (sender, messages) = channel();
        std::thread::spawn(move || receive(output, &sender));
        LspClient { child, input, messages, next_id: 0, published: BTreeMap::new(), answers: BTreeMap::new() }
    }

    /// The server's process.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Sends a message that has no answer.
    pub fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request; its number.
    pub fn ask(&mut self, method: &str, params: Value) -> i64 {
        self.next_id += 1;
        let id = self.next_id;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    /// Sends a request and waits for its answer, which must not be an error.
    pub fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.ask(method, params);
        let mut answer = self.answer(id);
        assert_eq!(answer.get("error"), None, "{method}");
        answer["result"].take()
    }

    /// The answer to a request, be it an error.
    pub fn answer(&mut self, id: i64) -> Value {
        loop {
            if let Some(answer) = self.answers.remove(&id) {
                return answer;
            }
            self.hear();
        }
    }

    /// Opens a text, or a new version of it.
    pub fn open(&mut self, uri: &str, text: &str) {
        let language = if uri.ends_with(".cu") { "cuda-cpp" } else { "c" };
        let document = json!({ "uri": uri, "languageId": language, "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Replaces the whole text.
    pub fn replace(&mut self, uri: &str, version: i32, text: &str) {
        self.change(uri, version, json!([{ "text": text }]));
    }

    /// Sends changes.
    pub fn change(&mut self, uri: &str, version: i32, changes: Value) {
        let document = json!({ "uri": uri, "version": version });
        self.notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    }

    /// Waits for the diagnostics of a version of a text.
    pub fn diagnostics(&mut self, uri: &str, version: i32) -> Vec<Value> {
        loop {
            let last = self.published.get(uri).filter(|last| last["version"] == version);
            if let Some(found) = last.and_then(|last| last["diagnostics"].as_array()) {
                return found.clone();
            }
            self.hear();
        }
    }

    /// The codes of those diagnostics.
    pub fn codes(&mut self, uri: &str, version: i32) -> Vec<String> {
        let found = self.diagnostics(uri, version);
        found.iter().map(|found| found["code"].as_str().unwrap_or_default().to_owned()).collect()
    }

    /// Ends the server as an editor does.
    pub fn shut_down(mut self) -> ExitStatus {
        self.request("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        self.child.wait().expect("an end")
    }

    /// Ends it without a word.
    pub fn hang_up(mut self) -> ExitStatus {
        drop(self.input);
        self.child.wait().expect("an end")
    }

    fn send(&mut self, message: &Value) {
        let body = message.to_string();
        let sent = write!(self.input, "Content-Length: {}\r\n\r\n{body}", body.len());
        sent.and_then(|()| self.input.flush()).expect("the server listens");
    }

    /// Takes in one message.
    fn hear(&mut self) {
        let message = self.messages.recv_timeout(LIMIT).expect("the server says something");
        if message["method"] == "textDocument/publishDiagnostics" {
            let uri = message["params"]["uri"].as_str().unwrap_or_default().to_owned();
            self.published.insert(uri, message["params"].clone());
        } else if let (Some(id), None) = (message["id"].as_i64(), message.get("method")) {
            self.answers.insert(id, message);
        }
    }
}

/// Reads messages until there are no more.
fn receive(output: ChildStdout, sender: &Sender<Value>) {
    let mut output = BufReader::new(output);
    loop {
        let mut length = 0;
        let mut line = String::new();
        loop {
            line.clear();
            if output.read_line(&mut line).unwrap_or(0) == 0 {
                return;
            }
            if line.trim().is_empty() {
                break;
            }
            if let Some(value) = line.strip_prefix("Content-Length:") {
                length = value.trim().parse().unwrap_or(0);
            }
        }
        let mut body = vec![0; length];
        if output.read_exact(&mut body).is_err() {
            return;
        }
        let message = serde_json::from_slice(&body).expect("JSON");
        if sender.send(message).is_err() {
            return;
        }
    }
}

/// The place of the `nth` occurrence of a text, some characters into it.
pub fn place(text: &str, needle: &str, nth: usize, into: usize) -> Value {
    let found = text.match_indices(needle).nth(nth).map(|(at, _)| at);
    let at = found.unwrap_or_else(|| panic_about(needle)) + into;
    let line = text[..at].matches('\n').count();
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    json!({ "line": line, "character": text[start..at].encode_utf16().count() })
}

#[allow(clippy::panic)]
fn panic_about(needle: &str) -> usize {
    panic!("`{needle}` is not in the text")
}

/// Applies the edits of a `WorkspaceEdit` to the text of one file.
pub fn applied(text: &str, edit: &Value, uri: &str) -> String {
    let edits = edit["changes"][uri].as_array().cloned().unwrap_or_default();
    let offset = |place: &Value| -> usize {
        let line = place["line"].as_u64().unwrap_or(0) as usize;
        let column = place["character"].as_u64().unwrap_or(0) as usize;
        let mut starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1));
        let start = starts.nth(line).unwrap_or(text.len());
        let units = text[start..].char_indices().scan(0, |units, (at, character)| {
            let before = *units;
            *units += character.len_utf16();
            Some((before, at))
        });
        units.into_iter().find(|(units, _)| *units == column).map_or(text.len(), |(_, at)| start + at)
    };
    let mut ranges: Vec<(usize, usize, String)> = edits
        .iter()
        .map(|edit| {
            let new = edit["newText"].as_str().unwrap_or_default().to_owned();
            (offset(&edit["range"]["start"]), offset(&edit["range"]["end"]), new)
        })
        .collect();
    ranges.sort();
    let mut out = text.to_owned();
    for (start, end, new) in ranges.into_iter().rev() {
        out.replace_range(start..end, &new);
    }
    out
}
