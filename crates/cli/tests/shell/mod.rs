//! Scripts in which `warploom` is the command, each in a folder and with a cache of its own.

// Each suite uses a part of it.
#![allow(dead_code)]

use std::path::{Path, PathBuf};

use testkit::command::{Ran, run};

/// A folder of a test.
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// An empty one.
    pub fn new(suite: &str, name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(suite).join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(path.join("tmp")).expect("a folder for the test");
        Folder { path }
    }

    /// A file in it.
    pub fn path(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Writes a file.
    pub fn write(&self, name: &str, text: &str) -> &Folder {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder for the file");
        std::fs::write(path, text).expect("a file of the test");
        self
    }

    /// What a file holds.
    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).expect("a file of the test")
    }

    /// Runs a script.
    pub fn script(&self, text: &str) -> Ran {
        let (own, folder) = (env!("CARGO_BIN_EXE_warploom"), self.path.display());
        let text = format!(
            "unset CC CFLAGS LDFLAGS; export WARPLOOM_CACHE_DIR='{folder}/cache' TMPDIR='{folder}/tmp' W='{own}'\n\
             warploom() {{ \"$W\" \"$@\"; }}\n{text}"
        );
        run(Path::new("sh"), &[String::from("-c"), text], &self.path).expect("the script ends in time")
    }

    /// Runs a script that succeeds; what it prints.
    pub fn output(&self, text: &str) -> String {
        let ran = self.script(&format!("set -e\n{text}"));
        assert_eq!(ran.status, Some(0), "{text}\n{}{}", ran.stdout, ran.stderr);
        ran.stdout
    }

    /// Nothing is left behind among the temporary files.
    pub fn assert_no_leftovers(&self) {
        let left: Vec<_> = std::fs::read_dir(self.path("tmp")).expect("the folder").flatten().collect();
        assert!(left.is_empty(), "{left:?}");
    }
}

/// A program that scales an array on the device and prints its last element.
pub const SCALE: &str = r#"#include <stdio.h>
#ifndef FACTOR
#define FACTOR 2
#endif
int main(void)
{
    int a[64];
    for (int i = 0; i < 64; i++)
        a[i] = i;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel k tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++)
        a[i] *= FACTOR;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
    printf("%d\n", a[63]);
    return 0;
}
"#;
