//! Random `#if` conditions, compared with gcc.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stderr)]

mod gcc_reference;

use gcc_reference::{Compiler, Random, compare};

const OPERATORS: [&str; 19] =
    ["+", "-", "*", "/", "%", "<<", ">>", "<", ">", "<=", ">=", "==", "!=", "&", "^", "|", "&&", "||", ","];
const OPERANDS: [&str; 26] = [
    "0",
    "1",
    "2",
    "3",
    "7",
    "63",
    "64",
    "65",
    "-1",
    "0u",
    "1u",
    "2ul",
    "0x7fffffffffffffff",
    "0x8000000000000000",
    "18446744073709551615u",
    "9223372036854775807LL",
    "'a'",
    "'\\377'",
    "'ab'",
    "L'\\xff'",
    "u'\\uffff'",
    "defined ONE",
    "defined(NONE)",
    "ONE",
    "NONE",
    "0b101",
];

fn condition(random: &mut Random, depth: usize) -> String {
    match random.below(if depth == 0 { 3 } else { 10 }) {
        0..=2 => random.pick(&OPERANDS).to_owned(),
        3 => format!("({})", condition(random, depth - 1)),
        4 => format!("{} {}", random.pick(&["-", "~", "!", "+"]), condition(random, depth - 1)),
        5 => format!(
            "{} ? {} : {}",
            condition(random, depth - 1),
            condition(random, depth - 1),
            condition(random, depth - 1)
        ),
        _ => format!(
            "{} {} {}",
            condition(random, depth - 1),
            random.pick(&OPERATORS),
            condition(random, depth - 1)
        ),
    }
}

#[test]
fn random_conditions_hold_as_with_gcc() {
    let Some(mut compiler) = Compiler::find() else { return };
    compiler.bare = true;
    let rounds = std::env::var("RANDOM_CONDITIONS").map_or(2000, |count| count.parse().unwrap());
    let mut random = Random(rounds as u64);
    let folder = std::env::temp_dir();
    let mut text = String::from("#define ONE 1\n");
    let mut kept = 0;
    while kept < rounds {
        let condition = condition(&mut random, 4);
        // The sign of the type shows in a comparison with -1.
        let case =
            format!("#if {condition}\nt{kept}\n#endif\n#if ({condition}) * 0 - 1 < 0\ns{kept}\n#endif\n");
        let alone = format!("#define ONE 1\n{case}");
        let (_, errors) = compiler.ours_with_errors(&folder, "<stdin>", alone.as_bytes(), &[]);
        if errors.is_empty() {
            text += &case;
            kept += 1;
        }
    }
    let Some(reference) = compiler.preprocess_text(&text) else {
        let wrong = |line: &&str| {
            line.starts_with("#if")
                && compiler.preprocess_text(&format!("#define ONE 1\n{line}\n#endif\n")).is_none()
        };
        panic!("gcc finds a mistake in {:?}", text.lines().find(wrong));
    };
    let ours = compiler.ours(&folder, "<stdin>", text.as_bytes(), &[]);
    if let Err(difference) = compare(&reference, &ours) {
        let differs = reference.iter().zip(&ours).find(|(a, b)| a != b);
        let lines: Vec<&str> = text.lines().collect();
        let place = differs.and_then(|(a, b)| lines.iter().position(|line| *line == a.min(b)));
        let condition = place.map_or("", |line| lines[line - 1]);
        panic!("{difference}\n{condition}");
    }
}
