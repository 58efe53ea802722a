//! System headers: see `testkit::headers`.

fn main() -> std::process::ExitCode {
    testkit::headers::main(env!("CARGO_BIN_EXE_warploom"))
}
