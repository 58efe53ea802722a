//! Which words may come next in a directive: the parser is asked.
//!
//! A word that is none is put at the place, and the directive is parsed. If the parser expects
//! a word of the language it says which it knows; if it takes the word for a name, a name is
//! expected. So what is offered is what is accepted, also when the language grows.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use diagnostics::{Sink, codes};
use source::FileKind;
use syntax::preprocess::{FileLoader, Loaded, Options};

/// A word that no directive has, and that is near to none.
const PROBE: &str = "q_q_q_q_q_q_q";

/// What may come next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// One of these words.
    Words(Vec<String>),
    /// A name or an expression.
    Name,
    /// Nothing that can be offered.
    Nothing,
}

/// What may follow a text behind `#pragma hicuda`.
pub(crate) fn next(before: &str) -> Next {
    // What is open must be closed again for the rest to be understood.
    let open = before.matches('(').count().saturating_sub(before.matches(')').count());
    let brackets = before.matches('[').count().saturating_sub(before.matches(']').count());
    let tail = format!("{}{}", "]".repeat(brackets), ")".repeat(open));
    let text = format!("#pragma hicuda {} {PROBE}{tail}\n;\n", before.replace("\\\n", " "));
    let mut sources = syntax::new_sources();
    let bytes: Arc<[u8]> = Arc::from(text.into_bytes());
    let Some(file) = sources.map.add("probe".into(), bytes, FileKind::User, None) else {
        return Next::Nothing;
    };
    let mut sink = Sink::default();
    let options = Options::default();
    let tokens = syntax::preprocess::preprocess(file, &options, &mut NoFiles, &mut sources, &mut sink);
    syntax::parse::parse(&tokens, syntax::Dialect::C, &mut sources, &mut sink);
    let speaks_of_probe = |found: &&diagnostics::Diagnostic| found.message.contains(PROBE);
    let unknown = sink.diagnostics().iter().find(speaks_of_probe);
    match unknown {
        Some(found) if [codes::NO_SUCH_DIRECTIVE.id, codes::NO_SUCH_CLAUSE.id].contains(&found.code.id) => {
            let known = found.help.iter().flat_map(|help| help.split('`').skip(1).step_by(2));
            Next::Words(known.map(String::from).collect())
        }
        Some(_) => Next::Nothing,
        None => Next::Name,
    }
}

/// All words of the language, for colours.
pub(crate) fn words() -> &'static BTreeSet<String> {
    static WORDS: OnceLock<BTreeSet<String>> = OnceLock::new();
    WORDS.get_or_init(|| {
        let known = |before: &str| match next(before) {
            Next::Words(words) => words,
            Next::Name | Next::Nothing => Vec::new(),
        };
        let mut all = BTreeSet::new();
        for directive in known("") {
            let after = known(&directive);
            for action in after.iter().map(String::as_str).chain([""]) {
                all.extend(known(&format!("{directive} {action} x")));
            }
            all.extend(after);
            all.insert(directive);
        }
        all
    })
}

/// A directive includes nothing.
struct NoFiles;

impl FileLoader for NoFiles {
    fn load(&mut self, _: &str) -> Loaded {
        Loaded::NotFound
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words_after(before: &str) -> Vec<String> {
        match next(before) {
            Next::Words(words) => words,
            other => panic!("{before}: {other:?}"),
        }
    }

    #[test]
    fn the_parser_says_what_may_come() {
        assert!(words_after("").contains(&"loop_partition".to_owned()));
        assert!(words_after("kernel k").contains(&"tblock".to_owned()));
        assert!(words_after("loop_partition over_thread").contains(&"reduction".to_owned()));
        assert_eq!(words_after("global"), ["alloc", "copyin", "copyout", "free"]);
        assert_eq!(words_after("global alloc a[0:3]"), ["copyin", "clear", "pinned"]);
        assert_eq!(words_after("loop_partition over_tblock("), ["BLOCK", "CYCLIC"]);
    }

    #[test]
    fn where_a_name_stands_names_are_offered() {
        for before in ["global alloc", "kernel k tblock(", "permute(i,", "shared alloc a[i:"] {
            assert_eq!(next(before), Next::Name, "{before}");
        }
        assert!(words().contains("over_tblock") && words().contains("copyin"));
    }
}
