//! Laws that hold.

use crate::shop;

#[test]
fn tables_are_told_past_the_capture_and_nothing_else_is() {
    let output = shop::cargo("test --test laws has_").run();
    assert!(output.success, "{}", output.all());
    let [remark] = output.remarks()[..] else { panic!("{}", output.all()) };
    let parts = remark.strip_prefix("law shop::laws::has_tables: 100% any; ").expect(remark);
    let (empty, cover) = parts.split_once("% empty; ").expect(remark);
    assert!(empty.parse::<f64>().is_ok_and(|share| share < 50.0), "{remark}");
    assert_eq!(cover, "100.0% short of 400 cases, wanted 50%");
    assert!(!output.stdout.contains("law "), "{}", output.all());
}
