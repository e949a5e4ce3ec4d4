use sha2::{Digest, Sha256};

use super::*;

#[test]
fn json_has_no_tags_and_stays_the_same_value() {
    let hostile = "</script><script>alert(1)</script><!-- & \u{2028} \u{2029} \\u003c";
    let json = Json::text(hostile).to_string();
    let element = script_element("x", &json);
    let inside = element.split_once('>').unwrap().1.split_once('<').unwrap().0;
    assert!(!inside.contains(['<', '>', '&', '\u{2028}', '\u{2029}']), "{inside}");
    let read: String = serde_json::from_str(inside).unwrap();
    assert_eq!(read, hostile);
}

#[test]
fn the_title_is_text() {
    let page = Report::new("</title><img src=x onerror=alert(1)>\0").to_html();
    assert!(
        page.contains("<title>&lt;/title&gt;&lt;img src=x onerror=alert(1)&gt;\u{fffd}</title>")
    );
}

#[test]
fn gaps_of_the_template_are_filled() {
    let found: Vec<_> = parts("a{{title}}b{{data}}").collect();
    assert_eq!(found, [("a", "title"), ("b", "data"), ("", "")]);
    let names: Vec<_> = parts(include_str!("../../page/page.html")).map(|(_, name)| name).collect();
    for name in ["title", "policy", "style", "script", "data"] {
        assert_eq!(names.iter().filter(|other| **other == name).count(), 1, "{name}");
    }
}

/// The policy names the hashes of what the page has inside, so it changes with each of its files.
#[test]
fn the_policy_names_the_script_and_the_style() {
    let page = Report::new("").to_html();
    let inside = |begin: &str, end: &str| {
        let (_, rest) = page.split_once(begin).expect("it begins");
        hash(rest.split_once(end).expect("it ends").0)
    };
    let expected = format!(
        "default-src 'none'; img-src data:; style-src '{}'; script-src '{}'; base-uri 'none'; form-action 'none'",
        inside("<style>", "</style>"),
        inside("\n<script>", "</script>")
    );
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/page/policy.txt");
    if std::env::var_os("LAWFUL_UPDATE_PAGE").is_some() {
        std::fs::write(file, format!("{expected}\n")).expect("the policy can be written");
        return;
    }
    assert_eq!(
        script::policy(),
        expected,
        "the page was changed: LAWFUL_UPDATE_PAGE=1 cargo test -p lawful-report --lib policy"
    );
}

/// The hash of a source, as policies write it.
fn hash(text: &str) -> String {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut hash = Sha256::digest(text).to_vec();
    // 32 bytes are 43 letters and one that fills the last group.
    hash.push(0);
    let letter = |bits: u32, at: u32| char::from(LETTERS[(bits >> (18 - 6 * at) & 63) as usize]);
    let groups = hash.chunks(3).flat_map(|bytes| {
        let bits = bytes.iter().fold(0, |bits, byte| bits << 8 | u32::from(*byte));
        (0..4).map(move |at| letter(bits, at))
    });
    format!("sha256-{}=", groups.take(43).collect::<String>())
}

#[test]
fn hashes_are_written_as_browsers_read_them() {
    // The hash of no text, as RFC 6234 and RFC 4648 have it.
    assert_eq!(hash(""), "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
}
