//! Random schedules of random nests, triangular and imperfect: what is accepted computes what the nest computed.
//!
//! Nests and the loops that their schedules make of them are compiled together by the machine's C compiler and run
//! for several sizes, zero among them.

mod resolving;

use std::process::Command;

use diagnostics::{Sink, codes};
use recipes::written_out::{Part, Rewritten, written_out};
use resolving::{Random, resolved};
use source::Sources;

const CASES: usize = 400;
const SIZES: std::ops::Range<i32> = 0..6;

/// A nest under construction.
struct Nest<'r> {
    random: &'r mut Random,
    text: String,
    /// The indices around each statement.
    statements: Vec<Vec<String>>,
    made: usize,
}

impl Nest<'_> {
    fn looped(&mut self, around: &[String], indent: usize) {
        let index = ["i", "j", "k", "l", "p", "q", "r", "s", "t"][self.made.min(8)].to_string();
        self.made += 1;
        let outer = |random: &mut Random| around[random.below(around.len() as u64) as usize].clone();
        let low = match self.random.below(if around.is_empty() { 2 } else { 4 }) {
            0 | 1 => self.random.below(2).to_string(),
            2 => outer(self.random),
            _ => format!("{} + 1", outer(self.random)),
        };
        let high = match self.random.below(if around.is_empty() { 1 } else { 3 }) {
            0 | 1 => "n".to_string(),
            _ => outer(self.random),
        };
        let pad = "    ".repeat(indent);
        let head = match self.random.below(5) {
            0 => format!("for (int {index} = {high} - 1; {index} >= {low}; {index}--)"),
            1 => format!("for (int {index} = {low}; {index} <= {high}; {index}++)"),
            _ => format!("for (int {index} = {low}; {index} < {high}; {index}++)"),
        };
        self.text += &format!("{pad}{head} {{\n");
        let inside = [around, &[index]].concat();
        let carries = self.random.below(4) == 0;
        if carries {
            self.carried(&inside, indent + 1);
        }
        for _ in 0..self.random.below(2) + u64::from(!carries) {
            match inside.len() < 3 && self.made < 6 && self.random.below(2) == 0 {
                true => self.looped(&inside, indent + 1),
                false => self.statement(&inside, indent + 1),
            }
        }
        self.text += &format!("{pad}}}\n");
    }

    fn element(&mut self, around: &[String]) -> String {
        if self.random.below(12) == 0 {
            return "scalar".into();
        }
        let array = self.random.pick(&["a", "a", "b"]);
        let mut subscript = || {
            let index = &around[self.random.below(around.len() as u64) as usize];
            format!("[{index} + {}]", 4 + self.random.below(3))
        };
        let (row, column) = (subscript(), subscript());
        format!("{array}{row}{column}")
    }

    /// An element that is in a scalar while it is made: no times are for what only moves it.
    fn carried(&mut self, around: &[String], indent: usize) {
        let (element, factor) = (self.element(around), self.element(around));
        let pad = "    ".repeat(indent);
        self.text += &format!("{pad}w = {element};\n");
        let inside = match self.made < 6 && self.random.below(2) == 0 {
            true => {
                let index = ["i", "j", "k", "l", "p", "q", "r", "s", "t"][self.made].to_string();
                self.made += 1;
                let bound = self.random.pick(&["n", around[0].as_str()]).to_string();
                self.text += &format!("{pad}for (int {index} = 0; {index} < {bound}; {index}++)\n    ");
                [around, &[index]].concat()
            }
            false => around.to_vec(),
        };
        let (x, y) = (self.element(&inside), self.element(&inside));
        self.text += &format!("{pad}w -= {x} * 3u + {y};\n");
        self.statements.push(inside);
        match self.random.below(2) {
            0 => self.text += &format!("{pad}{element} = w;\n"),
            _ => {
                self.text += &format!("{pad}{element} = w * 5u + {factor};\n");
                self.statements.push(around.to_vec());
            }
        }
    }

    fn statement(&mut self, around: &[String], indent: usize) {
        let (target, x, y) = (self.element(around), self.element(around), self.element(around));
        let operator = self.random.pick(&["=", "+=", "-="]);
        let pad = "    ".repeat(indent);
        self.text += &format!("{pad}{target} {operator} {x} * 3u + {y};\n");
        self.statements.push(around.to_vec());
    }
}

/// A number, or comparisons that are one for each iteration.
fn number(random: &mut Random, indices: &[String], compares: bool) -> String {
    let pick = |random: &mut Random| indices[random.below(indices.len() as u64) as usize].clone();
    let (one, other) = (pick(random), pick(random));
    if !compares || one == other {
        return random.below(3).to_string();
    }
    match random.below(4) {
        0 => format!("({one} >= {other}) + ({one} > {other})"),
        1 => format!("({one} < {other})"),
        2 => format!("2 * ({one} + 1 == {other})"),
        _ => format!("1 - ({one} != {other}) + ({one} > {other})"),
    }
}

/// One entry for each index in some order, numbers between them.
fn times(random: &mut Random, statements: &[Vec<String>]) -> String {
    let numbers_first = random.below(3) == 0;
    let skews = random.below(4) == 0;
    let compares = random.below(3) == 0;
    let tuple = |random: &mut Random, indices: &Vec<String>| {
        let mut left = indices.clone();
        let mut entries: Vec<String> = Vec::new();
        while !left.is_empty() {
            if entries.len() % 2 == usize::from(!numbers_first) {
                entries.push(number(random, indices, compares));
                continue;
            }
            let at = if random.below(2) == 0 { 0 } else { random.below(left.len() as u64) as usize };
            let index = left.remove(at);
            entries.push(match (skews, left.first(), random.below(8)) {
                (true, Some(other), _) => format!("{index} + {other}"),
                (_, _, 0) => format!("-{index}"),
                (_, _, 1) => format!("{index} + 1"),
                _ => index,
            });
        }
        if entries.len() % 2 == usize::from(!numbers_first) {
            entries.push(number(random, indices, compares));
        }
        format!("({})", entries.join(", "))
    };
    let tuples: Vec<String> = statements.iter().map(|indices| tuple(random, indices)).collect();
    tuples.join(", ")
}

const HEAD: &str = "static unsigned a[24][24], b[24][24], scalar;\n";

fn function(name: &str, nest: &str) -> String {
    format!("void {name}(int n)\n{{\n    unsigned w;\n{nest}}}\n")
}

fn spliced(text: &str, sources: &Sources, nest: &Rewritten) -> String {
    let at = |span| {
        let range = sources.map.range(span).expect("in the file");
        range.start as usize..range.end as usize
    };
    let place = at(nest.place);
    let part = |part: &Part| match part {
        Part::New(new, _) => new.clone(),
        Part::Kept(line) | Part::Version(line) => text[at(*line)].to_string(),
    };
    let new: String = nest.parts.iter().map(part).collect();
    format!("{}{new}{}", &text[..place.start], &text[place.end..])
}

/// Compiles pairs of functions and runs them: how many pairs differ for some size.
fn differing(pairs: &[(String, String)]) -> Vec<usize> {
    let mut program = format!("#include <stdio.h>\n#include <string.h>\n{HEAD}");
    program += "static unsigned sa[24][24], sb[24][24], sum;\n";
    for (at, (old, new)) in pairs.iter().enumerate() {
        program += &old.replace("void f(", &format!("static void old{at}("));
        program += &new.replace("void f(", &format!("static void new{at}("));
    }
    program += "static void fill(void)\n{\n    unsigned x = 1;\n    for (int i = 0; i < 24; i++)\n";
    program +=
        "        for (int j = 0; j < 24; j++) {\n            a[i][j] = x = x * 1103515245u + 12345u;\n";
    program += "            b[i][j] = x = x * 1103515245u + 12345u;\n        }\n    scalar = 7;\n}\n";
    program += "static void compare(int at, void (*old)(int), void (*now)(int))\n{\n";
    program += &format!("    for (int n = {}; n < {}; n++) {{\n", SIZES.start, SIZES.end);
    program += "        fill();\n        old(n);\n        memcpy(sa, a, sizeof a);\n        memcpy(sb, b, sizeof b);\n";
    program += "        sum = scalar;\n        fill();\n        now(n);\n";
    program += "        if (memcmp(sa, a, sizeof a) || memcmp(sb, b, sizeof b) || sum != scalar) {\n";
    program += "            printf(\"%d\\n\", at);\n            return;\n        }\n    }\n}\n";
    program += "int main(void)\n{\n";
    for at in 0..pairs.len() {
        program += &format!("    compare({at}, old{at}, new{at});\n");
    }
    program += "    return 0;\n}\n";
    let folder =
        std::env::temp_dir().join(format!("warploom-schedules-{}-{}", std::process::id(), pairs.len()));
    std::fs::create_dir_all(&folder).expect("a folder for the program");
    let (source, binary) = (folder.join("pairs.c"), folder.join("pairs"));
    std::fs::write(&source, &program).expect("the program is written");
    let compiled = Command::new("cc").args(["-w", "-O0", "-o"]).arg(&binary).arg(&source).output();
    let compiled = compiled.expect("a C compiler is needed");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let run = Command::new(&binary).output().expect("the program runs");
    assert!(run.status.success(), "the compared loops crashed");
    std::fs::remove_dir_all(&folder).ok();
    String::from_utf8_lossy(&run.stdout).lines().filter_map(|line| line.parse().ok()).collect()
}

#[test]
fn accepted_schedules_compute_the_same() {
    let mut random = Random(2026);
    let (mut accepted, mut reversed, mut unsuited, mut carried) = (Vec::new(), Vec::new(), 0, 0);
    let mut schedules = Vec::new();
    for _ in 0..CASES {
        let mut nest = Nest { random: &mut random, text: String::new(), statements: Vec::new(), made: 0 };
        nest.looped(&[], 1);
        let Nest { text: nest, statements, .. } = nest;
        // Several schedules of one nest, until one is taken.
        for _ in 0..6 {
            let schedule = times(&mut random, &statements);
            let text =
                format!("{HEAD}{}", function("f", &format!("#pragma hicuda schedule({schedule})\n{nest}")));
            let (mut program, mut sources) = resolved(&text);
            let mut sink = Sink::default();
            let rewritten = written_out(&mut program, &mut sources, &mut sink);
            match (rewritten.as_slice(), sink.diagnostics()) {
                ([rewritten], []) => {
                    let new = spliced(&text, &sources, rewritten);
                    accepted.push((function("f", &nest), new[HEAD.len()..].to_string()));
                    schedules.push(schedule);
                    carried += usize::from(nest.contains("w = "));
                    break;
                }
                ([], [refusal]) if refusal.code == &codes::RECIPE_CHANGES_RESULT => {
                    reversed.push(refusal.message.clone())
                }
                ([], [_]) => unsuited += 1,
                other => panic!("{other:?} of {text}"),
            }
        }
    }
    println!(
        "{} schedules accepted, {} refused because the result would change, {unsuited} for their form",
        accepted.len(),
        reversed.len()
    );
    assert!(carried > 10, "in only {carried} of them a scalar stood for an element");
    assert!(accepted.len() > CASES / 4, "only {} schedules were accepted", accepted.len());
    let wrong = differing(&accepted);
    if let Some(first) = wrong.first() {
        let (old, new) = &accepted[*first];
        panic!(
            "{} of {} differ; the first, at {}:\n{old}\n{new}",
            wrong.len(),
            accepted.len(),
            schedules[*first]
        );
    }
}
