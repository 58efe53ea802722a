//! The command line: one struct per command.

use std::path::{Path, PathBuf};

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
    /// Say what is found and used: the compiler, the header folders; show remarks in full
    #[arg(short, long, global = true)]
    pub verbose: bool,
    /// Show errors only
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub quiet: bool,
}

const TOP_EXAMPLES: &str = "\
Examples:
  warploom run examples/matmul.c                   translate, build and run, with or without a GPU
  warploom translate matmul.c -o matmul.cu         CUDA to read and keep
  warploom check stencil.c -Iinclude -DN=1024      errors and warnings
  warploom profile transpose.cu                    what memory does, without a GPU
  warploom explain E0103                           the long story behind a message

Exit status: 0 all is well, 1 errors in the program, 2 wrong usage or something missing on this machine.";

/// The command line, with the table of compilers' flags in the long help.
pub fn command() -> clap::Command {
    let mut command = <Cli as clap::CommandFactory>::command();
    let compiling: Vec<String> = command
        .get_subcommands()
        .filter(|command| command.get_arguments().any(|argument| argument.get_id() == "host"))
        .map(|command| command.get_name().to_string())
        .collect();
    for name in compiling {
        command = command.mut_subcommand(name, |command| {
            let examples = command.get_after_help().map_or(String::new(), ToString::to_string);
            command.after_long_help(format!("{}\n{examples}", crate::flags::help()))
        });
    }
    command
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    Check(CheckArgs),
    Run(RunArgs),
    Build(BuildArgs),
    Translate(TranslateArgs),
    Profile(ProfileArgs),
    Coalesce(CoalesceArgs),
    Raise(RaiseArgs),
    Lsp(LspArgs),
    Serve(ServeArgs),
    Annotate(AnnotateArgs),
    Tune(TuneArgs),
    Cc(CcArgs),
    Cache(CacheArgs),
    Explain(ExplainArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

/// Report errors, warnings and remarks
#[derive(Args, Debug)]
#[command(after_help = CHECK_EXAMPLES)]
pub struct CheckArgs {
    /// How to print what is found
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
    /// Apply the fixes that need no judgement
    #[arg(long)]
    pub fix: bool,
    /// With `--fix`: show the changes and write nothing
    #[arg(long, requires = "fix")]
    pub dry_run: bool,
    /// Check again whenever a file that was read changes
    #[arg(long)]
    pub watch: bool,
    /// Tell, for each array, where it is allocated, moved and changed
    #[arg(long)]
    pub explain_data: bool,
    /// Tell, for each directive, what is proven and what is not
    #[arg(long, conflicts_with = "explain_data")]
    pub verdicts: bool,
    /// Tell what each access of a kernel to device memory costs; with `--format json`, a line for
    /// each, with its place, for editors
    #[arg(long, conflicts_with_all = ["explain_data", "verdicts"])]
    pub explain_accesses: bool,
    /// The files and how to read them.
    #[command(flatten)]
    pub compile: CompileArgs,
}

const CHECK_EXAMPLES: &str = "\
Examples:
  warploom check matmul.c
  warploom check -std=c11 -DN=512 -I include src/*.c
  generate-code | warploom check -
  warploom check --format sarif src/*.c > report.sarif
  warploom check --fix --dry-run stencil.c         what would be fixed, as a diff
  warploom check --explain-data stencil.c          the life of each array on the device
  warploom check --verdicts stencil.c              what is proven about each directive
  warploom check --explain-accesses stencil.c      which accesses are coalesced";

/// What the commands that compile have in common.
#[derive(Args, Clone, Debug)]
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

/// Serve an editor: diagnostics, fixes and hovers as you type
#[derive(Args, Debug)]
#[command(after_help = LSP_EXAMPLES)]
pub struct LspArgs {
    /// Talk on standard input and output, which is the only way; editors say it
    #[arg(long)]
    pub stdio: bool,
}

const LSP_EXAMPLES: &str = "\
Examples:
  warploom lsp                                     what an editor starts; see docs/editors.md";

/// Serve a page for a browser on this machine: a program, what it becomes, and what is known of it
#[derive(Args, Debug)]
#[command(after_help = SERVE_EXAMPLES)]
pub struct ServeArgs {
    /// The port; one that is free if not given
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub port: u16,
    /// End programs that the page runs, and what the compiler does about its text, after so many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    pub timeout: f64,
    /// Answer one question of the page, which is on standard input
    #[arg(long, value_name = "QUESTION", hide = true)]
    pub answer: Option<String>,
    /// The C (`.c`) or CUDA C (`.cu`) file to begin with; it is never written
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
}

const SERVE_EXAMPLES: &str = "\
Examples:
  warploom serve                                   the address of the page, with examples to try
  warploom serve --port 8080 stencil.c";

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

/// Translate to readable source: CUDA, or C with OpenMP
#[derive(Args, Debug)]
#[command(after_help = TRANSLATE_EXAMPLES)]
pub struct TranslateArgs {
    /// What to translate to
    #[arg(long, value_name = "TARGET", default_value = "cuda")]
    pub target: TranslateTarget,
    /// The file to write, or the folder, with `/` at its end; standard output if not given, or `-`
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
    /// Keep the host in C, and write kernels to a file of their own
    #[arg(long)]
    pub split: bool,
    /// Write where each line came from, as a source map (version 3); a folder, with `/` at its end,
    /// gets one for each file
    #[arg(long, value_name = "MAP")]
    pub source_map: Option<PathBuf>,
    /// The files and how to read them.
    #[command(flatten)]
    pub compile: CompileArgs,
}

/// The file that `-o` names; `-` is none, but standard output.
pub fn named_file(output: Option<&Path>) -> Option<&Path> {
    output.filter(|path| path.as_os_str() != "-")
}

/// Is a folder named, there or to be made?
pub fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.to_string_lossy().ends_with('/')
}

const TRANSLATE_EXAMPLES: &str = "\
Examples:
  warploom translate matmul.c -o matmul.cu
  warploom translate --target cpu matmul.c -o matmul_cpu.c
  warploom translate --split matmul.c -o out/          out/matmul.c and out/matmul.kernels.cu
  warploom translate main.c solver.c -o out/           a program of several files; hosts stay C";

/// Rewrite CUDA kernels whose threads access memory far from each other
#[derive(Args, Debug)]
#[command(after_help = COALESCE_EXAMPLES)]
pub struct CoalesceArgs {
    /// The file to write; standard output if not given, or `-`
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
    /// Show the changes as a unified diff, with the reason for each
    #[arg(long, conflicts_with = "output")]
    pub diff: bool,
    /// Allow sums of floating-point numbers in another order, which rounds differently
    #[arg(long)]
    pub reassociate: bool,
    /// Rows are long at every launch: none has to choose between the kernels by their length
    #[arg(long)]
    pub long_rows: bool,
    /// The file and how to read it.
    #[command(flatten)]
    pub compile: CompileArgs,
}

const COALESCE_EXAMPLES: &str = "\
Examples:
  warploom coalesce --diff naive.cu                what would change, and why
  warploom coalesce naive.cu -o coalesced.cu
  warploom coalesce --long-rows kernels.cl         kernels in OpenCL C
  warploom coalesce --reassociate dot.cu           a warp may share the sum of a row";

/// Turn CUDA kernels back into sequential C, their blocks and threads into loops with directives
#[derive(Args, Debug)]
#[command(after_help = RAISE_EXAMPLES)]
pub struct RaiseArgs {
    /// The file to write; standard output if not given, or `-`
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
    /// The file and how to read it.
    #[command(flatten)]
    pub compile: CompileArgs,
}

const RAISE_EXAMPLES: &str = "\
Examples:
  warploom raise saxpy.cu                          the loops that its kernels stand for
  warploom raise saxpy.cu -o saxpy.c && cc saxpy.c -o saxpy -lm";

/// Where texts with new directives go.
#[derive(Args, Debug)]
pub struct RewriteArgs {
    /// Show the changes as a diff; this is done where nothing else is asked for
    #[arg(long, conflicts_with_all = ["output", "in_place"])]
    pub diff: bool,
    /// The folder to write the files to (`DIR/`), or for a single input the file
    #[arg(short, long, value_name = "OUT", conflicts_with = "in_place")]
    pub output: Option<PathBuf>,
    /// Change the files where they are
    #[arg(long)]
    pub in_place: bool,
}

/// Write directives into plain or partly annotated C: which loops run on the GPU, and how
#[derive(Args, Debug)]
#[command(after_help = ANNOTATE_EXAMPLES)]
pub struct AnnotateArgs {
    /// Where the new texts go.
    #[command(flatten)]
    pub rewrite: RewriteArgs,
    /// Say what becomes of each loop, and why
    #[arg(long, value_name = "FORMAT")]
    pub report: Option<ReportFormat>,
    /// Only the loops of this function
    #[arg(long, value_name = "NAME")]
    pub function: Option<String>,
    /// Make kernels also of loops that the GPU would not run faster
    #[arg(long)]
    pub force: bool,
    /// Leave floating-point sums in their order
    #[arg(long)]
    pub keep_order: bool,
    /// Let kernels use the device's fast functions
    #[arg(long)]
    pub fastmath: bool,
    /// Leave out the comment above each kernel
    #[arg(long)]
    pub no_comments: bool,
    /// Take out the pragmas of OpenMP and OpenACC that kernels take the place of
    #[arg(long)]
    pub replace_omp: bool,

    /// Search no further after so many steps: statements that are read or followed
    #[arg(long, value_name = "N")]
    pub steps: Option<usize>,
    /// The files and how to read them.
    #[command(flatten)]
    pub compile: CompileArgs,
}

/// Find the fastest directives: variants are built, run, compared and timed
#[derive(Args, Debug)]
#[command(after_help = TUNE_EXAMPLES)]
pub struct TuneArgs {
    /// What to be fast on; `auto` is `cuda` where a GPU and nvcc are found, else `sim`, where nothing is measured
    #[arg(long, value_name = "TARGET", default_value = "auto")]
    pub target: TuneTarget,
    /// How long it may take: `90`, `90s`, `5m`, `1h`
    #[arg(long, value_name = "T", default_value = "5m", value_parser = parse_duration)]
    pub time: std::time::Duration,
    /// Arguments of a run that counts, in place of those behind `--`; several make one choice for all
    #[arg(long = "case", value_name = "ARGS", allow_hyphen_values = true)]
    pub cases: Vec<String>,
    /// Where the new texts go.
    #[command(flatten)]
    pub rewrite: RewriteArgs,
    /// Write everything that was tried to a file, as JSON
    #[arg(long, value_name = "F")]
    pub log: Option<PathBuf>,
    /// Write a page with the times of all variants to a file, for a browser
    #[arg(long, value_name = "F")]
    pub html: Option<PathBuf>,
    /// Begin anew, and not where the last run stopped
    #[arg(long)]
    pub anew: bool,
    /// Run variants from all over the model's order, not only those that it likes best: for a landscape, and
    /// to calibrate the model
    #[arg(long)]
    pub survey: bool,
    /// Run nothing: predict the variants of an earlier `--log` anew, and tell how well the order fits what was
    /// measured then; with `-v`, each variant
    #[arg(long, value_name = "LOG", conflicts_with_all = ["survey", "cases", "log", "html", "anew", "target"])]
    pub rank: Option<PathBuf>,
    /// The files and how to read them.
    #[command(flatten)]
    pub compile: CompileArgs,
    /// Arguments of the program
    #[arg(last = true, value_name = "ARGS")]
    pub arguments: Vec<std::ffi::OsString>,
}

/// What `tune` runs variants on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TuneTarget {
    /// A GPU if there is one, else the simulator.
    Auto,
    /// A GPU: kernels are timed.
    Cuda,
    /// The processor: programs are timed.
    Cpu,
    /// The simulator: its counters rank.
    Sim,
}

/// `90`, `90s`, `5m`, `1h`; also `5min`.
fn parse_duration(text: &str) -> Result<std::time::Duration, String> {
    let text = text.trim();
    let number = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &text[number.len()..] {
        "" | "s" | "sec" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(String::from("a number of seconds, or with `s`, `m` or `h` behind it")),
    };
    let seconds = number.trim().parse::<f64>().map_err(|error| error.to_string())?;
    if seconds.is_nan() || seconds <= 0.0 {
        return Err(String::from("a time above zero"));
    }
    std::time::Duration::try_from_secs_f64(seconds * unit).map_err(|error| error.to_string())
}

const TUNE_EXAMPLES: &str = "\
Examples:
  warploom tune matmul.c                           five minutes on the GPU; the changes as a diff
  warploom tune --time 60s --in-place stencil.c -- 4096 100
  warploom tune --case 512 --case 8192 mv.c        one choice for both sizes
  warploom tune --html tune.html --log tune.json nbody.c";

/// How the verdicts are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// A table.
    Text,
    /// JSON.
    Json,
}

const ANNOTATE_EXAMPLES: &str = "\
Examples:
  warploom annotate stencil.c                      what would be written, as a diff
  warploom annotate --report text stencil.c        what becomes of each loop, and why
  warploom annotate main.c solver.c -o annotated/  the files with directives
  warploom annotate --in-place --function step stencil.c";

/// Build an executable
#[derive(Args, Debug)]
#[command(after_help = BUILD_EXAMPLES)]
pub struct BuildArgs {
    /// What to build for; `auto` is `cuda` where a GPU and nvcc are found
    #[arg(long, value_name = "TARGET", default_value = "auto")]
    pub target: BuildTarget,
    /// The executable to write, `a.out` if not given; with `-c` the object
    #[arg(short, long, value_name = "EXE")]
    pub output: Option<PathBuf>,
    /// Compile and do not link: each input becomes an object
    #[arg(short = 'c')]
    pub compile_only: bool,
    /// A program without directives is built as it is; `warploom cc` asks for it
    #[arg(long, hide = true)]
    pub plain: bool,
    /// What a host of OpenCL says to `clBuildProgram`; its runtime asks for it
    #[arg(long, hide = true, value_name = "TEXT", allow_hyphen_values = true)]
    pub open_cl_options: Option<String>,
    /// Where the ids of work items begin; the runtime of OpenCL's hosts asks for it
    #[arg(long, hide = true, value_name = "X,Y,Z", value_delimiter = ',')]
    pub work_offset: Vec<u64>,
    /// How many dimensions the range of work items has; the runtime of OpenCL's hosts asks for it
    #[arg(long, hide = true, value_name = "N", default_value_t = 1)]
    pub work_dimensions: u32,
    /// The files and how to read them.
    #[command(flatten)]
    pub compile: CompileArgs,
}

const BUILD_EXAMPLES: &str = "\
Examples:
  warploom build --target cpu jacobi.c -o jacobi
  warploom build -O2 -DN=4096 main.c solver.c util.o -lfftw3 -o solver
  warploom build -march=native -Wall -c solver.c -o solver.o -MMD";

/// Build in a cache and run; the exit status is the program's
#[derive(Args, Debug)]
#[command(after_help = RUN_EXAMPLES)]
pub struct RunArgs {
    /// What to run on; `auto` is `cuda` where a GPU and nvcc are found
    #[arg(long, value_name = "TARGET", default_value = "auto")]
    pub target: RunTarget,
    /// End the program after so many seconds; on the simulator, its kernels
    #[arg(long, value_name = "SECONDS")]
    pub timeout: Option<f64>,
    /// On the simulator: write what is found to a file, as JSON lines, and not to standard error
    #[arg(long, value_name = "F")]
    pub findings: Option<PathBuf>,
    /// Build anew, and keep nothing
    #[arg(long)]
    pub no_cache: bool,
    /// With `--target opencl`: the device, by its number or a part of its name
    #[arg(long = "device", value_name = "DEVICE")]
    pub open_cl_device: Option<String>,
    /// Run the sequential program, too, and compare: values at every directive, output, files, status
    #[arg(long)]
    pub verify: bool,
    /// Build and run again whenever a file that was read changes
    #[arg(long)]
    pub watch: bool,
    /// The files and how to read them.
    #[command(flatten)]
    pub compile: CompileArgs,
    /// Arguments of the program
    #[arg(last = true, value_name = "ARGS")]
    pub arguments: Vec<std::ffi::OsString>,
}

const RUN_EXAMPLES: &str = "\
Examples:
  warploom run examples/matmul.c
  warploom run --target cpu -DN=100 nbody.c -- 20 0.01
  warploom run --verify stencil.c                   beside the sequential program
  warploom run --target sim reduce.cu               CUDA C without a GPU, every access checked";

/// Run on the simulator and show what memory did: transactions, bank conflicts, divergence, races
#[derive(Args, Debug)]
#[command(after_help = PROFILE_EXAMPLES)]
pub struct ProfileArgs {
    /// Write everything that was counted to a file, as JSON
    #[arg(long, value_name = "F")]
    pub json: Option<PathBuf>,
    /// Write the counters alone to a file, as text that two runs can be compared by
    #[arg(long, value_name = "F")]
    pub counts: Option<PathBuf>,
    /// Write a page with figures to a file, for a browser
    #[arg(long, value_name = "F")]
    pub html: Option<PathBuf>,
    /// What to compare with: another program, or the JSON of an earlier run
    #[arg(long, value_name = "FILE")]
    pub before: Option<PathBuf>,
    /// End simulated kernels after so many seconds
    #[arg(long, value_name = "SECONDS")]
    pub timeout: Option<f64>,
    /// Build anew, and keep nothing
    #[arg(long)]
    pub no_cache: bool,
    /// The files and how to read them; one file that ends in `.json` is an earlier run.
    #[command(flatten)]
    pub compile: CompileArgs,
    /// Arguments of the program
    #[arg(last = true, value_name = "ARGS")]
    pub arguments: Vec<std::ffi::OsString>,
}

const PROFILE_EXAMPLES: &str = "\
Examples:
  warploom profile transpose.cu                    accesses ranked by cost, each with a remedy
  warploom profile --gpu g80 -DN=256 matmul.c      by the rules of the first CUDA processor
  warploom profile --html report.html nbody.cu     which lane touches which address and bank
  warploom profile --json before.json naive.cu
  warploom profile --before before.json tiled.cu   what became better, what worse";

/// Compile and link as cc does, with directives carried out: for `CC=` in a Makefile
#[derive(Args, Debug)]
#[command(after_help = CC_EXAMPLES, disable_help_flag = true)]
pub struct CcArgs {
    /// The arguments of cc; as a launcher, the compiler first
    #[arg(value_name = "ARGS", trailing_var_arg = true, allow_hyphen_values = true)]
    pub arguments: Vec<std::ffi::OsString>,
}

const CC_EXAMPLES: &str = "\
Examples:
  make CC='warploom cc'
  CC='warploom cc' ./configure
  cmake -DCMAKE_C_COMPILER_LAUNCHER='warploom;cc' -DCMAKE_C_LINKER_LAUNCHER='warploom;cc' ..
Files without directives go to the C compiler with the same arguments. WARPLOOM_CC names that
compiler, WARPLOOM_TARGET the target (auto, cuda, cpu).";

/// Show or clean what `run` and `profile` keep
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  warploom cache info\n  warploom cache clean")]
pub struct CacheArgs {
    /// What to do
    #[arg(default_value = "info")]
    pub action: CacheAction,
}

/// What can be done with the cache.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum CacheAction {
    /// Where it is, and how large
    Info,
    /// Remove everything in it
    Clean,
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

/// What a program can be translated to.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum TranslateTarget {
    /// CUDA C
    Cuda,
    /// HIP C++, for AMD's GPUs
    Hip,
    /// OpenCL 1.2: a host in C with its kernels
    Opencl,
    /// C with OpenMP, for machines without a GPU
    Cpu,
    /// Plain C, printed from the resolved program
    #[value(hide = true)]
    C,
}

/// What a program can be built for.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuildTarget {
    /// The GPU if there is one, else the CPU
    Auto,
    /// NVIDIA GPUs; needs nvcc
    Cuda,
    /// AMD GPUs; needs hipcc
    Hip,
    /// Any device with an OpenCL driver; needs a C compiler and CL/cl.h
    Opencl,
    /// This machine's processors; needs a C compiler
    Cpu,
}

/// What a program can be run on.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunTarget {
    /// The GPU if there is one, else the CPU
    Auto,
    /// NVIDIA GPUs; needs nvcc
    Cuda,
    /// AMD GPUs; needs hipcc
    Hip,
    /// Any device with an OpenCL driver; needs a C compiler and CL/cl.h
    Opencl,
    /// This machine's processors; needs a C compiler
    Cpu,
    /// A simulated GPU that checks every access
    Sim,
}

/// Processors whose rules are known.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum GpuName {
    /// GeForce 8800: half-warps in step, or one transaction for each lane
    G80,
    /// GTX 280: segments of 32, 64 and 128 bytes
    Gt200,
    /// Tesla C2050: cache lines of 128 bytes
    Fermi,
    /// Tesla P100: sectors of 32 bytes
    P100,
    /// H200: the same, with more of everything
    H200,
    /// One die of an Instinct MI250X: wavefronts of 64
    Mi250x,
    /// Radeon RX 6900 XT: wavefronts of 32
    Rx6900,
    /// No GPU but a processor with sixteen cores, as OpenCL has it
    Processor,
}

impl GpuName {
    /// The simulator's name for it.
    pub fn gpu(self) -> gpu::Gpu {
        match self {
            GpuName::G80 => gpu::Gpu::G80,
            GpuName::Gt200 => gpu::Gpu::Gt200,
            GpuName::Fermi => gpu::Gpu::Fermi,
            GpuName::P100 => gpu::Gpu::P100,
            GpuName::H200 => gpu::Gpu::H200,
            GpuName::Mi250x => gpu::Gpu::Mi250x,
            GpuName::Rx6900 => gpu::Gpu::Rx6900,
            GpuName::Processor => gpu::Gpu::Processor,
        }
    }
}

impl RunTarget {
    /// The target to build for; `None` for the simulator.
    pub fn build_target(self) -> Option<BuildTarget> {
        match self {
            RunTarget::Auto => Some(BuildTarget::Auto),
            RunTarget::Cuda => Some(BuildTarget::Cuda),
            RunTarget::Hip => Some(BuildTarget::Hip),
            RunTarget::Opencl => Some(BuildTarget::Opencl),
            RunTarget::Cpu => Some(BuildTarget::Cpu),
            RunTarget::Sim => None,
        }
    }
}
