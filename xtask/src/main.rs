//! Development tasks: `cargo xtask TASK`.
//!
//! `ci` is all that CI does, and it runs on a laptop the same way. Nothing
//! here is needed to build or use Warploom.

mod bench;
mod bench_cpu;
mod bench_lsp;
mod bench_simulator;
mod benchmarks;
mod book;
mod ci;
mod cuda_toolkit;
mod editors;
mod gpu_kit;
mod machine;
mod measure;
mod mutate;
mod packaging;
mod page;
mod plain_kit;
mod published;
mod shell;
mod test_programs;
mod tidy;
mod wrong_programs;

use std::process::ExitCode;

use ci::Extent;
use shell::Shell;

const USAGE: &str = "\
cargo xtask TASK

  ci                 format, lints, tidy and the tests, a part of the large suites; installs what they need
  full               the same with all of every suite; notes the date, the commit and the counts
  book               check the book of docs/, and build it where mdbook is found
  tidy               the rules of the repository that no compiler checks
  bless [FILTER]     rewrite the expected files of UI tests, examples and transfers, and show what changed
  tour               rewrite the outputs of commands shown in documents
  bench front-end    time and memory beside gcc -fsyntax-only
  bench whole-program    translation of a program of many files, and how it grows
  bench annotate         directives for sequential programs of many lines, and how it grows
  bench accesses     `check` of kernels with many accesses, and how it grows
  bench cpu          kernels on the CPU target beside loops annotated by hand
  bench lsp [PROFILE]    how long an editor waits for diagnostics after a keystroke
  bench simulator    lane instructions a second of the simulator
  bench oclgrind     the simulator beside Oclgrind, on two of its kernels
  editors            build, test and package the extension for Visual Studio Code
  page               bundle the editor of `warploom serve` again, and compare with what is committed
  cuda               install the CUDA compiler into the build folder and print its path
  fuzz-dependence N  analyse N random nests and compare with their enumeration
  fuzz-coalesce N    rewrite N random CUDA kernels of each kind, and compare on the simulator
  fuzz-kernels N     translate and run N random programs with directives on the CPU
  fuzz-data-flow N   check and run N random programs whose data directives are right or wrong
  fuzz-annotate N    give directives to N random sequential programs, and run them
  fuzz-programs N    print N random programs from their resolved trees, and run them
  mutate [N|K/M|KIND]    make N single mistakes in right programs (or all, a shard, a kind): each is reported or harmless
  wrong-programs     rewrite docs/wrong-programs.md: what three compilers say of mistakes
  gpu-kit -o DIR     gather translated programs and a script for a machine with a GPU
  benchmark-kit -o DIR   the benchmarks alone
  coalesce-kit -o DIR    naive and rewritten kernels alone
  plain-kit -o DIR       plain C that is annotated alone
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let shell = Shell::new();
    let result = match words.as_slice() {
        ["ci"] => ci::ci(&shell, Extent::Sample),
        ["full"] => ci::ci(&shell, Extent::Everything),
        ["book"] => book::book(&shell, book::Builder::Found),
        ["tidy"] => tidy::tidy(&shell),
        ["bless", filter @ ..] => ["ui", "examples", "annotate", "transfers"]
            .into_iter()
            .try_for_each(|suite| bless(&shell, suite, filter)),
        ["tour"] => bless(&shell, "documents", &[]),
        ["bench", "front-end"] => bench::front_end(&shell),
        ["bench", "whole-program"] => bench::whole_program(&shell),
        ["bench", "annotate"] => bench::annotate(&shell),
        ["bench", "accesses"] => bench::accesses(&shell),
        ["bench", "cpu"] => bench_cpu::cpu(&shell),
        ["bench", "lsp"] => bench_lsp::lsp(&shell, "dist"),
        ["bench", "lsp", profile] => bench_lsp::lsp(&shell, profile),
        ["editors"] => shell.warploom().and_then(|warploom| editors::editors(&shell, &warploom)),
        ["page"] => page::page(&shell),
        ["bench", "simulator"] => bench_simulator::simulator(&shell),
        ["bench", "oclgrind"] => bench_simulator::oclgrind(&shell),
        ["cuda"] => cuda_toolkit::cuda_toolkit(&shell).map(|nvcc| shell.say(&nvcc.display().to_string())),
        ["fuzz-dependence", count] => fuzz_dependence(&shell, count),
        ["fuzz-coalesce", count] => fuzz_coalesce(&shell, count),
        ["fuzz-kernels", count] => fuzz(&shell, ("kernels", ""), count),
        ["fuzz-data-flow", count] => fuzz(&shell, ("data_flow", ""), count),
        ["fuzz-annotate", count] => fuzz(&shell, ("random_programs", "annotated"), count),
        ["fuzz-programs", count] => fuzz(&shell, ("random_programs", "printed"), count),
        ["gpu-kit", "-o", folder] => gpu_kit::gpu_kit(&shell, std::path::Path::new(folder)),
        ["coalesce-kit", "-o", folder] => gpu_kit::coalesce_kit(&shell, std::path::Path::new(folder)),
        ["plain-kit", "-o", folder] => gpu_kit::plain_kit(&shell, std::path::Path::new(folder)),
        ["benchmark-kit", "-o", folder] => gpu_kit::benchmark_kit(&shell, std::path::Path::new(folder)),
        ["mutate"] => mutate::mutate(&shell, &mutate::Portion::All),
        ["mutate", portion] => {
            mutate::Portion::of(portion).and_then(|portion| mutate::mutate(&shell, &portion))
        }
        ["wrong-programs"] => wrong_programs::wrong_programs(&shell),
        _ => Err(USAGE.to_string()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            shell.complain(&message);
            ExitCode::FAILURE
        }
    }
}

/// Runs a suite that rewrites what it would compare with.
fn bless(shell: &Shell, suite: &str, filter: &[&str]) -> Result<(), String> {
    let mut command = shell.cargo(&["test", "--quiet", "--package", "warploom", "--test", suite, "--"]);
    command.args(filter).env("WARPLOOM_BLESS", "1");
    shell.run(&mut command)
}

/// Random programs that no earlier run has seen: the first seed is the time.
fn fuzz(shell: &Shell, (suite, filter): (&str, &str), count: &str) -> Result<(), String> {
    let (count, now) = (number_of_programs(count)?, seconds_now()?);
    let seeds = format!("{}..{}", now, now + count);
    let mut command = shell.cargo(&["test", "--quiet", "--package", "warploom", "--test", suite, "--"]);
    command.args(Some(filter).filter(|filter| !filter.is_empty()));
    // What was counted is worth reading when all is well, too.
    command.args((suite == "data_flow").then_some("--nocapture"));
    shell.run(command.env("WARPLOOM_SEEDS", seeds))
}

/// Random nests for the analysis of dependences, in its own process.
fn fuzz_dependence(shell: &Shell, count: &str) -> Result<(), String> {
    let (count, now) = (number_of_programs(count)?, seconds_now()?);
    let mut command =
        shell.cargo(&["test", "--quiet", "--package", "warploom-analyze", "--lib", "oracle_tests"]);
    command.args(["--", "--nocapture"]);
    command.env("WARPLOOM_CASES", count.to_string()).env("WARPLOOM_SEED", now.to_string());
    shell.run(&mut command)
}

/// Random naive kernels, before and after `coalesce`.
fn fuzz_coalesce(shell: &Shell, count: &str) -> Result<(), String> {
    let count = number_of_programs(count)?;
    let mut command =
        shell.cargo(&["test", "--quiet", "--package", "warploom-coalesce", "--test", "random_kernels"]);
    shell.run(command.env("WARPLOOM_CASES", count.to_string()))
}

fn number_of_programs(count: &str) -> Result<u64, String> {
    count.parse().map_err(|_| format!("`{count}` is not a number of programs"))
}

fn seconds_now() -> Result<u64, String> {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map(|now| now.as_secs()).map_err(|error| error.to_string())
}
