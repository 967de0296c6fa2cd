package hub_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"switchboard/hub"
	"switchboard/hub/link"
)

// poller is a raw client of HTTP long-polling.
type poller struct {
	w   *world
	url string
}

func (w *world) poller() *poller {
	w.t.Helper()
	p := &poller{w, w.server.URL + "/socket.io/?EIO=4&transport=polling"}
	status, body := p.ask("GET", "")
	var open struct{ SID string }
	if status != 200 || json.Unmarshal([]byte(body[1:]), &open) != nil || open.SID == "" {
		w.t.Fatalf("handshake: %d %s", status, body)
	}
	p.url += "&sid=" + open.SID
	return p
}

func (p *poller) ask(method, body string) (int, string) {
	p.w.t.Helper()
	request, err := http.NewRequestWithContext(p.w.t.Context(), method, p.url, strings.NewReader(body))
	if err != nil {
		p.w.t.Fatal(err)
	}
	response, err := p.w.server.Client().Do(request)
	if err != nil {
		p.w.t.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		p.w.t.Fatal(err)
	}
	return response.StatusCode, string(answer)
}

// until polls until a packet has the prefix, and returns that packet.
func (p *poller) until(beginning string) string {
	p.w.t.Helper()
	for {
		status, body := p.ask("GET", "")
		if status != 200 {
			p.w.t.Fatalf("waiting for %s: %d %s", beginning, status, body)
		}
		for packet := range strings.SplitSeq(body, "\x1e") {
			if strings.HasPrefix(packet, beginning) {
				return packet
			}
		}
	}
}

func TestTheHubServesPolling(t *testing.T) {
	w := newWorld(t, nil)
	p := w.poller()
	p.ask("POST", `40{"token":"admin"}`)
	p.until(`40{"sid":`)
	p.ask("POST", `421["subscribe",{"topic":"object:contact"}]`+"\x1e"+`422["test.echo",{"x":1}]`)
	p.until(`431[{"ok":true`)
	if w.hub.Sockets() != 1 {
		t.Fatalf("%d sockets", w.hub.Sockets())
	}
	w.log.write(true, renamed("by polling"))
	if packet := p.until(`42["change"`); !strings.Contains(packet, "by polling") || !strings.HasSuffix(packet, `,"1"]`) {
		t.Fatal(packet)
	}
	p.ask("POST", "1")
	if status, body := p.ask("GET", ""); status != 200 || body != "6" {
		t.Fatalf("%d %s", status, body)
	}
}

func TestBadPollingBodiesEndTheOffenderAlone(t *testing.T) {
	w := newWorld(t, func(o *hub.Options) { o.Link.MaxPayload = 50_000 })
	good := w.connect(`{"token":"agent"}`)
	for name, k := range map[string]struct {
		body   string
		status int
	}{
		"not Engine.IO":             {"abc", 400},
		"not Socket.IO":             {"4abc", 400},
		"wrong UTF-8":               {"42[\"\xff\xfe\"]", 400},
		"a good packet, a bad one":  {`42["test.echo",{}]` + "\x1e42{}", 400},
		"binary without a header":   {"bAQID", 400},
		"too many attachments":      {`4511-["x"]`, 400},
		"text among attachments":    {`451-["x",{"_placeholder":true,"num":0}]` + "\x1e4" + `2["y"]`, 400},
		"thousands of tiny packets": {strings.Repeat("42[\"x\"]\x1e", 5000), 400},
		"oversized":                 {`42["x",{"a":"` + strings.Repeat("a", 60_000) + `"}]`, 413},
	} {
		p := w.poller()
		p.ask("POST", `40{"token":"agent"}`)
		p.until(`40{"sid":`)
		if status, _ := p.ask("POST", k.body); status != k.status {
			t.Errorf("%s: %d", name, status)
		}
		if status, _ := p.ask("GET", ""); status != 400 {
			t.Errorf("%s: the session lives (%d)", name, status)
		}
	}
	if r := good.call("test.echo", `{}`); !r.OK {
		t.Fatal("the other connection must be served")
	}
}

func TestAPollingClientReceivesTheReasonForItsClose(t *testing.T) {
	w := newWorld(t, func(o *hub.Options) { o.EventsPerSecond, o.EventBurst = 0.001, 3 })
	p := w.poller()
	p.ask("POST", `40{"token":"agent"}`)
	p.until(`40{"sid":`)
	if status, _ := p.ask("POST", strings.TrimSuffix(strings.Repeat(`42["test.echo",{}]`+"\x1e", 60), "\x1e")); status != 200 {
		t.Fatal(status)
	}
	status, body := p.ask("GET", "")
	if packets := strings.Split(body, "\x1e"); status != 200 || len(packets) < 2 || !strings.Contains(packets[len(packets)-2], `"flood"`) ||
		packets[len(packets)-1] != "41" {
		t.Fatalf("%d %s", status, body)
	}
	if status, body := p.ask("GET", ""); status != 200 || body != "1" {
		t.Fatalf("%d %s", status, body)
	}
}

func TestAttachmentsMustArrive(t *testing.T) {
	w := newWorld(t, func(o *hub.Options) { o.AttachmentTimeout = 20 * time.Millisecond })
	c := w.connect(`{"token":"agent"}`)
	c.write(`452-["x",{"_placeholder":true,"num":0},{"_placeholder":true,"num":1}]`)
	if code := c.ended(); int(code) != link.PacketTimeout.Status {
		t.Fatalf("closed with %d", code)
	}
}
