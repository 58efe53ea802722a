//! The search list is read from what compilers print, and a cache file that
//! makes no sense is ignored.

use super::*;

#[test]
fn the_search_list_is_found_in_the_log() {
    let log = "Using built-in specs.\n\
        #include \"...\" search starts here:\n\
        #include <...> search starts here:\n \
        /usr/lib/gcc/x86_64-linux-gnu/12/include\n \
        /usr/include\n\
        End of search list.\n noise\n";
    let folders = ["/usr/lib/gcc/x86_64-linux-gnu/12/include", "/usr/include"].map(PathBuf::from);
    assert_eq!(search_list(log), folders);
    assert_eq!(search_list("nothing of the kind"), Vec::<PathBuf>::new());
}

#[test]
fn a_damaged_or_foreign_cache_file_is_ignored() {
    let question = Question {
        warploom: String::from("1"),
        compiler: PathBuf::from("/bin/cc"),
        arguments: vec![],
        modified: 1,
        size: 2,
        flags: vec![],
    };
    let answer = Toolchain {
        system_include: vec![PathBuf::from("/")],
        predefined: String::new(),
        compiler: None,
        library_folders: vec![],
    };
    let file = std::env::temp_dir().join(format!("warploom-cache-test-{}.json", std::process::id()));
    write_cache(&file, CachedAnswer { question: question.clone(), answer: answer.clone() });
    assert_eq!(read_cache(&file, &question), Some(answer));
    let other = Question { size: 3, ..question.clone() };
    assert_eq!(read_cache(&file, &other), None);
    let bytes = std::fs::read(&file).unwrap();
    std::fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
    assert_eq!(read_cache(&file, &question), None);
    std::fs::remove_file(&file).unwrap();
    assert_eq!(read_cache(&file, &question), None);
}
