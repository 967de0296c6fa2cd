"""A session of python-socketio with a hub, step by step.

    python3 session.py MODE TRANSPORT URL [TOKEN]

MODE is protocol, client or recovery (of the conformance server) or product, TRANSPORT
polling, websocket or upgrade. Each step that went well is printed; the first that
did not ends the session with a traceback.
"""

import json
import os
import queue
import sys
import threading
import traceback
import urllib.request

import engineio
import socketio

PATIENCE = 20
engineio.payload.Payload.max_decode_packets = 1000  # the library gives up at more than 16 of a poll
TRANSPORTS = {"polling": ["polling"], "websocket": ["websocket"], "upgrade": ["polling", "websocket"]}

mode, transport, url = sys.argv[1:4]
token = sys.argv[4] if len(sys.argv) > 4 else ""


class InOrder(engineio.Client):
    """Runs the handlers of messages one after the other, in the order of arrival."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.messages = queue.Queue()
        threading.Thread(target=self.work, daemon=True).start()

    def _trigger_event(self, event, *args, **kwargs):
        if event == "message":
            return self.messages.put(args[0])
        return super()._trigger_event(event, *args, **kwargs)

    def work(self):
        while True:
            message = self.messages.get()
            try:
                self.handlers["message"](message)
            except Exception:
                traceback.print_exc()
                os._exit(1)


class Client(socketio.Client):
    """Tells what happens in a queue, and what CONNECT was answered with."""

    def __init__(self, namespaces=("/",), **kwargs):
        super().__init__(handle_sigint=False, **kwargs)
        self.happenings = queue.Queue()
        self.answers = {}
        for space in namespaces:
            for name in ("connect", "disconnect", "connect_error"):
                self.on(name, self.teller(space, name), namespace=space)
            self.on("*", self.teller(space), namespace=space)

    def _engineio_client_class(self):
        return InOrder

    def _handle_connect(self, namespace, data):
        self.answers[namespace or "/"] = data
        super()._handle_connect(namespace, data)

    def teller(self, space, *named):
        def tell(*args):
            self.happenings.put((space, *named, *args))

        return tell

    def open(self, **kwargs):
        self.connect(url, transports=TRANSPORTS[transport], wait_timeout=PATIENCE, **kwargs)
        return self

    def expect(self, *want):
        """Takes the next happening, which must be this one."""
        got = self.happenings.get(timeout=PATIENCE)
        assert got == want, f"got {got!r}, want {want!r}"

    def next(self, name):
        """Takes the next happening, which must be an event of this name."""
        got = self.happenings.get(timeout=PATIENCE)
        assert got[1] == name, f"got {got!r}, want {name}"
        return got[2:]

    def ask(self, event, *args, namespace=None):
        return self.call(event, args, namespace=namespace, timeout=PATIENCE)

    def close(self):
        self.disconnect()
        self.eio.wait()


def step(name):
    print(name, flush=True)


def refused(**kwargs):
    """Connects in vain and gives what connect_error said."""
    namespaces = kwargs.pop("namespaces", ["/"])
    client = Client(namespaces, reconnection=False)
    client.connect(url, transports=TRANSPORTS[transport], wait=False, namespaces=namespaces, **kwargs)
    space, what, *problem = client.happenings.get(timeout=PATIENCE)
    assert (space, what) == (namespaces[0], "connect_error"), (space, what, problem)
    client.disconnect()
    return problem[0]


def link_of(client):
    """The transport the link is on at last: it may still be upgrading."""
    assert client.transport() == {"upgrade": "websocket"}.get(transport, transport), client.transport()


# ---- the conformance server ----


def protocol():
    c = Client(("/", "/custom")).open(auth={"token": "123"}, namespaces=["/", "/custom"])
    link_of(c)
    seen = [c.happenings.get(timeout=PATIENCE) for _ in range(4)]
    for space in ("/", "/custom"):
        assert seen.index((space, "connect")) < seen.index((space, "auth", {"token": "123"})), seen
    assert c.get_sid("/") != c.get_sid("/custom")
    step("connect with auth, two namespaces")

    assert refused(namespaces=["/random"]) == {"message": "Invalid namespace"}
    step("connect_error")

    values = (1, "zwei", {"drei": [True, None, 4.5]}, "😀\u2028\x1e")
    c.emit("message", values)
    c.expect("/", "message-back", *values)
    assert c.ask("message-with-ack", *values) == values
    assert c.ask("message-with-ack") is None
    step("events and acks")

    blobs = (b"\x00\x01\xff", {"in": [b"", bytes(range(256))]}, "text between")
    c.emit("message", blobs)
    c.expect("/", "message-back", *blobs)
    assert c.ask("message-with-ack", *blobs) == blobs
    step("binary events and acks")

    many = [f"number {n}" for n in range(200)]
    for text in many:
        c.emit("message", text)
    for text in many:
        c.expect("/", "message-back", text)
    step("many events in order")

    first = c.get_sid("/")
    c.close()
    assert sorted(c.happenings.get(timeout=PATIENCE) for _ in range(2)) == [("/", "disconnect"), ("/custom", "disconnect")]
    c.open(namespaces=["/"])
    c.expect("/", "connect")
    c.expect("/", "auth", {})
    assert c.get_sid("/") != first
    step("disconnect and connect again")
    c.close()


def client():
    c = Client()
    c.on("ack", lambda: (5, {"test": True}))  # the server asks, and says whether the answer was right
    c.open(auth={"who": "python"})
    c.expect("/", "connect")
    link_of(c)
    c.emit("ack")
    c.next("got it")
    step("the server asks for an ack")

    c.emit("getUtf8")
    for text in ("てすと", "Я Б Г Д Ж Й", "Ä ä Ü ü ß", "utf8 — string", "utf8 — string"):
        got = c.next("takeUtf8")
        assert got[0] == text, got
    step("texts of all scripts")

    c.emit("doge")
    assert c.next("doge")[0] == b"asdfasdf"
    c.emit("jsonbuff", {"hello": "lol", "message": b"howdy", "goodbye": "gotcha"})
    c.next("jsonbuff-ack")
    assert c.ask("echo", b"\x01\x02") == b"\x01\x02"
    step("binary both ways")

    assert c.ask("getHandshake")["auth"] == {"who": "python"}
    c.close()
    assert refused(namespaces=["/no"]) == {"message": "Auth failed (custom namespace)"}
    step("a namespace that refuses")

    r = Client(reconnection_delay=0.1, randomization_factor=0).open()
    r.expect("/", "connect")
    if transport != "polling":
        first = r.get_sid("/")
        r.eio.ws.sock.shutdown(2)
        r.expect("/", "disconnect")
        r.expect("/", "connect")
        assert r.ask("echo", 1) == 1 and r.get_sid("/") != first
    step("a broken link is connected again")
    r.close()


def recovery():
    a, b = Client().open(), Client().open()
    a.expect("/", "connect")
    b.expect("/", "connect")
    session = a.answers["/"]
    a.ask("join", "room")
    a.ask("set", {"kept": 1})
    for text in ("one", "two", "three"):
        b.ask("room", "room", "news", text)
    heard = [a.next("news") for _ in range(3)]
    assert [text for text, _ in heard] == ["one", "two", "three"], heard

    # The same session from elsewhere, while its link still seems to live. It got "one".
    again = Client()
    again.open(auth={"pid": session["pid"], "offset": heard[0][1]})
    for want in heard[1:]:
        got = again.next("news")
        assert got == want, got
    again.expect("/", "connect")
    assert again.answers["/"] == session, again.answers
    info = again.ask("info")
    assert info["recovered"] is True and info["data"] == {"kept": 1} and info["id"] == session["sid"], info
    step("a session is taken over with what it lacks")

    b.ask("room", "room", "news", "four")
    assert again.next("news")[0] == "four"
    step("and goes on")

    other = Client().open(auth={"pid": "forged", "offset": heard[0][1]})
    other.expect("/", "connect")
    assert other.ask("info")["recovered"] is False
    step("a forged session is a new one")

    other.emit("kick")
    other.expect("/", "disconnect")
    step("the server disconnects")
    for c in (b, again):
        c.close()


# ---- the product ----


def rest(method, path, body):
    request = urllib.request.Request(
        url + path, json.dumps(body).encode(), {"Content-Type": "application/json", "Authorization": "Bearer " + token}, method=method
    )
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.load(answer)


def product():
    problem = refused(auth={"token": "wrong"})
    assert problem["data"]["code"] == "unauthenticated" and problem["data"]["detail"] == problem["message"], problem
    assert refused()["data"]["code"] == "unauthenticated"
    assert refused(namespaces=["/random"], auth={"token": token}) == {"message": "Invalid namespace"}
    step("connect_error with data")

    c = Client().open(auth={"token": token})
    c.expect("/", "connect")
    link_of(c)
    me = c.ask("subscribe", {"topic": "me"})
    assert me["ok"] is True and me["snapshot"]["user"]["id"], me
    joined = c.ask("subscribe", {"topic": "object:contact"})
    assert joined == {"ok": True, "snapshot": {}, "seq": joined["seq"]}, joined
    step("snapshots in acks")

    for event, args, code in (
        ("subscribe", ({"topic": "nothing"},), "invalid"),
        ("subscribe", ({"topic": "me", "more": 1},), "invalid"),
        ("no.such.event", ({},), "not_found"),
        ("subscribe", (), "malformed"),
        ("subscribe", ({"topic": "me"}, "second"), "malformed"),
        ("subscribe", (b"binary",), "malformed"),
        ("subscribe", ({"topic": "me", "blob": b"binary"},), "malformed"),
    ):
        answer = c.ask(event, *args)
        assert answer["ok"] is False and answer["error"]["code"] == code and answer["error"]["detail"], (event, args, answer)
    step("refusals in acks")

    def new(name):
        return rest("POST", "/v1/object/contact", [{"name": name}])[0]["id"]

    made = new("Ada Serpent")
    change, offset = c.next("change")
    assert (change["object"], change["id"], change["op"]) == ("contact", made, "created"), change
    assert offset == str(change["seq"]) and change["fields"]["name"] == "Ada Serpent", change
    step("changes with their offset")

    session = c.answers["/"]
    c.disconnect()
    c.expect("/", "disconnect")
    missed = new("While Away")
    c = Client().open(auth={"token": token, "topics": ["object:contact"], "pid": session["pid"], "offset": offset})
    got = {what: args for _, what, *args in (c.happenings.get(timeout=PATIENCE) for _ in range(2))}
    change, later = got["change"]  # before connect, or live after it: the log may be a moment behind the write
    assert "connect" in got and change["id"] == missed and int(later) > int(offset), got
    assert c.answers["/"] == session
    after = new("Back Again")
    change, _ = c.next("change")
    assert change["id"] == after, change
    step("recovery by pid and offset")

    assert c.ask("unsubscribe", {"topic": "object:contact"}) == {"ok": True}
    assert c.ask("activity", {"active": True}) == {"ok": True}
    step("commands")
    c.disconnect()


def main():
    {"protocol": protocol, "client": client, "recovery": recovery, "product": product}[mode]()
    step("done")


try:
    main()
except BaseException:
    traceback.print_exc()
    os._exit(1)
os._exit(0)  # threads of links that were dropped on purpose may still wait for their end
