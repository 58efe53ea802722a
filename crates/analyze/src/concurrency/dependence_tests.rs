//! Dependences of small nests, as a person would list them.

use crate::Access;
use crate::dependence::{Dependence, DependenceKind, Direction, dependences};
use crate::fixture::{Analyzed, analyzed, in_kernel};

/// `flow a (<,=) (1,0)`, one per dependence on an array of the region.
fn found(region: &str) -> Vec<String> {
    found_in(&in_kernel("tblock(4) thread(16)", region))
}

fn found_in(text: &str) -> Vec<String> {
    let snippet = analyzed(text);
    let kernel = snippet.facts.kernels.first().expect("a kernel");
    let accesses: Vec<Access> =
        kernel.accesses.iter().filter(|access| !access.loops.is_empty()).cloned().collect();
    let input = crate::Input::new(&snippet.program, &snippet.sources);
    let mut symbols = kernel.symbols.clone();
    let all = dependences(&input, &accesses, &kernel.loops, &mut symbols);
    all.iter().map(|dependence| show(&snippet, &accesses, dependence)).collect()
}

fn show(snippet: &Analyzed, accesses: &[Access], dependence: &Dependence) -> String {
    let kind = match dependence.kind {
        DependenceKind::Flow => "flow",
        DependenceKind::Anti => "anti",
        DependenceKind::Output => "output",
    };
    let sign = |direction: &Direction| match direction {
        Direction::Before => "<",
        Direction::Same => "=",
        Direction::After => ">",
        Direction::Any => "*",
    };
    let directions: Vec<&str> = dependence.directions.iter().map(sign).collect();
    let distances: Vec<String> =
        dependence.distances.iter().map(|d| d.map_or("?".into(), |d| d.to_string())).collect();
    let name = snippet.name(&accesses[dependence.source].place);
    let doubt = if dependence.witness.is_some() { "" } else { " perhaps" };
    format!("{kind} {name} ({}) ({}){doubt}", directions.join(","), distances.join(","))
}

#[test]
fn a_recurrence_is_carried_by_its_loop() {
    assert_eq!(found("for (i = 1; i < n; i++) a[i] = a[i-1];"), ["flow a (<) (1)"]);
    assert_eq!(found("for (i = 0; i < n; i++) a[i] = a[i+1];"), ["anti a (<) (1)"]);
}

#[test]
fn a_loop_that_counts_down_runs_the_other_way() {
    assert_eq!(found("for (i = 62; i >= 0; i -= 2) a[i] = a[i+2];"), ["flow a (<) (1)"]);
}

#[test]
fn a_nest_has_a_direction_per_loop() {
    let region = "for (i = 1; i < 8; i++) for (j = 1; j < 8; j++) m[i][j] = m[i-1][j] + m[i][j-1];";
    assert_eq!(found(region), ["flow m (=,<) (0,1)", "flow m (<,=) (1,0)"]);
    let skewed = "for (i = 1; i < 8; i++) for (j = 0; j < 7; j++) m[i][j] = m[i-1][j+1];";
    assert_eq!(found(skewed), ["flow m (<,>) (1,-1)"]);
}

#[test]
fn rows_of_unknown_length_are_compared_as_rows() {
    let text = "void f(int n, int w, float *p) {\n#pragma hicuda global alloc p[0:n*w-1] copyin\n\
        #pragma hicuda kernel kk tblock(4) thread(16)\nfor (int i = 1; i < n; i++) for (int j = 0; j < w; j++)\n\
        p[i*w + j] = p[(i-1)*w + j];\n#pragma hicuda kernel_end\n#pragma hicuda global free p\n}\n";
    assert_eq!(found_in(text), ["flow p (<,=) (1,0)"]);
}

#[test]
fn what_is_not_known_goes_in_every_direction() {
    assert_eq!(found("for (i = 0; i < n; i++) a[(int)b[i]] = 1;"), ["output a (<) (?) perhaps"]);
}

#[test]
fn a_variable_of_the_body_is_another_in_each_iteration() {
    let region = "for (i = 0; i < n; i++) { float t[4]; t[0] = a[i]; b[i] = t[0]; }";
    assert_eq!(found(region), ["flow t (=) (0)"]);
}

#[test]
fn members_are_apart() {
    let text = "struct q { float x, v; } p[64];\nvoid f(int n) {\n#pragma hicuda global alloc p[*] copyin\n\
        #pragma hicuda kernel kk tblock(4) thread(16)\nfor (int i = 1; i < n; i++) p[i].v = p[i-1].x;\n\
        #pragma hicuda kernel_end\n#pragma hicuda global free p\n}\n";
    assert_eq!(found_in(text), [""; 0]);
    assert_eq!(found_in(&text.replace("p[i-1].x", "p[i-1].v")), ["flow p (<) (1)"]);
}
