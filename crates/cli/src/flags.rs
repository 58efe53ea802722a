//! The one table of flags that `cc` and `nvcc` have.
//!
//! Each is understood, or handed on to the compiler behind. Command-line parsers of today
//! expect two dashes before a word, compilers have one: what the table knows is rewritten
//! into options that the parser knows, in every command that compiles.
//!
//! ```text
//! -std=c11              --std=c11                understood
//! -march=native         --cc-flag=-march=native  for cc; behind nvcc's -Xcompiler
//! -Wall                 --cc-warning=-Wall       for cc, about the user's text
//! -Wno-W1101            --silence=W1101          about Warploom's own messages
//! -arch=sm_90           --nvcc-flag=-arch=sm_90  for nvcc
//! util.o -lfoo -Wl,-z   --link=… each            for the linker, in this order
//! @file                 the words in the file
//! ```
//!
//! Invariant: a flag that changes what C means, and that Warploom would get wrong, is refused.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use driver::compilers::{arguments_in, split_words};
use driver::language::{FileUse, use_of};

use crate::compile_commands;
use crate::settings::{Settings, first_input};

/// Where a flag's value stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// There is none: `-pipe`.
    None,
    /// The rest of the word, which may be empty: `-fPIC`, `-O2`.
    Rest,
    /// The next word: `-Xlinker -z`.
    Next,
    /// The rest of the word or the next one: `-Idir`, `-I dir`.
    Either,
    /// After `=` or in the next word: `-arch=sm_90`, `-arch sm_90`.
    Equals,
}

/// What becomes of a flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// Our own option, with the value.
    Own(&'static str),
    /// Our own option, without one.
    Switch(&'static str),
    /// For the C compiler.
    Host,
    /// The words behind the commas are for the C compiler.
    HostWords,
    /// Warnings about the user's text.
    Warning,
    /// For nvcc.
    Device,
    /// For the linker.
    Link,
    /// How `make` learns what the output depends on.
    Depend,
    /// The words behind the commas, or the next one, are for the preprocessor.
    Preprocessor,
    /// Refused, and why.
    Refused(&'static str),
}

/// A flag.
pub struct Flag {
    /// As it is written.
    pub spelling: &'static str,
    /// Its value.
    pub value: Value,
    /// Its use.
    pub usage: Use,
}

const fn flag(spelling: &'static str, value: Value, usage: Use) -> Flag {
    Flag { spelling, value, usage }
}

const LAYOUT: &str = "Warploom lays out data as 64-bit Linux does, and this flag changes it";
const SIGNS: &str = "Warploom reads C in which `char` and bit-fields are signed";
const MACHINE_CODE: &str = "`translate` writes CUDA, of which nvcc makes it";
const PREPROCESSED: &str = "`warploom cc` does that, as cc would";

/// The flags; the first that fits counts. What has one dash and fits none is for `cc`.
pub const FLAGS: &[Flag] = &[
    flag("-std", Value::Equals, Use::Own("std")),
    flag("-ansi", Value::None, Use::Switch("std=c90")),
    flag("-isystem", Value::Either, Use::Own("isystem")),
    flag("-idirafter", Value::Either, Use::Own("isystem")),
    flag("-iquote", Value::Either, Use::Own("iquote")),
    flag("-include", Value::Either, Use::Own("include")),
    flag("-fopenmp", Value::None, Use::Switch("openmp")),
    flag("-pthread", Value::None, Use::Switch("pthread")),
    flag("-x", Value::Either, Use::Own("language")),
    flag("-O", Value::Rest, Use::Own("optimize")),
    flag("-Werror", Value::None, Use::Switch("warnings-are-errors")),
    flag("-w", Value::None, Use::Switch("no-warnings")),
    // Dependencies.
    flag("-MF", Value::Either, Use::Depend),
    flag("-MT", Value::Either, Use::Depend),
    flag("-MQ", Value::Either, Use::Depend),
    flag("-MMD", Value::None, Use::Depend),
    flag("-MD", Value::None, Use::Depend),
    flag("-MP", Value::None, Use::Depend),
    flag("-MM", Value::None, Use::Refused(PREPROCESSED)),
    flag("-MG", Value::None, Use::Refused(PREPROCESSED)),
    flag("-M", Value::None, Use::Refused(PREPROCESSED)),
    flag("-E", Value::None, Use::Refused(PREPROCESSED)),
    flag("-S", Value::None, Use::Refused("`translate` writes source to read, and `build -c` an object")),
    // For a compiler, by name.
    flag("-Xcc", Value::Next, Use::Own("cc-flag")),
    flag("-Xnvcc", Value::Next, Use::Own("nvcc-flag")),
    flag("-Xcompiler", Value::Equals, Use::HostWords),
    flag("--compiler-options", Value::Equals, Use::HostWords),
    flag("-Xpreprocessor", Value::Next, Use::Preprocessor),
    flag("-Xassembler", Value::Next, Use::Host),
    // nvcc's.
    flag("--offload-arch", Value::Equals, Use::Device),
    flag("-arch", Value::Equals, Use::Device),
    flag("-code", Value::Equals, Use::Device),
    flag("-gencode", Value::Equals, Use::Device),
    flag("--gpu-architecture", Value::Equals, Use::Device),
    flag("--gpu-code", Value::Equals, Use::Device),
    flag("--generate-code", Value::Equals, Use::Device),
    flag("-rdc", Value::Equals, Use::Device),
    flag("--relocatable-device-code", Value::Equals, Use::Device),
    flag("-dc", Value::None, Use::Device),
    flag("-lineinfo", Value::None, Use::Device),
    flag("--generate-line-info", Value::None, Use::Device),
    flag("-use_fast_math", Value::None, Use::Device),
    flag("--use_fast_math", Value::None, Use::Device),
    flag("-maxrregcount", Value::Equals, Use::Device),
    flag("--maxrregcount", Value::Equals, Use::Device),
    flag("-Xptxas", Value::Equals, Use::Device),
    flag("--ptxas-options", Value::Equals, Use::Device),
    flag("-Xcudafe", Value::Equals, Use::Device),
    flag("-Xfatbin", Value::Equals, Use::Device),
    flag("--fatbin-options", Value::Equals, Use::Device),
    flag("-Xnvlink", Value::Equals, Use::Device),
    flag("--nvlink-options", Value::Equals, Use::Device),
    flag("-diag-suppress", Value::Equals, Use::Device),
    flag("--diag-suppress", Value::Equals, Use::Device),
    flag("-default-stream", Value::Equals, Use::Device),
    flag("--default-stream", Value::Equals, Use::Device),
    flag("-t", Value::Next, Use::Device),
    flag("--threads", Value::Equals, Use::Device),
    flag("--split-compile", Value::Equals, Use::Device),
    flag("-dlto", Value::None, Use::Device),
    flag("-ccbin", Value::Equals, Use::Device),
    flag("--compiler-bindir", Value::Equals, Use::Device),
    flag("-cudart", Value::Equals, Use::Device),
    flag("--cudart", Value::Equals, Use::Device),
    flag("-ftz", Value::Equals, Use::Device),
    flag("-prec-div", Value::Equals, Use::Device),
    flag("-prec-sqrt", Value::Equals, Use::Device),
    flag("-fmad", Value::Equals, Use::Device),
    flag("-expt-relaxed-constexpr", Value::None, Use::Device),
    flag("--expt-relaxed-constexpr", Value::None, Use::Device),
    flag("-expt-extended-lambda", Value::None, Use::Device),
    flag("--expt-extended-lambda", Value::None, Use::Device),
    flag("-extended-lambda", Value::None, Use::Device),
    flag("--extended-lambda", Value::None, Use::Device),
    flag("-res-usage", Value::None, Use::Device),
    flag("--resource-usage", Value::None, Use::Device),
    flag("--device-debug", Value::None, Use::Device),
    flag("--device-c", Value::None, Use::Device),
    flag("-forward-unknown-to-host-compiler", Value::None, Use::Device),
    flag("--forward-unknown-to-host-compiler", Value::None, Use::Device),
    flag("-ptx", Value::None, Use::Refused(MACHINE_CODE)),
    flag("--ptx", Value::None, Use::Refused(MACHINE_CODE)),
    flag("-cubin", Value::None, Use::Refused(MACHINE_CODE)),
    flag("--cubin", Value::None, Use::Refused(MACHINE_CODE)),
    flag("-fatbin", Value::None, Use::Refused(MACHINE_CODE)),
    flag("--fatbin", Value::None, Use::Refused(MACHINE_CODE)),
    flag("-G", Value::None, Use::Device),
    // The linker's, and objects with them.
    flag("-l", Value::Either, Use::Link),
    flag("-L", Value::Either, Use::Link),
    flag("-Wl,", Value::Rest, Use::Link),
    flag("-Xlinker", Value::Next, Use::Link),
    flag("-T", Value::Either, Use::Link),
    flag("-u", Value::Next, Use::Link),
    flag("-e", Value::Next, Use::Link),
    flag("-z", Value::Next, Use::Link),
    flag("-rdynamic", Value::None, Use::Link),
    flag("-nostdlib", Value::None, Use::Link),
    flag("-nostartfiles", Value::None, Use::Link),
    flag("-nodefaultlibs", Value::None, Use::Link),
    // What C means.
    flag("-m32", Value::None, Use::Refused(LAYOUT)),
    flag("-m16", Value::None, Use::Refused(LAYOUT)),
    flag("-mx32", Value::None, Use::Refused(LAYOUT)),
    flag("-mlong-double-64", Value::None, Use::Refused(LAYOUT)),
    flag("-mlong-double-128", Value::None, Use::Refused(LAYOUT)),
    flag("-fpack-struct", Value::Rest, Use::Refused(LAYOUT)),
    flag("-fshort-enums", Value::None, Use::Refused(LAYOUT)),
    flag("-fshort-wchar", Value::None, Use::Refused(LAYOUT)),
    flag("-funsigned-char", Value::None, Use::Refused(SIGNS)),
    flag("-fno-signed-char", Value::None, Use::Refused(SIGNS)),
    flag("-funsigned-bitfields", Value::None, Use::Refused(SIGNS)),
    // cc's, with a value of their own.
    flag("-Wp,", Value::Rest, Use::Preprocessor),
    flag("-Wa,", Value::Rest, Use::Host),
    flag("-W", Value::Rest, Use::Warning),
    flag("-pedantic", Value::Rest, Use::Warning),
    flag("-imacros", Value::Either, Use::Host),
    flag("-isysroot", Value::Either, Use::Host),
    flag("--sysroot", Value::Equals, Use::Host),
    flag("--param", Value::Equals, Use::Host),
    flag("--coverage", Value::None, Use::Host),
    flag("-specs", Value::Equals, Use::Host),
    flag("-B", Value::Either, Use::Host),
    flag("-iprefix", Value::Next, Use::Host),
    flag("-iwithprefixbefore", Value::Either, Use::Host),
    flag("-iwithprefix", Value::Either, Use::Host),
    flag("-arch_only", Value::Next, Use::Host),
    flag("-wrapper", Value::Next, Use::Host),
    flag("-aux-info", Value::Next, Use::Host),
    flag("-dumpbase", Value::Next, Use::Host),
    flag("-dumpbase-ext", Value::Next, Use::Host),
    flag("-dumpdir", Value::Next, Use::Host),
    // clang's.
    flag("-target", Value::Next, Use::Host),
    flag("-mllvm", Value::Next, Use::Host),
    flag("-Xclang", Value::Next, Use::Host),
    flag("--gcc-toolchain", Value::Equals, Use::Host),
];

/// Commands that compile.
const COMPILING: [&str; 9] =
    ["check", "build", "run", "translate", "profile", "coalesce", "raise", "annotate", "tune"];

/// Whether `CFLAGS` and its relatives count. `make` hands them to `cc` itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variables {
    /// They do.
    Read,
    /// They are on the command line already.
    Given,
}

/// Rewrites the command line, everything before a bare `--`; an error is wrong usage.
pub fn normalize(arguments: Vec<OsString>, variables: Variables) -> Result<Vec<OsString>, String> {
    let is_compiling = |word: &OsString| COMPILING.iter().any(|command| word == command);
    let Some(at) = arguments.iter().position(is_compiling) else { return Ok(arguments) };
    let command = arguments[at].to_string_lossy().into_owned();
    let mut given = Vec::new();
    expand(&arguments[at + 1..], &mut given, 0)?;
    let end = given.iter().position(|word| word == "--").unwrap_or(given.len());
    let program = given.split_off(end);
    let settings = Settings::near(given.iter().map(Path::new))?;
    // `cc` is given the build system's flags by the build system.
    let input = first_input(given.iter().map(Path::new)).filter(|_| variables == Variables::Read);
    let mut words = input.map_or(Ok(Vec::new()), compile_commands::flags_of)?;
    words.extend(settings.flags());
    let of_variable = |name: &str| match variables {
        Variables::Read => arguments_in(name),
        Variables::Given => Vec::new(),
    };
    words.extend(["CPPFLAGS", "CFLAGS"].into_iter().flat_map(of_variable));
    words.extend(given);
    words.extend(of_variable("LDFLAGS"));
    let mut out: Vec<OsString> = arguments[..=at].to_vec();
    out.extend(settings.options(&command, &words));
    rewrite(&command, words, &mut out)?;
    out.extend(program);
    Ok(out)
}

/// Deeper nesting of response files is a file that names itself.
const DEEPEST: usize = 10;

/// Replaces `@file` by the words in the file, as `cc` does.
pub fn expand(words: &[OsString], out: &mut Vec<OsString>, depth: usize) -> Result<(), String> {
    for (at, word) in words.iter().enumerate() {
        if word == "--" {
            out.extend_from_slice(&words[at..]);
            return Ok(());
        }
        let file = word.as_bytes().strip_prefix(b"@").map(|name| PathBuf::from(OsStr::from_bytes(name)));
        match file.and_then(|file| std::fs::read(file).ok()) {
            Some(_) if depth == DEEPEST => return Err(format!("`{}` names itself", word.display())),
            Some(text) => expand(&split_words(&OsString::from_vec(text)), out, depth + 1)?,
            None => out.push(word.clone()),
        }
    }
    Ok(())
}

fn rewrite(command: &str, words: Vec<OsString>, out: &mut Vec<OsString>) -> Result<(), String> {
    let is_cuda =
        words.iter().any(|word| word.as_bytes().ends_with(b".cu") || word == "cu" || word == "-xcu");
    let mut words = words.into_iter();
    let mut preprocessor = Vec::new();
    while let Some(word) = words.next() {
        if !word.as_bytes().starts_with(b"-") || word == "-" {
            if use_of(Path::new(&word)) == FileUse::Linked {
                out.push(joined("--link=", &word));
            }
            out.push(word);
            continue;
        }
        // nvcc knows C++ standards; C files have none of them.
        if is_cuda && [&b"-std=c++"[..], b"--std=c++"].iter().any(|start| word.as_bytes().starts_with(start))
        {
            out.push(joined("--nvcc-flag=", &word));
            continue;
        }
        // `check` takes a compiler's whole command line, and writes nothing.
        if command == "check" && word == "-c" {
            continue;
        }
        if command == "check" && word.as_bytes().starts_with(b"-o") {
            let _ = (word == "-o").then(|| words.next());
            continue;
        }
        // What follows may look like a flag of a compiler, and is none.
        if word == "-o" || command == "tune" && word == "--case" {
            out.push(word);
            out.extend(words.next());
            continue;
        }
        match find(&word) {
            Some((Flag { usage: Use::Preprocessor, .. }, value)) => match value {
                Some(value) => {
                    let pieces = value.as_bytes().split(|byte| *byte == b',');
                    preprocessor.extend(pieces.map(|piece| OsStr::from_bytes(piece).to_os_string()));
                }
                None => preprocessor.extend(words.next()),
            },
            Some((flag, value)) => apply(flag, &word, value, &mut words, out)?,
            None if is_ours(&word) => out.push(word),
            None => out.push(joined("--cc-flag=", &word)),
        }
    }
    out.extend(preprocessing(preprocessor));
    Ok(())
}

/// Words of the preprocessor. What tells of dependencies is about the user's files, which only we have read: `-MD` has
/// the name of a file behind it here.
fn preprocessing(words: Vec<OsString>) -> Vec<OsString> {
    let mut out = Vec::new();
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        let depend = |word: &OsStr| joined("--depend=", word);
        match word.to_str() {
            Some("-MD" | "-MMD") => {
                out.push(depend(&word));
                out.extend(words.next().iter().flat_map(|file| [depend("-MF".as_ref()), depend(file)]));
            }
            Some("-MF" | "-MT" | "-MQ") => {
                out.push(depend(&word));
                out.extend(words.next().map(|value| depend(&value)));
            }
            Some("-MP") => out.push(depend(&word)),
            _ => out.extend(["--cc-flag=-Xpreprocessor".into(), joined("--cc-flag=", &word)]),
        }
    }
    out
}

/// The flag that a word is, and the value in it.
pub fn find(word: &OsStr) -> Option<(&'static Flag, Option<OsString>)> {
    FLAGS.iter().find_map(|flag| {
        let rest = strip(word, flag.spelling)?;
        let attached = Some(rest.clone()).filter(|rest| !rest.is_empty());
        match flag.value {
            Value::None | Value::Next => rest.is_empty().then_some((flag, None)),
            Value::Rest => Some((flag, Some(rest))),
            Value::Either => Some((flag, attached)),
            Value::Equals => match strip(&rest, "=") {
                Some(value) => Some((flag, Some(value))),
                None => rest.is_empty().then_some((flag, None)),
            },
        }
    })
}

/// Does the flag take the next word?
pub fn takes_next(flag: &Flag, value: &Option<OsString>) -> bool {
    value.is_none() && !matches!(flag.value, Value::None | Value::Rest)
}

fn apply(
    flag: &Flag,
    word: &OsStr,
    value: Option<OsString>,
    following: &mut impl Iterator<Item = OsString>,
    out: &mut Vec<OsString>,
) -> Result<(), String> {
    let next = if takes_next(flag, &value) { following.next() } else { None };
    let whole = |option: &str, out: &mut Vec<OsString>| {
        out.push(joined(option, word));
        out.extend(next.iter().map(|next| joined(option, next)));
    };
    match flag.usage {
        Use::Own(name) => match value.clone().or(next.clone()) {
            Some(value) => out.push(joined(&format!("--{name}="), &value)),
            // Without a value the long form alone goes to the parser, which says so.
            None => out.push(format!("--{name}").into()),
        },
        Use::Switch(name) => {
            out.push(format!("--{name}").into());
            // It means to `cc` what it means here.
            if flag.spelling == "-Werror" || flag.spelling == "-w" {
                out.push(joined("--cc-warning=", word));
            }
        }
        Use::Host => whole("--cc-flag=", out),
        Use::HostWords => {
            let words = value.or(next).unwrap_or_default();
            let pieces = words.as_bytes().split(|byte| *byte == b',');
            out.extend(pieces.map(|piece| joined("--cc-flag=", OsStr::from_bytes(piece))));
        }
        Use::Warning => match own_message(&value.unwrap_or_default().to_string_lossy()) {
            Some(own) => out.push(own?.into()),
            None => out.push(joined("--cc-warning=", word)),
        },
        Use::Device => whole("--nvcc-flag=", out),
        Use::Link => whole("--link=", out),
        Use::Depend => whole("--depend=", out),
        // `rewrite` has taken the preprocessor's words out.
        Use::Preprocessor => {}
        Use::Refused(why) => return Err(format!("`{}` cannot be used: {why}", word.display())),
    }
    Ok(())
}

/// `-Wno-W1101`, `-Werror=W1101` and `-Wno-error=W1101`, by number or by name.
fn own_message(text: &str) -> Option<Result<String, String>> {
    let (option, name) = [("deny", "error="), ("allow", "no-error="), ("silence", "no-")]
        .into_iter()
        .find_map(|(option, start)| Some((option, text.strip_prefix(start)?)))?;
    let code = diagnostics::codes::ALL.iter().find(|code| code.id == name || code.name == name)?;
    Some(match (option, code.severity()) {
        ("silence" | "allow", diagnostics::Severity::Error) => {
            Err(format!("`-W{text}`: {} is an error, and cannot be silenced", code.id))
        }
        _ => Ok(format!("--{option}={}", code.id)),
    })
}

/// Options of this program, for the parser.
fn is_ours(word: &OsStr) -> bool {
    let bytes = word.as_bytes();
    bytes.starts_with(b"--")
        || bytes.len() == 2 && b"ovqchV".contains(&bytes[1])
        || b"IDUo".contains(&bytes[1])
}

/// The table, for `--help`.
pub fn help() -> String {
    let list = |wanted: fn(Use) -> bool| {
        let words = FLAGS.iter().filter(|flag| wanted(flag.usage)).map(|flag| flag.spelling);
        textwrap(&words.filter(|word| !word.starts_with("--")).collect::<Vec<_>>().join(" "))
    };
    format!(
        "Flags of cc and nvcc, in every command that compiles:\n  \
         understood{}\n  \
         for cc, about your text: -W… -pedantic; -Wno-CODE, -Werror=CODE, -Wno-error=CODE for Warploom's own messages\n  \
         for nvcc{}\n  \
         for the linker, in order, with objects and libraries{}\n  \
         dependencies, with build and translate{}\n  \
         refused, because they change what C means{}\n  \
         everything else with one dash is handed on to cc: -g -march=native -ffast-math -fPIC -shared -static -pipe …\n  \
         @FILE stands for the words in FILE. CPPFLAGS, CFLAGS and LDFLAGS are read, too.\n",
        list(|usage| matches!(usage, Use::Own(_) | Use::Switch(_) | Use::HostWords)),
        list(|usage| usage == Use::Device),
        list(|usage| usage == Use::Link),
        list(|usage| usage == Use::Depend),
        list(|usage| matches!(usage, Use::Refused(_))),
    )
}

fn textwrap(words: &str) -> String {
    let mut text = String::from(":");
    let mut column = 80;
    for word in words.split(' ') {
        if column + word.len() > 76 {
            text.push_str("\n   ");
            column = 4;
        }
        text.push(' ');
        text.push_str(word);
        column += word.len() + 1;
    }
    text
}

fn joined(prefix: &str, value: &OsStr) -> OsString {
    let mut whole = OsString::from(prefix);
    whole.push(value);
    whole
}

/// The rest after a prefix; file names need not be UTF-8.
fn strip(text: &OsStr, prefix: &str) -> Option<OsString> {
    text.as_bytes().strip_prefix(prefix.as_bytes()).map(|rest| OsString::from_vec(rest.to_vec()))
}

#[cfg(test)]
#[path = "flags_tests.rs"]
mod flags_tests;
