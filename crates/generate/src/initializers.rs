//! Random initialisers: designators, braces that are left out, values that override.
//!
//! ```c
//! struct T1 { int m0; int m1[3]; } v4 = { .m1 = 1, 2, .m0 = 3, [1] … };
//! ```
//! Each function of the program initialises one object and prints all its numbers. What
//! a union's other members hold, and values for which there is no room, are left out: a
//! C compiler's answer is then the only one.
//!
//! Invariant: every value has a place, told by the same counting as C's.

use std::fmt::Write;

use crate::prng::Prng;

/// A type, by its parts.
#[derive(Clone)]
enum Shape {
    Number,
    Array(u64, Box<Shape>),
    /// Its number, and its members.
    Struct(usize, Vec<Shape>),
}

/// A program with this many initialised objects.
pub fn program(seed: u64, objects: usize) -> String {
    let mut writer = Writer { random: Prng::new(seed), records: String::new(), count: 0, value: 0 };
    let mut functions = String::new();
    let mut calls = String::new();
    for at in 0..objects {
        let shape = writer.aggregate(3);
        let mut printed = String::new();
        each_number(&shape, &format!("v{at}"), &mut |number| {
            let _ = write!(printed, "printf(\"%d \", {number}); ");
        });
        let declared = declarator(&shape, &format!("v{at}"));
        let text = writer.braces(&shape);
        let storage = ["", "static "][writer.below(2)];
        let _ = writeln!(
            functions,
            "static void f{at}(void) {{ {storage}{declared} = {text}; {printed}printf(\"\\n\"); }}"
        );
        let _ = write!(calls, "f{at}(); ");
    }
    format!("#include <stdio.h>\n{}{functions}int main(void) {{ {calls}return 0; }}\n", writer.records)
}

/// Objects in a kernel.
const IN_A_KERNEL: usize = 25;

/// A program whose objects are initialised in kernels, by two threads each. It prints a number for each object, which depends on
/// all numbers in it.
pub fn in_kernels(seed: u64, objects: usize) -> String {
    let mut writer = Writer { random: Prng::new(seed), records: String::new(), count: 0, value: 0 };
    let mut kernels = String::new();
    for first in (0..objects).step_by(IN_A_KERNEL) {
        let _ = write!(
            kernels,
            "#pragma hicuda kernel k{first} tblock(1) thread(2)\n\
             #pragma hicuda loop_partition over_tblock over_thread\n    for (int i = 0; i < 2; i++) {{\n"
        );
        for at in first..objects.min(first + IN_A_KERNEL) {
            let shape = writer.aggregate(3);
            let mut sum = "i".to_owned();
            each_number(&shape, &format!("v{at}"), &mut |number| sum = format!("({sum}) * 31u + {number}"));
            let (declared, text) = (declarator(&shape, &format!("v{at}")), writer.braces(&shape));
            let _ = writeln!(kernels, "        {declared} = {text};\n        out[{at}][i] = {sum};");
        }
        kernels += "    }\n#pragma hicuda kernel_end\n";
    }
    format!(
        "#include <stdio.h>\n{}unsigned out[{objects}][2];\nint main(void)\n{{\n\
         #pragma hicuda global alloc out[*][*]\n{kernels}#pragma hicuda global copyout out[*][*]\n\
         #pragma hicuda global free out\n    for (int at = 0; at < {objects}; at++)\n\
         \x20       printf(\"%u %u\\n\", out[at][0], out[at][1]);\n    return 0;\n}}\n",
        writer.records
    )
}

struct Writer {
    random: Prng,
    /// The definitions so far.
    records: String,
    count: usize,
    value: u32,
}

impl Writer {
    fn below(&mut self, limit: usize) -> usize {
        self.random.below(limit)
    }

    fn number(&mut self) -> String {
        self.value += 1;
        self.value.to_string()
    }

    fn shape(&mut self, depth: usize) -> Shape {
        match self.below(3) {
            _ if depth == 0 => Shape::Number,
            0 => Shape::Number,
            _ => self.aggregate(depth),
        }
    }

    fn aggregate(&mut self, depth: usize) -> Shape {
        if self.below(2) == 0 {
            let length = 1 + self.below(3) as u64;
            return Shape::Array(length, Box::new(self.shape(depth - 1)));
        }
        let parts = 1 + self.below(3);
        let members: Vec<Shape> = (0..parts).map(|_| self.shape(depth - 1)).collect();
        let id = self.count;
        self.count += 1;
        let fields: String = members
            .iter()
            .enumerate()
            .map(|(at, m)| format!(" {};", declarator(m, &format!("m{at}"))))
            .collect();
        let _ = writeln!(self.records, "struct T{id} {{{fields} }};");
        Shape::Struct(id, members)
    }

    /// `{ … }` for an aggregate.
    fn braces(&mut self, shape: &Shape) -> String {
        let mut entries: Vec<String> = Vec::new();
        // Numbers that still fit behind the last one.
        let mut room = numbers(shape);
        for _ in 0..1 + self.below(5) {
            if self.below(2) == 0 {
                let (path, part, behind) = self.designator(shape);
                let is_number = matches!(part, Shape::Number);
                let value = if !is_number && self.below(2) == 0 { self.braces(&part) } else { self.number() };
                // A number in the place of an aggregate is its first one only.
                room = match value.starts_with('{') || is_number {
                    true => behind,
                    false => behind + numbers(&part) - 1,
                };
                entries.push(format!("{path} = {value}"));
            } else if room > 0 {
                room -= 1;
                entries.push(self.number());
            }
        }
        if entries.is_empty() {
            entries.push(self.number());
        }
        format!("{{ {} }}", entries.join(", "))
    }

    /// A path to a part, the part, and how many numbers fit behind it.
    fn designator(&mut self, shape: &Shape) -> (String, Shape, u64) {
        let (mut path, mut at, mut behind) = (String::new(), shape.clone(), 0);
        loop {
            at = match at {
                Shape::Number => return (path, Shape::Number, behind),
                Shape::Array(length, element) => {
                    let index = self.below(length as usize) as u64;
                    let _ = write!(path, "[{index}]");
                    behind += (length - 1 - index) * numbers(&element);
                    *element
                }
                Shape::Struct(_, members) => {
                    let index = self.below(members.len());
                    let _ = write!(path, ".m{index}");
                    behind += members[index + 1..].iter().map(numbers).sum::<u64>();
                    members[index].clone()
                }
            };
            if self.below(2) == 0 {
                return (path, at, behind);
            }
        }
    }
}

/// How many numbers a type holds.
fn numbers(shape: &Shape) -> u64 {
    match shape {
        Shape::Number => 1,
        Shape::Array(length, element) => length * numbers(element),
        Shape::Struct(_, members) => members.iter().map(numbers).sum(),
    }
}

/// `int name[2][3]`
fn declarator(shape: &Shape, name: &str) -> String {
    match shape {
        Shape::Number => format!("int {name}"),
        Shape::Array(length, element) => declarator(element, &format!("{name}[{length}]")),
        Shape::Struct(id, _) => format!("struct T{id} {name}"),
    }
}

fn each_number(shape: &Shape, name: &str, seen: &mut impl FnMut(&str)) {
    match shape {
        Shape::Number => seen(name),
        Shape::Array(length, element) => {
            (0..*length).for_each(|index| each_number(element, &format!("{name}[{index}]"), seen));
        }
        Shape::Struct(_, members) => {
            let each = members.iter().enumerate();
            each.for_each(|(at, member)| each_number(member, &format!("{name}.m{at}"), seen));
        }
    }
}
