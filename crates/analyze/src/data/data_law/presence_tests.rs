//! Pointers that lead to arrays with and without a copy.

use crate::fixture::analyzed;

const KERNEL: &str = "#pragma hicuda kernel k tblock(2) thread(32)\n#pragma hicuda loop_partition over_tblock over_thread\n\
    for (int i = 0; i < 64; i++) P[i] = 1;\n#pragma hicuda kernel_end\n";

/// `ALLOC(p);`, `FREE(p);` and `K(p);` stand for directives and a kernel.
fn said(body: &str) -> Vec<&'static str> {
    let mut text = body.to_owned();
    for name in ["a", "b", "p", "q"] {
        text = text
            .replace(
                &format!("ALLOC({name});"),
                &format!("\n#pragma hicuda global alloc {name}[0:63] copyin\n"),
            )
            .replace(&format!("FREE({name});"), &format!("\n#pragma hicuda global free {name}\n"))
            .replace(&format!("K({name});"), &format!("\n{}", KERNEL.replace('P', name)));
    }
    let text = format!(
        "void *malloc(unsigned long);\nfloat x[64], y[64];\nint main(int c, char **v) {{\n\
         float *a = malloc(256), *b = malloc(256), *p = x, *q = y, *t = 0;\n{text}\nreturn 0; }}\n"
    );
    analyzed(&text)
        .all_codes()
        .into_iter()
        .filter(|code| code.starts_with("W1066") || code.starts_with('E'))
        .collect()
}

#[test]
fn one_of_two_exchanged_arrays() {
    assert_eq!(said("ALLOC(a); if (c) { t = a; a = b; b = t; } K(a); FREE(a);"), ["W1066"]);
    assert_eq!(said("ALLOC(p); if (c) { t = p; p = q; q = t; } K(p); FREE(p);"), ["W1066"]);
    assert_eq!(said("ALLOC(a); if (c) a = b; K(a); FREE(a);"), ["W1066"]);
    assert_eq!(said("ALLOC(a); for (; c--; ) { K(a); t = a; a = b; b = t; } FREE(a);"), ["W1066"]);
}

#[test]
fn both_of_them() {
    assert_eq!(said("ALLOC(a); ALLOC(b); if (c) { t = a; a = b; b = t; } K(a); FREE(a); FREE(b);"), [""; 0]);
    assert_eq!(said("ALLOC(p); ALLOC(q); if (c) { t = p; p = q; q = t; } K(p); FREE(p); FREE(q);"), [""; 0]);
}

#[test]
fn a_pointer_that_stays_names_one_array() {
    assert_eq!(said("if (c) { t = a; a = b; b = t; } ALLOC(a); K(a); FREE(a);"), [""; 0]);
    assert_eq!(said("if (c) p = y; ALLOC(p); K(p); FREE(p);"), [""; 0]);
    assert_eq!(said("for (; c--; ) { ALLOC(p); K(p); FREE(p); t = p; p = q; q = t; }"), [""; 0]);
}
