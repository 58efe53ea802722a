//! UI tests: see `testkit::ui`.

fn main() -> std::process::ExitCode {
    testkit::ui::main(env!("CARGO_BIN_EXE_warploom"))
}
