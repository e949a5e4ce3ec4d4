//! Logs that are read, and lines that cannot be.

use lawful_history::formats::{etcd_log, json_lines, key_value_log};
use lawful_history::objects::{KeyValue, KeyValueCall, Register, RegisterCall};
use lawful_history::{Consistency, verify, verify_by_key};

const ETCD: &str = "
some line of another kind
INFO  jepsen.util - 0\t:invoke\t:read\tnil
INFO  jepsen.util - 1\t:invoke\t:write\t4
INFO  jepsen.util - 0\t:ok\t:read\t4
INFO  jepsen.util - 1\t:info\t:write\t:timed-out
INFO  jepsen.util - 0\t:invoke\t:cas\t[4 2]
INFO  jepsen.util - 0\t:ok\t:cas\t[4 2]
INFO  jepsen.util - 0   :invoke :cas    [4 2]
INFO  jepsen.util - 0   :fail   :cas    [4 2]
INFO  jepsen.util - 0\t:invoke\t:read\tnil
INFO  jepsen.util - 0\t:fail\t:read\t:timed-out
";

#[test]
fn logs_of_etcd_are_read() {
    let history = etcd_log(ETCD).unwrap();
    let swap =
        |swapped| RegisterCall::CompareAndSwap { expected: 4, new: 2, swapped: Some(swapped) };
    let calls: Vec<_> = history.calls().iter().map(|call| call.call.clone()).collect();
    let expected = [RegisterCall::Read(Some(4)), RegisterCall::Write(4), swap(true), swap(false)];
    assert_eq!(calls, expected);
    assert_eq!(history.call(1).returned, None);
    assert!(verify(&Register, &history, Consistency::Linearizable).is_consistent());
}

const STORE: &str = r#"
{:process 0, :type :invoke, :f :append, :key "a", :value "x, {y}"}
{:process 1, :type :invoke, :f :get, :key "b", :value nil}
{:process 0, :type :ok, :f :append, :key "a", :value "x, {y}"}
{:process 1, :type :ok, :f :get, :key "b", :value ""}
{:process 1, :type :invoke, :f :put, :key "b", :value "z"}
{:process 1, :type :info, :f :put, :key "b", :value "z"}
"#;

#[test]
fn logs_of_stores_are_read() {
    let history = key_value_log(STORE).unwrap();
    assert_eq!(history.call(0).call, KeyValueCall::append("a", "x, {y}"));
    assert_eq!(history.call(1).call, KeyValueCall::get("b", ""));
    assert_eq!(history.call(2).returned, None);
    let key = |call: &KeyValueCall| Some(call.key.clone());
    assert!(verify_by_key(&KeyValue, &history, Consistency::Linearizable, key).is_consistent());
}

#[test]
fn calls_without_effect_are_left_out() {
    let log = r#"
{"process": 0, "type": "invoke", "call": "push", "value": 1}
{"process": 1, "type": "invoke", "call": "push", "value": 2}
{"process": 0, "type": "fail", "call": "push"}
{"process": 0, "type": "invoke", "call": "pop"}
{"process": 0, "type": "ok", "call": "pop", "value": 2}
"#;
    let history = json_lines(log).unwrap();
    let lines: Vec<usize> = history.calls().iter().map(|call| call.call.line).collect();
    assert_eq!(lines, [3, 5]);
    assert_eq!(history.call(0).returned, None);
    let returned = history.call(1).call.returned.as_ref().unwrap();
    assert_eq!(returned["value"].as_i64(), Some(2));
}

#[test]
fn what_cannot_be_read_is_named_with_its_line() {
    let json = |text: &str| json_lines(text).unwrap_err().to_string();
    let invoke = r#"{"process": 0, "type": "invoke"}"#;
    let cut = json(&format!("{invoke}\n{{"));
    assert_eq!(cut, "line 2: not JSON: EOF while parsing an object at column 1");
    assert_eq!(json("\n\n[]"), "line 3: not an object");
    assert_eq!(json("{}"), "line 1: there is no `process`");
    assert_eq!(json(r#"{"process": -1}"#), "line 1: `process` is not a number from 0");
    assert_eq!(json(r#"{"process": 1, "type": 5}"#), "line 1: `type` is not a text");
    assert_eq!(
        json(r#"{"process": 1, "type": "begin"}"#),
        "line 1: `begin` is not one of invoke, ok, fail and info"
    );
    assert_eq!(
        json(&format!("{invoke}\n\n{invoke}")),
        "line 3: process 0 invokes a call while that of line 1 has not ended"
    );
}

#[test]
fn a_process_that_timed_out_does_not_go_on() {
    let again = format!("{ETCD}INFO  jepsen.util - 1\t:invoke\t:write\t5\n");
    assert_eq!(
        etcd_log(&again).unwrap_err().to_string(),
        "line 13: process 1 invokes a call, and nobody knows whether that of line 4 has ended; \
         a process goes on after `info` under another number"
    );
}

#[test]
fn a_call_ends_as_what_it_was() {
    let log = "INFO jepsen.util - 1 :invoke :write 4\nINFO jepsen.util - 1 :fail :cas [1 2]";
    let error = etcd_log(log).unwrap_err();
    assert_eq!(error.to_string(), "line 2: `:cas` ends `:write` of line 1");
    let log = r#"{:process 0, :type :invoke, :f :get, :key "a", :value nil}
                 {:process 0, :type :ok, :f :get, :key "b", :value "x"}"#;
    let error = key_value_log(log).unwrap_err();
    assert_eq!(error.to_string(), "line 2: `:get` of \"b\" ends `:get` of \"a\" of line 1");
}

#[test]
fn lines_may_end_as_on_windows_and_files_may_be_empty() {
    let windows = |text: &str| text.replace('\n', "\r\n");
    assert_eq!(etcd_log(&windows(ETCD)).unwrap().calls(), etcd_log(ETCD).unwrap().calls());
    let store = key_value_log(&windows(STORE)).unwrap();
    assert_eq!(store.calls(), key_value_log(STORE).unwrap().calls());
    let event = r#"{"process": 0, "type": "invoke"}"#;
    assert_eq!(json_lines(&format!("{event}\r\n\r\n")).unwrap().len(), 1);
    assert!(json_lines("").unwrap().is_empty());
    assert!(etcd_log("\r\n").unwrap().is_empty());
    assert!(key_value_log("\r\n").unwrap().is_empty());
}

#[test]
fn what_logs_cannot_say_is_named_with_its_line() {
    let etcd =
        |line: &str| etcd_log(&format!("\nINFO jepsen.util - {line}")).unwrap_err().to_string();
    assert_eq!(etcd("x :invoke :read nil"), "line 2: `x` is not a process");
    assert_eq!(etcd("1 :invoke"), "line 2: there is no operation");
    assert_eq!(etcd("1 :invoke :cas [3]"), "line 2: `[3]` is not a pair of numbers");
    assert_eq!(etcd("1 :invoke :write x"), "line 2: `x` is not a number");
    assert_eq!(etcd("1 :invoke :add 1"), "line 2: `:add` is not one of :read, :write and :cas");
    let store = |line: &str| key_value_log(line).unwrap_err().to_string();
    assert_eq!(store(":process 0"), "line 1: the line is not a map in braces");
    assert_eq!(store("{:process 0}"), "line 1: there is no :type");
    assert_eq!(store("{:process0, :type :invoke}"), "line 1: there is no :process");
    assert_eq!(
        store(r#"{:process 0, :type :invoke, :f :put, :key "a\"b", :value "x"}"#),
        r#"line 1: `"a\"b", :value "x"` is not a text in quotes"#
    );
    assert_eq!(
        store(r#"{:process 0, :type :invoke, :f :put, :key "a", :value nil}"#),
        "line 1: `:put` of no value"
    );
    assert_eq!(
        store(r#"{:process 0, :type :invoke, :f :put, :key a, :value nil}"#),
        "line 1: `a` is not a text in quotes"
    );
}
