//! Random programs without directives: see `testkit::random_programs`.

fn main() -> std::process::ExitCode {
    testkit::random_programs::main(env!("CARGO_BIN_EXE_warploom"))
}
