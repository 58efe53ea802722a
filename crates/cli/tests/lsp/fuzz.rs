//! Thousands of random edits, requests, cancellations and closings: the server survives, does not
//! grow, and knows at the end what a fresh one would know.

use serde_json::{Value, json};
use testkit::lsp_client::{LspClient, applied};
use testkit::sample::Sample;

use crate::{SCALE, warploom};

/// With a sample, a quarter of it.
const STEPS: usize = 2_000;
/// Memory is read this often: it goes up and down, so that single readings tell little.
const READING: usize = 50;

/// Pieces that make and break programs.
const PIECES: [&str; 16] = [
    "\n",
    " ",
    ";",
    "{",
    "}",
    "(",
    "*/",
    "/*",
    "\"",
    "a[i]",
    "#pragma hicuda barrier\n",
    "copyin",
    "ü",
    "𝄞",
    "#if 0\n",
    "#define N 7\n",
];

const METHODS: [&str; 10] = [
    "signatureHelp",
    "executeCommand",
    "hover",
    "completion",
    "definition",
    "references",
    "codeAction",
    "codeLens",
    "inlayHint",
    "semanticTokens/full",
];

struct Prng(u64);

impl Prng {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

/// A text in the editor, and what the editor thinks of it.
struct Open {
    uri: String,
    base: String,
    text: String,
    version: i32,
}

impl Open {
    fn position(&self, offset: usize) -> Value {
        let offset = (0..=offset).rev().find(|at| self.text.is_char_boundary(*at)).unwrap_or(0);
        let line = self.text[..offset].matches('\n').count();
        let start = self.text[..offset].rfind('\n').map_or(0, |end| end + 1);
        json!({ "line": line, "character": self.text[start..offset].encode_utf16().count() })
    }

    fn edit(&mut self, client: &mut LspClient, rng: &mut Prng) {
        let start = rng.below(self.text.len() + 1);
        let end = (start + rng.below(12) * rng.below(2)).min(self.text.len());
        let new = PIECES[rng.below(PIECES.len())];
        let range = json!({ "start": self.position(start), "end": self.position(end) });
        let edit = json!({ "changes": { "x": [{ "range": range, "newText": new }] } });
        self.text = applied(&self.text, &edit, "x");
        self.version += 1;
        client.change(&self.uri, self.version, json!([{ "range": range, "text": new }]));
    }

    fn reset(&mut self, client: &mut LspClient) {
        self.text = self.base.clone();
        self.version += 1;
        client.replace(&self.uri, self.version, &self.text);
    }

    fn reopen(&mut self, client: &mut LspClient) {
        client.notify("textDocument/didClose", json!({ "textDocument": { "uri": self.uri } }));
        client.open(&self.uri, &self.text);
        self.version = 1;
    }
}

/// Resident memory of a process in KiB.
fn memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse().ok()).unwrap_or(0)
}

fn median(readings: &[u64]) -> u64 {
    let mut sorted = readings.to_vec();
    sorted.sort_unstable();
    sorted[sorted.len() / 2]
}

#[test]
fn random_messages_leave_nothing_behind() {
    let mut client = LspClient::start(warploom());
    let mut rng = Prng(0x2545_F491_4F6C_DD1D);
    let cuda = "__global__ void f(float *a, int n) { int i = threadIdx.x; if (i < n) a[i * n] = a[i]; }\n";
    let bases = [
        ("one.c", SCALE.to_owned()),
        ("two.c", SCALE.replace("2 * a[i]", "a[N - 1 - i]")),
        ("three.cu", cuda.to_owned()),
    ];
    let mut texts: Vec<Open> = Vec::new();
    for (name, base) in bases {
        let uri = format!("file:///nowhere/{name}");
        client.open(&uri, &base);
        texts.push(Open { uri, text: base.clone(), base, version: 1 });
    }
    let mut readings = Vec::new();
    let steps = if Sample::from_environment().is_whole() { STEPS } else { STEPS / 4 };
    for step in 0..steps {
        let which = rng.below(texts.len());
        let text = &mut texts[which];
        match rng.below(20) {
            0..10 => text.edit(&mut client, &mut rng),
            10..12 => text.reset(&mut client),
            12 => text.reopen(&mut client),
            13 => {
                let id = ask(&mut client, text, &mut rng);
                client.notify("$/cancelRequest", json!({ "id": id }));
                client.answer(id);
            }
            _ => {
                let id = ask(&mut client, text, &mut rng);
                // An error is an answer; our own mistake is not.
                let answer = client.answer(id);
                assert_ne!(answer["error"]["code"], -32603, "{answer}\n{}", text.text);
            }
        }
        if step % READING == READING - 1 {
            texts.iter_mut().for_each(|text| text.reset(&mut client));
            texts.iter().for_each(|text| drop(client.diagnostics(&text.uri, text.version)));
            readings.push(memory(client.process()));
        }
    }
    // What a leak adds stays, so that it lifts the floor as well; one reading is the allocator's mood.
    let quarter = readings.len() / 4;
    let early = median(&readings[quarter..2 * quarter]);
    let floor = readings[2 * quarter..].iter().copied().min().unwrap_or_default();
    assert!(floor <= early + early / 10, "from {early} to {floor} KiB: {readings:?}");
    for text in &mut texts {
        (0..5).for_each(|_| text.edit(&mut client, &mut rng));
    }
    let mut fresh = LspClient::start(warploom());
    for text in &texts {
        fresh.open(&text.uri, &text.text);
        let (now, anew) = (client.diagnostics(&text.uri, text.version), fresh.diagnostics(&text.uri, 1));
        assert_eq!(now, anew, "{}", text.text);
        assert!(
            !now.iter()
                .any(|found| found["message"].as_str().is_some_and(|text| text.contains("internal error")))
        );
    }
    assert!(client.shut_down().success() && fresh.shut_down().success());
}

fn ask(client: &mut LspClient, text: &Open, rng: &mut Prng) -> i64 {
    let position = text.position(rng.below(text.text.len() + 1));
    let method = METHODS[rng.below(METHODS.len())];
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": position });
    let context = json!({ "diagnostics": [], "includeDeclaration": true });
    let document = json!({ "uri": text.uri });
    let params =
        json!({ "textDocument": document, "position": position, "range": range, "context": context });
    if method == "executeCommand" {
        let params = json!({ "command": "warploom.showCuda", "arguments": [text.uri] });
        return client.ask("workspace/executeCommand", params);
    }
    client.ask(&format!("textDocument/{method}"), params)
}
