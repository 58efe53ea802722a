//! The `//@ name: value` lines on top of a test file.
//!
//! ```c
//! //@ dump: hir
//! //@ flags: -DN=4 -Iinclude
//! // What the test shows.
//! int a[N];
//! ```
//!
//! A name that the suite does not know fails the test, and so does a directive
//! below the first line of code: a directive that nobody reads is a test that
//! cannot fail.

/// One directive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directive {
    /// The word after `//@`.
    pub name: String,
    /// What follows the colon; empty without one.
    pub value: String,
}

/// All directives of a file, or why they are wrong.
pub fn parse(text: &str, known: &[&str]) -> Result<Vec<Directive>, String> {
    let mut directives = Vec::new();
    let mut in_head = true;
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        let Some(body) = line.strip_prefix("//@") else {
            in_head &=
                line.is_empty() || line.starts_with("//") || line.starts_with("/*") || line.starts_with('*');
            continue;
        };
        let (name, value) = body.split_once(':').unwrap_or((body, ""));
        let directive = Directive { name: name.trim().to_string(), value: value.trim().to_string() };
        if !in_head {
            return Err(format!("line {}: directives stand on top of the file", number + 1));
        }
        if !known.contains(&directive.name.as_str()) {
            let known = known.join("`, `");
            return Err(format!(
                "line {}: unknown directive `{}`; known: `{known}`",
                number + 1,
                directive.name
            ));
        }
        directives.push(directive);
    }
    Ok(directives)
}

/// The words of all directives of one name.
pub fn words(directives: &[Directive], name: &str) -> Vec<String> {
    let of_name = directives.iter().filter(|d| d.name == name);
    of_name.flat_map(|d| d.value.split_whitespace()).map(String::from).collect()
}

/// Those flags that other compilers have, too.
pub fn of_compilers(flags: &[String]) -> impl Iterator<Item = &String> {
    flags.iter().filter(|flag| !is_of_gpu(flag))
}

/// Does it name the GPU to be fast on?
pub fn is_of_gpu(flag: &str) -> bool {
    flag.starts_with("--gpu=")
}

/// Those of a compiler's flags that change the text it sees.
pub fn preprocessor_flags(flags: &[String]) -> Vec<String> {
    let is_one = |flag: &&String| {
        ["-D", "-U", "-I", "-fopenmp", "-pthread"].iter().any(|prefix| flag.starts_with(prefix))
    };
    flags.iter().filter(is_one).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_are_read_strictly() {
        let text = "//@ flags: -DA -DB\n// shows this\n\n//@ check\nint a;\n";
        let directives = parse(text, &["flags", "check"]).unwrap();
        assert_eq!(words(&directives, "flags"), ["-DA", "-DB"]);
        assert_eq!(directives[1], Directive { name: "check".into(), value: String::new() });
        assert!(parse("//@ flag: x\n", &["flags"]).unwrap_err().contains("unknown directive `flag`"));
        assert!(parse("int a;\n//@ check\n", &["check"]).unwrap_err().contains("line 2"));
    }
}
