//! The flags of compilers as the parser sees them, after [`crate::flags`] rewrote them.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{ArgMatches, Args, ValueEnum};
use driver::{Dialect, MacroOption, Options, Passed};

use crate::args::GpuName;

/// Flags that mean what they mean to `cc`.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Flags as for cc (`--help` lists all)")]
pub struct CcFlags {
    /// Search this folder for headers
    #[arg(short = 'I', long = "include-dir", value_name = "DIR")]
    include: Vec<PathBuf>,
    /// Search this folder for headers in quotes [written: -iquote DIR]
    #[arg(long = "iquote", value_name = "DIR", hide = true)]
    quote_include: Vec<PathBuf>,
    /// Search this folder after `-I` ones; its headers raise no warnings [written: -isystem DIR]
    #[arg(long = "isystem", value_name = "DIR")]
    system_include: Vec<PathBuf>,
    /// Read this file before each input [written: -include FILE]
    #[arg(long = "include", value_name = "FILE")]
    forced_include: Vec<PathBuf>,
    /// Define a macro, as 1 unless a value is given
    #[arg(short = 'D', long = "define", value_name = "NAME[=VALUE]")]
    define: Vec<String>,
    /// Undefine a macro
    #[arg(short = 'U', long = "undefine", value_name = "NAME")]
    undefine: Vec<String>,
    /// The language standard: c99, c11, c17, gnu11, gnu17 … [written: -std=c11]
    #[arg(long = "std", value_name = "STANDARD", value_parser = known_standard, overrides_with = "standard")]
    standard: Option<String>,
    /// The optimisation level programs are built with [written: -O2]
    #[arg(long = "optimize", value_name = "LEVEL", num_args = 1, overrides_with = "optimize")]
    optimize: Option<String>,
    /// The language of all inputs, whatever they are called [written: -x cu]
    #[arg(long = "language", value_name = "LANGUAGE", overrides_with = "language")]
    language: Option<Language>,
    /// Objects, libraries and flags of the linker, in order [written: -lNAME -LDIR -Wl,…]
    #[arg(long = "link", value_name = "WORD", allow_hyphen_values = true)]
    link: Vec<OsString>,
    /// OpenMP pragmas are meant [written: -fopenmp]
    #[arg(long = "openmp", overrides_with = "openmp")]
    openmp: bool,
    /// The program uses POSIX threads [written: -pthread]
    #[arg(long = "pthread", overrides_with = "threads")]
    threads: bool,
    /// For the C compiler, as it is [written: -Xcc FLAG]
    #[arg(long = "cc-flag", value_name = "FLAG", allow_hyphen_values = true)]
    host: Vec<OsString>,
    /// For the C compiler, about the user's text [written: -Wall]
    #[arg(long = "cc-warning", value_name = "FLAG", allow_hyphen_values = true, hide = true)]
    warnings: Vec<OsString>,
    /// For nvcc, as it is [written: -Xnvcc FLAG]
    #[arg(long = "nvcc-flag", value_name = "FLAG", allow_hyphen_values = true)]
    device: Vec<OsString>,
    /// What the output depends on [written: -MD -MF FILE]
    #[arg(long = "depend", value_name = "WORD", allow_hyphen_values = true, hide = true)]
    pub depend: Vec<OsString>,
    /// The processor to be fast on [default: h200; with --target hip: mi250x]
    #[arg(long, value_name = "NAME")]
    gpu: Option<GpuName>,
    /// Use Warploom's own headers instead of the machine's
    #[arg(long)]
    builtin_headers: bool,
    /// Warnings fail the command [written: -Werror]
    #[arg(long = "warnings-are-errors", overrides_with = "warnings_are_errors")]
    pub warnings_are_errors: bool,
    /// Show no warnings and remarks [written: -w]
    #[arg(long = "no-warnings", overrides_with = "no_warnings")]
    pub no_warnings: bool,
    /// Do not show this warning or remark [written: -Wno-CODE]
    #[arg(long = "silence", value_name = "CODE")]
    pub silenced: Vec<String>,
    /// This warning fails the command [written: -Werror=CODE]
    #[arg(long = "deny", value_name = "CODE")]
    pub denied: Vec<String>,
    /// This warning fails no command [written: -Wno-error=CODE]
    #[arg(long = "allow", value_name = "CODE", hide = true)]
    pub allowed: Vec<String>,
}

/// What `-x` names.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C
    C,
    /// CUDA C
    Cu,
    /// The language that the file's name tells
    None,
}

impl CcFlags {
    /// The processor to be fast on, if one is named.
    pub fn gpu(&self) -> Option<gpu::Gpu> {
        self.gpu.map(GpuName::gpu)
    }

    /// The driver's options. `matches` tells the order in which `-D` and `-U`
    /// were given, which decides between them.
    pub fn options(&self, matches: &ArgMatches) -> Options {
        let indices = |id: &str| matches.indices_of(id).map_or(Vec::new(), Iterator::collect::<Vec<usize>>);
        let defines = self.define.iter().cloned().map(MacroOption::Define);
        let undefines = self.undefine.iter().cloned().map(MacroOption::Undefine);
        let mut macros: Vec<(usize, MacroOption)> = indices("define").into_iter().zip(defines).collect();
        macros.extend(indices("undefine").into_iter().zip(undefines));
        macros.sort_by_key(|(index, _)| *index);
        Options {
            include: self.include.clone(),
            quote_include: self.quote_include.clone(),
            system_include: self.system_include.clone(),
            macros: macros.into_iter().map(|(_, option)| option).collect(),
            forced_include: self.forced_include.clone(),
            standard: self.standard.clone(),
            optimize: self.optimize.clone(),
            openmp: self.openmp,
            threads: self.threads,
            gpu: self.gpu(),
            builtin_headers: self.builtin_headers,
            language: match self.language {
                Some(Language::C) => Some(Dialect::C),
                Some(Language::Cu) => Some(Dialect::Cuda),
                Some(Language::None) | None => None,
            },
            passed: Passed {
                host: self.host.clone(),
                warnings: self.warnings.clone(),
                device: self.device.clone(),
                link: self.link.clone(),
            },
            separate: false,
            may_be_plain: false,
            verified: false,
            annotate: driver::AnnotateSettings::default(),
            traced: true,
            work_offset: [0; 3],
            work_dimensions: 1,
            dump: None,
        }
    }
}

/// A misspelled standard is wrong usage, not the default standard.
fn known_standard(text: &str) -> Result<String, String> {
    if driver::language::is_known(text) {
        return Ok(driver::language::compiler_name(text));
    }
    Err(String::from("not a standard of C; known are c90, c99, c11, c17, c2x and gnu90 to gnu2x"))
}
