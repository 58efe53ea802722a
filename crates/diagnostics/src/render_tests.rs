//! Whole rendered reports, compared to the letter.

use source::{Expansion, ExpansionKind, FileKind, Sources, Span};

use crate::codes::{self, INCLUDE_NOT_FOUND, UNTERMINATED_COMMENT, UNTERMINATED_LITERAL};
use crate::{Diagnostic, Report, Safety, TextStyle, explain, render_json, render_sarif, render_text};

fn sources(files: &[(&str, &[u8])]) -> Sources {
    let mut sources = Sources::default();
    for (name, bytes) in files {
        sources.map.add(name.to_string(), (*bytes).into(), FileKind::User, None).unwrap();
    }
    sources
}

/// The span of the first occurrence of `text` in the nth file.
fn find(sources: &Sources, nth: usize, text: &str) -> Span {
    let (_, file) = sources.map.files().nth(nth).unwrap();
    let at = file.bytes.windows(text.len()).position(|w| w == text.as_bytes()).unwrap() as u32;
    Span::in_file(file.start + at, file.start + at + text.len() as u32)
}

fn text_of(diagnostics: &[Diagnostic], sources: &Sources, limit: usize) -> String {
    render_text(&Report::new(diagnostics, sources, limit), sources, TextStyle::default())
}

#[test]
fn two_files_notes_help_and_a_fix_in_one_report() {
    let sources = sources(&[("a.c", b"int x;\nint y = x\nint z;\n"), ("b.h", b"extern int q;\n")]);
    let missing = find(&sources, 0, "x\nint z").start();
    let at = Span { lo: missing.lo + 1, hi: missing.lo + 1, ..missing };
    let diagnostic = Diagnostic::new(&UNTERMINATED_LITERAL, at, "expected `;`")
        .label("here")
        .related(find(&sources, 0, "int z"), "before this")
        .related(find(&sources, 1, "q"), "and this")
        .note("a fact")
        .help("some advice")
        .fix("add it", at, ";", Safety::Safe);
    let expected = "\
error[E0102]: expected `;`
 --> a.c:2:10
  |
2 | int y = x
  |          ^ here
3 | int z;
  | ----- before this
  |
 ::: b.h:1:12
  |
1 | extern int q;
  |            - and this
  |
  = note: a fact
  = help: some advice
help: add it
  |
2 | int y = x;
  |          +

1 error; see `warploom explain E0102`
";
    assert_eq!(text_of(&[diagnostic], &sources, 20), expected);
}

/// `OUTER(a)` expands to `INNER(a)` expands to `bad + a`.
fn nested_macros() -> (Sources, Span, Span) {
    let text = b"#define INNER(x) bad + x\n#define OUTER(x) INNER(x)\n\n\n\nint i = OUTER(a1);\n";
    let mut sources = sources(&[("m.c", text)]);
    let [outer, inner] = [b"OUTER", b"INNER"].map(|name| sources.symbols.intern(name));
    let in_outer = sources.expansions.add(Expansion {
        kind: ExpansionKind::Body,
        macro_name: outer,
        body: find(&sources, 0, "INNER(x)\n"),
        call: find(&sources, 0, "OUTER(a1)"),
    });
    let inner_call =
        Span { ctx: in_outer, ..find(&sources, 0, "#define OUTER(x) INNER(x)").end().widen_back(8) };
    let inner_record = Expansion {
        kind: ExpansionKind::Body,
        macro_name: inner,
        body: find(&sources, 0, "bad + x"),
        call: inner_call,
    };
    let in_inner = sources.expansions.add(inner_record);
    let argument = sources.expansions.add(Expansion {
        kind: ExpansionKind::Argument { inner: source::ExpansionId::NONE },
        ..inner_record
    });
    let body_token = Span { ctx: in_inner, ..find(&sources, 0, "bad") };
    let argument_token = Span { ctx: argument, ..find(&sources, 0, "a1") };
    (sources, body_token, argument_token)
}

trait WidenBack {
    fn widen_back(self, bytes: u32) -> Self;
}

impl WidenBack for Span {
    fn widen_back(self, bytes: u32) -> Span {
        Span { lo: self.lo - bytes, ..self }
    }
}

#[test]
fn a_macro_body_is_shown_where_the_user_wrote_the_call() {
    let (sources, body_token, _) = nested_macros();
    let diagnostic = Diagnostic::new(&UNTERMINATED_COMMENT, body_token, "`bad` is bad").label("not good");
    let expected = "\
error[E0101]: `bad` is bad
 --> m.c:6:9
  |
1 | #define INNER(x) bad + x
  |                  --- in this expansion of macro `INNER`
2 | #define OUTER(x) INNER(x)
  |                  -------- in this expansion of macro `OUTER`
...
6 | int i = OUTER(a1);
  |         ^^^^^^^^^ not good

1 error; see `warploom explain E0101`
";
    assert_eq!(text_of(&[diagnostic], &sources, 20), expected);
}

#[test]
fn a_macro_argument_is_shown_alone() {
    let (sources, _, argument_token) = nested_macros();
    let diagnostic = Diagnostic::new(&UNTERMINATED_COMMENT, argument_token, "`a1` is bad");
    let text = text_of(&[diagnostic], &sources, 20);
    assert!(text.contains("m.c:6:15"), "{text}");
    assert!(!text.contains("expansion"), "{text}");
}

#[test]
fn the_json_nests_the_macro_calls() {
    let (sources, body_token, _) = nested_macros();
    let diagnostics = [Diagnostic::new(&UNTERMINATED_COMMENT, body_token, "bad")];
    let json = render_json(&Report::new(&diagnostics, &sources, 20), &sources);
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    let primary = &value["spans"][0];
    assert_eq!(primary["line_start"], 6);
    assert_eq!(primary["expansion"]["macro_decl_name"], "INNER");
    assert_eq!(primary["expansion"]["span"]["expansion"]["macro_decl_name"], "OUTER");
    assert_eq!(value["level"], "error");
    assert_eq!(value["code"]["code"], "E0101");
    assert!(value["rendered"].as_str().unwrap().starts_with("error[E0101]: bad"));
}

#[test]
fn sorted_without_repetitions_and_capped() {
    let sources = sources(&[("a.c", b"aaaa\nbbbb\ncccc\n")]);
    let at = |text: &str| Diagnostic::new(&INCLUDE_NOT_FOUND, find(&sources, 0, text), "missing");
    let found = [at("cccc"), at("aaaa"), at("aaaa"), at("bbbb")];
    let text = text_of(&found, &sources, 2);
    let lines: Vec<&str> = text.lines().filter(|l| l.contains("-->")).collect();
    assert_eq!(lines, [" --> a.c:1:1", " --> a.c:2:1"]);
    assert!(text.ends_with("… and 1 more error\n3 errors; see `warploom explain E0103`\n"), "{text}");
    assert_eq!(text_of(&found, &sources, 0).matches("-->").count(), 3);
}

#[test]
fn bytes_that_are_no_text_are_replaced() {
    let sources = sources(&[("l.c", b"/* M\xfcller */ int \xff\xfe = 1;\r\n")]);
    let diagnostic = Diagnostic::new(&UNTERMINATED_LITERAL, find(&sources, 0, "int"), "why");
    let text = text_of(&[diagnostic], &sources, 0);
    assert!(
        text.contains("1 | /* M\u{fffd}ller */ int \u{fffd}\u{fffd} = 1;\n  |              ^^^"),
        "{text}"
    );
}

#[test]
fn a_line_of_megabytes_is_cut_around_the_label() {
    let mut bytes = vec![b'x'; 4_000_000];
    bytes.extend_from_slice(b" wrong ");
    bytes.extend(vec![b'y'; 4_000_000]);
    let sources = sources(&[("long.c", &bytes)]);
    let diagnostic =
        Diagnostic::new(&UNTERMINATED_LITERAL, find(&sources, 0, "wrong"), "why").label("this one");
    let text = text_of(&[diagnostic], &sources, 0);
    assert!(text.len() < 1000, "{} bytes", text.len());
    assert!(text.contains(" --> long.c:1:4000002\n"), "{text}");
    assert!(text.contains("xxx wrong yyy") && text.contains("^^^^^ this one"), "{text}");
}

#[test]
fn a_mark_over_very_many_lines_shows_its_first() {
    let text = "int a;\n".repeat(100_000);
    let sources = sources(&[("many.c", text.as_bytes())]);
    let all = Span::in_file(1, 1 + text.len() as u32);
    let text = text_of(&[Diagnostic::new(&UNTERMINATED_COMMENT, all, "whole file")], &sources, 0);
    assert!(text.lines().count() < 10, "{text}");
}

#[test]
fn the_end_of_the_file_and_built_in_places_can_be_pointed_at() {
    let sources = sources(&[("e.c", b"int x;\n"), ("empty.c", b"")]);
    let end = find(&sources, 0, "int x;\n").end();
    let empty = Span::in_file(sources.map.files().nth(1).unwrap().1.start, 9);
    for at in [end, empty, Span::BUILTIN] {
        let text = text_of(&[Diagnostic::new(&UNTERMINATED_COMMENT, at, "the end")], &sources, 0);
        assert!(text.starts_with("error[E0101]: the end"), "{text}");
        let report_json = render_json(
            &Report::new(&[Diagnostic::new(&UNTERMINATED_COMMENT, at, "the end")], &sources, 0),
            &sources,
        );
        assert!(serde_json::from_str::<serde_json::Value>(&report_json).is_ok());
    }
}

#[test]
fn sarif_has_what_the_standard_requires() {
    let (sources, body_token, _) = nested_macros();
    let diagnostics = [Diagnostic::new(&UNTERMINATED_COMMENT, body_token, "bad").help("close it").fix(
        "close",
        find(&sources, 0, "int"),
        "*/",
        Safety::Safe,
    )];
    let log = render_sarif(&Report::new(&diagnostics, &sources, 20), &sources);
    let log: serde_json::Value = serde_json::from_str(&log).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let driver = &run["tool"]["driver"];
    assert_eq!(driver["name"], "warploom");
    let result = &run["results"][0];
    let rule = &driver["rules"][result["ruleIndex"].as_u64().unwrap() as usize];
    assert_eq!(rule["id"], result["ruleId"]);
    assert!(!rule["shortDescription"]["text"].as_str().unwrap().is_empty());
    assert_eq!(result["message"]["text"], "bad\nclose it");
    let region = &result["locations"][0]["physicalLocation"]["region"];
    for (name, value) in [("startLine", 6), ("startColumn", 9), ("endLine", 6), ("endColumn", 18)] {
        assert_eq!(region[name], value, "{name}");
    }
    assert_eq!(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "m.c");
    assert_eq!(result["relatedLocations"].as_array().unwrap().len(), 2);
    let change = &result["fixes"][0]["artifactChanges"][0];
    assert_eq!(change["replacements"][0]["insertedContent"]["text"], "*/");
}

#[test]
fn every_code_has_a_page_with_a_wrong_and_a_right_example() {
    for code in codes::ALL {
        let page = explain::page(code).unwrap_or_else(|| panic!("explain/{}.md is missing", code.id));
        let title = format!("# {}: {}\n", code.id, code.summary);
        assert!(page.text.starts_with(&title), "explain/{}.md must start with {title:?}", code.id);
        let examples = explain::examples(page.text);
        assert!(examples.iter().any(|e| e.is_wrong), "explain/{}.md has no wrong example", code.id);
        assert!(examples.iter().any(|e| !e.is_wrong), "explain/{}.md has no right example", code.id);
    }
    let mut ids: Vec<&str> = codes::ALL.iter().map(|c| c.id).collect();
    ids.sort_unstable();
    assert!(ids.is_sorted_by(|a, b| a < b), "a number is used twice: {ids:?}");
}
