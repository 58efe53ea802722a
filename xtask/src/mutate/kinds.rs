//! The mistakes: one directive left out, shortened, moved or exchanged, or a host
//! access put between two directives.
//!
//! ```c
//! #pragma hicuda global alloc a[0:n-1] copyin      // copyin dropped, clear for copyin, a[0:(n-1)-1], …
//! ```
//! A directive is one line here; those that a backslash continues are left alone.

/// A changed text.
pub struct Mutation {
    /// Which mistake it is.
    pub kind: String,
    /// The line it is in, from 0.
    pub line: usize,
    /// The whole text.
    pub text: String,
    /// Does it change what the host does, and not a directive?
    pub is_of_host: bool,
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
    let mut maker = Maker { text, lines, found: Vec::new(), kernel: None };
    for at in 0..maker.lines.len() {
        if let Some(directive) = directive(maker.lines[at]) {
            maker.directive(at, directive);
        }
    }
    maker.found
}

/// What stands behind the sentinel, without marks of UI tests and whatever else is said of the line.
fn directive(line: &str) -> Option<&str> {
    let directive = line.trim_start().strip_prefix("#pragma hicuda ")?;
    let directive = directive.split("//").next().unwrap_or_default().trim_end();
    (!directive.ends_with('\\')).then_some(directive)
}

struct Maker<'a> {
    text: &'a str,
    lines: Vec<&'a str>,
    found: Vec<Mutation>,
    /// The line of the kernel that has begun and not ended.
    kernel: Option<usize>,
}

impl<'a> Maker<'a> {
    fn directive(&mut self, at: usize, directive: &'a str) {
        let words: Vec<&str> = directive.split([' ', '(']).filter(|word| !word.is_empty()).collect();
        match words.as_slice() {
            ["kernel", ..] => self.kernel = Some(at),
            ["kernel_end"] => {
                if let Some(first) = self.kernel.take() {
                    self.host_accesses_after_kernel(first, at);
                }
            }
            ["global" | "shared", "alloc", ..] => {
                let what = if words[0] == "global" { "" } else { "shared " };
                if let Some(before) = before_word(directive, " copyin") {
                    self.replace(&format!("{what}copyin dropped"), at, before);
                    if words[0] == "global" {
                        self.replace("clear for copyin", at, &format!("{before} clear"));
                    }
                }
                self.sections(what, at, directive);
            }
            ["global" | "constant" | "texture", "copyin", ..] | ["global" | "shared", "copyout", ..] => {
                let what = if words[0] == "global" { String::new() } else { format!("{} ", words[0]) };
                self.add(&format!("{what}{} dropped", words[1]), at, &[]);
                self.sections(&what, at, directive);
            }
            ["barrier" | "atomic"] => self.add(&format!("{} dropped", words[0]), at, &[]),
            ["loop_partition", ..] => {
                for clause in ["reduction", "private"] {
                    if let Some(rest) = without_clause(directive, clause) {
                        self.replace(&format!("{clause} dropped"), at, &rest);
                    }
                }
            }
            ["global", "free", ..] => self.free_moved(at),
            _ => {}
        }
        if let (None, ["global", "alloc" | "copyin" | "copyout", named, ..]) = (self.kernel, words.as_slice())
        {
            let name = named.split('[').next().unwrap_or_default();
            let first = named.split(['[', ':']).nth(1).filter(|_| named.contains(':')).unwrap_or("0");
            // The bytes of an array of pointers are addresses, which differ from run to run.
            if !self.is_rows_of_pointers(name) {
                let is_array = named.contains('[');
                let object = if is_array { format!("&({name})[{first}]") } else { format!("&({name})") };
                self.host_accesses(at, name, &object);
            }
        }
    }

    fn is_rows_of_pointers(&self, name: &str) -> bool {
        self.text.contains(&format!("**{name}"))
    }

    fn add(&mut self, kind: &str, at: usize, changed: &[String]) {
        let before = self.lines[..at].iter().map(|line| (*line).to_string());
        let after = self.lines[at + 1..].iter().map(|line| (*line).to_string());
        let all: Vec<String> = before.chain(changed.iter().cloned()).chain(after).collect();
        let (kind, is_of_host) = (kind.to_string(), kind.starts_with("host "));
        self.found.push(Mutation { kind, line: at, text: all.join("\n") + "\n", is_of_host });
    }

    fn replace(&mut self, kind: &str, at: usize, directive: &str) {
        self.add(kind, at, &[format!("#pragma hicuda {directive}")]);
    }

    /// Before the last kernel or transfer of the file that comes before it.
    fn free_moved(&mut self, at: usize) {
        let uses = |l: &&str| l.contains("hicuda kernel ") || l.contains("hicuda global copyout");
        if let Some(earlier) = self.lines[..at].iter().rposition(uses) {
            let mut changed: Vec<&str> = self.lines.clone();
            let moved = changed.remove(at);
            changed.insert(earlier, moved);
            let (kind, text) = ("free moved up".to_string(), changed.join("\n") + "\n");
            self.found.push(Mutation { kind, line: earlier, text, is_of_host: false });
        }
    }

    fn host_accesses(&mut self, at: usize, name: &str, object: &str) {
        let bytes = format!("((unsigned char *)({object}))");
        let shown = self.telling_byte(name);
        let read =
            format!("{{ extern int printf(const char *, ...); printf(\"%d\\n\", {bytes}[{shown}]); }}");
        let write = format!("{bytes}[0] ^= 1;");
        let line = self.lines[at].to_string();
        self.add("host read inserted", at, &[line.clone(), read]);
        self.add("host write inserted", at, &[line, write]);
    }

    /// The lowest byte of a number; the highest of a floating one, which the order of a sum does not change.
    fn telling_byte(&self, name: &str) -> usize {
        let declares = |word: &str| {
            let is_its = |line: &&str| {
                line.contains(word) && !line.contains("#pragma") && words(line).any(|w| w == name)
            };
            self.lines.iter().any(is_its)
        };
        match (declares("double"), declares("float")) {
            (true, _) => 7,
            (_, true) => 3,
            _ => 0,
        }
    }

    /// Of each array with a device copy that the kernel mentions.
    fn host_accesses_after_kernel(&mut self, first: usize, end: usize) {
        let mentions = |name: &str| self.lines[first..end].iter().any(|line| words(line).any(|w| w == name));
        let mut names: Vec<&str> = Vec::new();
        for line in &self.lines {
            let named = directive(line).and_then(|d| d.strip_prefix("global alloc "));
            let Some((name, _)) = named.and_then(|named| named.split_once('[')) else { continue };
            if mentions(name) && !names.contains(&name) && !self.is_rows_of_pointers(name) {
                names.push(name);
            }
        }
        for name in names {
            self.host_accesses(end, name, &format!("&({name})[0]"));
        }
    }

    /// Each dimension of each section of a directive, shorter at either end and shifted.
    fn sections(&mut self, what: &str, at: usize, directive: &str) {
        for section in sections(directive) {
            let of = match section.action {
                "copyin" => format!("{what}copyin"),
                "copyout" => format!("{what}copyout"),
                _ => format!("{what}alloc"),
            };
            for (end, bounds) in self.other_bounds(directive, &section) {
                let changed =
                    format!("{}[{bounds}]{}", &directive[..section.open], &directive[section.close + 1..]);
                self.replace(&format!("{of} {end}"), at, &changed);
            }
        }
    }

    fn other_bounds(&self, directive: &str, section: &Section<'_>) -> Vec<(&'static str, String)> {
        let (start, end, shifted) = ("shorter at start", "shorter at end", "shifted");
        let inside = &directive[section.open + 1..section.close];
        if let Some((low, high)) = inside.split_once(':') {
            return vec![
                (start, format!("({low})+1:{high}")),
                (end, format!("{low}:({high})-1")),
                (shifted, format!("({low})+1:({high})+1")),
            ];
        }
        if inside.trim() != "*" {
            return vec![(shifted, format!("({inside})+1"))];
        }
        let mut others = vec![(end, "0:0".to_string())];
        let name = section.name;
        // What a pointer points to has no size of its own.
        if !self.text.contains(&format!("*{name}")) && !self.text.contains(&format!("restrict {name}")) {
            let row = format!("({name}){}", "[0]".repeat(section.dimension));
            let extent = format!("(int)(sizeof {row} / sizeof {row}[0])");
            others.push((start, format!("1:{extent}-1")));
            others.push((end, format!("0:{extent}-2")));
        }
        others
    }
}

/// One dimension of a section.
struct Section<'a> {
    name: &'a str,
    /// The word that it belongs to: `alloc`, `copyin` or `copyout`.
    action: &'a str,
    dimension: usize,
    open: usize,
    close: usize,
}

/// The dimensions of all sections of a directive. Clauses with parentheses have none.
fn sections(directive: &str) -> Vec<Section<'_>> {
    let mut found: Vec<Section<'_>> = Vec::new();
    let (mut open, mut depth) = (0, 0_usize);
    for (at, character) in directive.char_indices() {
        match character {
            '[' | '(' => {
                if depth == 0 {
                    open = at;
                }
                depth += 1;
            }
            ']' | ')' => {
                depth = depth.saturating_sub(1);
                if depth > 0 || character == ')' {
                    continue;
                }
                let start = directive[..open].rfind([' ', ']']).unwrap_or(0);
                let section = match found.last() {
                    Some(last) if last.close + 1 == open => {
                        Section { dimension: last.dimension + 1, open, close: at, ..*last }
                    }
                    _ => Section {
                        name: directive[start..open].trim(),
                        action: action(&directive[..start]),
                        dimension: 0,
                        open,
                        close: at,
                    },
                };
                found.push(section);
            }
            _ => {}
        }
    }
    found
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_alphanumeric() && c != '_')
}

/// The last word of what stands before a section that says what is done with it.
fn action(before: &str) -> &str {
    let mut words = before.split([' ', '(']);
    words.rfind(|word| matches!(*word, "alloc" | "copyin" | "copyout")).unwrap_or_default()
}

fn before_word<'a>(directive: &'a str, word: &str) -> Option<&'a str> {
    directive.find(word).map(|at| &directive[..at])
}

/// A directive without a clause and its parentheses.
fn without_clause(directive: &str, clause: &str) -> Option<String> {
    let at = directive.find(&format!(" {clause}("))?;
    let end = at + directive[at..].find(')')? + 1;
    Some(format!("{}{}", &directive[..at], &directive[end..]))
}
