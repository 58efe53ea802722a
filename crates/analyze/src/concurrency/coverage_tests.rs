//! Accesses against the section on the device.

use crate::fixture::analyzed;

fn messages(alloc: &str, region: &str) -> Vec<String> {
    let text = format!(
        "float c[16], d[8][8]; int idx[16];\nvoid f(float *p, int n, int m) {{\n\
         #pragma hicuda global alloc {alloc} copyin\n#pragma hicuda global alloc idx[*] copyin\n\
         #pragma hicuda kernel kk tblock(1) thread(8)\n{region}\n idx[0] = 1;\n#pragma hicuda kernel_end\n\
         #pragma hicuda global free {} idx\n}}\n",
        alloc.split('[').next().unwrap()
    );
    analyzed(&text).messages()
}

#[test]
fn proven_inside() {
    assert_eq!(messages("p[0:n-1]", "for (int i = 0; i < n; i++) p[i] = 0;"), [""; 0]);
    assert_eq!(messages("p[2:n+1]", "for (int i = n - 1; i >= 0; i--) p[i + 2] = 0;"), [""; 0]);
    assert_eq!(messages("c[4:11]", "for (int i = 0; i < 8; i++) c[i + 4] = 0;"), [""; 0]);
    assert_eq!(
        messages("d[2:5][*]", "for (int i = 0; i < 8; i++) if (i > 1 && i < 6) d[i][7 - i] = 0;"),
        [""; 0]
    );
}

#[test]
fn surely_outside() {
    assert_eq!(
        messages("p[0:n-1]", "for (int i = 0; i < n; i++) p[i + 1] = 0;"),
        ["E0512 6 this access to `p` leaves the section on the device"]
    );
    assert_eq!(
        messages("c[4:11]", "for (int i = 0; i < 9; i++) c[i + 4] = 0;"),
        ["E0512 6 this access to `c` leaves the section on the device"]
    );
    assert_eq!(
        messages("c[*]", "for (int i = 0; i <= 16; i++) c[i] = 0;"),
        ["E0512 6 this access to `c` leaves the array"]
    );
    assert_eq!(
        messages("d[*][2:7]", "d[1][1] = 0;"),
        ["E0512 6 this access to `d` leaves the section on the device"]
    );
}

#[test]
fn undecided() {
    let open = |name: &str| {
        format!("W1104 6 cannot tell whether this access to `{name}` stays inside the section on the device")
    };
    assert_eq!(messages("p[0:n-1]", "for (int i = 0; i < m; i++) p[i] = 0;"), [open("p")]);
    assert_eq!(messages("c[4:11]", "for (int i = 0; i < 16; i++) c[idx[i]] = 0;"), [open("c")]);
    // A whole array: an index outside would be wrong in sequential C too.
    assert_eq!(messages("c[*]", "for (int i = 0; i < n; i++) c[idx[i]] = c[i];"), [""; 0]);
    // A value from memory need not be any of its type's.
    assert_eq!(messages("c[*]", "for (int i = 0; i < n; i++) c[i] = c[(short)idx[i]];"), [""; 0]);
    // Whether the loop runs depends on `n`, of which the section says nothing.
    assert_eq!(messages("c[4:11]", "for (int i = n; i < 3; i++) c[i] = 0;"), [open("c")]);
    // A break may come before the index gets there.
    assert_eq!(
        messages("c[4:11]", "for (int i = 4; i < 16; i++) { if (idx[i]) break; c[i] = 0; }"),
        [open("c")]
    );
}
