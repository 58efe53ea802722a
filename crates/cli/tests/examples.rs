//! The examples on the simulator: see `testkit::examples`.

fn main() -> std::process::ExitCode {
    testkit::examples::main(env!("CARGO_BIN_EXE_warploom"))
}
