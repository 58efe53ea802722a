//! A real Chromium, driven over its own protocol.
//!
//! ```text
//! let mut browser = Browser::start(folder)?;
//! browser.open("http://127.0.0.1:4711/TOKEN/");
//! browser.until("!!document.querySelector('.cm-content')");
//! browser.write("int x;");
//! assert!(browser.complaints.is_empty());
//! ```
//! The browser reads commands from descriptor 3 and writes answers to descriptor 4, JSON ended by a
//! zero byte. Both are named pipes, which a shell opens for it.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// The browser of this machine, if there is one.
pub fn browser() -> Option<&'static str> {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    names
        .into_iter()
        .find(|name| Command::new(name).arg("--version").output().is_ok_and(|o| o.status.success()))
}

/// Longer than anything takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A window.
pub struct Browser {
    process: Child,
    commands: File,
    answers: Receiver<Value>,
    session: Option<String>,
    last: u64,
    /// What was written to the console, errors of the page and of its policy included.
    pub complaints: Vec<String>,
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Browser {
    /// Starts one that keeps its files in a folder.
    pub fn start(name: &str, folder: &Path) -> Result<Browser, String> {
        let wrong = |error: std::io::Error| format!("cannot start {name}: {error}");
        let _ = std::fs::remove_dir_all(folder);
        std::fs::create_dir_all(folder).map_err(wrong)?;
        Command::new("mkfifo").args(["commands", "answers"]).current_dir(folder).status().map_err(wrong)?;
        let flags =
            ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe"];
        let process = Command::new("sh")
            .args(["-c", "exec \"$0\" \"$@\" 3<commands 4>answers", name])
            .args(flags)
            .arg(format!("--user-data-dir={}", folder.join("profile").display()))
            .arg("about:blank")
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(wrong)?;
        // In the order in which the shell opens them: each waits for its other side.
        let commands = OpenOptions::new().write(true).open(folder.join("commands")).map_err(wrong)?;
        let answers = File::open(folder.join("answers")).map_err(wrong)?;
        let answers = listen(answers);
        let mut browser =
            Browser { process, commands, answers, session: None, last: 0, complaints: Vec::new() };
        let target = browser.send("Target.createTarget", json!({ "url": "about:blank" }))?;
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let attached = browser.send("Target.attachToTarget", attach)?;
        browser.session = attached["sessionId"].as_str().map(String::from);
        for domain in ["Page.enable", "Runtime.enable", "Log.enable"] {
            browser.send(domain, json!({}))?;
        }
        Ok(browser)
    }

    /// Sends a command and waits for its answer.
    pub fn send(&mut self, method: &str, parameters: Value) -> Result<Value, String> {
        self.last += 1;
        let mut message = json!({ "id": self.last, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            message["sessionId"] = session.as_str().into();
        }
        let text = format!("{message}\0");
        self.commands.write_all(text.as_bytes()).map_err(|error| format!("the browser is gone: {error}"))?;
        loop {
            let answer = self.answers.recv_timeout(PATIENCE);
            let mut answer = answer.map_err(|_| format!("the browser does not answer to {method}"))?;
            if answer["id"] == self.last {
                return match answer.get("error") {
                    Some(error) => Err(format!("{method}: {error}")),
                    None => Ok(answer["result"].take()),
                };
            }
            self.note(&answer);
        }
    }

    fn note(&mut self, event: &Value) {
        let is_complaint = matches!(
            event["method"].as_str(),
            Some("Log.entryAdded" | "Runtime.consoleAPICalled" | "Runtime.exceptionThrown")
        );
        if is_complaint {
            self.complaints.push(event["params"].to_string());
        }
    }

    /// Opens an address.
    pub fn open(&mut self, address: &str) -> Result<(), String> {
        self.send("Page.navigate", json!({ "url": address })).map(|_| ())
    }

    /// The value of an expression; a promise is waited for.
    pub fn value(&mut self, expression: &str) -> Result<Value, String> {
        let asked = json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let mut result = self.send("Runtime.evaluate", asked)?;
        match result.get("exceptionDetails") {
            Some(thrown) => Err(format!("{expression}: {thrown}")),
            None => Ok(result["result"]["value"].take()),
        }
    }

    /// Waits until an expression is true.
    pub fn until(&mut self, expression: &str) -> Result<(), String> {
        let begin = Instant::now();
        while self.value(expression)? != Value::Bool(true) {
            if begin.elapsed() > PATIENCE {
                return Err(format!("never true: {expression}\n{}", self.complaints.join("\n")));
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(())
    }

    /// Types a text where the cursor is.
    pub fn write(&mut self, text: &str) -> Result<(), String> {
        self.send("Input.insertText", json!({ "text": text })).map(|_| ())
    }

    /// Presses a key: its name and its code; `control` with it.
    pub fn press(&mut self, key: &str, code: u32, control: bool) -> Result<(), String> {
        for kind in ["keyDown", "keyUp"] {
            let modifiers = if control { 2 } else { 0 };
            let mut event = json!({
                "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code, "modifiers": modifiers,
            });
            // A button is pressed by the character.
            if key == "Enter" && !control && kind == "keyDown" {
                event["text"] = "\r".into();
            }
            self.send("Input.dispatchKeyEvent", event)?;
        }
        Ok(())
    }

    /// Clicks in the middle of the element that an expression gives.
    pub fn click(&mut self, element: &str) -> Result<(), String> {
        let middle = format!(
            "(() => {{ const e = {element}; e.scrollIntoView({{ block: 'nearest' }}); \
             const r = e.getBoundingClientRect(); return [r.x + Math.min(r.width / 2, 60), r.y + r.height / 2]; }})()"
        );
        let at = self.value(&middle)?;
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({ "type": kind, "x": at[0], "y": at[1], "button": "left", "clickCount": 1 });
            self.send("Input.dispatchMouseEvent", event)?;
        }
        Ok(())
    }

    /// Chooses a file for an input, as a person does in a dialogue.
    pub fn choose_file(&mut self, selector: &str, file: &Path) -> Result<(), String> {
        let document = self.send("DOM.getDocument", json!({}))?;
        let input = json!({ "nodeId": document["root"]["nodeId"], "selector": selector });
        let input = self.send("DOM.querySelector", input)?;
        let chosen = json!({ "nodeId": input["nodeId"], "files": [file] });
        self.send("DOM.setFileInputFiles", chosen).map(|_| ())
    }

    /// Puts what the page downloads into a folder.
    pub fn download_into(&mut self, folder: &Path) -> Result<(), String> {
        let behaviour = json!({ "behavior": "allow", "downloadPath": folder });
        self.send("Browser.setDownloadBehavior", behaviour).map(|_| ())
    }

    /// Writes a picture of the window, for people to look at.
    pub fn picture(&mut self, file: &Path) -> Result<(), String> {
        let taken = self.send("Page.captureScreenshot", json!({ "format": "png" }))?;
        let wrong = |error: std::io::Error| format!("{}: {error}", file.display());
        let png = File::create(file).map_err(wrong)?;
        let mut decoder =
            Command::new("base64").arg("-d").stdin(Stdio::piped()).stdout(png).spawn().map_err(wrong)?;
        let text = taken["data"].as_str().unwrap_or_default();
        decoder.stdin.take().map_or(Ok(()), |mut stdin| stdin.write_all(text.as_bytes())).map_err(wrong)?;
        decoder.wait().map_err(wrong).map(|_| ())
    }

    /// The size of the window.
    pub fn resize(&mut self, width: u32, height: u32) -> Result<(), String> {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.send("Emulation.setDeviceMetricsOverride", size).map(|_| ())
    }

    /// In the dark, or not.
    pub fn darken(&mut self, dark: bool) -> Result<(), String> {
        let scheme = if dark { "dark" } else { "light" };
        let features = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.send("Emulation.setEmulatedMedia", features).map(|_| ())
    }
}

fn listen(answers: File) -> Receiver<Value> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        for message in BufReader::new(answers).split(0).map_while(Result::ok) {
            let Ok(message) = serde_json::from_slice(&message) else { continue };
            if sender.send(message).is_err() {
                return;
            }
        }
    });
    receiver
}
