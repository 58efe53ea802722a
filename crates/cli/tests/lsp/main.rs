//! `warploom lsp` driven by a client over the real protocol.
//!
//! Each test starts the binary, opens texts that need not be on the disk, and looks at the
//! answers an editor would get. [`fuzz`] sends thousands of random messages; [`neovim`] is a
//! real editor.

mod fuzz;
mod neovim;

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use testkit::command::run;
use testkit::lsp_client::{LspClient, applied, place};

pub(crate) fn warploom() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_warploom"))
}

/// A folder of its own for a test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lsp").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

/// A kernel that the compiler chooses the sizes of, a data directive, and a loop of each kind.
pub(crate) const SCALE: &str = "\
#define N 4096
float a[N], b[N];

static void twice(void)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel scale
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        a[i] = 2 * a[i];
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i;
    twice();
    b[0] = a[0];
    for (int k = 1; k < N; k++)
        b[k] = b[k - 1] + a[k];
    return b[1] != 2;
}
";

fn at(uri: &str, position: Value) -> Value {
    json!({ "textDocument": { "uri": uri }, "position": position })
}

fn hover(client: &mut LspClient, uri: &str, position: Value) -> String {
    let told = client.request("textDocument/hover", at(uri, position));
    told["contents"]["value"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn hovers_say_what_the_compiler_knows() {
    let mut client = LspClient::start(warploom());
    let name = "file:///nowhere/scale.c";
    // Not on the disk: the text is all there is.
    client.open(name, SCALE);
    assert_eq!(client.codes(name, 1), ["R2080"]);
    let kernel = hover(&mut client, name, place(SCALE, "kernel scale", 0, 3));
    assert!(kernel.contains("proven: its 1 array is on the device"), "{kernel}");
    assert!(kernel.contains("blocks of") && kernel.contains("occupancy on the h200"), "{kernel}");
    assert!(kernel.contains("µs a launch on the h200"), "{kernel}");
    let partition = hover(&mut client, name, place(SCALE, "loop_partition", 0, 3));
    assert!(partition.contains("proven: different threads never touch the same element"), "{partition}");
    let access = hover(&mut client, name, place(SCALE, "2 * a[i]", 0, 4));
    assert!(access.contains("reads `a[i]`: **coalesced**"), "{access}");
    let array = hover(&mut client, name, place(SCALE, "alloc a", 0, 6));
    assert!(array.contains("copied to the device                  16384 bytes"), "{array}");
    let parallel =
        hover(&mut client, name, place(SCALE, "for (int i = 0; i < N; i++)\n        a[i] = i;", 0, 1));
    assert!(parallel.contains("**parallel**") && parallel.contains("4096 iterations"), "{parallel}");
    assert!(parallel.contains("µs on one core; ") && parallel.contains("µs on the h200"), "{parallel}");
    let inside = hover(&mut client, name, place(SCALE, "for (int i", 0, 1));
    assert!(inside.contains("µs a launch on the h200"), "{inside}");
    let recurrence = hover(&mut client, name, place(SCALE, "for (int k", 0, 1));
    assert!(recurrence.contains("**not parallel**"), "{recurrence}");
    assert!(recurrence.contains("µs on one core") && !recurrence.contains("h200"), "{recurrence}");
    assert!(
        recurrence.contains("`b[k]` (line 23) is written, and `b[k - 1]` (line 23) is read"),
        "{recurrence}"
    );
    assert!(client.shut_down().success());
}

#[test]
fn accesses_to_shared_memory_have_their_bank_passes() {
    let tile = |row: &str| {
        format!(
            "__global__ void turn(float *a)\n{{\n    __shared__ float t[32][{row}];\n    int x = threadIdx.x;\n    \
             int y = threadIdx.y;\n    t[y][x] = a[y * 32 + x];\n    __syncthreads();\n    a[y * 32 + x] = t[x][y];\n}}\n\
             int main(void)\n{{\n    float *a;\n    cudaMalloc((void **)&a, 4096);\n    \
             turn<<<1, dim3(32, 32)>>>(a);\n    return 0;\n}}\n"
        )
    };
    let mut client = LspClient::start(warploom());
    let name = "file:///nowhere/turn.cu";
    let square = tile("32");
    client.open(name, &square);
    let row = hover(&mut client, name, place(&square, "t[y][x]", 0, 0));
    assert!(row.contains("writes `t[y][x]` in shared memory: **1 bank pass**"), "{row}");
    let column = hover(&mut client, name, place(&square, "t[x][y]", 0, 0));
    assert!(column.contains("reads `t[x][y]` in shared memory: **32 bank passes**, 1 at best"), "{column}");
    let padded = tile("33");
    client.replace(name, 2, &padded);
    let column = hover(&mut client, name, place(&padded, "t[x][y]", 0, 0));
    assert!(column.contains("**1 bank pass**"), "{column}");
}

#[test]
fn a_loop_of_plain_c_is_told_of_and_nothing_published() {
    let text = "float a[512][512], b[512][512];\nvoid f(int n)\n{\n    for (int i = 0; i < n; i++)\n        \
                for (int j = 1; j < 512; j++)\n            b[i][j] = a[i][j] + b[i][j - 1];\n    undeclared = 1;\n}\n";
    let mut client = LspClient::start(warploom());
    let name = "file:///nowhere/plain.c";
    client.open(name, text);
    assert!(client.diagnostics(name, 1).is_empty());
    // What is wrong elsewhere is none of its business.
    assert!(hover(&mut client, name, place(text, "for (int i", 0, 1)).contains("**parallel**"));
    let right = text.replace("undeclared = 1;", "");
    client.replace(name, 2, &right);
    let outer = hover(&mut client, name, place(&right, "for (int i", 0, 1));
    assert!(outer.contains("**parallel**") && outer.contains(" on one core"), "{outer}");
    assert!(outer.contains("taken to be large"), "{outer}");
    let inner = hover(&mut client, name, place(&right, "for (int j", 0, 1));
    assert!(inner.contains("**not parallel**") && inner.contains("511 iterations"), "{inner}");
    assert!(client.diagnostics(name, 2).is_empty());
}

#[test]
fn a_loop_that_launches_kernels_is_not_called_parallel() {
    let text = SCALE.replace("    twice();", "    for (int s = 0; s < 3; s++)\n        twice();").replace(
        "#pragma hicuda kernel scale\n",
        "for (int t = 0; t < 2; t++) {\n#pragma hicuda kernel scale\n",
    );
    let text = text.replace("kernel_end\n", "kernel_end\n}\n");
    let mut client = LspClient::start(warploom());
    let name = "file:///nowhere/steps.c";
    client.open(name, &text);
    client.diagnostics(name, 1);
    for head in ["for (int s", "for (int t"] {
        let told = hover(&mut client, name, place(&text, head, 0, 1));
        assert!(told.starts_with("**not known to be parallel**"), "{head}: {told}");
    }
}

#[test]
fn a_fix_makes_the_file_right() {
    let folder = folder("fix");
    let file = folder.join("scale.c");
    let name = uri(&file);
    let mut text = SCALE.replace("over_thread\n", "over_thred\n");
    let mut client = LspClient::start(warploom());
    client.open(&name, &text);
    for version in 2.. {
        let found = client.diagnostics(&name, version - 1);
        let errors: Vec<&Value> = found.iter().filter(|found| found["severity"] == 1).collect();
        let Some(error) = errors.first() else { break };
        let params = json!({
            "textDocument": { "uri": name }, "range": error["range"], "context": { "diagnostics": [] },
        });
        let actions = client.request("textDocument/codeAction", params);
        let fix = actions.as_array().and_then(|all| all.iter().find(|one| one["kind"] == "quickfix"));
        text = applied(&text, &fix.expect("a fix")["edit"], &name);
        client.replace(&name, version, &text);
        assert!(version < 5, "fixes go round in circles: {text}");
    }
    std::fs::write(&file, &text).expect("a file");
    let checked = run(warploom(), &["check".into(), "scale.c".into()], &folder).expect("a run");
    assert_eq!(checked.status, Some(0), "{}", checked.stderr);
    assert_eq!(text, SCALE);
}

#[test]
fn all_safe_fixes_are_one_action() {
    let mut client = LspClient::start(warploom());
    let name = "file:///nowhere/scale.c";
    client.open(name, SCALE);
    let everything = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
    let context = json!({ "diagnostics": [], "only": ["source.fixAll"] });
    let params = json!({ "textDocument": { "uri": name }, "range": everything, "context": context });
    let actions = client.request("textDocument/codeAction", params);
    assert_eq!(actions.as_array().map(Vec::len), Some(1), "{actions}");
    let fixed = applied(SCALE, &actions[0]["edit"], name);
    assert!(fixed.contains("kernel scale tblock("), "{fixed}");
}

#[test]
fn completion_offers_what_the_parser_accepts() {
    let mut client = LspClient::start(warploom());
    let name = "file:///nowhere/scale.c";
    client.open(name, SCALE);
    client.diagnostics(name, 1);
    let mut offered = |line: &str| -> Vec<String> {
        let text =
            SCALE.replace("#pragma hicuda global alloc a[*] copyin\n", &format!("#pragma hicuda {line}\n"));
        client.replace(name, 2, &text);
        let position = place(&text, &format!("hicuda {line}"), 0, 7 + line.len());
        let items = client.request("textDocument/completion", at(name, position));
        let labels =
            items.as_array().into_iter().flatten().map(|item| item["label"].as_str().unwrap_or_default());
        labels.map(String::from).collect()
    };
    assert!(offered("").contains(&"loop_partition".to_owned()));
    assert!(offered("loop_").contains(&"loop_partition".to_owned()));
    assert_eq!(offered("global "), ["alloc", "copyin", "copyout", "free"]);
    assert_eq!(offered("global alloc "), ["a", "b"]);
    let clauses = offered("loop_partition over_thread ");
    assert!(clauses.contains(&"over_tblock".to_owned()) && !clauses.contains(&"over_thread".to_owned()));
    assert_eq!(offered("permute("), ["i"]);
    assert!(offered("kernel ").is_empty());
}

#[test]
fn definitions_lead_across_files_and_macros() {
    let folder = folder("definition");
    let header = folder.join("sizes.h");
    std::fs::write(&header, "#define N 64\nextern float a[N];\nfloat half(float x);\n").expect("a file");
    std::fs::write(
        folder.join("half.c"),
        "#include \"sizes.h\"\nfloat a[N];\nfloat half(float x) { return x / 2; }\n",
    )
    .expect("a file");
    std::fs::write(folder.join("warploom.toml"), "files = [\"main.c\", \"half.c\"]\n").expect("a file");
    let main = "\
#include \"sizes.h\"
int main(void)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel k tblock(1) thread(N)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < N; i++) a[i] = half(a[i]);
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
    return 0;
}
";
    let file = folder.join("main.c");
    std::fs::write(&file, main).expect("a file");
    let name = uri(&file);
    let mut client = LspClient::start(warploom());
    client.open(&name, main);
    let errors: Vec<Value> =
        client.diagnostics(&name, 1).into_iter().filter(|d| d["severity"] == 1).collect();
    assert_eq!(errors, Vec::<Value>::new());
    let mut leads = |needle: &str, into: usize| -> (String, u64) {
        let found = client.request("textDocument/definition", at(&name, place(main, needle, 0, into)));
        let name =
            found["uri"].as_str().and_then(|uri| uri.rsplit('/').next()).unwrap_or_default().to_owned();
        (name, found["range"]["start"]["line"].as_u64().unwrap_or(99))
    };
    assert_eq!(leads("half(a[i])", 1), ("half.c".into(), 2));
    assert_eq!(leads("thread(N)", 7), ("sizes.h".into(), 0));
    assert_eq!(leads("a[i] =", 0), ("half.c".into(), 1));
    assert_eq!(leads("[i] =", 1), ("main.c".into(), 6));
    assert_eq!(leads("sizes.h", 2), ("sizes.h".into(), 0));
    // A header that is open and not saved is read as it is in the editor.
    let texts = "#define N 64\nextern float a[N];\n";
    client.open(&uri(&header), texts);
    client.replace(&name, 2, main);
    let codes = client.codes(&name, 2);
    assert!(!codes.is_empty(), "the header of the editor counts");
}

#[test]
fn uses_of_a_device_copy_leave_the_host_out() {
    let mut client = LspClient::start(warploom());
    let name = "file:///nowhere/scale.c";
    client.open(name, SCALE);
    let mut lines = |position: Value| -> Vec<u64> {
        let mut params = at(name, position);
        params["context"] = json!({ "includeDeclaration": false });
        let found = client.request("textDocument/references", params);
        let lines = found.as_array().into_iter().flatten();
        lines.map(|place| place["range"]["start"]["line"].as_u64().unwrap_or(0) + 1).collect()
    };
    assert_eq!(lines(place(SCALE, "alloc a", 0, 6)), [6, 10, 10, 12, 13]);
    assert_eq!(lines(place(SCALE, "a[i] = i", 0, 0)), [6, 10, 10, 12, 13, 19, 21, 23]);
}

#[test]
fn hints_lenses_colours_and_cuda() {
    let mut client = LspClient::start(warploom());
    let name = "file:///nowhere/scale.c";
    client.open(name, SCALE);
    let whole = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
    let hints =
        client.request("textDocument/inlayHint", json!({ "textDocument": { "uri": name }, "range": whole }));
    let labels: Vec<&str> =
        hints.as_array().into_iter().flatten().filter_map(|hint| hint["label"].as_str()).collect();
    assert!(labels.iter().any(|label| label.starts_with("tblock(")), "{labels:?}");
    assert!(labels.contains(&"16384 bytes"), "{labels:?}");
    let lenses = client.request("textDocument/codeLens", json!({ "textDocument": { "uri": name } }));
    assert_eq!(lenses[0]["command"]["command"], "warploom.showCuda");
    assert_eq!(lenses[0]["range"]["start"]["line"], 6);
    let shown = client.request(
        "workspace/executeCommand",
        json!({
            "command": "warploom.showCuda", "arguments": lenses[0]["command"]["arguments"],
        }),
    );
    let cuda = shown["text"].as_str().unwrap_or_default();
    assert!(cuda.contains("__global__ void scale"), "{cuda}");
    let colours =
        client.request("textDocument/semanticTokens/full", json!({ "textDocument": { "uri": name } }));
    assert!(colours["data"].as_array().is_some_and(|data| data.len() > 50 && data.len().is_multiple_of(5)));
    let form = client.request("textDocument/signatureHelp", at(name, place(SCALE, "copyout a", 0, 8)));
    let active = form["activeSignature"].as_u64().unwrap_or(99) as usize;
    assert_eq!(form["signatures"][active]["label"], "global copyout VAR [to VAR]");
}

#[test]
fn a_broken_line_leaves_the_rest_alive() {
    let mut client = LspClient::start(warploom());
    let (name, other) = ("file:///nowhere/scale.c", "file:///nowhere/other.c");
    client.open(name, SCALE);
    client.open(other, SCALE);
    assert_eq!(client.codes(name, 1), ["R2080"]);
    let broken = SCALE.replace("2 * a[i];", "2 * (a[i];").replace("float a[N]", "/* more */\nfloat a[N]");
    client.replace(name, 2, &broken);
    assert!(client.codes(name, 2).iter().all(|code| code.starts_with("E02")));
    // Lines moved by one: the hover is that of the directive where it is now.
    let kernel = hover(&mut client, name, place(&broken, "kernel scale", 0, 3));
    assert!(kernel.contains("occupancy"), "{kernel}");
    let definition = client.request("textDocument/definition", at(name, place(&broken, "twice();", 0, 1)));
    assert_eq!(definition["range"]["start"]["line"], 4, "{definition}");
    assert_eq!(client.codes(other, 1), ["R2080"]);
    client.replace(name, 3, SCALE);
    assert_eq!(client.codes(name, 3), ["R2080"]);
}

#[test]
fn races_and_related_places_are_told() {
    let text = SCALE.replace("a[i] = 2 * a[i];", "a[i] = 2 * a[N - 1 - i];");
    let mut client = LspClient::start(warploom());
    let name = "file:///nowhere/race.c";
    client.open(name, &text);
    let found = client.diagnostics(name, 1);
    let race = found.iter().find(|found| found["severity"] == 1).expect("an error");
    assert_eq!(race["range"]["start"]["line"], 9, "{race}");
    assert!(race["relatedInformation"].as_array().is_some_and(|places| !places.is_empty()), "{race}");
    let code = race["code"].as_str().expect("a code").to_owned();
    assert!(race["message"].as_str().is_some_and(|text| text.ends_with(&format!("warploom explain {code}"))));
    let page = client
        .request("workspace/executeCommand", json!({ "command": "warploom.explain", "arguments": [code] }));
    assert!(page["text"].as_str().is_some_and(|text| text.starts_with(&format!("# {code}"))), "{page}");
}

#[test]
fn cuda_kernels_are_checked_and_coalesced() {
    let text = "\
__global__ void columns(float *a, const float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float sum = 0;
        for (int j = 0; j < n; j++)
            sum += b[i * n + j];
        a[i] = sum;
    }
}
int main(void)
{
    float *a, *b;
    cudaMalloc((void **)&a, 1024 * sizeof(float));
    cudaMalloc((void **)&b, 1024 * 1024 * sizeof(float));
    columns<<<4, 256>>>(a, b, 1024);
    return 0;
}
";
    let mut client = LspClient::start(warploom());
    let name = "file:///nowhere/columns.cu";
    client.open(name, text);
    assert!(client.codes(name, 1).contains(&"R2130".to_owned()), "{:?}", client.codes(name, 1));
    let strided = hover(&mut client, name, place(text, "b[i * n + j]", 0, 0));
    assert!(strided.contains("**strided"), "{strided}");
    let here = place(text, "float sum", 0, 0);
    let params = json!({
        "textDocument": { "uri": name }, "range": { "start": here, "end": here }, "context": { "diagnostics": [] },
    });
    let actions = client.request("textDocument/codeAction", params);
    let coalesce =
        actions.as_array().and_then(|all| all.iter().find(|one| one["kind"] == "refactor.rewrite.coalesce"));
    let resolved = client.request("codeAction/resolve", coalesce.expect("an action").clone());
    let rewritten = applied(text, &resolved["edit"], name);
    assert!(rewritten.contains("__shared__"), "{rewritten}");
    // An editor that can show a change first is asked to.
    let able = json!({ "workspace": { "workspaceEdit": { "documentChanges": true, "changeAnnotationSupport": {} } } });
    let mut showing = LspClient::start_able(warploom(), able);
    showing.open(name, text);
    let resolved = showing.request("codeAction/resolve", coalesce.expect("an action").clone());
    let edit = &resolved["edit"];
    assert_eq!(edit["changeAnnotations"]["warploom"]["needsConfirmation"], true, "{edit}");
    assert_eq!(edit["documentChanges"][0]["edits"][0]["annotationId"], "warploom", "{edit}");
    let shown = json!({ "changes": { name: edit["documentChanges"][0]["edits"] } });
    assert_eq!(applied(text, &shown, name), rewritten);
    client.replace(name, 2, &rewritten);
    assert!(!client.diagnostics(name, 2).iter().any(|found| found["severity"] == 1));
}

#[test]
fn the_loop_under_the_cursor_goes_to_the_gpu() {
    let text = "\
#define N 4096
float a[N], b[N];
int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i;
    for (int i = 0; i < N; i++)
        b[i] = 2 * a[i];
    for (int i = 1; i < N; i++)
        b[i] = b[i - 1] * a[i];
    return (int)b[7];
}
";
    let mut client = LspClient::start(warploom());
    let name = "file:///nowhere/loops.c";
    client.open(name, text);
    let action = |client: &mut LspClient, here: Value| {
        let params = json!({
            "textDocument": { "uri": name }, "range": { "start": here, "end": here },
            "context": { "diagnostics": [], "only": ["refactor.rewrite"] },
        });
        client.request("textDocument/codeAction", params)
    };
    assert_eq!(action(&mut client, place(text, "return", 0, 0)), json!([]));
    let actions = action(&mut client, place(text, "for (int i = 0", 1, 0));
    assert_eq!(actions[0]["title"], "put this loop on the GPU", "{actions}");
    let resolved = client.request("codeAction/resolve", actions[0].clone());
    let written = applied(text, &resolved["edit"], name);
    assert_eq!(written.matches("#pragma hicuda kernel ").count(), 1, "{written}");
    let lines: Vec<&str> = written.lines().map(str::trim).collect();
    let kernel = lines.iter().position(|line| line.starts_with("#pragma hicuda kernel ")).expect("a kernel");
    let end = lines.iter().position(|line| *line == "#pragma hicuda kernel_end").expect("its end");
    assert!(lines[kernel..end].contains(&"b[i] = 2 * a[i];"), "{written}");
    client.replace(name, 2, &written);
    assert!(!client.diagnostics(name, 2).iter().any(|found| found["severity"] == 1), "{written}");
    // Inside the kernel there is nothing left to offer.
    assert_eq!(action(&mut client, place(&written, "b[i] = 2", 0, 0)), json!([]));
    let actions = action(&mut client, place(&written, "b[i] = b[i - 1]", 0, 0));
    let asked = client.ask("codeAction/resolve", actions[0].clone());
    let refused = client.answer(asked);
    assert!(
        refused["error"]["message"].as_str().is_some_and(|why| why.contains("not parallel")),
        "{refused}"
    );
}

#[test]
fn flags_come_from_the_project() {
    let folder = folder("flags");
    std::fs::create_dir_all(folder.join("include")).expect("a folder");
    std::fs::write(folder.join("include/size.h"), "#define LENGTH N\n").expect("a file");
    let text = SCALE.replace("#define N 4096\n", "#include \"size.h\"\n").replace("[N]", "[LENGTH]");
    let file = folder.join("scale.c");
    std::fs::write(&file, &text).expect("a file");
    let name = uri(&file);
    let mut client = LspClient::start(warploom());
    client.open(&name, &text);
    assert_eq!(client.codes(&name, 1), ["E0103"]);
    let entry = json!([{
        "directory": folder, "file": "scale.c", "arguments": ["cc", "-Iinclude", "-DN=4096", "-c", "scale.c"],
    }]);
    std::fs::write(folder.join("compile_commands.json"), entry.to_string()).expect("a file");
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [] }));
    client.replace(&name, 2, &text);
    assert_eq!(client.codes(&name, 2), ["R2080"]);
    std::fs::write(folder.join("warploom.toml"), "silence = [\"R2080\"]\n").expect("a file");
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [] }));
    client.replace(&name, 3, &text);
    assert!(client.codes(&name, 3).is_empty());
}

#[test]
fn plain_c_and_closed_files_have_no_diagnostics() {
    let mut client = LspClient::start(warploom());
    let name = "file:///nowhere/plain.c";
    client.open(name, "int main(void) { return x; }\n");
    assert!(client.diagnostics(name, 1).is_empty());
    let wrong = SCALE.replace("2 * a[i]", "2 * c[i]");
    client.replace(name, 2, &wrong);
    assert!(!client.diagnostics(name, 2).is_empty());
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": name } }));
    client.open(name, "int x;\n");
    client.diagnostics(name, 1);
    let id = client.ask("textDocument/unheardOf", at(name, json!({ "line": 0, "character": 0 })));
    assert_eq!(client.answer(id)["result"], Value::Null);
}

#[test]
fn wrong_messages_are_answered_with_errors() {
    let mut client = LspClient::start(warploom());
    let name = "file:///nowhere/scale.c";
    client.open(name, SCALE);
    let unknown = client.ask("textDocument/unheardOf", json!({ "textDocument": { "uri": name } }));
    assert_eq!(client.answer(unknown)["error"]["code"], -32601);
    let wrong =
        client.ask("textDocument/hover", json!({ "textDocument": { "uri": name }, "position": "here" }));
    assert_eq!(client.answer(wrong)["error"]["code"], -32602);
    client.notify("textDocument/didChange", json!({ "textDocument": 7 }));
    client.notify("$/cancelRequest", json!({ "id": 12345 }));
    assert_eq!(client.codes(name, 1), ["R2080"]);
    assert!(client.shut_down().success());
    let client = LspClient::start(warploom());
    assert_eq!(client.hang_up().code(), Some(1));
}
