//! A nest as a C function with directives.

use std::fmt::Write;

use super::nests::{Assignment, COLUMNS, Element, Item, Jam, Kernel, Loop, Over};

/// The sections begin and end where nobody knows, so that no access is
/// certain to leave them.
pub fn text(kernel: &Kernel) -> String {
    let list = |sizes: &[i64]| sizes.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
    let mut blocks = list(&kernel.blocks);
    if kernel.n_blocks {
        blocks.replace_range(..1, "n");
    }
    let mut out = format!(
        "void f(int *a0, int *a1, int m[][{COLUMNS}], int n, int w, int low, int high) {{\n\
         #pragma hicuda global alloc a0[low:high] copyin\n\
         #pragma hicuda global alloc a1[low:high] copyin\n\
         #pragma hicuda global alloc m[low:high][*] copyin\n\
         #pragma hicuda kernel k tblock({blocks}) thread({})\n",
        list(&kernel.threads)
    );
    items_text(&kernel.body, 0, &mut out);
    out += "#pragma hicuda kernel_end\n#pragma hicuda global copyout a0[low:high]\n\
            #pragma hicuda global copyout a1[low:high]\n#pragma hicuda global copyout m[low:high][*]\n\
            #pragma hicuda global free a0 a1 m\n}\n";
    out
}

fn items_text(items: &[Item], depth: usize, out: &mut String) {
    for item in items {
        match item {
            Item::Assign(assignment) => *out += &assignment_text(assignment),
            Item::Singular(assignment) => {
                let inner = assignment_text(assignment);
                write!(out, "#pragma hicuda singular\n{inner}#pragma hicuda singular_end\n").unwrap();
            }
            Item::Barrier => *out += "#pragma hicuda barrier\n",
            Item::Loop(l) => {
                *out += &head_text(l, depth);
                items_text(&l.body, depth + 1, out);
                *out += "}\n";
            }
        }
    }
}

fn head_text(l: &Loop, depth: usize) -> String {
    let clause = match l.over {
        Over::Nobody => None,
        Over::Blocks { cyclic: true } => Some("over_tblock(CYCLIC)"),
        Over::Blocks { cyclic: false } => Some("over_tblock"),
        Over::Threads => Some("over_thread"),
        Over::Both { cyclic: true } => Some("over_tblock(CYCLIC) over_thread"),
        Over::Both { cyclic: false } => Some("over_tblock over_thread"),
    };
    let jam = match l.jam {
        Jam { copies: 1, .. } => String::new(),
        Jam { copies, width: 1 } => format!(" jam({copies})"),
        Jam { copies, width } => format!(" jam({copies}:{width})"),
    };
    let directive = clause.map_or(String::new(), |c| format!("#pragma hicuda loop_partition {c}{jam}\n"));
    let test = if l.step > 0 { "<" } else { ">" };
    format!(
        "{directive}for (int i{depth} = {}; i{depth} {test} {}; i{depth} += {}) {{\n",
        l.first.text(),
        l.end.text(),
        l.step
    )
}

fn assignment_text(assignment: &Assignment) -> String {
    let element = |e: &Element| {
        let name = ["a0", "a1", "m"][e.array];
        let subscripts: String = e.subscripts.iter().map(|s| format!("[{}]", s.text())).collect();
        format!("{name}{subscripts}")
    };
    let guard = assignment.guard.as_ref().map_or(String::new(), |(sum, op)| {
        let text = sum.text();
        format!("if ({text} {op} 0) ")
    });
    let op = if assignment.update { "+=" } else { "=" };
    format!("{guard}{} {op} {} + 1;\n", element(&assignment.target), element(&assignment.source))
}
