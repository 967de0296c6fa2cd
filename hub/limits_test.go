package hub_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"switchboard/hub"
	"switchboard/hub/link"
	"switchboard/hub/socketio"
)

// refusedBy verifies that a refusal says what, why and when, and that it was
// counted.
func refusedBy(t *testing.T, registry *prometheus.Registry, r reply, limit string) {
	t.Helper()
	if r.OK || r.Error.Code != "rate_limited" || r.Error.Detail == "" || r.Error.RetryAfter <= 0 {
		t.Fatalf("%s: %+v", limit, r)
	}
	if n := figure(t, registry, "refusals_total", limit); n != 1 {
		t.Fatalf("%s was counted %v times", limit, n)
	}
}

// TestAUsersTabsShareOneBudget verifies that many sockets get no more than
// one user's budget, that other users are unaffected, and that the
// organization's budget applies last.
func TestAUsersTabsShareOneBudget(t *testing.T) {
	registry := prometheus.NewRegistry()
	w := newWorld(t, func(o *hub.Options) {
		o.Metrics = registry
		o.EventsPerSecond, o.EventBurst = 0.001, 4
		o.EventsPerUser, o.UserEventBurst = 0.001, 6
		o.EventsPerOrganization, o.OrganizationEventBurst = 0.001, 9
	})
	one, two, other := w.connect(`{"token":"agent"}`), w.connect(`{"token":"agent"}`), w.connect(`{"token":"admin"}`)
	for i, c := range []*client{one, two, one, two, one, two} {
		if r := c.call("test.echo", `{}`); !r.OK {
			t.Fatalf("event %d: %+v", i, r)
		}
	}
	refusedBy(t, registry, one.call("test.echo", `{}`), "user_events")
	for range 3 {
		if r := other.call("test.echo", `{}`); !r.OK {
			t.Fatalf("another user: %+v", r)
		}
	}
	refusedBy(t, registry, other.call("test.echo", `{}`), "organization_events")
	// The budget belongs to the user, not to the socket: reconnecting does
	// not reset it.
	_ = two.ws.CloseNow()
	two = w.connect(`{"token":"agent"}`)
	if r := two.call("test.echo", `{}`); r.OK {
		t.Fatal("a new connection brought a new budget")
	}
	// A tab that does not stop is closed; the other stays.
	for range 70 {
		two.write(`42["test.echo",{}]`)
	}
	if code := two.ended(); int(code) != link.Flood.Status {
		t.Fatalf("closed with %d", code)
	}
	if r := one.call("test.echo", `{}`); r.Error.Code != "rate_limited" {
		t.Fatalf("%+v", r)
	}
}

func TestSubscriptionsAreLimited(t *testing.T) {
	registry := prometheus.NewRegistry()
	w := newWorld(t, func(o *hub.Options) {
		o.Metrics = registry
		o.TopicsPerSocket, o.TopicsPerUser, o.TopicsPerOrganization = 3, 4, 6
	})
	one, two, other := w.connect(`{"token":"agent"}`), w.connect(`{"token":"agent"}`), w.connect(`{"token":"admin"}`)
	for _, topic := range []string{"me", "calls", "feed"} {
		one.subscribe(topic)
		one.subscribe(topic) // had already
	}
	if r := one.call("subscribe", `{"topic":"presence"}`); r.Error.Code != "rate_limited" || figure(t, registry, "refusals_total", "socket_topics") != 1 {
		t.Fatalf("%+v", r)
	}
	two.subscribe("me")
	refusedBy(t, registry, two.call("subscribe", `{"topic":"feed"}`), "user_topics")
	other.subscribe("me")
	other.subscribe("feed")
	refusedBy(t, registry, other.call("subscribe", `{"topic":"calls"}`), "organization_topics")
	if r := one.call("unsubscribe", `{"topic":"feed"}`); !r.OK {
		t.Fatal(r)
	}
	two.subscribe("feed") // what was released can be used again
	_ = one.ws.CloseNow()
	for r := two.call("subscribe", `{"topic":"calls"}`); !r.OK; r = two.call("subscribe", `{"topic":"calls"}`) {
		if r.Error.Code != "rate_limited" || figure(t, registry, "refusals_total", "user_topics") > 10_000 {
			t.Fatalf("%+v", r)
		}
	}
}

func TestCommandsInFlightAreLimited(t *testing.T) {
	registry := prometheus.NewRegistry()
	w := newWorld(t, func(o *hub.Options) {
		o.Metrics = registry
		o.CommandsPerUser, o.CommandsPerOrganization = 1, 2
	})
	running, release := w.waits()
	w.people.set("third", "Cem", nil)
	begin := func(token string) *client {
		c := w.connect(`{"token":"` + token + `"}`)
		c.write(`421["test.wait",{}]`)
		<-running
		return c
	}
	first := begin("agent")
	refusedBy(t, registry, w.connect(`{"token":"agent"}`).call("test.echo", `{}`), "user_commands")
	second := begin("admin")
	refusedBy(t, registry, w.connect(`{"token":"third"}`).call("test.echo", `{}`), "organization_commands")
	// The queue of one socket is bounded too.
	for range 40 {
		first.write(`422["test.echo",{}]`)
	}
	refused := 0
	for refused == 0 {
		if r := first.receive(); r.packet.Type == socketio.Ack && strings.Contains(string(r.packet.Data), "Too many commands are waiting") {
			refused++
		}
	}
	close(release)
	for _, c := range []*client{first, second} {
		for r := c.receive(); r.packet.ID != 1; r = c.receive() {
			continue
		}
	}
	if r := w.connect(`{"token":"third"}`).call("test.echo", `{}`); !r.OK {
		t.Fatalf("after the others have ended: %+v", r)
	}
}

func TestAnEventsSizeIsLimited(t *testing.T) {
	registry := prometheus.NewRegistry()
	w := newWorld(t, func(o *hub.Options) { o.Metrics, o.MaxEvent = registry, 1000 })
	c := w.connect(`{"token":"agent"}`)
	if r := c.call("test.echo", `{"a":"`+strings.Repeat("x", 1000)+`"}`); r.Error.Code != "too_large" || !strings.Contains(r.Error.Detail, "1000") {
		t.Fatalf("%+v", r)
	}
	if r := c.call("test.echo", `{"a":"x"}`); !r.OK || figure(t, registry, "refusals_total", "event_bytes") != 1 {
		t.Fatalf("%+v", r)
	}
}

// TestFloodsOfNamespacesAndSubscriptions verifies that only the offender is
// closed.
func TestFloodsOfNamespacesAndSubscriptions(t *testing.T) {
	registry := prometheus.NewRegistry()
	w := newWorld(t, func(o *hub.Options) { o.Metrics, o.EventsPerSecond, o.EventBurst = registry, 0.001, 5 })
	bystander := w.connect(`{"token":"admin"}`)
	for name, packet := range map[string]string{
		"CONNECTs to namespaces": `40/other,`,
		"subscriptions":          `42["subscribe",{"topic":"me"}]`,
		"unsubscriptions":        `42["unsubscribe",{"topic":"me"}]`,
	} {
		c := w.connect(`{"token":"agent"}`)
		for range 80 {
			c.write(packet)
		}
		if code := c.ended(); int(code) != link.Flood.Status {
			t.Errorf("%s: closed with %d", name, code)
		}
	}
	if n := figure(t, registry, "refusals_total", "connects"); n != 1 {
		t.Errorf("refused CONNECTs ended %v links", n)
	}
	if r := bystander.call("test.echo", `{}`); !r.OK {
		t.Errorf("another user: %+v", r)
	}
}

func TestRefusedSocketsAreCounted(t *testing.T) {
	registry := prometheus.NewRegistry()
	w := newWorld(t, func(o *hub.Options) { o.Metrics, o.SocketsPerUser, o.SocketsPerOrganization = registry, 1, 2 })
	w.people.set("third", "Cem", nil)
	w.connect(`{"token":"agent"}`)
	try := func(token, limit string) {
		c := w.dial()
		c.write(`40{"token":"` + token + `"}`)
		r := c.receive()
		if r.packet.Type != socketio.ConnectError || !strings.Contains(string(r.packet.Data), `"code":"rate_limited"`) || !strings.Contains(string(r.packet.Data), `"retry_after":60`) {
			t.Fatalf("%s: %s", limit, r.packet.Data)
		}
		if n := figure(t, registry, "refusals_total", limit); n != 1 {
			t.Fatalf("%s was counted %v times", limit, n)
		}
	}
	try("agent", "user_sockets")
	w.connect(`{"token":"admin"}`)
	try("third", "organization_sockets")
}

// TestConnectsAreCharged verifies that connecting has a rate limit per user
// and per organization, and that one user's limit does not affect another.
func TestConnectsAreCharged(t *testing.T) {
	registry := prometheus.NewRegistry()
	w := newWorld(t, func(o *hub.Options) {
		o.Metrics, o.SocketsPerUser, o.SocketsPerOrganization = registry, 2, 6
		o.UserConnectBurst, o.OrganizationConnectBurst = 0, 0 // derived from the sockets: 8 and 12
		o.ConnectsPerUser, o.ConnectsPerOrganization = .001, .001
	})
	w.people.set("third", "Cem", nil)
	one, other, third := w.dial(), w.dial(), w.dial()
	for range 8 {
		one.comeAndGo("agent")
	}
	one.connectRefused(t, registry, "agent", "user_connects")
	second := w.dial() // the budget belongs to the user, not to the link
	second.write(`40{"token":"agent"}`)
	if r := second.receive(); r.packet.Type != socketio.ConnectError {
		t.Fatalf("%c%s", r.packet.Type, r.packet.Data)
	}
	for range 4 {
		other.comeAndGo("admin")
	}
	third.connectRefused(t, registry, "third", "organization_connects")
}

// TestAClientThatConnectedTooOftenIsAdmittedLater waits as long as the
// refusal says and is admitted on the same link.
func TestAClientThatConnectedTooOftenIsAdmittedLater(t *testing.T) {
	registry := prometheus.NewRegistry()
	w := newWorld(t, func(o *hub.Options) { o.Metrics, o.ConnectsPerUser, o.UserConnectBurst = registry, 5, 1 })
	c := w.dial()
	c.comeAndGo("agent")
	for {
		c.write(`40{"token":"agent"}`)
		r := c.receive()
		if r.packet.Type == socketio.Connect {
			return
		}
		<-time.After(c.retryAfter(r))
	}
}

// TestAllTabsOfAUserReturnAtOnce verifies that the default burst admits as
// many sockets as a user may have, twice in a row.
func TestAllTabsOfAUserReturnAtOnce(t *testing.T) {
	w := newWorld(t, func(o *hub.Options) { o.ConnectsPerUser, o.UserConnectBurst = .001, 0 })
	for range 2 {
		tabs := make([]*client, 50)
		for i := range tabs {
			tabs[i] = w.connect(`{"token":"agent"}`)
		}
		for _, tab := range tabs {
			tab.write("41")
			tab.write(`40{"token":"agent"}`)
			tab.connected()
			tab.write("41")
			tab.write("40/nowhere,") // its reply shows that the socket has gone
			tab.receive()
		}
	}
}

// comeAndGo connects and disconnects on one link.
func (c *client) comeAndGo(token string) {
	c.t.Helper()
	c.write(`40{"token":"` + token + `"}`)
	c.connected()
	c.write("41")
}

// connectRefused sends a CONNECT that must be refused by a limit and counted
// once.
func (c *client) connectRefused(t *testing.T, registry *prometheus.Registry, token, limit string) {
	t.Helper()
	c.write(`40{"token":"` + token + `"}`)
	r := c.receive()
	if c.retryAfter(r) <= 0 {
		t.Fatalf("%s: %s", limit, r.packet.Data)
	}
	if n := figure(t, registry, "refusals_total", limit); n != 1 {
		t.Fatalf("%s was counted %v times", limit, n)
	}
}

// retryAfter reads the refusal of a rate-limited CONNECT.
func (c *client) retryAfter(r received) time.Duration {
	c.t.Helper()
	var refused struct {
		Data struct {
			Code       string
			RetryAfter float64 `json:"retry_after"`
		}
	}
	if err := json.Unmarshal(r.packet.Data, &refused); r.packet.Type != socketio.ConnectError || err != nil || refused.Data.Code != "rate_limited" {
		c.t.Fatalf("%c%s: %v", r.packet.Type, r.packet.Data, err)
	}
	return time.Duration(refused.Data.RetryAfter * float64(time.Second))
}
