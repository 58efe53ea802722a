//! Who may ask: requests that know the token, made to this machine by its own name.
//!
//! ```text
//! GET /5f0c…e1/api/start   Host: 127.0.0.1:4711                        admitted
//! GET /api/start           Host: 127.0.0.1:4711                        no token
//! GET /5f0c…e1/api/start   Host: evil.example                          a name that was rebound
//! GET /5f0c…e1/api/start   Host: localhost:4711, Origin: evil.example  another page
//! ```
//! Any page that is open in the browser can send requests to this machine, and any program on it
//! can connect. The token is in the address, which only whoever started the server has seen.

use std::io;

use driver::cleanup::random_word;

/// What a request must know.
pub(crate) struct Gate {
    token: String,
    port: u16,
}

/// What a request says of itself.
#[derive(Clone, Copy, Default)]
pub(crate) struct Head<'a> {
    /// The path.
    pub(crate) url: &'a str,
    /// `Host`
    pub(crate) host: Option<&'a str>,
    /// `Origin`
    pub(crate) origin: Option<&'a str>,
}

impl Gate {
    /// With a token that nobody can guess: 128 random bits.
    pub(crate) fn new(port: u16) -> io::Result<Gate> {
        Ok(Gate { token: random_word()? + &random_word()?, port })
    }

    /// The address of the page.
    pub(crate) fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.port, self.token)
    }

    /// What is asked for, behind the token; or why nothing is answered.
    pub(crate) fn admit<'a>(&self, head: Head<'a>) -> Result<&'a str, &'static str> {
        // A name that an attacker's name server leads to this machine is not one of ours.
        if !head.host.is_some_and(|host| self.is_own(host)) {
            return Err("this server answers to 127.0.0.1 and localhost alone");
        }
        let is_own_page = |origin: &str| origin.strip_prefix("http://").is_some_and(|host| self.is_own(host));
        if head.origin.is_some_and(|origin| !is_own_page(origin)) {
            return Err("another page asks");
        }
        let path = head.url.strip_prefix('/').unwrap_or_default();
        let (token, rest) = path.split_once('/').unwrap_or((path, ""));
        match is_equal(token, &self.token) {
            true => Ok(rest),
            false => Err("the address lacks the token; use the one that `warploom serve` printed"),
        }
    }

    fn is_own(&self, host: &str) -> bool {
        let name = host.strip_suffix(&self.port.to_string()).and_then(|name| name.strip_suffix(':'));
        matches!(name, Some("127.0.0.1" | "localhost"))
    }
}

/// Takes as long for a token that is nearly right as for one that is not at all.
fn is_equal(given: &str, token: &str) -> bool {
    let differences = given.bytes().zip(token.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
    given.len() == token.len() && differences == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gate() -> Gate {
        Gate { token: String::from("secret"), port: 80 }
    }

    #[test]
    fn the_token_and_our_own_name_are_needed() {
        let host = Some("localhost:80");
        let admit = |url, host, origin| gate().admit(Head { url, host, origin }).ok();
        assert_eq!(admit("/secret/api/run", host, None), Some("api/run"));
        assert_eq!(admit("/secret/", host, Some("http://127.0.0.1:80")), Some(""));
        for url in ["/", "", "/secre/", "/secrets/", "/api/run", "//secret/", "http://localhost/secret/"] {
            assert_eq!(admit(url, host, None), None, "{url}");
        }
        for host in
            [None, Some("evil.example:80"), Some("localhost"), Some("127.0.0.1:81"), Some("0.0.0.0:80")]
        {
            assert_eq!(admit("/secret/", host, None), None, "{host:?}");
        }
        for origin in ["null", "http://evil.example", "https://localhost:80", "http://localhost:81"] {
            assert_eq!(admit("/secret/", host, Some(origin)), None, "{origin}");
        }
    }

    #[test]
    fn tokens_are_long_and_differ() {
        let tokens = [Gate::new(1), Gate::new(1)].map(|gate| gate.map(|gate| gate.token).unwrap_or_default());
        assert_eq!(tokens[0].len(), 32);
        assert_ne!(tokens[0], tokens[1]);
    }
}
