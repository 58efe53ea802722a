//! The command line: one struct per command.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use driver::Phase;

use crate::cc_flags::CcFlags;

/// From sequential C with a few directives to readable GPU programs.
#[derive(Parser, Debug)]
#[command(name = "warploom", version, arg_required_else_help = true, after_help = TOP_EXAMPLES)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// Colour the output
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: ColorChoice,
    /// Say what is found and used: the compiler, the header folders
    #[arg(short, long, global = true)]
    pub verbose: bool,
}

const TOP_EXAMPLES: &str = "\
Examples:
  warploom check stencil.c -Iinclude -DN=1024      errors and warnings
  warploom explain E0103                           the long story behind a message

Exit status: 0 all is well, 1 errors in the program, 2 wrong usage or something missing on this machine.";

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    Check(CheckArgs),
    Explain(ExplainArgs),
    #[command(hide = true)]
    Translate(TranslateArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

/// Report errors, warnings and remarks; write nothing
#[derive(Args, Debug)]
#[command(after_help = CHECK_EXAMPLES)]
pub struct CheckArgs {
    /// How to print what is found
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
    /// The files and how to read them.
    #[command(flatten)]
    pub compile: CompileArgs,
}

const CHECK_EXAMPLES: &str = "\
Examples:
  warploom check matmul.c
  warploom check -std=c11 -DN=512 -I include src/*.c
  generate-code | warploom check -
  warploom check --format sarif src/*.c > report.sarif";

/// What the commands that compile have in common.
#[derive(Args, Debug)]
pub struct CompileArgs {
    /// C (`.c`) or CUDA C (`.cu`) files; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Show at most this many errors and warnings; 0 shows all
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub error_limit: usize,
    /// Print the result of a phase and stop
    #[arg(long, value_name = "PHASE")]
    pub dump: Option<DumpPhase>,
    /// Print how long each phase took
    #[arg(long)]
    pub time_phases: bool,
    /// `cc`'s flags.
    #[command(flatten)]
    pub cc: CcFlags,
}

/// Tell the long story behind a diagnostic
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  warploom explain E0103\n  warploom explain --list")]
pub struct ExplainArgs {
    /// The code in the brackets of a message
    #[arg(required_unless_present = "list")]
    pub code: Option<String>,
    /// List all codes
    #[arg(long)]
    pub list: bool,
}

/// Write the program as another language
#[derive(Args, Debug)]
pub struct TranslateArgs {
    /// The language to write
    #[arg(long, default_value = "c")]
    pub target: Target,
    /// The file to write; standard output if not given
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The file and how to read it.
    #[command(flatten)]
    pub compile: CompileArgs,
}

/// Print a completion script for a shell
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  warploom completions bash > ~/.local/share/bash-completion/completions/warploom"
)]
pub struct CompletionsArgs {
    /// The shell
    pub shell: clap_complete::Shell,
}

/// Print the manual page, of a command if one is named
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  warploom man check | man -l -")]
pub struct ManArgs {
    /// The command
    pub command: Option<String>,
}

/// When to colour.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorChoice {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Formats of a report.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For people, on standard error
    Text,
    /// One JSON object per line, on standard output
    Json,
    /// A SARIF 2.1.0 log, on standard output
    Sarif,
}

/// Phases that can be printed.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum DumpPhase {
    /// After preprocessing
    Tokens,
    /// After parsing
    Ast,
    /// After names and types are resolved
    Hir,
}

impl DumpPhase {
    /// The driver's name for it.
    pub fn phase(self) -> Phase {
        match self {
            DumpPhase::Tokens => Phase::Tokens,
            DumpPhase::Ast => Phase::Ast,
            DumpPhase::Hir => Phase::Hir,
        }
    }
}

/// Languages a program can be written as.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Plain C, printed from the resolved program
    C,
}
