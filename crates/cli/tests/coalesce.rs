//! Naive kernels and what `coalesce` makes of them: see `testkit::coalesce`.

fn main() -> std::process::ExitCode {
    testkit::coalesce::main(env!("CARGO_BIN_EXE_warploom"))
}
