//! The crate `url`.

use ::url::Url;

use super::by_hash;
use crate::choice::Source;
use crate::generate::{Arbitrary, Lengths, option_of, text, vec};

/// What a server can be named, the simplest first: a name, names with dots, addresses of both versions,
/// and a name that has to be encoded.
const HOSTS: [&str; 8] =
    ["a", "b", "localhost", "example.com", "127.0.0.1", "[::1]", "xn--0ca", "münchen.example"];

/// With and without a port, a user, a password, a query and a fragment, of several schemes, and some that
/// have no server at all. Texts in it are of any characters, encoded as the standard says. The simplest
/// is `http://a/`.
impl Arbitrary for Url {
    fn arbitrary(source: &mut Source) -> Self {
        let written = match source.weighted(&[8, 1, 1]) {
            0 => with_server(source),
            1 => format!("file:///{}", after(source)),
            _ => format!("mailto:{}", word(source)),
        };
        // Texts of any characters may come together to what is not a location.
        Url::parse(&written).unwrap_or_else(|_| simplest())
    }
}

fn simplest() -> Url {
    Url::parse("http://a/").expect("this is a location")
}

fn with_server(source: &mut Source) -> String {
    let scheme = ["http", "https", "ws", "ftp"][source.weighted(&[4, 4, 1, 1])];
    let user = match source.weighted(&[6, 1, 1]) {
        0 => String::new(),
        1 => format!("{}@", word(source)),
        _ => format!("{}:{}@", word(source), word(source)),
    };
    let host = HOSTS[source.branch(HOSTS.len())];
    let port = match source.weighted(&[3, 1]) {
        0 => String::new(),
        _ => format!(":{}", source.any::<u16>()),
    };
    format!("{scheme}://{user}{host}{port}/{}", after(source))
}

/// The path, and perhaps a query and a fragment.
fn after(source: &mut Source) -> String {
    let path = source.draw(&vec(segment, ..=4)).join("/");
    let [query, fragment] = ["?", "#"].map(|sign| {
        source.draw(&option_of(word)).map(|word| format!("{sign}{word}")).unwrap_or_default()
    });
    format!("{path}{query}{fragment}")
}

/// A part of a path: dots lead up, and two slashes in a row are a part without anything in it.
fn segment(source: &mut Source) -> String {
    match source.weighted(&[4, 1, 1, 1]) {
        0 => word(source),
        1 => String::new(),
        2 => "..".to_string(),
        _ => "%2F".to_string(),
    }
}

/// A text without the characters that would end it.
fn word(source: &mut Source) -> String {
    source.draw(&text(Lengths::from(0..=8))).replace(['/', '?', '#', '@', ':', '\\'], "_")
}

by_hash!(Url);
