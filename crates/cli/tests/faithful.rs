//! Faithful translation: see `testkit::faithful`.

fn main() -> std::process::ExitCode {
    testkit::faithful::main(env!("CARGO_BIN_EXE_warploom"))
}
