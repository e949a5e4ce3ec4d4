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
