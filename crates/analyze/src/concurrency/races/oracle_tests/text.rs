//! A nest as a C function with directives.

use std::fmt::Write;

use super::nests::{ARRAYS, Assignment, COLUMNS, Element, Item, Jam, Kernel, Loop, Over, Way};

/// The sections begin and end where nobody knows, so that no access is
/// certain to leave them.
pub fn text(kernel: &Kernel) -> String {
    let list = |sizes: &[i64]| sizes.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
    let mut blocks = list(&kernel.blocks);
    if kernel.n_blocks {
        blocks.replace_range(..1, "1*n");
    }
    let (mut parameters, mut body) = ("int n, int w", String::new());
    items_text(&kernel.body, 0, &mut body);
    if kernel.sizes_in_struct {
        (blocks, body) = (in_struct(&blocks), in_struct(&body));
        parameters = "struct sizes z";
    }
    format!(
        "struct sizes {{ int n, w; }};\nstruct cell {{ int a, b; int v[{COLUMNS}]; }};\n\
         static int get(const int *from) {{ return *from; }}\n\
         static void put(int *to, int value) {{ *to = value; }}\n\
         static void add(int *to, int value) {{ *to += value; }}\n\
         static void put_at(int *to, int at, int value) {{ to[at] = value; }}\n\
         static void add_at(int *to, int at, int value) {{ to[at] += value; }}\n\
         static int same(int i) {{ return i; }}\n\
         void f(int *a0, int *a1, int m[][{COLUMNS}], struct cell *s, {parameters}, int low, int high) {{\n\
         #pragma hicuda global alloc a0[low:high] copyin\n\
         #pragma hicuda global alloc a1[low:high] copyin\n\
         #pragma hicuda global alloc m[low:high][*] copyin\n\
         #pragma hicuda global alloc s[low:high] copyin\n\
         #pragma hicuda kernel k tblock({blocks}) thread({})\n\
         {body}#pragma hicuda kernel_end\n#pragma hicuda global copyout a0[low:high]\n\
         #pragma hicuda global copyout a1[low:high]\n#pragma hicuda global copyout m[low:high][*]\n\
         #pragma hicuda global copyout s[low:high]\n#pragma hicuda global free a0 a1 m s\n}}\n",
        list(&kernel.threads)
    )
}

/// Sizes always stand behind a factor.
fn in_struct(text: &str) -> String {
    text.replace("*n", "*z.n").replace("*w", "*z.w")
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
    let Assignment { way, target, source, update, guard } = assignment;
    let guard = guard.as_ref().map_or(String::new(), |(sum, op)| {
        let text = sum.text();
        format!("if ({text} {op} 0) ")
    });
    let wrap = |text: &str| if *way == Way::Subscripts { format!("same({text})") } else { text.to_owned() };
    let (to, from) = (element_text(target, wrap), element_text(source, wrap));
    let (put, op) = if *update { ("add", "+=") } else { ("put", "=") };
    let statement = match way {
        Way::Statement | Way::Subscripts => format!("{to} {op} {from} + 1"),
        Way::Put => format!("{put}(&{to}, {from} + 1)"),
        Way::Get => format!("{to} {op} get(&{from}) + 1"),
        Way::PutAt => match to.strip_suffix(']').and_then(|to| to.rsplit_once('[')) {
            Some((array, at)) => format!("{put}_at({array}, {at}, {from} + 1)"),
            None => format!("{put}(&{to}, {from} + 1)"),
        },
    };
    format!("{guard}{statement};\n")
}

fn element_text(element: &Element, wrap: impl Fn(&str) -> String) -> String {
    let [before, between, after] = ARRAYS[element.array];
    let subscripts: Vec<String> = element.subscripts.iter().map(|s| wrap(&s.text())).collect();
    format!("{before}{}{after}", subscripts.join(between))
}
