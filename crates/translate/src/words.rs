//! Composing C expressions as text, for calls of a runtime.

/// A C string literal.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push(' '),
            _ => out.push(c),
        }
    }
    out.push('"');
    out
}

/// The text as an operand of `*`: in parentheses unless it is a name, a
/// number, or has parentheses of its own.
pub(crate) fn factor(text: &str) -> String {
    let plain = text.chars().all(|c| c.is_alphanumeric() || c == '_');
    if plain || is_one_call(text) { text.to_string() } else { format!("({text})") }
}

/// `sizeof(float)`, `f(x)`, `(a + b)`: a word and one pair of parentheses that
/// closes at the very end.
fn is_one_call(text: &str) -> bool {
    let Some(open) = text.find('(') else { return false };
    if !text.ends_with(')') || !text[..open].chars().all(|c| c.is_alphanumeric() || c == '_') {
        return false;
    }
    let mut depth = 0usize;
    for (i, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 && i > open && i + 1 < text.len() {
            return false;
        }
    }
    true
}

/// `a * b * c`; ones are left out, and nothing is `1`.
pub(crate) fn product(factors: &[String]) -> String {
    let factors: Vec<String> = factors.iter().filter(|f| *f != "1").map(|f| factor(f)).collect();
    if factors.is_empty() { String::from("1") } else { factors.join(" * ") }
}

/// `a - b`, in numbers where both are.
pub(crate) fn difference(a: &str, b: &str) -> String {
    match (a.parse::<i64>(), b.parse::<i64>()) {
        (Ok(a), Ok(b)) => (a - b).to_string(),
        (_, Ok(0)) => a.to_string(),
        _ if a == b => String::from("0"),
        _ => format!("{} - {}", factor(a), factor(b)),
    }
}
