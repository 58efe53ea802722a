//! What the machine's C compiler knows: where headers lie and which macros
//! are predefined.
//!
//! `cc -E -dM -v` answers both in one go: macros on standard output, the
//! search list on standard error between two well-known lines. The answer is
//! kept in the user's cache folder, because a process costs more than the
//! rest of a small check. Without a `cc`, the built-in answer serves: our own
//! small headers and the macros of x86-64 Linux.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};

use crate::builtin;
use crate::cache;
use crate::compilers::{Compiler, c_compiler};
use crate::options::Options;
use crate::output::{Mode, write_whole};

/// Header folders and predefined macros.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Toolchain {
    /// Where `#include <…>` looks after `-I` and `-isystem`.
    pub system_include: Vec<PathBuf>,
    /// `#define` lines, as the compiler printed them.
    pub predefined: String,
    /// The compiler that was asked; `None` for the built-in answer.
    pub compiler: Option<PathBuf>,
    /// Where its linker looks for libraries after `-L`.
    pub library_folders: Vec<PathBuf>,
}

/// What the answer depends on. A compiler that was updated has another
/// modification time, so a stale answer is never used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Question {
    warploom: String,
    compiler: PathBuf,
    arguments: Vec<OsString>,
    modified: u64,
    size: u64,
    flags: Vec<OsString>,
}

#[derive(Serialize, Deserialize)]
struct CachedAnswer {
    question: Question,
    answer: Toolchain,
}

impl Toolchain {
    /// The machine that the compiler is for; it may be another than this one.
    pub fn machine(&self) -> hir::Machine {
        match self.predefined.lines().any(|line| line.starts_with("#define __aarch64__ ")) {
            true => hir::Machine::Aarch64,
            false => hir::Machine::X86_64,
        }
    }

    /// Finds the compiler and asks it, or the cache, or the built-in answer.
    pub fn find(options: &Options) -> Toolchain {
        if options.builtin_headers {
            return Toolchain::builtin(options);
        }
        let Some(question) = c_compiler().and_then(|compiler| Question::new(compiler, options)) else {
            return Toolchain::builtin(options);
        };
        let cache = cache_file(&question);
        if let Some(answer) = cache.as_deref().and_then(|file| read_cache(file, &question)) {
            return answer;
        }
        // A compiler that does not know a flag will say so when it compiles.
        let plain = Question { flags: Vec::new(), ..question.clone() };
        let Some(answer) = ask(&question).or_else(|| ask(&plain)) else {
            return Toolchain::builtin(options);
        };
        if let Some(file) = cache {
            write_cache(&file, CachedAnswer { question, answer: answer.clone() });
        }
        answer
    }

    /// The answer that needs no compiler.
    pub fn builtin(options: &Options) -> Toolchain {
        Toolchain {
            system_include: vec![PathBuf::from(builtin::FOLDER)],
            predefined: builtin::predefined_macros(options.standard.as_deref()),
            compiler: None,
            library_folders: Vec::new(),
        }
    }
}

impl Question {
    fn new(compiler: Compiler, options: &Options) -> Option<Question> {
        let metadata = std::fs::metadata(&compiler.path).ok()?;
        let modified = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        let standard = options.standard.iter().map(|std| format!("-std={std}").into());
        let optimize = options.optimize.iter().map(|level| format!("-O{level}").into());
        let openmp = options.openmp.then(|| "-fopenmp".into());
        let threads = options.threads.then(|| "-pthread".into());
        let passed = options.passed.host.iter().filter(|flag| changes_the_answer(flag)).cloned();
        Some(Question {
            warploom: env!("CARGO_PKG_VERSION").to_string(),
            compiler: compiler.path,
            arguments: compiler.arguments,
            modified: modified.as_millis() as u64,
            size: metadata.len(),
            flags: standard.chain(optimize).chain(openmp).chain(threads).chain(passed).collect(),
        })
    }
}

/// `-march=native` and `-ffast-math` predefine macros, `--sysroot` moves headers.
fn changes_the_answer(flag: &OsStr) -> bool {
    let flag = flag.to_string_lossy();
    ["-m", "-f", "--sysroot", "-isysroot", "-nostdinc", "-B", "-specs"]
        .iter()
        .any(|start| flag.starts_with(start))
}

/// Runs the compiler. Anything unexpected is `None`: the built-in answer is
/// better than half of one.
fn ask(question: &Question) -> Option<Toolchain> {
    let compiler = |arguments: &[&str]| {
        let mut command = Command::new(&question.compiler);
        command.args(&question.arguments).args(&question.flags).args(arguments);
        command.env("LC_ALL", "C").stdin(Stdio::null()).output().ok()
    };
    let output = compiler(&["-E", "-dM", "-v", "-x", "c", "-"])?;
    let folders = compiler(&["-print-search-dirs"]).filter(|output| output.status.success());
    let system_include = search_list(&String::from_utf8_lossy(&output.stderr));
    let usable = output.status.success() && !system_include.is_empty();
    usable.then(|| Toolchain {
        system_include,
        predefined: with_clang_names(String::from_utf8_lossy(&output.stdout).into_owned()),
        compiler: Some(question.compiler.clone()),
        library_folders: folders
            .map_or(Vec::new(), |output| library_list(&String::from_utf8_lossy(&output.stdout))),
    })
}

/// clang answers a few questions in `#if` that gcc does not know and that its
/// `-dM` does not list; they ask for clang's own features, and the honest
/// answer is no, since the text is read by us.
fn with_clang_names(mut predefined: String) -> String {
    if predefined.contains("#define __clang__ ") {
        for question in ["__has_feature", "__has_extension", "__has_warning", "__building_module"] {
            predefined.push_str(&format!("#define {question}(x) 0\n"));
        }
        predefined.push_str("#define __is_identifier(x) 1\n");
        // To clang these are no keywords: the C library declares them as types.
        for name in ["_Float32", "_Float64", "_Float32x", "_Float64x"] {
            predefined.push_str(&format!("#define {name} {name}_type\n"));
        }
    }
    predefined
}

/// The folders between `#include <...> search starts here:` and
/// `End of search list.`
fn search_list(log: &str) -> Vec<PathBuf> {
    log.lines()
        .skip_while(|line| !line.starts_with("#include <...> search starts here:"))
        .skip(1)
        .take_while(|line| line.starts_with(' '))
        .map(|line| PathBuf::from(line.trim()))
        .collect()
}

/// The folders behind `libraries: =`.
fn library_list(printed: &str) -> Vec<PathBuf> {
    let line = printed.lines().find_map(|line| line.strip_prefix("libraries: ="));
    line.map_or(Vec::new(), |line| line.split(':').filter(|dir| !dir.is_empty()).map(PathBuf::from).collect())
}

/// The cache file of a question. Its name is a hash, its content holds the
/// question in full: a collision costs time and nothing else.
fn cache_file(question: &Question) -> Option<PathBuf> {
    let root = cache::folder()?;
    let key = serde_json::to_vec(question).ok()?;
    let hash = key.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    Some(root.join(format!("toolchain-{hash:016x}.json")))
}

fn read_cache(file: &Path, question: &Question) -> Option<Toolchain> {
    let cached: CachedAnswer = serde_json::from_slice(&std::fs::read(file).ok()?).ok()?;
    let is_current =
        cached.question == *question && cached.answer.system_include.iter().all(|dir| dir.is_dir());
    is_current.then_some(cached.answer)
}

/// A cache that cannot be written is no cache, and no reason to complain.
fn write_cache(file: &Path, answer: CachedAnswer) {
    if let (Some(folder), Ok(bytes)) = (file.parent(), serde_json::to_vec(&answer))
        && std::fs::create_dir_all(folder).is_ok()
    {
        let _ = write_whole(file, &bytes, Mode::Text);
        cache::bound_answers(folder);
    }
}

#[cfg(test)]
#[path = "toolchain_tests.rs"]
mod toolchain_tests;
