//! `warploom translate`: source out, for reading and keeping.

use std::path::{Path, PathBuf};

use ::translate::Role;
use ::translate::cuda::Layout;
use clap::ArgMatches;
use driver::build::kernels_ending;
use driver::line_map::LineMap;
use driver::output::{OutputFile, Outputs};
use driver::{Goal, Options, Target, UnitOutput};

use source::shown;

use crate::Status;
use crate::args::{Format, TranslateArgs, TranslateTarget, is_folder, named_file};
use crate::compile::{self, Done, is_linked};
use crate::dependencies::Dependencies;
use crate::levels::Remarks;
use crate::terminal::Terminal;

/// Translates the inputs and writes what they became.
pub fn translate(args: &TranslateArgs, matches: &ArgMatches, terminal: &mut Terminal) -> Status {
    // Files of one program call each other by their C names: their hosts stay C.
    let is_alone = args.compile.files.iter().filter(|file| !is_linked(file)).count() == 1;
    let layout = if args.split || !is_alone { Layout::Split } else { Layout::OneFile };
    let target = match args.target {
        TranslateTarget::C => None,
        TranslateTarget::Cpu => Some(Target::Cpu),
        TranslateTarget::Cuda => Some(Target::Cuda(layout)),
        TranslateTarget::Hip => Some(Target::Hip(layout)),
        // Its host is C in any case.
        TranslateTarget::Opencl if args.split => Some(Target::OpenCl(Layout::Split)),
        TranslateTarget::Opencl => Some(Target::OpenCl(Layout::OneFile)),
    };
    let goal = target.map_or(Goal::PlainC, Goal::Translate);
    if args.source_map.is_some() && goal == Goal::PlainC {
        terminal.error("`--source-map` is for targets with kernels, and `--target c` has none");
        return Status::Usage;
    }
    let goal = args.compile.dump.map_or(goal, |dump| Goal::Dump(dump.phase()));
    let options = Options { traced: args.source_map.is_some(), ..args.compile.cc.options(matches) };
    let done = compile::attempt(&args.compile, options, goal, terminal)
        .and_then(|attempt| attempt.finish(&args.compile, goal, Format::Text, Remarks::Short, terminal));
    let done = match done {
        Ok(done) => done,
        Err(status) => return status,
    };
    let files = match target {
        None => {
            let output = named_file(args.output.as_deref());
            vec![(output.map(Path::to_owned), done.compiled.text.clone().into_bytes())]
        }
        Some(target) => match outputs(args, &done, target) {
            Ok(files) => files,
            Err(problem) => {
                terminal.error(problem);
                return Status::Usage;
            }
        },
    };
    let mut named = Vec::new();
    for (path, bytes) in &files {
        match path {
            None => terminal.out(bytes),
            Some(path) => named.push(OutputFile { path, bytes, executable: false }),
        }
    }
    let mut outputs = Outputs::new(&done.session, &args.compile.files);
    let written = outputs.write_all(&named).and_then(|()| match named_file(args.output.as_deref()) {
        Some(output) => {
            Dependencies::read(&args.compile.cc.depend).write(&done.session, output, &mut outputs)
        }
        None => Ok(()),
    });
    match written {
        Ok(()) => Status::Success,
        Err(error) => {
            terminal.error(error);
            Status::Usage
        }
    }
}

/// A file's place and content; without a place it is standard output.
type Output = (Option<PathBuf>, Vec<u8>);

/// Where each output file goes.
fn outputs(args: &TranslateArgs, done: &Done, target: Target) -> Result<Vec<Output>, String> {
    let units: Vec<&UnitOutput> = done.compiled.units.iter().collect();
    let output = named_file(args.output.as_deref());
    let folder = output.filter(|path| is_folder(path));
    if folder.is_none() && units.len() > 1 {
        return Err("several inputs need a folder to write to: `-o DIR/`".into());
    }
    if let Some(folder) = folder {
        std::fs::create_dir_all(folder)
            .map_err(|error| format!("cannot make `{}`: {error}", shown(folder)))?;
    }
    let mut files = Vec::new();
    files.extend(maps(args, done, target)?);
    files.extend(headers(done, folder)?);
    for (name, text) in &done.compiled.beside {
        let folder = folder.ok_or("this needs a runtime beside it, so a folder to write to: `-o DIR/`")?;
        let path = folder.join(name);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)
                .map_err(|error| format!("cannot make `{}`: {error}", shown(parent)))?;
        }
        files.push((Some(path), text.clone().into_bytes()));
    }
    for unit in units {
        let input = done.session.sources.map.file(unit.input.file);
        let stem = Path::new(&input.name).file_stem().map_or_else(|| "input".into(), |s| s.to_string_lossy());
        if unit.files.is_empty() {
            // Without directives it passes through as it is.
            let name = Path::new(&input.name).file_name().unwrap_or("input.c".as_ref());
            files.push((folder.map(|f| f.join(name)), input.bytes.to_vec()));
        }
        for file in &unit.files {
            files.push((place(output, &stem, file.role, target), file.bytes.clone()));
        }
    }
    // The user named one file, and the host's may be a program of theirs.
    let host = output.filter(|_| folder.is_none()).map(|output| beside(output, Role::Host, target));
    let is_foreign = |path: &PathBuf| {
        let is_written =
            Some(path.as_path()) != output && files.iter().any(|(to, _)| to.as_ref() == Some(path));
        is_written && std::fs::read(path).is_ok_and(|text| !is_ours(&text))
    };
    if let Some(path) = host.filter(is_foreign) {
        return Err(format!(
            "the host's part would be `{}`, which exists and is not Warploom's: name a folder, `-o DIR/`",
            shown(&path)
        ));
    }
    for (at, (path, _)) in files.iter().enumerate() {
        if let Some(path) =
            path.as_ref().filter(|path| files[..at].iter().any(|(p, _)| p.as_ref() == Some(path)))
        {
            return Err(format!("two inputs would become `{}`: translate them to two folders", shown(path)));
        }
    }
    Ok(files)
}

/// Was a file translated? Then it calls functions of ours.
fn is_ours(text: &[u8]) -> bool {
    text.windows(7).any(|word| word == b"hicuda_")
}

/// Headers that were ported with the files that include them.
fn headers(done: &Done, folder: Option<&Path>) -> Result<Vec<Output>, String> {
    let headers = &done.compiled.headers;
    let Some(folder) = folder else {
        return match headers.iter().find(|header| header.is_changed) {
            Some(header) => Err(format!(
                "`{}` has CUDA in it and is ported too, so this needs a folder to write to: `-o DIR/`",
                shown(&header.name)
            )),
            None => Ok(Vec::new()),
        };
    };
    let mut files = Vec::new();
    for header in headers {
        let path = folder.join(&header.name);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)
                .map_err(|error| format!("cannot make `{}`: {error}", shown(parent)))?;
        }
        files.push((Some(path), header.bytes.clone()));
    }
    Ok(files)
}

/// The source map of each file, and its place.
fn maps(args: &TranslateArgs, done: &Done, target: Target) -> Result<Vec<Output>, String> {
    let Some(wanted) = &args.source_map else { return Ok(Vec::new()) };
    let (output, sources) = (named_file(args.output.as_deref()), &done.session.sources);
    let mut maps = Vec::new();
    let mut add = |path: &Path, map: &LineMap| {
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let text = format!("{}\n", map.json(&name, sources));
        maps.push((name, text.into_bytes()));
    };
    for unit in &done.compiled.units {
        let input = Path::new(&sources.map.file(unit.input.file).name);
        let stem = input.file_stem().map_or_else(|| "input".into(), |stem| stem.to_string_lossy());
        if unit.files.is_empty() {
            // It passes through as it is.
            let written = output.filter(|output| !is_folder(output)).unwrap_or(input);
            add(written, &LineMap::of_copy(unit.input.file, sources));
        }
        for (file, map) in unit.files.iter().zip(&unit.line_maps) {
            let path = place(output, &stem, file.role, target);
            add(&path.unwrap_or_else(|| file_name(&stem, file.role, target).into()), map);
        }
    }
    if !is_folder(wanted) && maps.len() > 1 {
        return Err("several files are written, so the maps need a folder: `--source-map DIR/`".into());
    }
    if is_folder(wanted) {
        std::fs::create_dir_all(wanted)
            .map_err(|error| format!("cannot make `{}`: {error}", shown(wanted)))?;
    }
    let place = |name: &str| match is_folder(wanted) {
        true => wanted.join(format!("{name}.map")),
        false => wanted.clone(),
    };
    Ok(maps.into_iter().map(|(name, text)| (Some(place(&name)), text)).collect())
}

/// Where a file goes that an input became; without a place it is standard output.
fn place(output: Option<&Path>, stem: &str, role: Role, target: Target) -> Option<PathBuf> {
    let output = output?;
    let own = file_name(stem, role, target);
    Some(match (role, target) {
        _ if is_folder(output) => output.join(own),
        // The host asks for its kernels by this name.
        (Role::Kernels, Target::OpenCl(_)) => output.with_file_name(own),
        _ => beside(output, role, target),
    })
}

fn file_name(stem: &str, role: Role, target: Target) -> String {
    match (role, target) {
        (Role::Cpp, _) => format!("{stem}.cpp"),
        (Role::CppHeader(number), _) => driver::copy_name(number),
        (Role::Whole, Target::Cuda(_)) => format!("{stem}.cu"),
        (Role::Ported, _) | (Role::Whole, Target::Hip(_)) => format!("{stem}.hip"),
        (Role::Kernels, _) => format!("{stem}.{}", kernels_ending(target)),
        (Role::Launchers, _) => format!("{stem}.launchers.c"),
        (Role::Whole | Role::Host, _) => format!("{stem}.c"),
    }
}

/// The name for a part when one name was given: `out.cu` becomes `out.c` and
/// `out.kernels.cu`.
fn beside(output: &Path, role: Role, target: Target) -> PathBuf {
    match role {
        Role::Whole | Role::Cpp | Role::Ported => output.to_path_buf(),
        Role::CppHeader(number) => output.with_file_name(driver::copy_name(number)),
        Role::Host => output.with_extension("c"),
        Role::Kernels => output.with_extension(kernels_ending(target)),
        Role::Launchers => output.with_extension("launchers.c"),
    }
}
