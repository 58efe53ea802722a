//! `warploom annotate`: directives written into plain C.

use std::path::{Path, PathBuf};

use clap::ArgMatches;
use driver::annotating::AnnotatedFile;
use driver::output::{self, OutputFile, Outputs};
use driver::unified_diff::unified_diff;
use driver::{AnnotateSettings, Goal, Session};
use source::shown;

use crate::Status;
use crate::args::{AnnotateArgs, Format, ReportFormat, RewriteArgs, is_folder, named_file};
use crate::compile;
use crate::levels::Remarks;
use crate::terminal::Terminal;

/// Writes directives into the files, or shows what would be written.
pub fn annotate(args: &AnnotateArgs, matches: &ArgMatches, terminal: &mut Terminal) -> Status {
    let settings = AnnotateSettings {
        force: args.force,
        keep_order: args.keep_order,
        fastmath: args.fastmath,
        comments: !args.no_comments,
        replace_omp: args.replace_omp,
        function: args.function.clone(),
        line: None,
        steps: args.steps,
    };
    let place = Place::asked(&args.rewrite);
    if let Some(problem) = place.refusal(&args.compile.files) {
        terminal.error(problem);
        return Status::Usage;
    }
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
    // The report is asked for instead of the diff, unless both are.
    if place == Place::Shown && args.report.is_some() && !args.rewrite.diff {
        return Status::Success;
    }
    deliver(&done.session, &annotated.files, &args.compile.files, place, terminal)
}

/// Where changed files go.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Place<'a> {
    /// Nowhere: the changes are shown.
    Shown,
    /// Where they were.
    There,
    /// To a folder, or a file.
    To(&'a Path),
}

impl<'a> Place<'a> {
    /// What `--in-place` and `-o` say.
    pub fn asked(args: &'a RewriteArgs) -> Place<'a> {
        match (args.in_place, named_file(args.output.as_deref())) {
            (true, _) => Place::There,
            (false, Some(output)) => Place::To(output),
            (false, None) => Place::Shown,
        }
    }

    /// Why these inputs cannot go there; long work is not begun for that.
    pub fn refusal(self, inputs: &[PathBuf]) -> Option<&'static str> {
        match self {
            Place::To(output) if inputs.len() > 1 && !is_folder(output) => {
                Some("several inputs need a folder to write to: `-o DIR/`")
            }
            Place::There if inputs.iter().any(|input| input == Path::new("-")) => {
                Some("standard input cannot be changed in place; name the file, or use `-o`")
            }
            _ => None,
        }
    }
}

/// Shows or writes changed files.
pub fn deliver(
    session: &Session,
    files: &[AnnotatedFile],
    inputs: &[PathBuf],
    place: Place<'_>,
    terminal: &mut Terminal,
) -> Status {
    let written = match place {
        Place::There => replace_all(session, files),
        Place::To(output) => write_all(session, files, inputs, output),
        Place::Shown => {
            show(session, files, terminal);
            Ok(())
        }
    };
    match written {
        Ok(()) => Status::Success,
        Err(problem) => {
            terminal.error(problem);
            Status::Usage
        }
    }
}

fn show(session: &Session, files: &[AnnotatedFile], terminal: &mut Terminal) {
    for file in files.iter().filter(|file| !file.edits.is_empty()) {
        let source = session.sources.map.file(file.file);
        terminal.out(&unified_diff(&source.name, &source.bytes, &file.edits));
    }
}

fn replace_all(session: &Session, files: &[AnnotatedFile]) -> Result<(), String> {
    for file in files.iter().filter(|file| !file.edits.is_empty()) {
        let Some(path) = session.path(file.file) else { continue };
        output::replace(path, &file.text).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Into a folder, or a single input into a file.
fn write_all(
    session: &Session,
    files: &[AnnotatedFile],
    inputs: &[PathBuf],
    output: &Path,
) -> Result<(), String> {
    let is_folder = is_folder(output);
    if is_folder {
        std::fs::create_dir_all(output)
            .map_err(|error| format!("cannot make `{}`: {error}", shown(output)))?;
    }
    let path = |file: &AnnotatedFile| -> PathBuf {
        let name = &session.sources.map.file(file.file).name;
        let name = Path::new(name).file_name().unwrap_or("input.c".as_ref());
        if is_folder { output.join(name) } else { output.to_path_buf() }
    };
    let paths: Vec<PathBuf> = files.iter().map(path).collect();
    let outputs: Vec<OutputFile<'_>> = paths
        .iter()
        .zip(files)
        .map(|(path, file)| OutputFile { path, bytes: &file.text, executable: false })
        .collect();
    let mut door = Outputs::new(session, inputs);
    door.write_all(&outputs).map_err(|error| error.to_string())
}
