//! The examples on the `explain` pages: see `testkit::explain`.

fn main() -> std::process::ExitCode {
    testkit::explain::main(env!("CARGO_BIN_EXE_warploom"))
}
