//! Accesses: arrays, subscripts and what holds around them.

use crate::fixture::{analyzed, in_kernel};

fn accesses(region: &str) -> Vec<String> {
    let found = analyzed(&in_kernel("tblock(2) thread(4)", region));
    let kernel = found.kernel();
    let mut accesses = found.accesses(kernel);
    // The last statement of the frame.
    accesses.truncate(accesses.len() - 4);
    accesses
}

fn pointer(shape: &str, region: &str) -> Vec<String> {
    let text = format!(
        "struct v {{ float x; float w[3]; }}; struct s {{ float *d; int n; }};\n\
         void f(float *p, struct v *v, struct s *s, float (*t)[8], int h, int w, unsigned u, unsigned long z) {{\n\
         #pragma hicuda shape {shape}\n\
         #pragma hicuda global alloc p[*][*] copyin\n\
         #pragma hicuda global alloc v[0:63] copyin\n\
         #pragma hicuda global alloc s->d[0:63] copyin\n\
         #pragma hicuda global alloc t[0:7][*] copyin\n\
         #pragma hicuda kernel kk tblock(1) thread(1)\n\
         {region}\n p[0] = v[0].x + s->d[0] + t[0][0];\n\
         #pragma hicuda kernel_end\n\
         #pragma hicuda global free p v t\n\
         #pragma hicuda global free s->d\n}}"
    );
    let found = analyzed(&text);
    let kernel = found.kernel();
    let mut accesses = found.accesses(kernel);
    accesses.truncate(accesses.len() - 4);
    accesses
}

#[test]
fn plain_subscripts() {
    assert_eq!(accesses("for (i = 1; i < n; i++) a[i - 1] = b[2 * i + k];"), ["b[2*i + k]", "a[i - 1]"]);
    assert_eq!(accesses("for (i = 0; i < 8; i++) for (j = 0; j < 8; j++) m[j][i] += 1;"), ["m[j][i]"]);
    assert_eq!(accesses("for (i = 0; i < 64; i++) *(a + i) = *b;"), ["b[0]", "a[i]"]);
    assert_eq!(accesses("for (i = 0; i < 63; i++) (&a[i])[1] = 0;"), ["a[i + 1]"]);
    assert_eq!(accesses("a[(int)b[3]] = 0;"), ["b[3]", "a[(int)b[3]]"]);
}

#[test]
fn temporaries_stand_for_their_value() {
    assert_eq!(
        accesses(
            "for (i = 0; i < 7; i++) { int base = i * 8; for (j = 0; j < 8; j++) { t = base + j; a[t + 1] = 0; } }"
        ),
        ["a[8*i + j + 1]"]
    );
    // Assigned twice: not known.
    assert_eq!(accesses("t = 1; a[t] = 0; t = 2;"), ["a[t]"]);
    // Known only where the assignment was passed.
    assert_eq!(
        accesses("for (i = 0; i < 3; i++) { a[i] = 0; if (i > 1) { t = i; a[t] = 1; } }"),
        ["a[i]", "a[i]"]
    );
}

#[test]
fn linear_subscripts_are_taken_apart() {
    let shape = "p[h][w]";
    assert_eq!(
        pointer(shape, "for (int i = 0; i < h; i++) for (int j = 0; j < w; j++) p[i*w + j] = 0;"),
        ["p[i][j]"]
    );
    assert_eq!(
        pointer(
            shape,
            "for (int i = 1; i < h; i++) { int base = i*w; for (int j = 0; j < w - 1; j++) p[base - w + j + 1] = 0; }"
        ),
        ["p[i - 1][j + 1]"]
    );
    // The column may be beyond its row: not taken apart.
    assert_eq!(
        pointer(shape, "for (int i = 0; i < h; i++) for (int j = 0; j < w; j++) p[i*w + j + 1] = 0;"),
        ["p[?]"]
    );
    // Unsigned products may wrap around; with 64 bits they may not matter.
    assert_eq!(pointer(shape, "for (unsigned i = 0; i < h; i++) p[i*u] = 0;"), ["p[?]"]);
    assert_eq!(
        pointer(
            "p[h][z]",
            "for (unsigned long i = 0; i < h; i++) for (unsigned long j = 0; j < z; j++) p[i*z + j] = 0;"
        ),
        ["p[i][j]"]
    );
}

#[test]
fn pointers_of_the_region() {
    let shape = "p[h][w]";
    assert_eq!(
        pointer(
            shape,
            "for (int i = 0; i < h; i++) { float *row = p + i*w; for (int j = 0; j < w; j++) row[j] = 0; }"
        ),
        ["p[i][j]"]
    );
    assert_eq!(pointer(shape, "float *q = p; for (int i = 0; i < h; i++) *q++ = 0;"), ["p[?]"]);
    assert_eq!(
        pointer(shape, "for (int i = 0; i < 8; i++) (*(t + i))[3] = t[i][4];"),
        ["t[i][4]", "t[i][3]"]
    );
}

#[test]
fn structs() {
    let shape = "p[h][w]";
    assert_eq!(pointer(shape, "for (int i = 0; i < 64; i++) v[i].x = v[i].w[2];"), ["v[i]", "v[i]"]);
    assert_eq!(pointer(shape, "for (int i = 0; i < 64; i++) s->d[i] = v->x;"), ["v[0]", "s->d[i]"]);
}

#[test]
fn members_behind_pointers_are_passed() {
    let text = "struct s { int n; float k; };\nfloat a[64];\nvoid f(struct s *s) {\n#pragma hicuda global alloc a[*]\n#pragma hicuda kernel kk tblock(1) thread(1)\nfor (int i = 0; i < s->n; i++) if (i < 64) a[i] = s->k;\n#pragma hicuda kernel_end\n#pragma hicuda global free a\n}";
    let found = analyzed(text);
    let kernel = found.kernel();
    let members: Vec<String> = kernel.members.iter().map(|member| found.name(&member.place)).collect();
    assert_eq!(members, ["s->n", "s->k"]);
    assert!(kernel.scalars.is_empty());
    let found = analyzed(&text.replace("a[i] = s->k", "s->k = a[i]"));
    assert_eq!(found.codes(), ["E0506"]);
}

#[test]
fn conditions_and_early_exits() {
    let domain = |region: &str| {
        let found = analyzed(&in_kernel("tblock(2) thread(4)", region));
        let kernel = found.kernel();
        let name = |var| kernel.symbols.name(var, &found.program, &found.sources);
        kernel.accesses[0].domain.display(&name).to_string()
    };
    assert_eq!(
        domain("for (i = 0; i < 64; i++) { if (i > 5) a[i] = 0; }"),
        "i >= 0 and -i + 63 >= 0 and i - 6 >= 0"
    );
    assert_eq!(
        domain("for (i = 0; i < 64; i++) { if (i >= k) continue; a[i] = 0; }"),
        "i >= 0 and -i + 63 >= 0 and -i + k - 1 >= 0"
    );
    assert_eq!(
        domain("for (i = 0; i < 64; i += 2) { if (i < 3 || i > 9) continue; a[i] = 0; }"),
        "i >= 0 and -i + 63 >= 0 and i multiple of 2 and i - 3 >= 0 and -i + 9 >= 0"
    );
    assert!(domain("for (i = 0; i < 64; i++) { if (i == 5) break; a[i] = 0; }").ends_with("(approximate)"));
    assert!(domain("for (i = 0; i < 64; i++) { if (x > 0) a[i] = 0; }").ends_with("(approximate)"));
}

#[test]
fn what_cannot_be_traced() {
    let found = analyzed(&in_kernel("tblock(1) thread(1)", "float *p = a; if (n) p = b; p[0] = 1;"));
    assert_eq!(found.codes(), ["E0525"]);
}
