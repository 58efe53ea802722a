//! Which device copies reach which kernels.

use crate::fixture::analyzed;
use crate::{Check, DataAction, LastIndex};
use kir::Extent;

const USE: &str =
    "\n#pragma hicuda kernel kk tblock(1) thread(1)\n a[0] = a[1];\n#pragma hicuda kernel_end\n";

fn function(body: &str) -> String {
    format!("float a[64], c[8][8], *p;\nvoid g(int *);\nvoid f(int n, float *q, float *r) {{\n{body}\n}}\n")
}

fn messages(body: &str) -> Vec<String> {
    analyzed(&function(body)).messages()
}

fn pragma(lines: &[&str]) -> String {
    lines.iter().map(|line| format!("\n#pragma hicuda {line}\n")).collect()
}

#[test]
fn a_whole_life() {
    let body =
        pragma(&["global alloc a[*] copyin"]) + USE + &pragma(&["global copyout a[2:n]", "global free a"]);
    let found = analyzed(&function(&body));
    let kernel = found.kernel();
    assert_eq!(kernel.arrays.len(), 1);
    assert!(kernel.arrays[0].read && kernel.arrays[0].written && kernel.arrays[0].copy.is_some());
    let copy = &found.facts.copies[0];
    assert_eq!((copy.elements, copy.by_address), (Some(64), false));
    assert_eq!(copy.checks, []);
    let actions: Vec<&DataAction> = found.facts.actions.values().flatten().collect();
    assert!(matches!(
        actions[..],
        [DataAction::Alloc(_), DataAction::CopyIn(_), DataAction::CopyOut(_), DataAction::Free(_)]
    ));
    let DataAction::CopyOut(out) = actions[2] else { panic!("{actions:?}") };
    assert_eq!(out.checks, [Check::High(0), Check::Order(0)]);
    assert_eq!(out.dims[0].lo, Extent::Constant(2));
    assert!(matches!(out.dims[0].hi, LastIndex::At(Extent::Expr(_))));
}

#[test]
fn copies_that_are_missing() {
    assert_eq!(messages(USE), ["E0506 6 `a` is not on the device"]);
    let late = pragma(&["global alloc a[*] copyin", "global free a"]) + USE;
    assert_eq!(
        messages(&late),
        ["E0506 10 `a` is not on the device", "W1102 5 no kernel uses the device copy of `a`"]
    );
    assert_eq!(
        messages(&pragma(&["global copyout a[*]"])),
        ["E0509 5 `a` has no device copy that could be copied out here"]
    );
    assert_eq!(
        messages(&pragma(&["constant copyin a[*]", "global free a", "constant remove a"])),
        [
            "E0509 7 `a` has no device copy that could be released here",
            "W1102 5 no kernel uses the device copy of `a`"
        ]
    );
}

#[test]
fn two_copies_and_wrong_blocks() {
    let twice =
        pragma(&["global alloc a[*] copyin", "constant copyin a[*]"]) + USE + &pragma(&["global free a"]);
    assert_eq!(messages(&twice), ["E0507 7 `a` already has a device copy here"]);
    let inner = pragma(&["global alloc a[*] copyin"]) + USE + "if (n) {\n#pragma hicuda global free a\n}";
    assert_eq!(messages(&inner), ["E0510 11 `a` is released in another block than its copy was made in"]);
    let never = pragma(&["global alloc a[*] copyin"]) + USE;
    assert_eq!(messages(&never), ["W1103 5 the device copy of `a` is never freed"]);
}

#[test]
fn transfers_in_inner_blocks_are_fine() {
    let body = pragma(&["global alloc a[*]"])
        + "for (int t = 0; t < n; t++) {"
        + &pragma(&["global copyin a[*]"])
        + USE
        + &pragma(&["global copyout a[*]"])
        + "}"
        + &pragma(&["global free a"]);
    assert_eq!(messages(&body), [""; 0]);
}

#[test]
fn sections_beyond_the_array() {
    let alloc = |section: &str| {
        pragma(&[&format!("global alloc {section}")])
            + "\n#pragma hicuda kernel kk tblock(1) thread(1)\n c[5][5] = 1;\n#pragma hicuda kernel_end\n"
            + &pragma(&["global free c"])
    };
    assert_eq!(messages(&alloc("c[4:8][*]")), ["E0511 5 this section is not inside the array"]);
    assert_eq!(messages(&alloc("c[-1:7][*]")), ["E0511 5 this section is not inside the array"]);
    assert_eq!(messages(&alloc("c[4:7][*]")), [""; 0]);
    assert_eq!(
        messages(&alloc("c[5:3][*]")),
        [
            "E0511 5 this section is not inside the array",
            "E0512 8 this access to `c` leaves the section on the device"
        ]
    );
    let pointer = "#pragma hicuda shape q[n]\n#pragma hicuda global alloc q[0:n] copyin\n#pragma hicuda kernel kk tblock(1) thread(1)\n for (int i = 0; i < n; i++) q[i] = 1;\n#pragma hicuda kernel_end\n#pragma hicuda global free q\n";
    assert_eq!(messages(pointer), ["E0511 5 this section is not inside the array"]);
    let checked = analyzed(&function(&pointer.replace("q[0:n]", "q[2:n-1]").replace("i = 0", "i = 2")));
    assert_eq!(checked.messages(), [""; 0]);
    assert_eq!(checked.facts.copies[0].checks, [Check::Order(0)]);
}

#[test]
fn bounds_that_change_are_captured() {
    let body = "#pragma hicuda global alloc q[0:n-1] copyin\n#pragma hicuda kernel kk tblock(1) thread(1)\n q[0] = 1;\n#pragma hicuda kernel_end\n CHANGE\n#pragma hicuda global free q\n n = 3;";
    let captures = |change: &str| {
        let found = analyzed(&function(&body.replace("CHANGE", change)));
        found.facts.captures.values().map(Vec::len).sum::<usize>()
    };
    assert_eq!(captures(""), 0);
    assert_eq!(captures("n = n / 2;"), 1);
    assert_eq!(captures("g(&n);"), 1);
    assert_eq!(captures("a[0] = n;"), 0);
}

#[test]
fn a_swapped_pointer_is_followed_by_address() {
    let body = |alloc: &str, swap: &str| {
        format!(
            "#pragma hicuda global alloc q[0:n-1] copyin\n#pragma hicuda global alloc {alloc} copyin\n\
             for (int t = 0; t < 3; t++) {{\n#pragma hicuda kernel kk tblock(1) thread(1)\n for (int i = 0; i < n; i++) q[i] = r[i];\n\
             #pragma hicuda kernel_end\n {swap} }}\n#pragma hicuda global free q r\n"
        )
    };
    let swap = "float *s = q; q = r; r = s;";
    let found = analyzed(&function(&body("r[0:n-1]", swap)));
    assert_eq!(found.messages(), [""; 0]);
    assert!(found.facts.copies.iter().all(|copy| copy.by_address));
    let plain = analyzed(&function(&body("r[0:n-1]", "\n#pragma hicuda global copyout q[0:n-1]\n")));
    assert!(plain.facts.copies.iter().all(|copy| !copy.by_address));
    let found = analyzed(&function(&body("r[1:n-1]", swap)));
    assert!(found.codes().contains(&"E0523"), "{:?}", found.messages());
}

#[test]
fn jumps_into_the_life_of_a_copy() {
    let body = "if (n) goto out;".to_owned()
        + &pragma(&["global alloc a[*] copyin"])
        + USE
        + "out: n = 1;"
        + &pragma(&["global free a"]);
    assert_eq!(
        messages(&body),
        ["E0520 4 this `goto` jumps past a directive that makes or releases a device copy"]
    );
}

#[test]
fn read_only_memory_is_not_written() {
    let body = pragma(&["constant copyin a[*]"]) + USE + &pragma(&["constant remove a"]);
    assert_eq!(messages(&body), ["E0508 8 `a` is in constant memory, which kernels cannot write"]);
}

#[test]
fn a_pointer_needs_as_many_dimensions_as_its_section() {
    let body = |section: &str| format!("#pragma hicuda global alloc {section}\n");
    let needed = "E0526 4 the dimensions of `q` are not known";
    assert_eq!(messages(&body("q[*]")), [needed]);
    assert_eq!(messages(&body("q[0:7][0:7]")), [needed]);
    let shaped = "#pragma hicuda shape q[n]\n#pragma hicuda global alloc q[*][*]\n";
    assert_eq!(messages(shaped), ["E0461 5 a section with 2 of the array's 1 dimension"]);
}
