//! `warploom annotate`: directives written into plain C.

use std::path::{Path, PathBuf};

use clap::ArgMatches;
use driver::annotating::AnnotatedFile;
use driver::output::{self, OutputFile, Outputs};
use driver::unified_diff::unified_diff;
use driver::{AnnotateSettings, Goal};
use source::shown;

use crate::Status;
use crate::args::{AnnotateArgs, Format, ReportFormat, named_file};
use crate::compile::{self, Done};
use crate::levels::Remarks;
use crate::terminal::Terminal;

/// Writes directives into the files, or shows what would be written.
pub fn annotate(args: &AnnotateArgs, matches: &ArgMatches, terminal: &mut Terminal) -> Status {
    let settings = AnnotateSettings {
        force: args.force,
        keep_order: args.keep_order,
        fastmath: args.fastmath,
        comments: !args.no_comments,
        function: args.function.clone(),
    };
    let options = driver::Options { annotate: settings, ..args.compile.cc.options(matches) };
    let goal = Goal::Annotate;
    let done = compile::attempt(&args.compile, options, goal, terminal)
        .and_then(|attempt| attempt.finish(&args.compile, goal, Format::Text, Remarks::Short, terminal));
    let done = match done {
        Ok(done) => done,
        Err(status) => return status,
    };
    let Some(annotated) = &done.compiled.annotated else { return Status::Success };
    match args.report {
        Some(ReportFormat::Text) => terminal.out(annotate::report::text(&annotated.plan).as_bytes()),
        Some(ReportFormat::Json) => terminal.out(annotate::report::json(&annotated.plan).as_bytes()),
        None => {}
    }
    let written = match (args.in_place, named_file(args.output.as_deref())) {
        (true, _) => replace_all(&done, &annotated.files),
        (false, Some(output)) => write_all(args, &done, &annotated.files, output),
        // The report is asked for instead of the diff, unless both are.
        (false, None) if args.report.is_none() || args.diff => {
            show(&done, &annotated.files, terminal);
            Ok(())
        }
        (false, None) => Ok(()),
    };
    match written {
        Ok(()) => Status::Success,
        Err(problem) => {
            terminal.error(problem);
            Status::Usage
        }
    }
}

fn show(done: &Done, files: &[AnnotatedFile], terminal: &mut Terminal) {
    for file in files.iter().filter(|file| !file.edits.is_empty()) {
        let source = done.session.sources.map.file(file.file);
        terminal.out(&unified_diff(&source.name, &source.bytes, &file.edits));
    }
}

fn replace_all(done: &Done, files: &[AnnotatedFile]) -> Result<(), String> {
    for file in files.iter().filter(|file| !file.edits.is_empty()) {
        let Some(path) = done.session.path(file.file) else {
            return Err("standard input cannot be changed in place; name the file, or use `-o`".into());
        };
        output::replace(path, &file.text).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Into a folder, or a single input into a file.
fn write_all(args: &AnnotateArgs, done: &Done, files: &[AnnotatedFile], output: &Path) -> Result<(), String> {
    let is_folder = output.is_dir() || output.to_string_lossy().ends_with('/');
    if !is_folder && files.len() > 1 {
        return Err("several inputs need a folder to write to: `-o DIR/`".into());
    }
    if is_folder {
        std::fs::create_dir_all(output)
            .map_err(|error| format!("cannot make `{}`: {error}", shown(output)))?;
    }
    let path = |file: &AnnotatedFile| -> PathBuf {
        let name = &done.session.sources.map.file(file.file).name;
        let name = Path::new(name).file_name().unwrap_or("input.c".as_ref());
        if is_folder { output.join(name) } else { output.to_path_buf() }
    };
    let paths: Vec<PathBuf> = files.iter().map(path).collect();
    let outputs: Vec<OutputFile<'_>> = paths
        .iter()
        .zip(files)
        .map(|(path, file)| OutputFile { path, bytes: &file.text, executable: false })
        .collect();
    let mut door = Outputs::new(&done.session, &args.compile.files);
    door.write_all(&outputs).map_err(|error| error.to_string())
}
