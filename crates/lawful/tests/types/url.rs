use lawful::prelude::*;
use url::Url;

use super::{check_all, check_common, check_smallest};

#[test]
fn locations() {
    check_common::<Url>("with a port", |url| url.port().is_some());
    check_common::<Url>("with a password", |url| url.password().is_some());
    check_common::<Url>("with a query", |url| url.query().is_some());
    check_common::<Url>("with a fragment", |url| url.fragment().is_some());
    check_common::<Url>("of a file", |url| url.scheme() == "file");
    check_common::<Url>("without a server", Url::cannot_be_a_base);
    check_common::<Url>("with an address", |url| matches!(url.host(), Some(url::Host::Ipv6(_))));
    check_all(any::<Url>(), |url| Url::parse(url.as_str()).as_ref() == Ok(url));
    check_smallest!(Url, |_| false, Url::parse("http://a/").unwrap());
    check_smallest!(Url, |url| url.scheme() == "http", Url::parse("https://a/").unwrap());
    check_smallest!(Url, |url| url.port().is_none(), Url::parse("http://a:0/").unwrap());
    check_smallest!(Url, |url| url.query().is_none(), Url::parse("http://a/?").unwrap());
    check_smallest!(Url, |url| url.scheme() != "file", Url::parse("file:///").unwrap());
    check_smallest!(Url, |url| !url.cannot_be_a_base(), Url::parse("mailto:").unwrap());
}

/// What is printed is the location, whatever is in it.
#[test]
fn locations_are_printed_whole() {
    for seed in 0..2_000 {
        let url: Url = Source::from_seed(seed, 50).any();
        let shown = lawful::report::literal::rust_literal("url::Url", &format!("{url:?}"));
        assert_eq!(shown, format!("Url::parse({:?}).unwrap()", url.as_str()));
    }
}
