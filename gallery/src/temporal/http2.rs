//! A crate that was not changed: h2, an implementation of HTTP/2 in wide use, which tells `tracing` what it does.
//!
//! The paper complains that events have to be put into the source. Here they come from the spans and events that h2 has
//! for its users: the span `Connection` with the name of the peer, `client_handshake` and `server_handshake` around the
//! first frames, and an event for each frame that is sent or received. A client and a server talk to each other in memory, under
//! the scheduler, which also decides who is polled when.

use bytes::Bytes;
use lawful::Runner;
use lawful::pulse::{future, scheduled};
use lawful::temporal::tracing_events::{Kind, Record};
use lawful::temporal::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Peer {
    Client,
    Server,
}
use Peer::*;

/// Frame as h2 shows it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Frame {
    kind: String,
    stream: u32,
    ends_stream: bool,
}

/// What the spans and events of h2 say.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Http {
    Opened { peer: Peer },
    Sent { peer: Peer, frame: Frame },
    Received { peer: Peer, frame: Frame },
    Closed { peer: Peer },
}
use Http::*;

/// The frame in the text that h2 has for it: `Data { stream_id: StreamId(1), flags: (0x1: END_STREAM) }`.
fn frame(text: &str) -> Option<Frame> {
    let kind = text.split([' ', '{']).next()?.to_string();
    let number = text.split("StreamId(").nth(1).and_then(|rest| rest.split(')').next());
    let stream = number.map_or(Some(0), |number| number.parse().ok())?;
    Some(Frame { kind, stream, ends_stream: text.contains("END_STREAM") })
}

/// The peer whose connection or handshake a record is in.
fn peer(record: &Record<'_>) -> Option<Peer> {
    record.spans().iter().find_map(|span| match (span.name(), span.get::<&str>("peer")) {
        ("Connection", Some("Client")) | ("client_handshake", _) => Some(Client),
        ("Connection", Some("Server")) | ("server_handshake", _) => Some(Server),
        _ => None,
    })
}

fn http() -> Tracing<Http> {
    let is_connection = |record: &Record<'_>| record.name() == "Connection";
    Tracing::new(move |record| {
        let peer = peer(record)?;
        let frame = || frame(record.get("frame")?);
        match (record.kind(), record.message()) {
            (Kind::Event, Some("send")) => Some(Sent { peer, frame: frame()? }),
            (Kind::Event, Some("received")) => Some(Received { peer, frame: frame()? }),
            (Kind::Opened, _) if is_connection(record) => Some(Opened { peer }),
            (Kind::Closed, _) if is_connection(record) => Some(Closed { peer }),
            _ => None,
        }
    })
    .only(|metadata| metadata.target().starts_with("h2"))
}

type Result<T = (), E = Box<dyn std::error::Error + Send + Sync>> = std::result::Result<T, E>;

async fn serve(io: tokio::io::DuplexStream) -> Result {
    let mut connection = h2::server::handshake(io).await?;
    while let Some(request) = connection.accept().await {
        let (_, mut respond) = request?;
        let mut body = respond.send_response(http::Response::new(()), false)?;
        body.send_data(Bytes::from_static(b"hello"), true)?;
    }
    Ok(())
}

async fn ask(io: tokio::io::DuplexStream, requests: usize) -> Result {
    let (client, connection) = h2::client::handshake(io).await?;
    let connection = future::spawn(connection);
    let mut client = client.ready().await?;
    for _ in 0..requests {
        let request = http::Request::get("https://example.com/").body(())?;
        let (response, _) = client.send_request(request, true)?;
        let mut body = response.await?.into_body();
        while let Some(data) = body.data().await {
            assert_eq!(data?, "hello");
        }
        client = client.ready().await?;
    }
    drop(client);
    connection.await.expect("the connection does not panic")?;
    Ok(())
}

fn conversation(requests: usize) {
    future::block_on(async move {
        let (near, far) = tokio::io::duplex(64);
        let server = future::spawn(serve(far));
        ask(near, requests).await.unwrap();
        server.await.unwrap().unwrap();
    });
}

/// On a stream, a peer sends no data before headers, and nothing after the frame that ends the stream (RFC 9113, 5.1).
fn streams_are_in_order() -> Formula<Http> {
    each!(Sent { peer, frame: Frame { stream, kind: _, ends_stream: _ } }, [peer, stream] => {
        let sends = move |kind: &'static str| {
            event_where(kind, move |event: &Http| matches!(
                event, Sent { peer: p, frame } if *p == peer && frame.stream == stream && frame.kind == kind
            ))
        };
        let ends = is!(Sent { peer: p, frame } if *p == peer && frame.stream == stream && frame.ends_stream);
        let after = never(sends("Headers") | sends("Data"));
        (!sends("Data")).unless(sends("Headers")) & always(ends.implies(afterwards(after)))
    })
    .named("streams are in order")
}

/// Headers and data that one peer sends are received by the other.
fn frames_arrive() -> Formula<Http> {
    let matters = |frame: &Frame| frame.kind == "Headers" || frame.kind == "Data";
    always(when!(Sent { peer, frame } => {
        let other = if peer == Client { Server } else { Client };
        match matters(&frame) {
            true => eventually(is!(Received { peer: =other, frame: =&frame })),
            false => holds(),
        }
    }))
    .named("frames arrive")
}

/// Each span of a connection is closed in the end.
fn connections_close() -> Formula<Http> {
    always(when!(Opened { peer } => eventually(is!(Closed { peer: =peer }))))
        .named("connections close")
}

/// What some believe of HTTP/2: that a client waits for the settings of the server before its first request.
fn client_waits_for_settings() -> Formula<Http> {
    let asks = is!(Sent { peer, frame } if *peer == Client && frame.kind == "Headers");
    let knows = is!(Received { peer, frame } if *peer == Client && frame.kind == "Settings");
    (!asks).unless(knows).named("a client waits for the settings of the server")
}

fn law(formula: Formula<Http>) -> impl lawful::Law {
    let law = TraceLaw::new(formula).events_from(http());
    scheduled(|| conversation(2)).schedules(8).over_time(law)
}

#[test]
fn a_conversation_is_in_order_under_every_schedule() {
    let formula = streams_are_in_order() & frames_arrive() & connections_close();
    let summary = Runner::named("http2").seed(1).tests(12).run(&law(formula));
    let told = summary.failure().map(|failure| failure.reason.lines());
    assert!(summary.is_success() && summary.warnings.is_empty(), "{told:?} {:?}", summary.warnings);
}

#[test]
fn a_client_does_not_wait_for_the_settings_of_the_server() {
    let runner = Runner::named("settings").seed(1).first_failure().tests(12);
    let summary = runner.run(&law(client_waits_for_settings()));
    let lines = summary.failure().expect("a schedule without waiting").reason.lines();
    assert!(
        lines[1].contains("Sent { peer: Client, frame: Frame { kind: \"Headers\", stream: 1"),
        "{lines:?}"
    );
    assert!(lines.len() <= 15);
}

/// The spans of each task are its own: otherwise frames of the server would be told as those of the client.
#[test]
fn frames_are_told_of_the_peer_that_sends_them() {
    let data_of = |peer: Peer| is!(Sent { peer: p, frame } if *p == peer && frame.kind == "Data");
    let runner = || Runner::named("peers").seed(1).tests(12).first_failure();
    assert!(runner().run(&law(never(data_of(Client)))).is_success());
    assert!(!runner().run(&law(never(data_of(Server)))).is_success());
    assert!(runner().run(&law(exactly(2, data_of(Server)))).is_success());
}
