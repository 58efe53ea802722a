//! Files that compilers write beside their output, as `--coverage` and `-gsplit-dwarf` ask for.
//!
//! What is translated is compiled in a folder that goes away, so compilers are told the names that
//! they would have chosen for the user's file. Each has its own words for that:
//!
//! ```text
//! warploom cc --coverage -c src/scale.c -o out/scale.o
//!     gcc     -dumpdir out/ -dumpbase scale.c -dumpbase-ext .c
//!     clang   -Xclang -coverage-notes-file=/…/out/scale.gcno -Xclang -coverage-data-file=/…/out/scale.gcda
//! ```
//! What cannot be told is not asked for: a program would write its counts to a folder that is gone,
//! and make it again.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use crate::line_directives::MADE;

/// How a compiler is told the names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Words {
    /// Those of gcc 11 and later.
    Gcc,
    /// Those of clang's inner compiler.
    Clang,
    /// There are none.
    None,
}

/// What the user's flags ask a compiler to write beside its output.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Beside<'a> {
    pub flags: &'a [OsString],
    pub words: Words,
}

const COUNTED: [&str; 3] = ["--coverage", "-ftest-coverage", "-fprofile-arcs"];

/// How flags of gcc begin that have it write files.
const OF_GCC: [&str; 6] =
    ["-fprofile-generate", "-fstack-usage", "-fcallgraph-info", "-gsplit-dwarf", "-fdump-", "-save-temps"];

const OF_CLANG: [&str; 3] = ["-fstack-usage", "-gsplit-dwarf", UNNAMED];

/// Clang names these files after its input, whatever it is told.
const UNNAMED: &str = "-save-temps";

const EXCLUDED: &str = "-fprofile-exclude-files=";

/// Are lines counted when the program runs?
pub(crate) fn is_counted(flags: &[OsString]) -> bool {
    flags.iter().any(|flag| COUNTED.iter().any(|name| flag == name))
}

impl Beside<'_> {
    /// The first flag that asks for such files.
    pub(crate) fn asked(&self) -> Option<&OsStr> {
        self.flags.iter().find(|flag| self.asks(flag)).map(OsString::as_os_str)
    }

    /// Do names matter to the compiler? They also tell gcc where it finds what an earlier program counted.
    pub(crate) fn has_names(&self) -> bool {
        let reads = |flag: &OsString| starts(flag, &["-fprofile-use"]);
        self.asked().is_some() || self.words == Words::Gcc && self.flags.iter().any(reads)
    }

    /// The first of them whose files cannot be named.
    pub(crate) fn lost(&self) -> Option<&OsStr> {
        self.flags.iter().find(|flag| self.asks(flag) && !self.is_told(flag)).map(OsString::as_os_str)
    }

    /// The flags for text whose files are named.
    pub(crate) fn kept(&self) -> Vec<OsString> {
        self.flags.iter().filter(|flag| !self.asks(flag) || self.is_told(flag)).cloned().collect()
    }

    /// The flags for text that no name stands for.
    pub(crate) fn left(&self) -> Vec<OsString> {
        self.flags.iter().filter(|flag| !self.asks(flag)).cloned().collect()
    }

    /// Tells the compiler that the files are `base` with their endings.
    pub(crate) fn named(&self, base: &Path) -> Vec<OsString> {
        let mut words = match self.words {
            Words::Gcc => gcc_words(base),
            Words::Clang => self.clang_words(base),
            Words::None => Vec::new(),
        };
        // What Warploom wrote is no file that a report on coverage could show. Clang takes the flag with this one alone.
        let may_exclude = self.words == Words::Gcc || self.flags.iter().any(|flag| flag == "--coverage");
        if is_counted(self.flags) && may_exclude {
            words.push(self.excluded());
            // gcc counts lines after it has inlined small functions, excluded ones, too.
            words.extend((self.words == Words::Gcc).then(|| "-fno-early-inlining".into()));
        }
        words
    }

    fn asks(&self, flag: &OsString) -> bool {
        let others = if self.words == Words::Clang { OF_CLANG.as_slice() } else { OF_GCC.as_slice() };
        starts(flag, &COUNTED) || starts(flag, others)
    }

    fn is_told(&self, flag: &OsString) -> bool {
        match self.words {
            Words::Gcc => true,
            Words::Clang => !starts(flag, &[UNNAMED]),
            Words::None => false,
        }
    }

    /// The flags again that each kind of file needs: clang takes a name for the wish to have the file.
    fn clang_words(&self, base: &Path) -> Vec<OsString> {
        let has = |names: &[&str]| self.flags.iter().any(|flag| names.iter().any(|name| flag == name));
        let mut words = Vec::new();
        // The running program may be anywhere.
        let base_of_counts = std::path::absolute(base).unwrap_or_else(|_| base.to_path_buf());
        if has(&["--coverage", "-ftest-coverage"]) {
            words.push(joined("-coverage-notes-file=", &with_ending(&base_of_counts, ".gcno")));
        }
        if has(&["--coverage", "-fprofile-arcs"]) {
            words.push(joined("-coverage-data-file=", &with_ending(&base_of_counts, ".gcda")));
        }
        if has(&["-fstack-usage"]) {
            words.extend(["-stack-usage-file".into(), with_ending(base, ".su")]);
        }
        if has(&["-gsplit-dwarf", "-gsplit-dwarf=split"]) {
            for name in ["-split-dwarf-file", "-split-dwarf-output"] {
                words.extend([name.into(), with_ending(base, ".dwo")]);
            }
        }
        words.into_iter().flat_map(|word| ["-Xclang".into(), word]).collect()
    }

    /// The last such flag counts, so it repeats what the user has excluded.
    fn excluded(&self) -> OsString {
        let users = self.flags.iter().rev().find_map(|flag| flag.to_str()?.strip_prefix(EXCLUDED));
        match users {
            Some(users) => format!("{EXCLUDED}{users};{MADE}"),
            None => format!("{EXCLUDED}{MADE}"),
        }
        .into()
    }
}

fn gcc_words(base: &Path) -> Vec<OsString> {
    let name = with_ending(Path::new(base.file_name().unwrap_or_default()), ".c");
    let folder = base.with_file_name("").into_os_string();
    vec!["-dumpdir".into(), folder, "-dumpbase".into(), name, "-dumpbase-ext".into(), ".c".into()]
}

fn starts(flag: &OsString, names: &[&str]) -> bool {
    let flag = flag.to_string_lossy();
    names.iter().any(|name| flag.starts_with(name))
}

fn with_ending(base: &Path, ending: &str) -> OsString {
    let mut name = base.as_os_str().to_os_string();
    name.push(ending);
    name
}

fn joined(start: &str, rest: &OsStr) -> OsString {
    let mut word = OsString::from(start);
    word.push(rest);
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(flags: &[&str], words: Words) -> String {
        let flags: Vec<OsString> = flags.iter().map(OsString::from).collect();
        let named = Beside { flags: &flags, words }.named(Path::new("/out/a"));
        named.join(OsStr::new(" ")).into_string().expect("text")
    }

    #[test]
    fn each_compiler_is_told_in_its_own_words() {
        let gcc = "-dumpdir /out/ -dumpbase a.c -dumpbase-ext .c";
        assert_eq!(told(&["-gsplit-dwarf"], Words::Gcc), gcc);
        let clang =
            "-Xclang -split-dwarf-file -Xclang /out/a.dwo -Xclang -split-dwarf-output -Xclang /out/a.dwo";
        assert_eq!(told(&["-gsplit-dwarf"], Words::Clang), clang);
        let notes = "-Xclang -coverage-notes-file=/out/a.gcno";
        assert_eq!(told(&["-ftest-coverage"], Words::Clang), notes);
    }

    #[test]
    fn what_the_user_excludes_stays_excluded() {
        let flags = ["--coverage", "-fprofile-exclude-files=x;y"];
        assert!(
            told(&flags, Words::Gcc).ends_with(" -fprofile-exclude-files=x;y;<warploom> -fno-early-inlining")
        );
    }

    #[test]
    fn flags_that_only_read_are_left() {
        let flags: Vec<OsString> = ["-g", "--coverage", "-fprofile-use=p"].map(OsString::from).into();
        let beside = Beside { flags: &flags, words: Words::Gcc };
        assert_eq!(beside.left(), ["-g", "-fprofile-use=p"]);
        assert_eq!(beside.asked(), Some(OsStr::new("--coverage")));
    }

    #[test]
    fn what_cannot_be_named_is_lost() {
        let flags: Vec<OsString> = ["-fstack-usage", "-save-temps=obj"].map(OsString::from).into();
        let beside = Beside { flags: &flags, words: Words::Clang };
        assert_eq!(
            (beside.kept(), beside.lost()),
            (vec!["-fstack-usage".into()], Some(OsStr::new("-save-temps=obj")))
        );
        assert_eq!(Beside { flags: &flags, words: Words::Gcc }.lost(), None);
    }
}
