//! The page of `warploom serve` in a real browser, used as a person would.
//!
//! Left out where there is no Chromium. What `npm ci` installs in `crates/serve/page` brings axe,
//! which looks for obstacles to people who cannot see or use a mouse.

use std::path::Path;
use std::time::{Duration, Instant};

use testkit::browser::{Browser, browser};
use testkit::page_client::PageServer;

const LEFT_OUT: &str = "left out: no browser on this machine";

/// The server and a window with its page; `None` without a browser.
fn window(name: &str) -> Option<(PageServer, Browser)> {
    let program = browser()?;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("serve_page").join(name);
    let server = PageServer::start(Path::new(env!("CARGO_BIN_EXE_warploom")), &[]).expect("a server");
    let mut browser = Browser::start(program, &folder).expect("a browser");
    browser.resize(1280, 800).expect("a size");
    browser.open(&server.address).expect("a page");
    browser.until("document.documentElement?.dataset.ready === 'true'").expect("a page that is ready");
    Some((server, browser))
}

fn choose(browser: &mut Browser, example: &str) {
    let choose = format!(
        "(() => {{ const menu = document.getElementById('examples'); menu.value = '{example}'; \
         menu.dispatchEvent(new Event('change')); return true; }})()"
    );
    browser.until(&choose).expect("an example");
}

fn until(browser: &mut Browser, expression: &str) {
    browser.until(expression).expect("an expression that becomes true");
}

fn no_complaints(browser: &Browser) {
    assert!(browser.complaints.is_empty(), "{}", browser.complaints.join("\n"));
}

/// The text of an editor, as far as it is drawn.
const GENERATED: &str = "document.querySelector('#generated .cm-content').textContent";
const SOURCE: &str = "document.querySelector('#source .cm-content').textContent";

fn line(editor: &str, text: &str) -> String {
    format!(
        "[...document.querySelectorAll('#{editor} .cm-line')].find(line => line.textContent.includes('{text}'))"
    )
}

#[test]
fn typing_changes_the_cuda_and_lines_are_partners() {
    let Some((_server, mut browser)) = window("typing") else { return eprintln!("{LEFT_OUT}") };
    until(&mut browser, &format!("{GENERATED}.includes('__global__')"));
    browser.click(&line("source", "c[i] = a[i] + b[i]")).expect("a click");
    until(
        &mut browser,
        &format!("{}.classList.contains('cm-partner')", line("generated", "c[i] = a[i] + b[i]")),
    );
    // Typed at the end of the line, before the semicolon's line ends.
    browser.press("End", 35, false).expect("a key");
    browser.write(" /* typed */").expect("a text");
    until(
        &mut browser,
        &format!("{GENERATED}.includes('/* typed */') || {GENERATED}.includes('c[i] = a[i] + b[i]')"),
    );
    browser.press("Home", 36, true).expect("a key");
    browser.write("int added_by_hand;\n").expect("a text");
    until(&mut browser, &format!("{GENERATED}.includes('int added_by_hand;')"));
    browser.click(&line("generated", "__global__")).expect("a click");
    until(&mut browser, &format!("{}.classList.contains('cm-partner')", line("source", "hicuda kernel add")));
    // A mistake is underlined and counted.
    browser.click(&line("source", "added_by_hand")).expect("a click");
    browser.press("End", 35, false).expect("a key");
    browser.write(" undeclared_type x;").expect("a text");
    until(&mut browser, "document.getElementById('count').textContent === '1'");
    until(&mut browser, "!!document.querySelector('#source .cm-lintRange-error')");
    no_complaints(&browser);
}

/// Clicks until it shows: a translation that arrives just then redraws what was clicked.
fn click_until(browser: &mut Browser, clicked: &str, expression: &str) {
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(60) {
        browser.click(clicked).ok();
        for _ in 0..10 {
            std::thread::sleep(Duration::from_millis(100));
            if browser.value(expression).is_ok_and(|value| value == true) {
                return;
            }
        }
    }
    until(browser, expression);
}

/// Both ways between a line of the program and its partner in what the open tab shows.
fn are_partners(browser: &mut Browser, target: &str, other: &str, text: &str) {
    let partner = |editor: &str, text: &str| {
        format!("{}?.classList.contains('cm-partner') === true", line(editor, text))
    };
    browser.click(&format!("document.getElementById('tab-{target}')")).expect("a click");
    until(browser, &format!("document.getElementById('generated').dataset.target === '{target}'"));
    click_until(browser, &line("source", other), "!!document.querySelector('#generated .cm-partner')");
    click_until(browser, &line("source", text), &partner("generated", text));
    click_until(browser, &line("generated", text), &partner("source", text));
    until(browser, "document.querySelectorAll('#source .cm-partner').length === 1");
    until(browser, "!document.querySelector('#generated .cm-partner')");
}

#[test]
fn lines_are_partners_on_every_tab() {
    let Some((_server, mut browser)) = window("partners") else { return eprintln!("{LEFT_OUT}") };
    until(&mut browser, &format!("{GENERATED}.includes('__global__')"));
    for target in ["cuda", "cpu", "hip", "opencl"] {
        are_partners(&mut browser, target, "hicuda kernel add", "c[i] = a[i] + b[i]");
    }
    // Programs in CUDA have the other tabs.
    choose(&mut browser, "vector_add.cu");
    until(&mut browser, &format!("{SOURCE}.includes('vecAdd')"));
    for target in ["cpu", "hip", "opencl"] {
        are_partners(&mut browser, target, "int i = threadIdx.x", "C[i] = A[i] + B[i]");
    }
    // What a target cannot have is said, and no other target's text stays there.
    let program = "__global__ void sum(int *a)\n{\n    int v = a[threadIdx.x];\n\
        v += __shfl_down_sync(0xffffffff, v, 16);\n    a[threadIdx.x] = v;\n}\n\
        int main(void)\n{\n    int *a;\n    cudaMalloc(&a, 128);\n    cudaMemset(a, 0, 128);\n\
        sum<<<1, 32>>>(a);\n    cudaFree(a);\n    return 0;\n}\n";
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("serve_page/warp.cu");
    std::fs::write(&file, program).expect("a file");
    browser.choose_file("#file", &file).expect("a file");
    until(
        &mut browser,
        "document.getElementById('code-note').textContent.startsWith('Not translated to OpenCL')",
    );
    until(&mut browser, &format!("{GENERATED} === ''"));
    no_complaints(&browser);
}

#[test]
fn what_was_downloaded_opens_again() {
    let Some((_server, mut browser)) = window("download") else { return eprintln!("{LEFT_OUT}") };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("serve_page/downloads");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    browser.download_into(&folder).expect("a folder for downloads");
    until(&mut browser, &format!("{GENERATED}.includes('__global__')"));
    browser.click(&line("source", "c[i] = a[i] + b[i]")).expect("a click");
    browser.press("Home", 36, true).expect("a key");
    let added = "/* ü, 𝄞 & <kept> */";
    browser.write(&format!("{added}\n")).expect("a text");
    until(&mut browser, &format!("{SOURCE}.startsWith('{added}')"));
    let name = browser.value("document.getElementById('name').value").expect("a name");
    let file = folder.join(name.as_str().expect("a name"));
    browser.click("document.getElementById('download')").expect("a click");
    let begin = Instant::now();
    while !file.exists() && begin.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(50));
    }
    let shared = std::fs::read_to_string(&file).expect("the downloaded file");
    assert!(shared.starts_with(added) && shared.contains("#pragma hicuda kernel add"), "{shared}");
    assert!(shared.ends_with("}\n"), "{shared}");
    // Somebody else opens it.
    choose(&mut browser, "race.cu");
    until(&mut browser, &format!("!{SOURCE}.startsWith('{added}')"));
    browser.choose_file("#file", &file).expect("a file");
    until(&mut browser, &format!("{SOURCE}.startsWith('{added}')"));
    until(&mut browser, &format!("{GENERATED}.includes('{added}')"));
    no_complaints(&browser);
}

#[test]
fn an_offer_is_accepted_with_the_keyboard_alone() {
    let Some((_server, mut browser)) = window("keyboard") else { return eprintln!("{LEFT_OUT}") };
    choose(&mut browser, "heat.c");
    until(&mut browser, "document.getElementById('code-note').textContent.includes('no directive yet')");
    // Tab leaves the editor: nothing is a trap.
    browser.value("document.querySelector('#source .cm-content').focus()").expect("a focus");
    browser.press("Tab", 9, false).expect("a key");
    until(&mut browser, "document.activeElement.id === 'tab-cuda'");
    for _ in 0..6 {
        browser.press("ArrowRight", 39, false).expect("a key");
    }
    until(&mut browser, "document.activeElement.id === 'tab-rewrite'");
    until(&mut browser, "document.getElementById('tab-rewrite').getAttribute('aria-selected') === 'true'");
    until(&mut browser, "!!document.querySelector('.offer .primary')");
    // The panel, and then its first button.
    browser.press("Tab", 9, false).expect("a key");
    browser.press("Tab", 9, false).expect("a key");
    until(&mut browser, "document.activeElement.textContent === 'Accept'");
    browser.press("Enter", 13, false).expect("a key");
    until(&mut browser, &format!("{SOURCE}.includes('#pragma hicuda kernel step_next')"));
    browser.value("document.getElementById('tab-cuda').click()").expect("a click");
    // Only what is in view is drawn.
    until(&mut browser, &format!("document.getElementById('code-note').hidden && {GENERATED}.length > 100"));
    no_complaints(&browser);
}

#[test]
fn a_run_shows_the_race_at_its_line() {
    let Some((_server, mut browser)) = window("run") else { return eprintln!("{LEFT_OUT}") };
    choose(&mut browser, "race.cu");
    browser.value("document.querySelector('#source .cm-content').focus()").expect("a focus");
    browser.press("Enter", 13, true).expect("a key");
    until(&mut browser, "!!document.querySelector('#panel-run .cards .error')");
    until(&mut browser, "document.querySelector('#panel-run .cards .line').textContent === 'line 15'");
    until(
        &mut browser,
        "document.querySelector('#panel-run .result > .output').textContent.startsWith('sum of 128 ones')",
    );
    until(&mut browser, "!!document.querySelector('#source .cm-lintRange-error')");
    browser.click("document.querySelector('#panel-run .cards .line')").expect("a click");
    until(
        &mut browser,
        "document.querySelector('#source .cm-activeLine').textContent.includes('part[t] +=')",
    );
    browser.value("document.getElementById('tab-profile').click()").expect("a click");
    browser.click("document.querySelector('#panel-profile .primary')").expect("a click");
    until(&mut browser, "document.querySelector('iframe')?.src.includes('/profile/') === true");
    no_complaints(&browser);
}

#[test]
fn a_program_is_given_words_and_tells_what_it_prints_at_once() {
    let Some((_server, mut browser)) = window("streamed") else { return eprintln!("{LEFT_OUT}") };
    // Prints what it was given, and does not end by itself.
    let program = "#include <stdio.h>\n#include <stdlib.h>\nint a[4];\n\
        int main(int count, char **words) {\n\
        #pragma hicuda global alloc a[*]\n\
        #pragma hicuda kernel k tblock(1) thread(4)\n\
        #pragma hicuda loop_partition over_tblock over_thread\n\
        for (int i = 0; i < 4; i++) a[i] = i;\n\
        #pragma hicuda kernel_end\n\
        #pragma hicuda global copyout a[*]\n\
        #pragma hicuda global free a\n\
        char line[80]; if (!fgets(line, sizeof line, stdin)) return 1;\n\
        printf(\"%d %s %s\", count, words[1], line);\n\
        for (volatile int i = 0;; i++) ; }\n";
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("serve_page");
    let file = folder.join("given.c");
    std::fs::write(&file, program).expect("a file");
    browser.choose_file("#file", &file).expect("a file");
    browser.value("document.getElementById('tab-run').click()").expect("a click");
    browser.click("document.getElementById('arguments')").expect("a click");
    browser.write("'two words'").expect("a text");
    browser.click("document.getElementById('input')").expect("a click");
    browser.write("from the page\n").expect("a text");
    browser.value("document.querySelector('input[name=on][value=cpu]').click()").expect("a click");
    browser.click("document.querySelector('#panel-run .primary')").expect("a click");
    until(
        &mut browser,
        "document.querySelector('#panel-run .result > .output').textContent === '2 two words from the page\\n'",
    );
    until(&mut browser, "document.querySelector('#panel-run .verdict').textContent === 'Running…'");
    browser
        .click("[...document.querySelectorAll('#panel-run button')].find(b => b.textContent === 'Stop')")
        .expect("a click");
    until(&mut browser, "document.querySelector('#panel-run .verdict').textContent === 'It was stopped.'");
    no_complaints(&browser);
}

#[test]
fn nothing_becomes_markup() {
    let Some((_server, mut browser)) = window("markup") else { return eprintln!("{LEFT_OUT}") };
    let program = "#include <stdio.h>\n\
        #define IMG \"<img src=x onerror='window.hacked = 1'>\"\n\
        int a[4];\n\
        int main(void) {\n\
        #pragma hicuda global alloc a[*]\n\
        #pragma hicuda kernel k tblock(1) thread(4)\n\
        #pragma hicuda loop_partition over_tblock over_thread\n\
        for (int i = 0; i < 4; i++) a[i] = i; /* </script><img src=x onerror='window.hacked = 1'> */\n\
        #pragma hicuda kernel_end\n\
        #pragma hicuda global copyout a[*]\n\
        #pragma hicuda global free a\n\
        puts(IMG); fputs(IMG, stderr); return 0; }\n";
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("serve_page");
    let file = folder.join("<img src=x onerror='window.hacked = 1'>.c");
    std::fs::write(&file, program).expect("a file");
    browser.choose_file("#file", &file).expect("a file");
    until(&mut browser, &format!("{GENERATED}.includes('__global__')"));
    for tab in ["findings", "data", "rewrite", "cpu", "run"] {
        browser.value(&format!("document.getElementById('tab-{tab}').click()")).expect("a click");
    }
    browser.click("document.querySelector('#panel-run .primary')").expect("a click");
    until(
        &mut browser,
        "document.querySelectorAll('#panel-run .result > .output:not([hidden])').length === 2",
    );
    until(
        &mut browser,
        "document.querySelector('#panel-run .result > .output').textContent.includes('onerror')",
    );
    until(&mut browser, "window.hacked === undefined && document.querySelectorAll('img').length === 1");
    no_complaints(&browser);
}

#[test]
fn it_fits_and_axe_finds_nothing() {
    let Some((_server, mut browser)) = window("axe") else { return eprintln!("{LEFT_OUT}") };
    let axe = Path::new(env!("CARGO_MANIFEST_DIR")).join("../serve/page/node_modules/axe-core/axe.min.js");
    let axe = std::fs::read_to_string(axe).ok();
    choose(&mut browser, "jacobi.c");
    until(&mut browser, &format!("{GENERATED}.includes('__global__')"));
    if let Some(axe) = &axe {
        browser.value(&format!("{axe}; true")).expect("axe");
    } else {
        eprintln!("left out: axe, which `cargo xtask page` installs");
    }
    let tabs = ["cuda", "findings", "data", "rewrite", "profile", "run"];
    let pictures = Path::new(env!("CARGO_TARGET_TMPDIR")).join("serve_page/pictures");
    std::fs::create_dir_all(&pictures).expect("a folder");
    for (width, dark) in [(1280, false), (390, true)] {
        browser.resize(width, 800).expect("a size");
        browser.darken(dark).expect("a scheme");
        for tab in tabs {
            browser.value(&format!("document.getElementById('tab-{tab}').click()")).expect("a click");
            until(
                &mut browser,
                &format!("document.getElementById('tab-{tab}').getAttribute('aria-selected') === 'true'"),
            );
            if tab == "rewrite" {
                until(&mut browser, "!!document.querySelector('#panel-rewrite .offer')");
            }
            browser.picture(&pictures.join(format!("{tab}-{width}.png"))).expect("a picture");
            let too_wide =
                browser.value("document.documentElement.scrollWidth - innerWidth").expect("a number");
            assert!(
                too_wide.as_i64().is_some_and(|pixels| pixels <= 0),
                "{tab} at {width}: {too_wide} pixels too wide"
            );
            if axe.is_some() {
                let found = "axe.run().then(found => found.violations.map(v => v.id + ': ' + v.nodes.map(n => n.html).join(' ')).join('\\n'))";
                // It gives up, without a finding, when the page changes while it looks at it.
                let answer = (0..5).find_map(|_| browser.value(found).ok());
                assert_eq!(answer.expect("an answer of axe"), "", "{tab} at {width}");
            }
        }
    }
    let paper = browser.value(
        "getComputedStyle(document.body).backgroundColor.match(/[0-9]+/g).reduce((a, b) => a + Number(b), 0)",
    );
    assert!(paper.expect("a colour").as_i64().is_some_and(|sum| sum < 200), "dark is not dark");
    no_complaints(&browser);
}
