//! What the preprocessor is told: the session's options and the machine's
//! answers, in the preprocessor's own terms.

use std::path::PathBuf;

use source::FileKind;
use syntax::Dialect;
use syntax::preprocess::{IncludeDir, Options};

use crate::builtin;
use crate::clock::Moment;
use crate::language;
use crate::options::MacroOption;
use crate::session::{Input, Session};

/// The preprocessor's options for one input.
pub fn options(session: &Session, input: Input) -> Options {
    let asked = &session.options;
    let dir =
        |kind: FileKind| move |path: &PathBuf| IncludeDir { path: path.to_string_lossy().into_owned(), kind };
    let own = asked.system_include.iter().chain(&session.toolchain.system_include);
    let moment = Moment::now();
    let own_folder = match input.dialect {
        Dialect::Cuda => Some(builtin::CUDA_FOLDER),
        Dialect::C => Some(builtin::OPEN_CL_FOLDER),
        Dialect::OpenCl => None,
    };
    let own_folder = own_folder.map(|path| IncludeDir { path: path.to_string(), kind: FileKind::System });
    let implied = if input.dialect == Dialect::Cuda { AS_NVCC_INCLUDES } else { "" };
    // Searched for `<…>` as well, which finds more than `cc` would, and nothing else.
    let quote = asked.quote_include.iter().map(dir(FileKind::User));
    Options {
        include_dirs: own_folder
            .into_iter()
            .chain(quote)
            .chain(asked.include.iter().map(dir(FileKind::User)))
            .collect(),
        system_dirs: own.map(dir(FileKind::System)).collect(),
        predefined: match input.dialect {
            Dialect::OpenCl => builtin::OPEN_CL_MACROS.as_bytes().to_vec(),
            Dialect::C | Dialect::Cuda => session.toolchain.predefined.clone().into_bytes(),
        },
        command_line: command_line(&asked.macros, implied, &asked.forced_include).into_bytes(),
        dialect: input.dialect,
        gnu: asked.standard.as_deref().is_none_or(language::is_gnu),
        c23: asked.standard.as_deref().is_some_and(language::is_c23),
        openmp: asked.openmp,
        date: moment.date,
        time: moment.time,
        timestamp: moment.timestamp,
        ..Options::default()
    }
}

/// The same for the device's part of a program in C++, as nvcc reads it for the device: the host
/// compiler has found the headers that are not here.
pub fn options_for_device(session: &Session, input: Input) -> Options {
    let mut options = options(session, input);
    let of_kernels = IncludeDir { path: builtin::KERNELS_FOLDER.to_owned(), kind: FileKind::System };
    options.include_dirs.insert(0, of_kernels);
    const AS_NVCC: &str = "#define __CUDA_ARCH__ 900\n#define __CUDACC__ 1\n#define __NVCC__ 1\n\
                           #define __CUDACC_VER_MAJOR__ 13\n#define __CUDACC_VER_MINOR__ 0\n";
    // What nvcc includes before the first line.
    const HEADERS: [&str; 8] = ["limits", "float", "math", "stddef", "stdint", "stdio", "stdlib", "string"];
    let before: String = HEADERS.iter().map(|name| format!("#include <{name}.h>\n")).collect();
    options.command_line.splice(
        0..0,
        format!(
            "{AS_NVCC}{before}#define WARPLOOM_READS_CLASSES 1\n#include <limits>\n\
                           #include <nv_atomics.h>\n#include <warploom_std.h>\n#include <warploom_device.h>\n"
        )
        .into_bytes(),
    );
    Options { without_headers: true, ..options }
}

/// What nvcc includes before the first line of a CUDA file, in C++ with all that GNU's library has.
const AS_NVCC_INCLUDES: &str = "#ifndef _GNU_SOURCE\n#define _GNU_SOURCE\n#include <cuda_runtime.h>\n\
                                #undef _GNU_SOURCE\n#else\n#include <cuda_runtime.h>\n#endif\n";

/// `-DNAME=VALUE` is `#define NAME VALUE`, as for `cc`; `-DNAME` is 1; what is `implied` comes after
/// them, and `-include FILE` is an `#include` after all of them.
fn command_line(macros: &[MacroOption], implied: &str, forced: &[PathBuf]) -> String {
    let line = |option: &MacroOption| match option {
        MacroOption::Undefine(name) => format!("#undef {name}\n"),
        MacroOption::Define(text) => {
            let (name, value) = text.split_once('=').unwrap_or((text, "1"));
            // A line feed would end the directive in the middle of the value.
            format!("#define {name} {}\n", value.split('\n').next().unwrap_or_default())
        }
    };
    let include = |path: &PathBuf| format!("#include \"{}\"\n", path.display());
    let implied = std::iter::once(implied.to_owned());
    macros.iter().map(line).chain(implied).chain(forced.iter().map(include)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn macros_of_the_command_line_become_directives() {
        let define = |text: &str| MacroOption::Define(text.to_string());
        let macros = [define("A"), define("B="), define("F(x)=x+1"), MacroOption::Undefine("A".into())];
        let lines = "#define A 1\n#define B \n#define F(x) x+1\n#undef A\n#include \"a.h\"\n";
        assert_eq!(command_line(&macros, "", &["a.h".into()]), lines);
    }
}
