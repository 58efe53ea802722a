//! `warploom serve` over HTTP: who is answered, what is answered, and what programs may do.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::Value;
use testkit::page_client::PageServer;

const SCALE: &str = "\
void scale(float a[1000], float k)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel scale_all tblock(4) thread(256)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 1000; i++)
        a[i] = k * a[i];
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}
";

fn serve(arguments: &[&str]) -> PageServer {
    PageServer::start(Path::new(env!("CARGO_BIN_EXE_warploom")), arguments).expect("a server")
}

fn example(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../serve/page/examples").join(name);
    std::fs::read_to_string(path).expect("an example")
}

fn strings<'v>(values: &'v Value, field: &str) -> Vec<&'v str> {
    values.as_array().expect("a list").iter().filter_map(|value| value[field].as_str()).collect()
}

#[test]
fn nothing_is_answered_without_the_token() {
    let server = serve(&[]);
    let host = server.host.clone();
    let own = ("Host", host.as_str());
    let get = |path: &str, headers: &[(&str, &str)]| {
        server.request(&format!("GET {path}"), headers, "").expect("an answer")
    };
    for path in
        ["/", "/api/start", "/main.js", "/codemirror.js", "/profile/1", "/0/", "/../", "/%2e%2e/api/start"]
    {
        let refused = get(path, &[own]);
        assert_eq!(refused.status, 403, "{path}");
        assert!(!refused.body.contains(server.path.trim_matches('/')), "{path} tells the token");
    }
    let token = server.path.trim_matches('/');
    let (begin, last) = token.split_at(token.len() - 1);
    let almost = format!("/{begin}{}/", if last == "0" { "1" } else { "0" });
    assert_eq!(get(&almost, &[own]).status, 403);
    let port = host.rsplit(':').next().expect("a port");
    let page = server.path.as_str();
    for name in ["evil.example", "evil.example:80", "localhost", "[::1]:1"] {
        assert_eq!(get(page, &[("Host", name)]).status, 403, "{name}");
    }
    assert_eq!(get(page, &[]).status, 403, "no host");
    assert_eq!(get(page, &[own, ("Origin", "http://evil.example")]).status, 403);
    assert_eq!(get(page, &[own, ("Origin", "null")]).status, 403);
    assert_eq!(get(page, &[("Host", &format!("localhost:{port}"))]).status, 200);
    assert_eq!(get(page, &[own, ("Origin", &format!("http://{host}"))]).status, 200);
    let post = server
        .request("POST /api/run", &[own, ("Content-Type", "application/json")], "{}")
        .expect("an answer");
    assert_eq!(post.status, 403);
}

#[test]
fn another_machine_cannot_connect() {
    let server = serve(&[]);
    assert!(server.host.starts_with("127.0.0.1:"), "{}", server.host);
    let port = server.host.rsplit(':').next().expect("a port");
    let listening = std::fs::read_to_string("/proc/net/tcp").unwrap_or_default();
    let port = format!(":{:04X}", port.parse::<u16>().expect("a number"));
    let ours: Vec<&str> = listening
        .lines()
        .filter_map(|line| line.split_whitespace().nth(1))
        .filter(|at| at.ends_with(&port))
        .collect();
    assert!(ours.iter().all(|at| at.starts_with("0100007F:")), "{ours:?}");
}

#[test]
fn the_page_lets_nothing_from_outside_in() {
    let server = serve(&[]);
    let page = server.get("").expect("a page");
    assert_eq!(page.status, 200);
    let policy =
        page.head.lines().find(|line| line.starts_with("content-security-policy: ")).expect("a policy");
    assert!(policy.contains("default-src 'none'; script-src 'self';"), "{policy}");
    assert!(policy.contains("frame-ancestors 'none'") && policy.contains("base-uri 'none'"), "{policy}");
    assert!(!policy.contains("unsafe"), "{policy}");
    for header in
        ["x-content-type-options: nosniff", "referrer-policy: no-referrer", "cache-control: no-store"]
    {
        assert!(page.head.contains(header), "{header} in {}", page.head);
    }
    let nonces = [&page, &server.get("").expect("a page")].map(|page| {
        page.body
            .split("style-nonce\" content=\"")
            .nth(1)
            .and_then(|rest| rest.split('"').next())
            .map(String::from)
    });
    assert!(nonces[0].is_some() && nonces[0] != nonces[1], "{nonces:?}");
    let addresses = page.body.split(['"', '\'']).filter(|text| text.contains("//"));
    assert_eq!(addresses.count(), 0, "{}", page.body);
    for script in page.body.split("<script").skip(1) {
        assert!(script.starts_with(" type=\"module\" src=\"main.js\"></script>"), "{script}");
    }
    for name in ["main.js", "style.css", "codemirror.js", "icon.svg"] {
        let file = server.get(name).expect("a file");
        assert_eq!(file.status, 200, "{name}");
        assert!(file.head.contains("content-security-policy: default-src 'none'"), "{name}");
    }
    assert_eq!(server.get("Cargo.toml").expect("an answer").status, 404);
    assert_eq!(server.get("../../etc/passwd").expect("an answer").status, 404);
}

#[test]
fn what_is_no_question_is_refused() {
    let server = serve(&[]);
    let line = format!("POST {}api/analyze", server.path);
    let own = ("Host", server.host.as_str());
    let json = ("Content-Type", "application/json");
    let status = |line: &str, headers: &[(&str, &str)], body: &str| {
        server.request(line, headers, body).expect("an answer").status
    };
    assert_eq!(status(&line, &[own, ("Content-Type", "text/plain")], "{}"), 415);
    assert_eq!(status(&line, &[own, json], "{}"), 400);
    assert_eq!(status(&line, &[own, json], "\u{0}"), 400);
    assert_eq!(status(&format!("PUT {}", server.path), &[own], ""), 405);
    assert_eq!(
        status(&format!("POST {}api/none", server.path), &[own, json], "{\"name\":\"\",\"text\":\"\"}"),
        404
    );
    let large = format!("{{\"name\":\"a.c\",\"text\":\"{}\"}}", " ".repeat(5 << 20));
    assert_eq!(status(&line, &[own, json], &large), 413);
}

#[test]
fn every_target_leads_back_to_the_lines() {
    let server = serve(&[]);
    for (target, mark) in
        [("cuda", "__global__"), ("cpu", "#pragma omp"), ("hip", "hipMalloc"), ("opencl", "__kernel")]
    {
        let answer = server.ask("translate", "scale.c", SCALE, target).expect("an answer");
        let text = strings(&answer["files"], "text").concat();
        assert!(text.contains(mark), "{target}: {answer}");
        let lines: Vec<&Value> = answer["files"][0]["lines"].as_array().expect("lines").iter().collect();
        let at = text.lines().position(|line| line.contains("a[i] = k * a[i]"));
        assert_eq!(lines[at.expect("the loop")], 7, "{target}");
    }
    let cuda = "__global__ void twice(float *a)\n{\n    a[threadIdx.x] *= 2;\n}\nvoid f(float *a)\n{\n    twice<<<1, 32>>>(a);\n}\n";
    for (target, mark) in [("cpu", "void twice("), ("hip", "hip_runtime.h"), ("opencl", "__kernel")] {
        let answer = server.ask("translate", "twice.cu", cuda, target).expect("an answer");
        let text = strings(&answer["files"], "text").concat();
        assert!(text.contains(mark), "{target}: {answer}");
        let at = text.lines().position(|line| line.contains(" *= 2")).expect("the statement");
        assert_eq!(answer["files"][0]["lines"][at], 3, "{target}: {text}");
    }
    let broken =
        server.ask("translate", "scale.c", "int main(void) { return x; }", "cuda").expect("an answer");
    assert_eq!(broken["files"], serde_json::json!([]));
    assert_eq!(broken["findings"][0]["line"], 1, "{broken}");
    assert!(server.ask("translate", "a.c", SCALE, "ptx").expect("an answer")["problem"].is_string());
}

#[test]
fn an_analysis_has_findings_verdicts_and_lives() {
    let server = serve(&[]);
    let answer = server.ask("analyze", "scale.c", SCALE, "").expect("an answer");
    let verdicts = strings(&answer["verdicts"], "directive");
    assert!(verdicts.contains(&"loop_partition over_tblock over_thread"), "{answer}");
    let steps = strings(&answer["lives"][0]["steps"], "kind");
    assert_eq!(steps, ["allocated", "copied-in", "device-writes", "copied-out", "freed"], "{answer}");
    // Offsets are those of a browser: the comment has three bytes more than units.
    let wrong = format!("/* é𝄞 */ {}", SCALE.replace("k * a[i]", "k * a[i ^ 1]"));
    let answer = server.ask("analyze", "scale.c", &wrong, "").expect("an answer");
    let found = &answer["findings"][0];
    let units: Vec<u16> = wrong.encode_utf16().collect();
    let place =
        found["from"].as_u64().expect("a place") as usize..found["to"].as_u64().expect("a place") as usize;
    let marked = String::from_utf16_lossy(&units[place]);
    let line = wrong.lines().nth(found["line"].as_u64().expect("a line") as usize - 1).expect("a line");
    assert!(
        !marked.is_empty() && line.contains(marked.lines().next().unwrap_or_default()),
        "{marked} in {line}"
    );
    let other = server.ask("analyze", "broken.c", "int f(", "").expect("an answer");
    assert_eq!(other["findings"][0]["severity"], "error");
}

/// A text with the changes of an offer.
fn accepted(text: &str, changes: &Value) -> String {
    let mut units: Vec<u16> = text.encode_utf16().collect();
    for change in changes.as_array().expect("changes").iter().rev() {
        let place = |name: &str| change[name].as_u64().expect("a place") as usize;
        let insert = change["insert"].as_str().expect("a text").encode_utf16();
        units.splice(place("from")..place("to"), insert);
    }
    String::from_utf16(&units).expect("a text")
}

#[test]
fn offers_are_what_the_commands_write() {
    let server = serve(&[]);
    let plain = format!("// é𝄞\n{}", example("heat.c"));
    let answer = server.ask("annotate", "heat.c", &plain, "").expect("an answer");
    let text = accepted(&plain, &answer["offers"][0]["changes"]);
    assert!(text.contains("#pragma hicuda kernel"), "{answer}");
    assert!(answer["report"].as_str().is_some_and(|report| report.contains("on the GPU")), "{answer}");
    assert_eq!(text, written(&["annotate"], "heat.c", &plain));
    let checked = server.ask("analyze", "heat.c", &text, "").expect("an answer");
    assert!(!strings(&checked["findings"], "severity").contains(&"error"), "{checked}");

    let naive = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/seeds/row_scale.cu");
    let naive = std::fs::read_to_string(naive).expect("an example");
    let answer = server.ask("coalesce", "row_scale.cu", &naive, "").expect("an answer");
    let text = accepted(&naive, &answer["offers"][0]["changes"]);
    assert_eq!(text, written(&["coalesce"], "row_scale.cu", &naive));
}

/// What a command writes for a text.
fn written(words: &[&str], name: &str, text: &str) -> String {
    let folder = folder(words[0]);
    std::fs::write(folder.join(name), text).expect("a file");
    let mut words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    words.extend([name, "-o", "out"].map(String::from));
    let ran =
        testkit::command::run(Path::new(env!("CARGO_BIN_EXE_warploom")), &words, &folder).expect("a run");
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    std::fs::read_to_string(folder.join("out")).expect("a file")
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("serve").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn a_race_is_found_at_its_line_and_profiled() {
    let server = serve(&[]);
    let race = example("race.cu");
    let answer = server.ask("run", "race.cu", &race, "sim").expect("an answer");
    assert_eq!(answer["output"], "sum of 128 ones: 96\n", "{answer}");
    let line = race.lines().position(|line| line.contains("part[t] +=")).expect("a line") + 1;
    assert_eq!(answer["findings"][0]["line"], line, "{answer}");
    assert_eq!(answer["findings"][0]["code"], "E0804");
    let answer = server.ask("profile", "race.cu", &race, "").expect("an answer");
    let number = answer["page"].as_u64().expect("a page");
    let page = server.get(&format!("profile/{number}")).expect("a page");
    assert!(page.body.contains("<svg"), "{}", page.body);
    assert!(
        page.head.contains("default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox")
    );
    assert_eq!(server.get("profile/99").expect("an answer").status, 404);
}

#[test]
fn programs_stay_within_their_limits() {
    // One ends soon whatever a program is at; the other leaves it time to be compiled on a busy machine.
    let (hasty, patient) = (serve(&["--timeout", "1"]), serve(&[]));
    let run = |server: &PageServer, text: &str, target: &str| {
        server.ask("run", "limit.c", text, target).expect("an answer")
    };
    let with_kernel = |body: &str| {
        format!(
            "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n{SCALE}\
             int main(void)\n{{\n{body}\nreturn 0;\n}}\n"
        )
    };
    let begin = Instant::now();
    let endless = run(&hasty, &with_kernel("for (volatile int i = 0;; i++) ;"), "cpu");
    assert_eq!(endless["ended"], "time", "{endless}");
    assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
    let chatty = run(&patient, &with_kernel("for (;;) puts(\"<b>again</b>\");"), "cpu");
    assert_eq!(chatty["ended"], "output", "{chatty}");
    let printed = chatty["output"].as_str().expect("a text").len();
    assert!((1..=256 << 10).contains(&printed), "{printed} bytes");
    let greedy =
        run(&patient, &with_kernel("char *p = malloc(8UL << 30); puts(p ? \"8 GiB\" : \"none\");"), "cpu");
    assert_eq!(greedy["output"], "none\n", "{greedy}");
    // On the simulator the host part is limited, too.
    let host = run(&hasty, &with_kernel("for (volatile int i = 0;; i++) ;"), "sim");
    assert_eq!(host["ended"], "time", "{host}");
}

#[test]
fn the_compiler_stays_within_its_limits() {
    let functions = (0..40_000).map(|n| format!("int f{n}(int x, int y) {{ return x * {n} + y; }}\n"));
    let long = format!("{SCALE}{}", functions.collect::<String>());
    let hasty = serve(&["--timeout", "0.1"]);
    for question in ["analyze", "translate", "annotate"] {
        let begin = Instant::now();
        let answer = hasty.ask(question, "long.c", &long, "cuda").expect("an answer");
        let problem = answer["problem"].as_str().unwrap_or_default();
        assert!(problem.contains("took more than 0.1 s"), "{question}: {problem}");
        assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
    }
    // A newer question of the same window ends the older one; one of another window does not.
    let patient = serve(&["--timeout", "60"]);
    let ask = |text: &str, window: &str| {
        let question = serde_json::json!({ "name": "long.c", "text": text, "target": "", "window": window });
        patient.question("analyze", &question).expect("an answer")
    };
    let both = |windows: [&str; 2]| {
        std::thread::scope(|scope| {
            let old = scope.spawn(|| ask(&long, windows[0]));
            // Asked until there is an answer to the old one, whenever that arrived.
            let mut new = ask(SCALE, windows[1]);
            while !old.is_finished() {
                std::thread::sleep(Duration::from_millis(50));
                new = ask(SCALE, windows[1]);
            }
            (old.join().expect("an answer"), new)
        })
    };
    let (old, new) = both(["a", "a"]);
    assert_eq!((&old["stale"], &new["whole"]), (&true.into(), &true.into()));
    let (other, new) = both(["b", "c"]);
    assert_eq!((&other["whole"], &new["whole"]), (&true.into(), &true.into()));
}

#[test]
fn a_program_is_given_arguments_and_input() {
    let server = serve(&[]);
    let text = format!(
        "#include <stdio.h>\n{SCALE}int main(int count, char **words)\n{{\nint a, b;\n\
         if (scanf(\"%d %d\", &a, &b) != 2) return 9;\nprintf(\"%d %s %d\\n\", count, words[2], a + b);\nreturn 0;\n}}\n"
    );
    let question = |arguments: &str, target: &str| {
        let asked = serde_json::json!({
            "name": "given.c", "text": text, "target": target, "arguments": arguments, "input": "30 12",
        });
        server.question("run", &asked).expect("an answer")
    };
    for target in ["cpu", "sim"] {
        let answer = question("--help 'two words' $HOME", target);
        assert_eq!(answer["output"], "4 two words 42\n", "{target}: {answer}");
    }
    let open = question("'one", "cpu");
    assert_eq!(open["problem"], "a quote in the arguments is not closed", "{open}");
}

#[test]
fn a_new_run_ends_the_old_one() {
    let server = serve(&["--timeout", "30"]);
    let endless = format!("{SCALE}int main(void) {{ for (volatile int i = 0;; i++) ; return 0; }}\n");
    let (first, second) = std::thread::scope(|scope| {
        let first = scope.spawn(|| server.ask("run", "a.c", &endless, "cpu").expect("an answer"));
        std::thread::sleep(Duration::from_millis(1500));
        let second =
            scope.spawn(|| server.ask("run", "race.cu", &example("race.cu"), "sim").expect("an answer"));
        (first.join().expect("an answer"), second.join().expect("an answer"))
    });
    assert_eq!(first["ended"], "stopped", "{first}");
    assert_eq!(second["ended"], "exited", "{second}");
    let begin = Instant::now();
    let stopped = std::thread::scope(|scope| {
        let run = scope.spawn(|| server.ask("run", "a.c", &endless, "cpu").expect("an answer"));
        std::thread::sleep(Duration::from_millis(1000));
        server.ask("stop", "a.c", "", "").expect("an answer");
        run.join().expect("an answer")
    });
    assert_eq!(stopped["ended"], "stopped", "{stopped}");
    assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
}

#[test]
fn names_and_texts_stay_text() {
    let server = serve(&[]);
    let name = "../../</script><img src=x onerror=alert(1)>.c";
    let text = "/* </script><script>alert(1)</script> */\nint main(void) { return \"<b>\"; }\n";
    for question in ["analyze", "translate", "annotate"] {
        let body = serde_json::json!({ "name": name, "text": text, "target": "cuda" }).to_string();
        let headers = [("Host", server.host.as_str()), ("Content-Type", "application/json")];
        let answer = server
            .request(&format!("POST {}api/{question}", server.path), &headers, &body)
            .expect("an answer");
        assert_eq!(answer.status, 200);
        assert!(answer.head.contains("content-type: application/json"), "{}", answer.head);
        assert!(answer.head.contains("x-content-type-options: nosniff"), "{}", answer.head);
        assert!(!answer.body.contains("onerror=alert"), "{}", answer.body);
    }
}

#[test]
fn a_file_is_begun_with_and_its_headers_are_found() {
    let folder = folder("file");
    let text = "#include \"size.h\"\n#include <stdio.h>\nint main(void) { printf(\"%d\\n\", SIZE); return EXTRA; }\n";
    let (includes, rest) = text.split_at(text.find("int main").expect("a function"));
    let kernel = format!("{includes}{SCALE}{rest}");
    std::fs::write(folder.join("own.c"), &kernel).expect("a file");
    std::fs::write(folder.join("size.h"), "#define SIZE 7\n").expect("a header");
    std::fs::write(folder.join("warploom.toml"), "flags = [\"-DEXTRA=3\"]\n").expect("settings");
    let file = folder.join("own.c").display().to_string();
    let server = serve(&[&file]);
    let start: Value = serde_json::from_str(&server.get("api/start").expect("an answer").body).expect("JSON");
    assert_eq!((start["name"].as_str(), start["text"].as_str()), (Some("own.c"), Some(kernel.as_str())));
    assert!(start["examples"].as_array().is_some_and(|examples| examples.len() > 15));
    let analysis = server.ask("analyze", "own.c", &kernel, "").expect("an answer");
    assert!(!strings(&analysis["findings"], "severity").contains(&"error"), "{analysis}");
    let run = server.ask("run", "own.c", &kernel, "cpu").expect("an answer");
    assert_eq!((run["output"].as_str(), run["status"].as_i64()), (Some("7\n"), Some(3)), "{run}");
}
