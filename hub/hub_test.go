package hub_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"switchboard/hub"
	"switchboard/hub/link"
	"switchboard/hub/socketio"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
)

func TestChangeReachesASubscriberOnce(t *testing.T) {
	w := newWorld(t, nil)
	c := w.connect(`{"token":"admin"}`)
	ack := c.subscribe("object:contact")
	if string(ack.Snapshot) != "{}" || ack.Seq != 0 {
		t.Fatalf("%+v", ack)
	}
	c.subscribe("feed") // the same entry matches twice
	w.log.write(true, renamed("Eve"), renamed("Eva"))
	for i, want := range []string{`"Eve"`, `"Eva"`} {
		r := c.event("change")
		if r.field("name") != want || r.offset != fmt.Sprint(i+1) || string(r.object["seq"]) != r.offset {
			t.Fatalf("change %d: %s", i+1, r.packet.Data)
		}
		if r.text("object") != "contact" || r.text("op") != "updated" || r.text("cause") != "contact.updated" || r.text("id") != id.Derived("contact c").String() {
			t.Fatalf("change %d: %s", i+1, r.packet.Data)
		}
		var topics []string
		_ = json.Unmarshal(r.object["topics"], &topics)
		if want := []string{"object:contact", "record:contact:" + id.Derived("contact c").String(), "feed"}; !slices.Equal(topics, want) {
			t.Fatalf("topics %v, want %v", topics, want)
		}
	}
	if r := c.call("unsubscribe", `{"topic":"object:contact"}`); !r.OK {
		t.Fatal(r)
	}
	_ = c.call("unsubscribe", `{"topic":"feed"}`)
	w.log.write(true, renamed("Not sent"))
	c.subscribe("me") // its ack follows anything older
	if len(c.early) != 0 {
		t.Fatalf("received after unsubscribe: %s", c.early[0].packet.Data)
	}
}

func TestGapsAreFilledFromTheLogInOrder(t *testing.T) {
	w := newWorld(t, nil)
	c := w.connect(`{"token":"admin"}`)
	c.subscribe("object:contact")
	w.log.write(false, renamed("1"), renamed("2"))
	w.log.write(true, renamed("3"))
	w.log.write(false, renamed("4"))
	w.hub.LogGrew(organization)
	for i := range 4 {
		if r := c.event("change"); r.offset != fmt.Sprint(i+1) {
			t.Fatalf("place %d came as %s", i+1, r.offset)
		}
	}
	w.log.mu.Lock()
	again := append([]entry.Entry(nil), w.log.entries...)
	w.log.mu.Unlock()
	w.hub.Append(organization, again) // announced twice, applied once
	w.log.write(true, renamed("5"))
	if r := c.event("change"); r.offset != "5" {
		t.Fatalf("came twice: %s", r.packet.Data)
	}
}

func TestSubscribeReturnsSnapshotAndOffset(t *testing.T) {
	w := newWorld(t, nil)
	w.log.write(true, renamed("before"))
	c := w.connect(`{"token":"admin"}`)
	ack := c.subscribe("me")
	if string(ack.Snapshot) != `{"name":"Ada"}` || ack.Seq != 1 {
		t.Fatalf("%+v", ack)
	}
}

func TestRefusedSubscriptions(t *testing.T) {
	w := newWorld(t, func(o *hub.Options) { o.TopicsPerSocket = 2 })
	c := w.connect(`{"token":"agent"}`)
	for _, k := range []struct{ payload, code string }{
		{`{"topic":"object:contact"}`, "forbidden"}, // no permission
		{`{"topic":"object:nothing"}`, "forbidden"}, // absent looks the same
		{`{"topic":"object:session"}`, "forbidden"}, // internal looks the same
		{`{"topic":"nonsense"}`, "invalid"},
		{`{"topic":"record:contact:1"}`, "invalid"},
		{`{"topic":"` + strings.Repeat("x", 300) + `"}`, "invalid"},
		{`{"topic":"me","topic":"feed"}`, "malformed"},
		{`{"topic":"me","more":1}`, "invalid"},
		{`{"Topic":"me"}`, "invalid"},
		{`{"topic":7}`, "invalid"},
		{`{"topic":"record:user:` + id.Derived("absent").String() + `"}`, "not_found"},
	} {
		if r := c.call("subscribe", k.payload); r.OK || r.Error.Code != k.code || r.Error.Detail == "" {
			t.Errorf("%s: %+v, want %s", k.payload, r, k.code)
		}
	}
	c.subscribe("me")
	c.subscribe("calls")
	c.subscribe("calls") // had already
	if r := c.call("subscribe", `{"topic":"feed"}`); r.Error.Code != "rate_limited" {
		t.Fatalf("a third topic: %+v", r)
	}
}

func TestFieldsAndRowsByRight(t *testing.T) {
	w := newWorld(t, nil)
	bob := userID("Bob")
	w.people.set("agent", "Bob", func(in *access.Inputs) {
		in.Sets = []access.PermissionSet{{
			Objects: map[string]access.ObjectPermission{"contact": {Read: true}},
			Fields:  map[string]map[string]access.FieldPermission{"contact": {"name": {Read: true}}},
			Scopes:  map[string]access.Scope{"contact": access.ScopeOwn},
		}}
	})
	c := w.connect(`{"token":"agent"}`)
	c.subscribe("object:contact")

	whole := entry.Fields{"name": json.RawMessage(`"Zoe"`), "owner": json.RawMessage(`{"id":"x","name":"y"}`)}
	given := contact("z", entry.Updated, bob, entry.Fields{"owner": whole["owner"]})
	given.Route.Before.Owner, given.Record = userID("Ada"), whole
	taken := contact("z", entry.Updated, userID("Ada"), entry.Fields{"name": json.RawMessage(`"Secret"`)})
	taken.Route.Before.Owner, taken.Record = bob, whole
	w.log.write(true,
		contact("x", entry.Created, userID("Ada"), whole),                               // 1: another user's
		contact("y", entry.Created, bob, whole),                                         // 2
		contact("y", entry.Updated, bob, entry.Fields{"owner": whole["owner"]}),         // 3: unreadable field alone
		contact("y", entry.Updated, bob, entry.Fields{"version": json.RawMessage("9")}), // 4: reveals nothing
		given,                                 // 5: became visible
		taken,                                 // 6: became invisible
		contact("y", entry.Removed, bob, nil), // 7
	)
	for _, want := range []struct{ offset, op, name string }{{"2", "created", `"Zoe"`}, {"5", "created", `"Zoe"`}, {"6", "removed", ""}, {"7", "removed", ""}} {
		r := c.event("change")
		if r.offset != want.offset || r.text("op") != want.op || r.field("name") != want.name || r.field("owner") != "" {
			t.Fatalf("got %s, want %+v", r.packet.Data, want)
		}
		if want.op == "removed" && string(r.object["fields"]) != "{}" {
			t.Fatalf("fields of an invisible record: %s", r.packet.Data)
		}
	}
}

func TestCallsReachThoseTheyRingFor(t *testing.T) {
	w := newWorld(t, nil)
	w.people.set("other", "Cem", nil)
	bob, cem := w.connect(`{"token":"agent"}`), w.connect(`{"token":"other"}`)
	ada := w.connect(`{"token":"admin"}`)
	bob.subscribe("calls")
	cem.subscribe("calls")
	ada.subscribe("calls") // may see all, but only calls that ring for the user belong here
	call := entry.Entry{Object: "call", ID: id.Derived("call"), Op: entry.Created, Version: 1, After: entry.Fields{"status": json.RawMessage(`"ringing"`)}}
	call.Route.After.Candidates = []id.ID{userID("Bob"), userID("Cem")}
	accepted := entry.Entry{Object: "call", ID: call.ID, Op: entry.Updated, Version: 2, Cause: "call.accepted", Command: "k", After: entry.Fields{"status": json.RawMessage(`"in-progress"`)}}
	accepted.Route.Before = call.Route.After
	accepted.Route.After.Owner = userID("Bob")
	w.log.write(true, call, accepted)
	for _, c := range []*client{bob, cem} {
		if r := c.event("change"); r.text("op") != "created" || r.field("status") != `"ringing"` {
			t.Fatalf("%s", r.packet.Data)
		}
	}
	if r := bob.event("change"); r.text("op") != "updated" || r.text("cause") != "call.accepted" || r.text("command") != "k" {
		t.Fatalf("%s", r.packet.Data)
	}
	if r := cem.event("change"); r.text("op") != "removed" {
		t.Fatalf("the alert must vanish for the others: %s", r.packet.Data)
	}
	ada.subscribe("me")
	if len(ada.early) != 0 {
		t.Fatalf("it rang for Ada: %s", ada.early[0].packet.Data)
	}
}

func TestABulkCausesAResync(t *testing.T) {
	w := newWorld(t, nil)
	c := w.connect(`{"token":"admin"}`)
	c.subscribe("object:contact")
	w.log.write(true, entry.Entry{Object: "contact", Op: entry.Bulk, IDs: []id.ID{id.Derived("a"), id.Derived("b")}})
	if r := c.event("resync"); r.text("topic") != "object:contact" || r.offset != "" {
		t.Fatalf("%s", r.packet.Data)
	}
}

func TestCommandsAndTheirAcks(t *testing.T) {
	w := newWorld(t, nil)
	c := w.connect(`{"token":"agent"}`)
	if r := c.call("test.echo", `{"a":[1,{"b":null}]}`); !r.OK || r.User != "Bob" || string(r.Payload) != `{"a":[1,{"b":null}]}` {
		t.Fatalf("%+v", r)
	}
	if r := c.call("test.invalid", `{}`); r.OK || r.Error.Code != "invalid" || len(r.Error.Errors["phone"]) != 1 {
		t.Fatalf("%+v", r)
	}
	if r := c.call("absent", `{}`); r.Error.Code != "not_found" {
		t.Fatalf("%+v", r)
	}
	for _, bad := range []string{`1`, `"x"`, `{},{}`, `[]`, `null`} {
		if r := c.call("test.echo", bad); r.OK || r.Error.Code != "malformed" {
			t.Errorf("%s: %+v", bad, r)
		}
	}
	if r := c.call("test.echo", `{"a":{"b":1,"b":2}}`); r.OK || r.Error.Code != "malformed" {
		t.Fatalf("double key: %+v", r)
	}
	c.write(`42["test.echo",{}]`) // without ack id: no reply
	if r := c.call("auth.refresh", `{"token":"admin"}`); r.Error.Code != "forbidden" {
		t.Fatalf("another's token: %+v", r)
	}
	if r := c.call("auth.refresh", `{"token":"agent"}`); !r.OK {
		t.Fatalf("%+v", r)
	}
}

func TestAPanicEndsOneConnection(t *testing.T) {
	w := newWorld(t, nil)
	bad, good := w.connect(`{"token":"agent"}`), w.connect(`{"token":"agent"}`)
	bad.write(`421["test.panic",{}]`)
	if code := bad.ended(); int(code) != link.Panicked.Status {
		t.Fatalf("closed with %d", code)
	}
	if r := good.call("test.echo", `{}`); !r.OK {
		t.Fatal("the other connection must be served")
	}
}

func TestConnectIsRefused(t *testing.T) {
	w := newWorld(t, nil)
	c := w.dial()
	for _, k := range []struct{ auth, code string }{
		{``, "unauthenticated"}, {`{}`, "unauthenticated"}, {`{"token":"bad"}`, "unauthenticated"}, {`{"token":1}`, "malformed"},
	} {
		c.write("40" + k.auth)
		r := c.receive()
		var refusal struct {
			Message string
			Data    struct{ Code, Detail string }
		}
		if err := json.Unmarshal(r.packet.Data, &refusal); err != nil || r.packet.Type != socketio.ConnectError {
			t.Fatalf("%c%s", r.packet.Type, r.packet.Data)
		}
		if refusal.Message == "" || refusal.Data.Code != k.code || refusal.Data.Detail == "" {
			t.Errorf("%s: %+v, want %s", k.auth, refusal, k.code)
		}
	}
	c.write(`40/random,{}`)
	if r := c.receive(); r.packet.Type != socketio.ConnectError || r.packet.Namespace != "/random" || string(r.packet.Data) != `{"message":"Invalid namespace"}` {
		t.Fatalf("%+v", r.packet)
	}
	c.write(`40{"token":"agent"}`)
	c.connected()
}

func TestBadPacketsCloseTheOffenderAlone(t *testing.T) {
	w := newWorld(t, func(o *hub.Options) { o.Link.MaxPayload = 2000 })
	good := w.connect(`{"token":"agent"}`)
	for name, k := range map[string]struct {
		send   []string
		reason link.Reason
	}{
		"not Engine.IO":          {[]string{"abc"}, link.BadPacket},
		"not Socket.IO":          {[]string{"4abc"}, link.BadPacket},
		"no array":               {[]string{"42{}"}, link.BadPacket},
		"bad ack id":             {[]string{`42abc["x"]`}, link.BadPacket},
		"reserved name":          {[]string{`42["disconnect"]`}, link.BadPacket},
		"wrong UTF-8":            {[]string{"42[\"\xff\xfe\"]"}, link.BadPacket},
		"duplicate CONNECT":      {[]string{`40{"token":"agent"}`}, link.BadPacket},
		"ping of the client":     {[]string{"2"}, link.BadPacket},
		"too many attachments":   {[]string{`4511-["x"]`}, link.BadPacket},
		"text before attachment": {[]string{`451-["x",{"_placeholder":true,"num":0}]`, `42["y"]`}, link.BadPacket},
		"event of a namespace":   {[]string{`42/random,["x"]`}, link.BadPacket},
		"oversized":              {[]string{`42["x",{"a":"` + strings.Repeat("a", 3000) + `"}]`}, link.TooLarge},
		"closed by Engine.IO":    {[]string{"1"}, link.ClientClosed},
	} {
		t.Run(name, func(t *testing.T) {
			c := w.connect(`{"token":"agent"}`)
			for _, text := range k.send {
				c.write(text)
			}
			code := c.ended()
			if reset := k.reason == link.TooLarge && code == -1; int(code) != k.reason.Status && !reset { // the rest of the packet may reset the link
				t.Fatalf("closed with %d, want %d", code, k.reason.Status)
			}
		})
	}
	early := w.dial()
	early.write(`42["test.echo",{}]`)
	if code := early.ended(); int(code) != link.BadPacket.Status {
		t.Fatalf("an event before CONNECT: closed with %d", code)
	}
	if r := good.call("test.echo", `{}`); !r.OK {
		t.Fatal("the other connection must be served")
	}
}

func TestConnectTimeout(t *testing.T) {
	w := newWorld(t, func(o *hub.Options) { o.ConnectTimeout = 20 * time.Millisecond })
	if code := w.dial().ended(); int(code) != link.ConnectTimeout.Status {
		t.Fatalf("closed with %d", code)
	}
	c := w.connect(`{"token":"agent"}`)
	c.write("41")
	if code := c.ended(); int(code) != link.Idle.Status {
		t.Fatalf("an unused link: closed with %d", code)
	}
}

func TestHeartbeat(t *testing.T) {
	w := newWorld(t, func(o *hub.Options) {
		o.Link.PingInterval, o.Link.PingTimeout = 20*time.Millisecond, 200*time.Millisecond
	})
	c := w.connect(`{"token":"agent"}`)
	for range 3 {
		if text := c.text(); text != "2" {
			t.Fatalf("got %q, want a ping", text)
		}
		c.write("3")
	}
	if code := c.ended(); int(code) != link.PingTimeout.Status { // the client answers no more
		t.Fatalf("closed with %d", code)
	}
}

func TestHandshakeIsRefusedInTheProtocolsWords(t *testing.T) {
	w := newWorld(t, func(o *hub.Options) { o.Link.Origins = []string{"https://App.example.com:443/"} })
	for _, k := range []struct {
		query, origin, method string
		status                int
		body                  string
	}{
		{"EIO=4&transport=polling", "", "POST", 400, `{"code":2,"message":"Bad handshake method"}`},
		{"EIO=4&transport=polling", "", "PUT", 400, `{"code":2,"message":"Bad handshake method"}`},
		{"EIO=4&transport=polling&sid=abc", "", "GET", 400, `{"code":1,"message":"Session ID unknown"}`},
		{"EIO=4&transport=polling&sid=abc", "", "POST", 400, `{"code":1,"message":"Session ID unknown"}`},
		{"transport=polling", "", "GET", 400, `{"code":5,"message":"Unsupported protocol version"}`},
		{"EIO=4&transport=polling", "https://evil.example.org", "GET", 403, `{"code":4,"message":"Forbidden"}`},
		{"EIO=4&transport=abc", "", "GET", 400, `{"code":0,"message":"Transport unknown"}`},
		{"EIO=4", "", "GET", 400, `{"code":0,"message":"Transport unknown"}`},
		{"EIO=3&transport=websocket", "", "GET", 400, `{"code":5,"message":"Unsupported protocol version"}`},
		{"EIO=abc&transport=websocket", "", "GET", 400, `{"code":5,"message":"Unsupported protocol version"}`},
		{"EIO=4&transport=websocket&sid=abc", "", "GET", 400, `{"code":1,"message":"Session ID unknown"}`},
		{"EIO=4&transport=websocket", "", "POST", 400, `{"code":2,"message":"Bad handshake method"}`},
		{"EIO=4&transport=websocket", "", "GET", 400, `{"code":3,"message":"Bad request"}`},
		{"EIO=4&transport=websocket", "https://app.example.com.evil.org", "GET", 403, `{"code":4,"message":"Forbidden"}`},
		{"EIO=4&transport=websocket", "http://app.example.com", "GET", 403, `{"code":4,"message":"Forbidden"}`},
		{"EIO=4&transport=websocket", "https://app.example.com:444", "GET", 403, `{"code":4,"message":"Forbidden"}`},
		{"EIO=4&transport=websocket", "https://app.example.com", "GET", 400, `{"code":3,"message":"Bad request"}`},
	} {
		request, err := http.NewRequestWithContext(t.Context(), k.method, w.server.URL+"/socket.io/?"+k.query, nil)
		if err != nil {
			t.Fatal(err)
		}
		if k.origin != "" {
			request.Header.Set("Origin", k.origin)
		}
		response, err := w.server.Client().Do(request)
		if err != nil {
			t.Fatal(err)
		}
		body := make([]byte, 200)
		n, _ := response.Body.Read(body)
		_ = response.Body.Close()
		if response.StatusCode != k.status || string(body[:n]) != k.body {
			t.Errorf("%s %s %s: %d %s, want %d %s", k.method, k.query, k.origin, response.StatusCode, body[:n], k.status, k.body)
		}
	}
}

func TestFloodIsLimitedThenClosed(t *testing.T) {
	w := newWorld(t, func(o *hub.Options) { o.EventsPerSecond, o.EventBurst = 0.001, 3 })
	c := w.connect(`{"token":"agent"}`)
	for range 3 {
		if r := c.call("test.echo", `{}`); !r.OK {
			t.Fatalf("%+v", r)
		}
	}
	if r := c.call("test.echo", `{}`); r.Error.Code != "rate_limited" || r.Error.RetryAfter <= 0 {
		t.Fatalf("%+v", r)
	}
	for range 40 {
		c.write(`42["test.echo",{}]`)
	}
	if code := c.ended(); int(code) != link.Flood.Status {
		t.Fatalf("closed with %d", code)
	}
}

func TestSocketsPerUserAreLimited(t *testing.T) {
	w := newWorld(t, func(o *hub.Options) { o.SocketsPerUser = 1 })
	w.connect(`{"token":"agent"}`)
	c := w.dial()
	c.write(`40{"token":"agent"}`)
	if r := c.receive(); r.packet.Type != socketio.ConnectError || !strings.Contains(string(r.packet.Data), `"code":"rate_limited"`) {
		t.Fatalf("%c%s", r.packet.Type, r.packet.Data)
	}
	w.connect(`{"token":"admin"}`)
}

func TestDrainNotifiesEverySocket(t *testing.T) {
	w := newWorld(t, nil)
	var open []*client
	for range 5 {
		open = append(open, w.connect(`{"token":"agent"}`))
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		w.hub.Drain(t.Context(), 20*time.Millisecond)
	}()
	for _, c := range open {
		if r := c.event("notice"); r.text("code") != "draining" || string(r.object["reconnect"]) != "true" {
			t.Fatalf("%s", r.packet.Data)
		}
		if code := c.ended(); int(code) != link.Draining.Status {
			t.Fatalf("closed with %d", code)
		}
	}
	<-done
	if n := w.hub.Sockets(); n != 0 {
		t.Fatalf("%d are left", n)
	}
}

func TestMetricsAreRegistered(t *testing.T) {
	registry := prometheus.NewRegistry()
	w := newWorld(t, func(o *hub.Options) { o.Metrics = registry })
	c := w.connect(`{"token":"admin"}`)
	c.subscribe("object:contact")
	w.log.write(true, renamed("x"))
	c.event("change")
	c.write("abc")
	c.ended()
	w.stop() // every close is counted when Close returns
	got := map[string]float64{}
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			name := f.GetName()
			for _, l := range m.GetLabel() {
				name += " " + l.GetValue()
			}
			got[name] = m.GetCounter().GetValue() + m.GetGauge().GetValue() + float64(m.GetHistogram().GetSampleCount())
		}
	}
	for name, want := range map[string]float64{
		"switchboard_hub_sockets": 0, "switchboard_hub_deliveries_total": 1, "switchboard_hub_commit_to_write_seconds": 1,
		"switchboard_hub_closes_total bad_packet": 1, "switchboard_hub_closes_total too_slow": 0,
	} {
		if v, ok := got[name]; !ok || v != want {
			t.Errorf("%s is %v, want %v", name, v, want)
		}
	}
}
