//! Random recipes on random nests: one that is accepted leaves every output
//! unchanged.
//!
//! Each case is a function over global arrays. What the pass makes of it is
//! printed, compiled and run beside the original, for several trip counts down
//! to none; the arrays are compared by a checksum. Refusals are counted: a
//! checker that refused everything would also change nothing.

mod resolving;

use std::fmt::Write as _;
use std::process::Command;

use diagnostics::Sink;
use resolving::{Random, resolved};

const SIZE: i64 = 24;

/// `i`, `i + 1` or `i - 1`.
fn near(random: &mut Random, index: &str) -> String {
    match random.below(5) {
        0 => format!("{index} + 1"),
        1 => format!("{index} - 1"),
        _ => index.to_string(),
    }
}

fn head(random: &mut Random, index: &str) -> String {
    let (low, high) = (1 + random.below(2), SIZE - 2 - random.below(3) as i64);
    let bound = if random.below(2) == 0 { high.to_string() } else { String::from("n") };
    match random.below(6) {
        0 => format!("for (int {index} = {bound}; {index} > {low}; {index}--)"),
        1 => format!("for (int {index} = {bound} - 1; {index} >= {low}; {index} -= 2)"),
        2 => format!("for (int {index} = {low}; {index} <= {bound}; {index} += 3)"),
        _ => format!("for (int {index} = {low}; {index} < {bound}; {index}++)"),
    }
}

fn element(random: &mut Random, indices: &[&str]) -> String {
    let array = random.pick(&["a", "b"]);
    match indices {
        [i, j, ..] => format!("{array}[{}][{}]", near(random, i), near(random, j)),
        _ => format!("{}[{}]", random.pick(&["c", "d"]), near(random, indices[0])),
    }
}

fn statement(random: &mut Random, indices: &[&str]) -> String {
    let target = element(random, indices);
    let (x, y) = (element(random, indices), element(random, indices));
    match random.below(4) {
        0 => format!("{target} += {x} * 3u + (unsigned){};", indices[0]),
        1 => format!("{{ unsigned t = {x}; {target} = t * 5u + {y}; }}"),
        _ => format!("{target} = {x} * 3u + {y} + (unsigned){};", indices[indices.len() - 1]),
    }
}

/// A head that counts by one, up or down, whose bounds may depend on an index around it.
fn slanted_head(random: &mut Random, index: &str, around: &[&str]) -> String {
    let near = match around {
        [] => String::from("n"),
        _ => {
            let outer = random.pick(around);
            random.pick(&["n", outer]).to_string()
        }
    };
    match random.below(6) {
        0 => format!("for (int {index} = {near}; {index} >= 1; {index}--)"),
        1 => format!("for (int {index} = 21; {index} > {near} - 2; {index}--)"),
        2 => format!("for (int {index} = {near} + 1; {index} < 22; {index}++)"),
        3 => format!("for (int {index} = 1; {index} <= {near} + 1; {index}++)"),
        4 => format!("for (int {index} = 2; {index} != 20; {index}++)"),
        _ => format!("for (int {index} = 1; {index} < n; {index}++)"),
    }
}

/// A kernel whose planes follow from each other.
fn wavefront(random: &mut Random) -> String {
    let indices = ["i", "j", "k"];
    let depth = 2 + random.below(2) as usize;
    let heads: Vec<String> = (0..depth).map(|at| slanted_head(random, indices[at], &indices[..at])).collect();
    let given = match depth {
        2 => random.pick(&["", "", "(1, 1)", "(2, 1)", "(1, 3)", "(0, 1)"]),
        _ => random.pick(&["", "", "(1, 1, 1)", "(4, 2, 1)", "(1, 2, 3)", "(3, 1, 2)"]),
    };
    let shown = &indices[depth - 2..depth];
    let body = format!(
        "if ({0} > 0 && {0} < 23 && {1} > 0 && {1} < 23) {2}",
        shown[0],
        shown[1],
        statement(random, shown)
    );
    format!(
        "#pragma hicuda kernel planes\n#pragma hicuda wavefront{given}\n{}\n{body}\n#pragma hicuda kernel_end",
        heads.join("\n")
    )
}

/// The loops of one case, with their directives.
fn case(random: &mut Random) -> String {
    let indices = ["i", "j", "k"];
    match random.below(5) {
        4 => wavefront(random),
        0 => {
            let index = &indices[..1];
            let one = head(random, "i");
            let recipe =
                random.pick(&["unroll(2)", "unroll(5)", "tile(4)", "tile(5)\n#pragma hicuda unroll(2)"]);
            format!(
                "#pragma hicuda {recipe}\n{one} {{ {} {} }}",
                statement(random, index),
                statement(random, index)
            )
        }
        1 => {
            let index = &indices[..1];
            let one = head(random, "i");
            let body: Vec<String> = (0..3).map(|_| statement(random, index)).collect();
            format!("#pragma hicuda fission\n{one} {{ {} }}", body.join(" "))
        }
        2 => {
            let index = &indices[..1];
            let one = head(random, "i");
            let (first, second) = (statement(random, index), statement(random, index));
            format!("#pragma hicuda fuse\n{one} {first}\n{one} {second}")
        }
        _ => {
            let depth = 2 + random.below(2) as usize;
            let heads: Vec<String> = indices[..depth].iter().map(|index| head(random, index)).collect();
            let recipe = match depth {
                2 => random.pick(&["tile(4, 3)", "permute(j, i)", "collapse(2)", "tile(5)", "tile(2, 8)"]),
                _ => random.pick(&["tile(4, 3, 2)", "permute(k, i, j)", "permute(j, i)", "collapse(3)"]),
            };
            let body = statement(random, &indices[..depth]);
            format!("#pragma hicuda {recipe}\n{}\n{body}", heads.join("\n"))
        }
    }
}

const ARRAYS: &str = "extern unsigned a[24][24], b[24][24], c[24], d[24];\n";

/// Compiles and runs; the checksums.
fn run(name: &str, text: &str) -> String {
    let folder = std::env::temp_dir().join(format!("warploom-recipes-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the temporary directory is writable");
    let (source, program) = (folder.join(format!("{name}.c")), folder.join(name));
    std::fs::write(&source, text).expect("the temporary directory is writable");
    let mut compiler = Command::new("cc");
    compiler.args(["-O0", "-w", "-fsanitize=undefined", "-fno-sanitize-recover=all", "-o"]).arg(&program);
    let compiled = compiler.arg(&source).output().expect("cc is installed");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let ran = Command::new(&program).output().expect("the program runs");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8(ran.stdout).expect("the output is ASCII")
}

fn program(cases: &[String]) -> String {
    let mut text = String::from("#include <stdio.h>\nunsigned a[24][24], b[24][24], c[24], d[24];\n");
    cases.iter().for_each(|case| text.push_str(case));
    text.push_str(
        "static void fill(void) { for (int i = 0; i < 24; i++) { c[i] = i * 7919u; d[i] = i * 104729u;\n\
         for (int j = 0; j < 24; j++) { a[i][j] = i * 31u + j * 17u; b[i][j] = i * 13u + j * 101u; } } }\n\
         static unsigned sum(void) { unsigned s = 0; for (int i = 0; i < 24; i++) { s = s * 31 + c[i]; s = s * 31 + d[i];\n\
         for (int j = 0; j < 24; j++) { s = s * 31 + a[i][j]; s = s * 31 + b[i][j]; } } return s; }\n\
         int main(void) { static const int sizes[] = { -3, 0, 1, 2, 7, 13, 22 };\n",
    );
    for at in 0..cases.len() {
        let call = format!(
            "for (int s = 0; s < 7; s++) {{ fill(); case{at}(sizes[s]); printf(\"{at} %d %u\\n\", sizes[s], sum()); }}\n"
        );
        text.push_str(&call);
    }
    text.push_str("return 0; }\n");
    text
}

#[test]
fn accepted_recipes_leave_the_result_as_it_is() {
    let mut random = Random(2026);
    let (mut originals, mut changed, mut refused) = (Vec::new(), Vec::new(), 0);
    for at in 0..300 {
        let mut text = String::from(ARRAYS);
        write!(text, "void case{at}(int n)\n{{\n{}\n}}\n", case(&mut random)).expect("a string takes text");
        let (mut program, mut sources) = resolved(&text);
        let mut sink = Sink::default();
        recipes::apply(&mut program, &mut sources, &mut sink);
        if sink.has_errors() {
            let known = |d: &diagnostics::Diagnostic| ["E0683", "E0684"].contains(&d.code.id);
            assert!(sink.diagnostics().iter().all(known), "{text}");
            refused += 1;
            changed.push(text.clone());
        } else {
            changed.push(emit::c::unit(&program, &sources, 0));
        }
        originals.push(text);
    }
    assert!((20..200).contains(&refused), "{refused} of 300 are refused");
    let (before, after) = (run("before", &program(&originals)), run("after", &program(&changed)));
    for (x, y) in before.lines().zip(after.lines()) {
        let number: usize = x.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0);
        assert_eq!(x, y, "\n{}\nbecame\n{}", originals[number], changed[number]);
    }
    assert_eq!(before.lines().count(), 2100);
}
