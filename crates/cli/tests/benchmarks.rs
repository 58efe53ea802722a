//! The benchmarks at their small sizes: see `testkit::benchmarks`.

fn main() -> std::process::ExitCode {
    testkit::benchmarks::main(env!("CARGO_BIN_EXE_warploom"))
}
