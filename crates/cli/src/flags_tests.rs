//! Words of compilers are rewritten into options of the parser.

use super::*;

fn rewritten(given: &str) -> Result<String, String> {
    let mut out = Vec::new();
    rewrite("build", given.split_whitespace().map(Into::into).collect(), &mut out)?;
    Ok(out.iter().map(|word| word.to_str().unwrap()).collect::<Vec<_>>().join(" "))
}

#[test]
fn words_with_one_dash_are_rewritten() {
    for (given, expected) in [
        ("-std=c11 -ansi", "--std=c11 --std=c90"),
        ("-isystem a -isystemb -include c.h", "--isystem=a --isystem=b --include=c.h"),
        ("-O -O2 -Ofast", "--optimize= --optimize=2 --optimize=fast"),
        ("-fopenmp -pthread -Id -DX=3 -", "--openmp --pthread -Id -DX=3 -"),
        ("-march=native -fPIC -g", "--cc-flag=-march=native --cc-flag=-fPIC --cc-flag=-g"),
        ("-Wall -pedantic-errors", "--cc-warning=-Wall --cc-warning=-pedantic-errors"),
        ("-Wno-W1101 -Wno-unused", "--silence=W1101 --cc-warning=-Wno-unused"),
        ("-Werror=never-freed", "--deny=W1103"),
        ("-lm -l m a.o -L d", "--link=-lm --link=-l --link=m --link=a.o a.o --link=-L --link=d"),
        ("-Wl,-z,now -Wp,-DX", "--link=-Wl,-z,now --cc-flag=-Xpreprocessor --cc-flag=-DX"),
        ("-Wp,-MMD,a.d -Wp,-MT,b", "--depend=-MMD --depend=-MF --depend=a.d --depend=-MT --depend=b"),
        ("-Xpreprocessor -MD -Xpreprocessor a.d -g", "--cc-flag=-g --depend=-MD --depend=-MF --depend=a.d"),
        ("-arch sm_90 -arch=sm_80", "--nvcc-flag=-arch --nvcc-flag=sm_90 --nvcc-flag=-arch=sm_80"),
        ("-Xcompiler -Wall,-g", "--cc-flag=-Wall --cc-flag=-g"),
        ("-MMD -MF a.d -c -o a.o", "--depend=-MMD --depend=-MF --depend=a.d -c -o a.o"),
        ("-wrapper env -Xclang -g", "--cc-flag=-wrapper --cc-flag=env --cc-flag=-Xclang --cc-flag=-g"),
        ("-t 4 --threads=4", "--nvcc-flag=-t --nvcc-flag=4 --nvcc-flag=--threads=4"),
        ("a.cu --std=c++17", "a.cu --nvcc-flag=--std=c++17"),
        ("a.cu -std=c++17", "a.cu --nvcc-flag=-std=c++17"),
        ("-isystem", "--isystem"),
    ] {
        assert_eq!(rewritten(given).as_deref(), Ok(expected), "{given}");
    }
    assert!(rewritten("-m32").is_err() && rewritten("-Wno-E0103").is_err());
}

#[test]
fn a_word_after_o_is_no_input() {
    assert_eq!(rewritten("-c a.c -o a.o").as_deref(), Ok("-c a.c -o a.o"));
}
