//! The mistakes: one directive left out, shortened, moved or exchanged, or a host
//! access put between two directives.
//!
//! ```c
//! #pragma hicuda global alloc a[0:n-1] copyin      // copyin dropped, clear for copyin, a[0:n-1-1], …
//! ```
//! A directive is one line here; those that a backslash continues are left alone.

/// A changed text.
pub struct Mutation {
    /// Which mistake it is.
    pub kind: &'static str,
    /// The line it is in, from 0.
    pub line: usize,
    /// The whole text.
    pub text: String,
}

impl Mutation {
    /// The changed line.
    pub fn shown(&self) -> &str {
        self.text.lines().nth(self.line).unwrap_or_default().trim()
    }
}

/// Every mistake that can be made in a text.
pub fn mutations(text: &str) -> Vec<Mutation> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    let mut in_kernel = false;
    for (at, line) in lines.iter().enumerate() {
        let Some(directive) = line.trim_start().strip_prefix("#pragma hicuda ") else { continue };
        // Marks of UI tests, and whatever is said of the line.
        let directive = directive.split("//").next().unwrap_or_default().trim_end();
        if directive.ends_with('\\') {
            continue;
        }
        let words: Vec<&str> = directive.split_whitespace().collect();
        in_kernel = match words.first() {
            Some(&"kernel") => true,
            Some(&"kernel_end") => false,
            _ => in_kernel,
        };
        let mut add = |kind, changed: &[String]| found.push(rewritten(kind, at, &lines, changed));
        let mut replace = |kind, new: String| add(kind, &[format!("#pragma hicuda {new}")]);
        match words.as_slice() {
            ["global", "alloc", ..] => {
                if let Some(before) = before_word(directive, " copyin") {
                    replace("copyin dropped", before.to_string());
                    replace("clear for copyin", format!("{before} clear"));
                }
                sections("alloc section", directive, "global alloc ", &mut replace);
            }
            ["global", "copyin", ..] => {
                add("copyin dropped", &[]);
                let mut replace = |kind, new: String| add(kind, &[format!("#pragma hicuda {new}")]);
                sections("copyin section", directive, "global copyin ", &mut replace);
            }
            ["global", "copyout", ..] => {
                add("copyout dropped", &[]);
                let mut replace = |kind, new: String| add(kind, &[format!("#pragma hicuda {new}")]);
                sections("copyout section", directive, "global copyout ", &mut replace);
            }
            ["shared", "alloc", ..] => {
                if let Some(before) = before_word(directive, " copyin") {
                    replace("shared copyin dropped", before.to_string());
                }
            }
            ["shared", "copyout", ..] => add("shared copyout dropped", &[]),
            ["barrier"] => add("barrier dropped", &[]),
            ["atomic"] => add("atomic dropped", &[]),
            ["loop_partition", ..] => {
                for clause in ["reduction", "private"] {
                    if let Some(rest) = without_clause(directive, clause) {
                        let kind = if clause == "private" { "private dropped" } else { "reduction dropped" };
                        replace(kind, rest);
                    }
                }
            }
            ["global", "free", ..] => {
                // Before the last kernel or transfer of the file that comes before it.
                let uses = |l: &&str| l.contains("hicuda kernel ") || l.contains("hicuda global copyout");
                if let Some(earlier) = lines[..at].iter().rposition(uses) {
                    let mut changed: Vec<&str> = lines.clone();
                    let moved = changed.remove(at);
                    changed.insert(earlier, moved);
                    let text = changed.join("\n") + "\n";
                    found.push(Mutation { kind: "free moved up", line: earlier, text });
                }
            }
            _ => {}
        }
        if let (false, ["global", "alloc" | "copyin" | "copyout", named, ..]) = (in_kernel, words.as_slice())
        {
            let name = named.split('[').next().unwrap_or_default();
            // The bytes of an array of pointers are addresses, which differ from run to run.
            if text.contains(&format!("**{name}")) {
                continue;
            }
            let object = if named.contains('[') { name.to_string() } else { format!("&({name})") };
            let bytes = format!("((unsigned char *)({object}))");
            let read = format!("{{ extern int printf(const char *, ...); printf(\"%d\\n\", {bytes}[0]); }}");
            found.push(rewritten("host read inserted", at, &lines, &[(*line).to_string(), read]));
            let write = format!("{bytes}[0] ^= 1;");
            found.push(rewritten("host write inserted", at, &lines, &[(*line).to_string(), write]));
        }
    }
    found
}

fn rewritten(kind: &'static str, at: usize, lines: &[&str], changed: &[String]) -> Mutation {
    let before = lines[..at].iter().map(|line| (*line).to_string());
    let after = lines[at + 1..].iter().map(|line| (*line).to_string());
    let all: Vec<String> = before.chain(changed.iter().cloned()).chain(after).collect();
    Mutation { kind, line: at, text: all.join("\n") + "\n" }
}

fn before_word<'a>(directive: &'a str, word: &str) -> Option<&'a str> {
    directive.find(word).map(|at| &directive[..at])
}

/// The first dimension of the section behind `head`, made shorter at either end, and shifted.
fn sections(what: &str, directive: &str, head: &str, replace: &mut impl FnMut(&'static str, String)) {
    let Some(rest) = directive.strip_prefix(head) else { return };
    let end = rest.find(' ').unwrap_or(rest.len());
    let (Some(open), Some(close)) = (rest[..end].find('['), rest[..end].find(']')) else { return };
    let inside = &rest[open + 1..close];
    let kinds = match what {
        "alloc section" => ["alloc shorter at start", "alloc shorter at end", "alloc shifted"],
        "copyin section" => ["copyin shorter at start", "copyin shorter at end", "copyin shifted"],
        _ => ["copyout shorter at start", "copyout shorter at end", "copyout shifted"],
    };
    let Some((low, high)) = inside.split_once(':') else {
        if inside == "*" {
            replace(kinds[1], format!("{head}{}[0:0]{}", &rest[..open], &rest[close + 1..]));
        }
        return;
    };
    let bounds = [format!("({low})+1:{high}"), format!("{low}:({high})-1"), format!("({low})+1:({high})+1")];
    for (kind, bounds) in kinds.into_iter().zip(bounds) {
        replace(kind, format!("{head}{}[{bounds}]{}", &rest[..open], &rest[close + 1..]));
    }
}

/// A directive without a clause and its parentheses.
fn without_clause(directive: &str, clause: &str) -> Option<String> {
    let at = directive.find(&format!(" {clause}("))?;
    let end = at + directive[at..].find(')')? + 1;
    Some(format!("{}{}", &directive[..at], &directive[end..]))
}
