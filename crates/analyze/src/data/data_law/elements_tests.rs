//! Elements at constant subscripts: what they hold is known until somebody may write there.

use crate::fixture::analyzed;

/// The host reads all that a kernel has written, if both loops have the same length.
fn is_brought_back(between: &str) -> bool {
    let text = format!(
        "void *memcpy(void *, const void *, unsigned long);\nint printf(const char *, ...);\nvoid unknown(void);\n\
         static int n[3];\nint other[3];\nfloat a[100];\nvoid set(int *p) {{ p[1] = 7; }}\n\
         int main(int c, char **v) {{\nint *p = n;\nn[1] = c;\n\
         #pragma hicuda global alloc a[*] copyin\n\
         #pragma hicuda kernel k tblock(1) thread(32)\n#pragma hicuda loop_partition over_tblock over_thread\n\
         for (int i = 0; i < 100; i++) a[i] = i;\n#pragma hicuda kernel_end\n\
         #pragma hicuda global copyout a[0:n[1]-1]\n{between}\n\
         float s = 0;\nfor (int i = 0; i < n[1]; i++) s += a[i];\n\
         #pragma hicuda global free a\nprintf(\"%f\", s);\nreturn 0; }}\n"
    );
    let codes = analyzed(&text).all_codes();
    let errors: Vec<_> = codes.iter().filter(|code| code.starts_with('E') && **code != "E0640").collect();
    assert!(errors.is_empty(), "{codes:?}: {text}");
    !codes.iter().any(|code| ["W1045", "E0640"].contains(code))
}

#[test]
fn one_element_has_one_value() {
    assert!(is_brought_back(""));
    assert!(is_brought_back("other[1] = 3;"));
    assert!(is_brought_back("printf(\"%d\", n[1]);"));
    assert!(is_brought_back("if (n[1] > 100) return 1;"));
}

#[test]
fn until_it_may_be_written() {
    let writes = [
        "n[1] = 9;",
        "n[1]++;",
        "n[c] = 9;",
        "n[2] = 9; n[c] = 1;",
        "p[1] = 9;",
        "*(p + c) = 9;",
        "set(n);",
        "set(&n[0]);",
        "memcpy(n, other, 12);",
        "if (c) n[1] = 9;",
        "for (int i = 0; i < 3; i++) n[i] = i;",
        "while (c--) n[1] = c;",
        "p = c ? n : other; p[1] = 8;",
        "p = (int *)(long)n; *p = 8;",
        "((char *)n)[4] = 8;",
        "c && (n[1] = 8);",
    ];
    for between in writes {
        assert!(!is_brought_back(between), "{between}");
    }
}
