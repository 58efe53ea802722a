//! Plain programs with directives written into them: see `testkit::annotate`.

fn main() -> std::process::ExitCode {
    testkit::annotate::main(env!("CARGO_BIN_EXE_warploom"))
}
