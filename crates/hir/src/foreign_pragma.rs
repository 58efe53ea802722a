//! Pragmas of OpenMP and OpenACC, read as far as they speak of loops.
//!
//! ```c
//! #pragma omp parallel for collapse(2) private(x, y) reduction(+: s)
//! ```
//! is `omp`, the directive `parallel for`, and three clauses. The words of a directive stand first; clauses
//! follow in any order, with or without commas between them.
//!
//! Invariant: nothing here knows what a directive does. A text whose parentheses do not match is no pragma.

use source::Sources;

use crate::{Program, StmtId, StmtKind};

/// Whose pragma it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// `#pragma omp`
    OpenMp,
    /// `#pragma acc`
    OpenAcc,
}

/// A pragma of OpenMP or OpenACC.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForeignPragma {
    /// Whose.
    pub family: Family,
    /// The words of the directive: `parallel`, `for`.
    pub words: Vec<String>,
    /// What follows them.
    pub clauses: Vec<Clause>,
}

/// A clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// `private`
    pub name: String,
    /// What its parentheses hold, if it has some.
    pub arguments: Option<String>,
}

/// The words of any pragma, in clauses too.
pub fn words(pragma: &str) -> impl Iterator<Item = &str> {
    pragma.split(|c: char| !is_of_word(c)).filter(|word| !word.is_empty())
}

fn is_of_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Words that may follow another in the name of a directive; elsewhere they begin a clause.
fn continues(family: Family, word: &str) -> bool {
    match family {
        Family::OpenMp => matches!(
            word,
            "target"
                | "teams"
                | "distribute"
                | "parallel"
                | "for"
                | "simd"
                | "loop"
                | "taskloop"
                | "sections"
                | "master"
                | "masked"
                | "data"
                | "enter"
                | "exit"
                | "update"
        ),
        Family::OpenAcc => matches!(word, "parallel" | "kernels" | "serial" | "loop" | "data"),
    }
}

impl ForeignPragma {
    /// Reads what stands behind `#pragma`.
    pub fn read(text: &str) -> Option<ForeignPragma> {
        let (family, mut rest) = match split_word(text.trim_start()) {
            ("omp", rest) => (Family::OpenMp, rest),
            ("acc", rest) => (Family::OpenAcc, rest),
            _ => return None,
        };
        let mut found = ForeignPragma { family, words: Vec::new(), clauses: Vec::new() };
        let is_gap = |c: char| c.is_ascii_whitespace() || c == ',';
        loop {
            rest = rest.trim_start_matches(is_gap);
            if rest.is_empty() {
                return (!found.words.is_empty()).then_some(found);
            }
            let (word, after) = split_word(rest);
            if word.is_empty() {
                return None;
            }
            let (arguments, after) = match after.trim_start().strip_prefix('(') {
                Some(inside) => {
                    let (arguments, after) = closed(inside)?;
                    (Some(arguments.trim().to_owned()), after)
                }
                None => (None, after),
            };
            let is_first = found.words.is_empty();
            let goes_on = found.clauses.is_empty() && arguments.is_none() && continues(family, word);
            match is_first || goes_on {
                true => {
                    found.words.push(word.to_owned());
                    // `critical(name)`, `threadprivate(x)`, `wait(1)`
                    let arguments =
                        arguments.map(|text| Clause { name: String::new(), arguments: Some(text) });
                    found.clauses.extend(arguments);
                }
                false => found.clauses.push(Clause { name: word.to_owned(), arguments }),
            }
            rest = after;
        }
    }

    /// Has the directive this word?
    pub fn says(&self, word: &str) -> bool {
        self.words.iter().any(|own| own == word)
    }

    /// Does it say how a loop is shared out, or what may be made of it?
    pub fn is_about_loop(&self) -> bool {
        let of_loops: &[&str] = match self.family {
            Family::OpenMp => &["for", "simd", "loop", "distribute", "taskloop"],
            Family::OpenAcc => &["loop"],
        };
        of_loops.iter().any(|word| self.says(word))
    }

    /// Do several threads run the statement below, whatever it is?
    pub fn makes_threads(&self) -> bool {
        match self.family {
            Family::OpenMp => ["parallel", "teams", "target"].iter().any(|word| self.says(word)),
            Family::OpenAcc => ["parallel", "kernels", "serial"].iter().any(|word| self.says(word)),
        }
    }

    /// The directive without its clauses: `omp parallel for`.
    pub fn name(&self) -> String {
        let family = match self.family {
            Family::OpenMp => "omp",
            Family::OpenAcc => "acc",
        };
        format!("{family} {}", self.words.join(" "))
    }

    /// The names in the clauses of one kind: `x` and `y` of `private(x, y)`, with sections as they are written.
    pub fn listed<'p>(&'p self, clause: &'p str) -> impl Iterator<Item = &'p str> {
        let of_kind = self.clauses.iter().filter(move |own| own.name == clause);
        of_kind.filter_map(|own| own.arguments.as_deref()).flat_map(list)
    }
}

/// The entries of a list; commas in brackets do not part them.
pub fn list(text: &str) -> impl Iterator<Item = &str> {
    let mut open = 0;
    let parts = text.split(move |c| {
        match c {
            '[' | '(' => open += 1,
            ']' | ')' => open -= 1,
            _ => {}
        }
        c == ',' && open == 0
    });
    parts.map(str::trim).filter(|part| !part.is_empty())
}

fn split_word(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| !is_of_word(c)).unwrap_or(text.len()))
}

/// What stands before the parenthesis that closes, and what behind it.
fn closed(text: &str) -> Option<(&str, &str)> {
    let mut open = 1;
    let at = text.find(|c| {
        match c {
            '(' => open += 1,
            ')' => open -= 1,
            _ => {}
        }
        open == 0
    })?;
    Some((&text[..at], &text[at + 1..]))
}

impl Program {
    /// The pragma of OpenMP or OpenACC that a statement is.
    pub fn foreign_pragma(&self, sources: &Sources, stmt: StmtId) -> Option<ForeignPragma> {
        match self.stmts[stmt].kind {
            StmtKind::Pragma(text) => ForeignPragma::read(&sources.text(text)),
            _ => None,
        }
    }

    /// The pragmas among the statements of a block, each with the statement below it; directives may stand between.
    /// What stands alone (`omp barrier`) has one as well, and is not about it.
    pub fn under_pragmas(&self, block: &[StmtId]) -> Vec<(StmtId, StmtId)> {
        let (mut found, mut waiting) = (Vec::new(), Vec::new());
        for stmt in block {
            let stmt = self.without_labels(*stmt);
            match self.stmts[stmt].kind {
                StmtKind::Pragma(_) => waiting.push(stmt),
                StmtKind::Directive(_) => {}
                _ => found.extend(waiting.drain(..).map(|pragma| (pragma, stmt))),
            }
        }
        found
    }

    /// What labels stand before: `case 1: default: l: x = 1;`.
    pub fn without_labels(&self, mut stmt: StmtId) -> StmtId {
        while let StmtKind::Label { body, .. } | StmtKind::Case { body, .. } | StmtKind::Default(body) =
            self.stmts[stmt].kind
        {
            stmt = body;
        }
        stmt
    }
}

#[cfg(test)]
mod foreign_pragma_tests {
    use super::*;

    #[test]
    fn directives_end_where_clauses_begin() {
        let read = |text| ForeignPragma::read(text).expect("a pragma");
        let pragma =
            read("omp parallel for collapse(2), private(x, y) reduction(+: s) schedule(static, f(1)) nowait");
        assert_eq!(pragma.name(), "omp parallel for");
        let names: Vec<&str> = pragma.clauses.iter().map(|clause| clause.name.as_str()).collect();
        assert_eq!(names, ["collapse", "private", "reduction", "schedule", "nowait"]);
        assert_eq!(pragma.listed("private").collect::<Vec<_>>(), ["x", "y"]);
        assert_eq!(pragma.clauses[3].arguments.as_deref(), Some("static, f(1)"));
        assert_eq!(read("omp for ordered").name(), "omp for");
        assert_eq!(read("omp critical (name)").name(), "omp critical");
        assert_eq!(read("acc kernels loop copy(a[0:n], b[f(1,2):n])").name(), "acc kernels loop");
        assert_eq!(list("a[0:n], b[f(1,2):n]").collect::<Vec<_>>(), ["a[0:n]", "b[f(1,2):n]"]);
    }

    #[test]
    fn what_is_no_pragma_of_theirs_is_not_read() {
        for text in ["GCC ivdep", "omp", "omp parallel for private(x", "omp for +", ""] {
            assert_eq!(ForeignPragma::read(text), None, "{text}");
        }
    }
}
