//! Whatever bytes come in, the answer is a status of 0 or 1 in bounded time:
//! no crash, no internal error, no endless report.

use std::path::Path;

use testkit::command::run;
use testkit::sample::Sample;

/// Runs `check` on some bytes and returns what it printed.
fn check(name: &str, bytes: &[u8]) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile");
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    std::fs::write(folder.join(name), bytes).expect("an input file");
    let arguments = [String::from("check"), name.to_string()];
    let ran = run(Path::new(env!("CARGO_BIN_EXE_warploom")), &arguments, &folder)
        .expect("the command ends in time");
    assert!(matches!(ran.status, Some(0 | 1)), "{name}: {:?}\n{}", ran.status, ran.stderr);
    assert!(ran.stderr.len() < 200_000, "{name}: a report of {} bytes", ran.stderr.len());
    ran.stderr
}

/// Bytes that look random and are the same every time.
fn noise(len: usize) -> Vec<u8> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 56) as u8
    };
    (0..len).map(|_| next()).collect()
}

#[test]
fn bytes_that_are_no_program() {
    check("empty.c", b"");
    check("newline.c", b"\n");
    check("nul.c", b"int a\0b;\0\0\n");
    check("noise.c", &noise(300_000));
    check("mark.c", b"\xef\xbb\xbfint a;\n");
    check("utf16.c", &"int a;\n".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>());
    check("latin1.c", b"/* \xfc\xe4 */ char *s = \"\xff\";\n");
    check("cr.c", b"int a;\rint b;\r");
    check("open.c", b"int f(void) { if (");
    check("backslash.c", b"int a;\\");
    check("half-define.c", b"#define a##");
}

#[test]
fn lines_of_many_megabytes() {
    check("spaces.c", &[vec![b' '; 20_000_000], b"int @;\n".to_vec()].concat());
    check("string.c", &[b"char *s = \"".to_vec(), vec![b'x'; 20_000_000]].concat());
    check("name.c", &[b"int ".to_vec(), vec![b'x'; 5_000_000], b" = 1 2;\n".to_vec()].concat());
    check("comment.c", &[b"/*".to_vec(), vec![b'*'; 20_000_000]].concat());
}

#[test]
fn deep_nesting() {
    const DEPTH: usize = 100_000;
    for (name, open, middle, close) in [
        ("parentheses.c", "(", "1", ")"),
        ("braces.c", "{", "", "}"),
        ("brackets.c", "[", "1", "]"),
        ("minus.c", "- ", "1", ""),
        ("star.c", "*", "p", ""),
        ("if.c", "if (1) ", ";", ""),
        ("for.c", "for (;;) ", ";", ""),
        ("question.c", "1 ? ", "1", " : 1"),
    ] {
        let body = format!("{}{middle}{}", open.repeat(DEPTH), close.repeat(DEPTH));
        check(&format!("statement-{name}"), format!("void f(int *p) {{ {body}; }}\n").as_bytes());
        check(&format!("declaration-{name}"), format!("int a = {body};\n").as_bytes());
    }
    check("struct.c", format!("{}int a;{}", "struct {".repeat(DEPTH), "} s;".repeat(DEPTH)).as_bytes());
    check("conditional.c", "#if 1\n".repeat(DEPTH).as_bytes());
}

#[test]
fn text_that_grows_without_end() {
    check("itself.c", b"#include \"itself.c\"\n");
    check("twice.c", b"#include \"twice.c\"\n#include \"twice.c\"\n");
    let doubling: String = (1..60).map(|n| format!("#define X{n} X{} X{}\n", n - 1, n - 1)).collect();
    check("doubling.c", format!("#define X0 a\n{doubling}int X59;\n").as_bytes());
    let wide = format!("int a = {};\n", vec!["1"; 2_000_000].join("+"));
    check("wide.c", wide.as_bytes());
    check("device.c", b"#include \"/dev/zero\"\n");
}

/// What the fuzz targets keep: see `docs/testing.md`. Each is read in all the
/// ways the targets have, whichever of them it was found by.
#[test]
fn seeds_of_the_fuzz_targets() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds");
    let list = |folder: &Path| -> Vec<std::path::PathBuf> {
        let entries = std::fs::read_dir(folder).expect("a folder of seeds");
        entries.map(|entry| entry.expect("an entry").path()).collect()
    };
    let files: Vec<_> = list(&seeds).iter().flat_map(|target| list(target)).collect();
    assert!(files.len() > 20, "{} seeds", files.len());
    let sample = Sample::from_environment();
    let is_chosen = |file: &Path| sample.has(&file.file_name().unwrap_or_default().to_string_lossy());
    for (nth, file) in files.iter().enumerate().filter(|(_, file)| is_chosen(file)) {
        let bytes = std::fs::read(file).expect("a seed");
        check(&format!("seed-{nth}.c"), &bytes);
        check(&format!("seed-{nth}.cu"), &bytes);
        check(&format!("seed-{nth}-directives.c"), &as_directives(&bytes));
    }
}

/// Every other line behind `#pragma hicuda`, in a function with things to name.
fn as_directives(bytes: &[u8]) -> Vec<u8> {
    let mut text = b"#define BLK 16\nstruct s { float *x; int n; };\nint N; float A[8][8], *p;\n\
                     void f(int n, struct s *sd)\n{\nint i, j, k; float t;\n"
        .to_vec();
    for (nth, line) in bytes.split(|&b| b == b'\n').enumerate() {
        text.extend_from_slice(if nth % 2 == 0 { b"#pragma hicuda " } else { b"" });
        text.extend_from_slice(line);
        text.push(b'\n');
    }
    text.extend_from_slice(b"}\n");
    text
}

#[test]
fn ten_thousand_errors_make_a_short_report() {
    let report = check("many.c", "int 1;\n".repeat(10_000).as_bytes());
    assert!(report.lines().count() < 500, "{} lines", report.lines().count());
}
