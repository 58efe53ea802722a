//! Naive kernels as sequential C: see `testkit::raise`.

fn main() -> std::process::ExitCode {
    testkit::raise::main(env!("CARGO_BIN_EXE_warploom"))
}
