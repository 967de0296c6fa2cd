"""Follows the latest contacts and the user's own calls.

    python3 follow.py http://127.0.0.1:8080 agent1@demo.test switchboard

Lines on standard input: "dial +12065550123" calls, "refresh" renews the token.
The end of input ends the program. It needs python-socketio 5 and websocket-client.
"""

import json
import os
import queue
import random
import sys
import threading
import time
import traceback
import urllib.error
import urllib.request
import uuid

import engineio
import socketio

url, username, password = sys.argv[1:4]


def say(*words):
    sys.stdout.write(" ".join(map(str, words)) + "\n")  # in one write: several threads print
    sys.stdout.flush()


# ---- Order and recovery, which the library lacks ----


class InOrder(engineio.Client):
    """Handles messages in sequence.

    The library runs each on its own thread, which can swap two changes. Handlers
    therefore must not wait for a response: they put events into a queue.
    """

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.messages = queue.Queue()
        threading.Thread(target=self.handle_messages, daemon=True).start()

    def _trigger_event(self, event, *args, **kwargs):
        if event == "message":
            return self.messages.put(args[0])
        if event == "connect":
            self.messages.join()  # messages of the old connection come first
        return super()._trigger_event(event, *args, **kwargs)

    def handle_messages(self):
        while True:
            message = self.messages.get()
            try:
                self.handlers["message"](message)
            except Exception:  # a bad message must not end the thread
                traceback.print_exc()
            self.messages.task_done()


class Recovering(socketio.Client):
    """Stores pid and offset for auth, as socket.io-client does itself."""

    pid = None
    offset = None
    recovered = False

    def _engineio_client_class(self):
        return InOrder

    def _handle_connect(self, namespace, data):
        self.recovered = self.pid is not None and data.get("pid") == self.pid
        self.pid = data.get("pid")
        super()._handle_connect(namespace, data)

    def _handle_event(self, namespace, id, data):
        if len(data) > 2 and isinstance(data[-1], str):
            self.offset = data[-1]  # the last argument of every durable event
        super()._handle_event(namespace, id, data)


# ---- REST: sign in, renew the access token, read ----

session = {}
expires = 0.0
spent = False  # the server refused the token


def rest(method, path, body=None):
    request = urllib.request.Request(url + path, method=method, headers={"Content-Type": "application/json"})
    if session:
        request.add_header("Authorization", "Bearer " + session["access_token"])
    data = json.dumps(body).encode() if body is not None else None
    with urllib.request.urlopen(request, data, timeout=10) as answer:
        return json.load(answer)


def keep(tokens):
    global expires, spent
    session.update(tokens)
    expires, spent = time.monotonic() + session["expires_in"], False


def renew():
    keep(rest("POST", "/v1/oauth2/refresh", {"refresh_token": session["refresh_token"]}))


keep(rest("POST", "/v1/oauth2/token", {"username": username, "password": password}))

# ---- State: records by object and id ----

SHOWN = 20
held = {"contact": {}, "call": {}}
newest = 0  # seq of the newest change applied


def hold(kind, record):
    records = held[kind]
    records.pop(record["id"], None)  # makes it the newest
    records[record["id"]] = record
    if len(records) > SHOWN:
        del records[next(iter(records))]


def apply(change):
    """Applies a change to the state.

    A change has absolute values, never increments. Applying newer ones and dropping
    the rest gives the state of the server.
    """
    global newest
    kind, record, op, version = change["object"], change["id"], change["op"], change["version"]
    large = change.get("large", False)
    if change["seq"] <= newest or kind not in held:
        return
    newest = change["seq"]
    old = held[kind].get(record)
    if old and (version < old["version"] if op == "removed" else version <= old["version"]):
        return
    if op == "removed":
        held[kind].pop(record, None)  # deleted, or no longer visible
    elif not large and (op == "created" or "id" in change["fields"]):
        hold(kind, change["fields"])  # the whole record: missing fields are not readable
    elif old and not large:
        hold(kind, {**old, **change["fields"], "version": version})  # the changed fields
    else:
        try:
            hold(kind, rest("GET", f"/v1/object/{kind}/{record}"))  # too large to send, or not on our page
        except urllib.error.HTTPError:
            return  # it is gone, and another change will say so
    fields = json.dumps(change["fields"], separators=(",", ":"), ensure_ascii=False)
    say(op, kind, record, f"v{version}", fields, "command=" + change["command"] if "command" in change else "")


# ---- Topics: subscribe, take the snapshot, then apply the changes since ----


def take_calls(answer):
    replace("call", answer["snapshot"]["calls"])


def take_contacts(_):
    replace("contact", rest("GET", f"/v1/object/contact?order=-modified_date&limit={SHOWN}&total=false")["data"])


takers = {"calls": take_calls, "object:contact": take_contacts}
shows = {"calls": "call", "object:contact": "contact"}
taken = set()  # topics whose state we have


def replace(kind, newest_first):
    held[kind].clear()
    for record in reversed(newest_first):
        hold(kind, record)


def later(seconds, topic):
    timer = threading.Timer(seconds, happenings.put, [("take", topic)])
    timer.daemon = True
    timer.start()


def take(topic):
    try:
        answer = ask("subscribe", {"topic": topic})
        takers[topic](answer)
        taken.add(topic)
        say("snapshot", topic, answer["seq"])
    except Refused as refusal:
        say("no", topic, refusal)
        if refusal.code == "forbidden":
            held[shows[topic]].clear()  # we may no longer read it
        if refusal.retry_after:
            later(refusal.retry_after, topic)
    except (NoAnswer, OSError) as error:
        say("no", topic, error)  # the next connect subscribes


# ---- The socket: handlers only queue events, the main thread does the rest ----

happenings = queue.Queue()
farewell = ""  # why the server wants no reconnect
sio = Recovering(reconnection_delay_max=4)


def auth():
    """Is called for every connection."""
    if spent or time.monotonic() > expires - 30:
        try:
            renew()
        except urllib.error.HTTPError as error:
            if error.code == 401:
                happenings.put(("over", "the session is over: sign in again"))
        except OSError:
            pass  # retried with the next connection
    return {"token": session["access_token"], "topics": list(taken), "pid": sio.pid or "", "offset": sio.offset or ""}


@sio.event
def connect():
    happenings.put(("connect", sio.recovered))


@sio.event
def connect_error(*problem):
    global spent
    data = problem[0].get("data", {}) if problem and isinstance(problem[0], dict) else {}
    spent = data.get("code") == "unauthenticated"
    say("refused", data.get("code", "-"), data.get("detail", problem))


@sio.on("notice")
def notice(what):
    global farewell
    if not what["reconnect"]:
        farewell = what["detail"]
    say("notice", what["code"], what["detail"])


@sio.event
def disconnect(*_):
    say("disconnected")
    if farewell:
        happenings.put(("over", farewell))


@sio.on("*")
def other(event, payload, offset=None):
    happenings.put((event, payload))


# ---- Commands ----


class Refused(Exception):
    """The server refused an event."""

    def __init__(self, error):
        super().__init__(error["detail"])
        self.code, self.retry_after = error["code"], error.get("retry_after")


class NoAnswer(Exception):
    """There was no connection, or it was lost before the response."""


def ask(event, payload):
    try:
        answer = sio.call(event, payload, timeout=10)
    except (socketio.exceptions.TimeoutError, socketio.exceptions.BadNamespaceError) as error:
        raise NoAnswer(event) from error
    if not answer["ok"]:
        raise Refused(answer["error"])
    return answer


def command(event, payload):
    """Sends a command until it gets a response.

    A command without a response may have executed. Repeating it with the same id
    does not execute it twice, and returns the first response.
    """
    payload = {**payload, "command": str(uuid.uuid4())}
    while True:
        try:
            return ask(event, payload)
        except NoAnswer:
            time.sleep(0.5 + random.random())


def refresh():
    renew()
    say("refreshed until", ask("auth.refresh", {"token": session["access_token"]})["expires"])


def read_lines():
    for line in sys.stdin:
        happenings.put(("line", line.split()))
    happenings.put(("end", None))


# ---- The program: one event after the other ----


def handle(what, payload):
    if what == "connect":
        say("recovered" if payload else "connected")
        if not payload:
            taken.clear()  # missed changes are unknown: start over
        for topic in takers.keys() - taken:
            take(topic)
    elif what == "change":
        apply(payload)
    elif what == "resync":
        taken.discard(payload["topic"])  # the delay below spreads the load
        later(payload.get("after", 0) * (1 + random.random()), payload["topic"])
    elif what == "take":
        take(payload)
    elif what == "session.expiring" or (what == "line" and payload == ["refresh"]):
        refresh()
    elif what == "line" and payload[:1] == ["dial"]:
        say("dialled", command("call.dial", {"to": payload[1]})["call"]["id"])


threading.Thread(target=read_lines, daemon=True).start()
while not sio.connected:
    try:
        sio.connect(url, auth=auth, transports=["websocket"], wait_timeout=10)
    except socketio.exceptions.ConnectionError as failed:
        say("no connection", failed)
        time.sleep(0.5 + random.random())
while True:
    happening, content = happenings.get()
    if happening in ("end", "over"):
        if happening == "end":
            sio.disconnect()
        else:
            say(content)
        os._exit(happening == "over")  # the library's threads may still try to connect
    try:
        handle(happening, content)
    except Refused as refusal:
        say("failed", refusal.code, refusal)
    except (NoAnswer, OSError) as error:
        say("failed", error)
