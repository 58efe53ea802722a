//! The directives of `#pragma hicuda`, one after the other.
//!
//! Words are keywords only where one is expected: `kernel kernel tblock(n)`
//! declares a kernel called `kernel`. They are compared by spelling, with case.

use diagnostics::{Diagnostic, codes};
use source::Span;

use crate::ast::{DirectiveKind, ExprId, Ident, ScheduledTime, UnrollFactor, When};
use crate::{Punct, Token, TokenKind};

use super::super::recover::offer_word;
use super::super::spelling::nearest;
use super::super::{Parsed, Parser, Reported};

const DIRECTIVES: &[&str] = &[
    "kernel",
    "kernel_end",
    "loop_partition",
    "singular",
    "singular_end",
    "barrier",
    "shape",
    "global",
    "constant",
    "texture",
    "shared",
    "use_device",
    "assume",
    "atomic",
    "tile",
    "permute",
    "schedule",
    "unroll",
    "collapse",
    "stage",
    "fuse",
    "fission",
    "wavefront",
    "snapshot",
    "when",
];

const KERNEL_CLAUSES: &[&str] = &["tblock", "thread", "nowait", "fastmath", "defines"];

impl Parser<'_> {
    /// `when(e)` in front of a directive.
    pub(super) fn when(&mut self) -> Parsed<Option<When>> {
        let Some(word) = self.word().filter(|word| self.sources.text(word.symbol) == "when") else {
            return Ok(None);
        };
        self.bump();
        let condition = self.clause_value("when", "when(n > 1024) loop_partition over_thread")?;
        let when = When { condition, span: self.span_from(word.span), others: Vec::new() };
        match self.word().is_some_and(|next| self.sources.text(next.symbol) == "when") {
            true => Err(self.malformed("a directive after `when(…)`", "join the conditions with `&&`")),
            false => Ok(Some(when)),
        }
    }

    /// What follows `#pragma hicuda`.
    pub(super) fn hicuda(&mut self) -> Parsed<DirectiveKind> {
        let Some(word) = self.word() else {
            return Err(
                self.malformed("a directive after `hicuda`", "write for instance `kernel` or `barrier`")
            );
        };
        let text = self.sources.text(word.symbol).into_owned();
        if !DIRECTIVES.contains(&text.as_str()) {
            return Err(self.unknown_word(&codes::NO_SUCH_DIRECTIVE, "directive", DIRECTIVES));
        }
        self.bump();
        Ok(match text.as_str() {
            "kernel" => self.kernel()?,
            "kernel_end" => DirectiveKind::KernelEnd,
            "loop_partition" => self.loop_partition(word)?,
            "singular" => DirectiveKind::Singular,
            "singular_end" => DirectiveKind::SingularEnd,
            "barrier" => DirectiveKind::Barrier,
            "shape" => DirectiveKind::Shape(self.shape_items()?),
            "global" => self.global()?,
            "constant" => self.constant()?,
            "texture" => self.texture()?,
            "shared" => self.shared()?,
            "use_device" => self.use_device()?,
            "assume" => DirectiveKind::Assume(self.clause_list("assume", "assume(n >= 16)")?),
            "atomic" => DirectiveKind::Atomic,
            "tile" => DirectiveKind::Tile(self.clause_list("tile", "tile(32, 32)")?),
            "permute" => DirectiveKind::Permute(self.permuted_names()?),
            "schedule" => DirectiveKind::Schedule(self.tuples_of_times()?),
            "unroll" => DirectiveKind::Unroll(self.unroll_factor()?),
            "collapse" => DirectiveKind::Collapse(self.clause_value("collapse", "collapse(2)")?),
            "stage" => self.stage()?,
            "fuse" => DirectiveKind::Fuse,
            "fission" => DirectiveKind::Fission,
            "snapshot" => DirectiveKind::Snapshot(self.clause_list("snapshot", "snapshot(a)")?),
            "wavefront" if self.nth_is(0, Punct::LParen) => {
                DirectiveKind::Wavefront(self.clause_list("wavefront", "wavefront(1, 1)")?)
            }
            _ => DirectiveKind::Wavefront(Vec::new()),
        })
    }

    /// `NAME [tblock(…)] [thread(…)] [nowait] [fastmath] [defines(SYM, …)]`
    fn kernel(&mut self) -> Parsed<DirectiveKind> {
        let is_clause = self.nth_is(1, Punct::LParen);
        let Some(name) = self.name().filter(|_| !is_clause) else {
            let help = "give the kernel a name: `kernel matmul tblock(32, 32) thread(16, 16)`";
            return Err(self.malformed("the kernel's name after `kernel`", help));
        };
        self.bump();
        let (mut tblock, mut thread, mut defines) = (None, None, None);
        let (mut nowait, mut fastmath) = (false, false);
        while let Some(word) = self.word() {
            let text = self.sources.text(word.symbol).into_owned();
            let seen = match text.as_str() {
                "tblock" => tblock.is_some(),
                "thread" => thread.is_some(),
                "nowait" => nowait,
                "fastmath" => fastmath,
                "defines" => defines.is_some(),
                _ => {
                    return Err(self.unknown_word(
                        &codes::NO_SUCH_CLAUSE,
                        "clause of `kernel`",
                        KERNEL_CLAUSES,
                    ));
                }
            };
            if seen {
                return Err(self.duplicate_clause(word));
            }
            self.bump();
            match text.as_str() {
                "tblock" => tblock = Some(self.clause_list("tblock", "tblock(32, 32)")?),
                "thread" => thread = Some(self.clause_list("thread", "thread(16, 16)")?),
                "nowait" => nowait = true,
                "defines" => defines = Some(self.clause_list("defines", "defines(a)")?),
                _ => fastmath = true,
            }
        }
        Ok(DirectiveKind::Kernel { name, tblock, thread, nowait, fastmath, defines })
    }

    /// `(SYM, …) [reads(SYM, …)] [writes(SYM, …)]`
    fn use_device(&mut self) -> Parsed<DirectiveKind> {
        let arrays = self.clause_list("use_device", "use_device(x, y)")?;
        let (mut reads, mut writes) = (None, None);
        while let Some(word) = self.word() {
            let (clause, example) = match &*self.sources.text(word.symbol) {
                "reads" => (&mut reads, "reads(x)"),
                "writes" => (&mut writes, "writes(y)"),
                _ => {
                    let known = &["reads", "writes"];
                    return Err(self.unknown_word(&codes::NO_SUCH_CLAUSE, "clause of `use_device`", known));
                }
            };
            if clause.is_some() {
                return Err(self.duplicate_clause(word));
            }
            self.bump();
            let name = example.split('(').next().unwrap_or_default();
            *clause = Some(self.clause_list(name, example)?);
        }
        Ok(DirectiveKind::UseDevice { arrays, reads, writes })
    }

    /// `(i, j)`: loop variables.
    fn permuted_names(&mut self) -> Parsed<Vec<Ident>> {
        let open = self.clause_open("permute", "permute(k, i)")?;
        let mut names = Vec::new();
        loop {
            let Some(name) = self.eat_name() else {
                return Err(self.malformed("a loop variable", "write for instance `permute(k, i)`"));
            };
            names.push(name);
            if !self.eat(Punct::Comma) {
                break;
            }
        }
        self.close_clause(open)?;
        Ok(names)
    }

    /// `((k, 0, [i]), (j, 1, [i]))`: a tuple for each statement.
    fn tuples_of_times(&mut self) -> Parsed<Vec<Vec<ScheduledTime>>> {
        let example = "schedule((k, 0, [i]), (j, 1, [i]))";
        let open = self.clause_open("schedule", example)?;
        let mut tuples = Vec::new();
        loop {
            if !self.at(Punct::LParen) {
                let help = format!("write for instance `{example}`");
                return Err(self.malformed("the times of a statement in parentheses", &help));
            }
            let tuple = self.clause_open("schedule", example)?;
            tuples.push(self.nested(Self::times)?);
            self.close_clause(tuple)?;
            if !self.eat(Punct::Comma) {
                break;
            }
        }
        self.close_clause(open)?;
        Ok(tuples)
    }

    /// `k, 0, [i]`
    fn times(&mut self) -> Parsed<Vec<ScheduledTime>> {
        let mut times = Vec::new();
        loop {
            let is_shared_out = self.eat(Punct::LBracket);
            let time = self.assignment()?;
            if is_shared_out && !self.eat(Punct::RBracket) {
                return Err(self.malformed("`]`", "write for instance `schedule((k, [i]))`"));
            }
            times.push(ScheduledTime { time, is_shared_out });
            if !self.eat(Punct::Comma) {
                return Ok(times);
            }
        }
    }

    /// `(n: SYM, …) [pad(…)] [ahead(…)] [order(…)]`
    fn stage(&mut self) -> Parsed<DirectiveKind> {
        let example = "stage(16: a, b)";
        let open = self.clause_open("stage", example)?;
        let length = self.nested(Self::assignment)?;
        if !self.eat(Punct::Colon) {
            return Err(self.malformed(
                "`:` and arrays after the length of a strip",
                &format!("write for instance `{example}`"),
            ));
        }
        let arrays = self.nested(Self::expr_list)?;
        self.close_clause(open)?;
        Ok(DirectiveKind::Stage { length, arrays, tile: self.stage_clauses()? })
    }

    /// `(n)` or `(full)`
    fn unroll_factor(&mut self) -> Parsed<UnrollFactor> {
        let open = self.clause_open("unroll", "unroll(4)")?;
        let factor = if self.at_word("full") && self.nth_is(1, Punct::RParen) {
            self.bump();
            UnrollFactor::Full
        } else {
            UnrollFactor::Times(self.assignment()?)
        };
        self.close_clause(open)?;
        Ok(factor)
    }

    /// The current token if it is a word, be it a keyword of C or not.
    pub(super) fn word(&self) -> Option<Token> {
        Some(self.token()).filter(|t| t.kind == TokenKind::Ident)
    }

    /// `(e, e)` after a clause's name; `example` shows how to write it.
    pub(super) fn clause_list(&mut self, clause: &str, example: &str) -> Parsed<Vec<ExprId>> {
        let open = self.clause_open(clause, example)?;
        let list = self.nested(Self::expr_list)?;
        self.close_clause(open)?;
        Ok(list)
    }

    /// `(e)` after a clause's name.
    pub(super) fn clause_value(&mut self, clause: &str, example: &str) -> Parsed<ExprId> {
        let open = self.clause_open(clause, example)?;
        let value = self.nested(Self::assignment)?;
        self.close_clause(open)?;
        Ok(value)
    }

    /// The `(` after a clause's name.
    pub(super) fn clause_open(&mut self, clause: &str, example: &str) -> Parsed<Token> {
        if self.at(Punct::LParen) && !self.nth_is(1, Punct::RParen) {
            return Ok(self.bump());
        }
        let what = format!("a value in parentheses after `{clause}`");
        Err(self.malformed(&what, &format!("write for instance `{example}`")))
    }

    pub(super) fn close_clause(&mut self, open: Token) -> Parsed<()> {
        if self.eat(Punct::RParen) {
            return Ok(());
        }
        let found = self.found();
        let at = self.place_in_line();
        let diagnostic = malformed_directive(at, "`)`", &found).related(open.span, "this `(` is not closed");
        Err(self.report(diagnostic))
    }

    /// Something is missing; `help` says what to write.
    pub(super) fn malformed(&mut self, what: &str, help: &str) -> Reported {
        let found = self.found();
        let at = self.place_in_line();
        self.report(malformed_directive(at, what, &found).help(help))
    }

    /// The current token; at the end, the place behind the last one (a comment
    /// may follow it).
    fn place_in_line(&self) -> Span {
        if self.at_directive_end() { self.prev_span().end() } else { self.span() }
    }

    /// The current word is not one of `known`; the nearest is offered.
    pub(super) fn unknown_word(
        &mut self,
        code: &'static diagnostics::Code,
        what: &str,
        known: &[&str],
    ) -> Reported {
        let token = self.token();
        let text = self.sources.text(token.symbol).into_owned();
        let mut diagnostic = Diagnostic::new(code, token.span, format!("`{text}` is not a {what}"));
        diagnostic = match nearest(&text, known.iter().copied()) {
            Some(meant) => offer_word(diagnostic, token.span, meant),
            None => diagnostic.help(format!("known are {}", listed(known))),
        };
        self.report(diagnostic)
    }

    pub(super) fn duplicate_clause(&mut self, word: Token) -> Reported {
        let text = self.sources.text(word.symbol).into_owned();
        self.report(clause_given_twice(word.span, &text))
    }
}

/// `a`, `b` and `c`
fn listed(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|w| format!("`{w}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => quoted.concat(),
    }
}

fn malformed_directive(at: Span, what: &str, found: &str) -> Diagnostic {
    Diagnostic::new(&codes::INCOMPLETE_DIRECTIVE, at, format!("expected {what}, found {found}"))
}

fn clause_given_twice(at: Span, clause: &str) -> Diagnostic {
    Diagnostic::new(&codes::DUPLICATE_CLAUSE, at, format!("`{clause}` is given twice"))
        .help("keep one of them")
}
