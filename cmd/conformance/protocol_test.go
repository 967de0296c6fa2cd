package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
)

func (c *client) binary(data ...byte) {
	c.t.Helper()
	if err := c.ws.Write(c.t.Context(), websocket.MessageBinary, data); err != nil {
		c.t.Fatal(err)
	}
}

// packet reads the next message other than a heartbeat.
func (c *client) packet() string {
	c.t.Helper()
	for {
		if text := c.read(); text != "2" {
			return text
		}
		c.write("3")
	}
}

func (c *client) wants(packets ...string) {
	c.t.Helper()
	for _, want := range packets {
		if got := c.packet(); got != want {
			c.t.Fatalf("got %q, want %q", got, want)
		}
	}
}

// ended verifies that the server closes the link.
func (c *client) ended() {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.t.Context(), 20*time.Second)
	defer cancel()
	for {
		if _, _, err := c.ws.Read(ctx); err != nil {
			if ctx.Err() != nil {
				c.t.Fatal("it stays open")
			}
			return
		}
	}
}

// sid connects to a namespace and returns the reply's only field.
func (c *client) sid(space, auth string) string {
	c.t.Helper()
	c.write("40" + space + auth)
	reply := strings.TrimPrefix(c.packet(), "40"+space)
	var fields map[string]string
	if err := json.Unmarshal([]byte(reply), &fields); err != nil || len(fields) != 1 || fields["sid"] == "" {
		c.t.Fatalf("the answer to CONNECT is %s", reply)
	}
	return fields["sid"]
}

func TestProtocolModeConnects(t *testing.T) {
	target := mount(t, newProtocol())
	for _, k := range []struct{ space, auth, want string }{
		{"", "", `42["auth",{}]`},
		{"", `{"token":"123"}`, `42["auth",{"token":"123"}]`},
		{"/custom,", "", `42/custom,["auth",{}]`},
		{"/custom,", `{"token":"abc"}`, `42/custom,["auth",{"token":"abc"}]`},
	} {
		c := dial(t, target)
		c.sid(k.space, k.auth)
		c.wants(k.want)
	}
	c := dial(t, target)
	c.write("40/random")
	c.wants(`44/random,{"message":"Invalid namespace"}`)
}

func TestNamespacesHaveSocketsOfTheirOwn(t *testing.T) {
	c := dial(t, mount(t, newProtocol()))
	main := c.sid("", "")
	c.wants(`42["auth",{}]`)
	if custom := c.sid("/custom,", ""); custom == main {
		t.Fatalf("both are %s", main)
	}
}

func TestProtocolModeEchoes(t *testing.T) {
	c := dial(t, mount(t, newProtocol()))
	c.sid("", "")
	c.wants(`42["auth",{}]`)
	c.write(`42["message",1,"2",{"3":[true]}]`)
	c.wants(`42["message-back",1,"2",{"3":[true]}]`)
	c.write(`42456["message-with-ack",1,"2",{"3":[false]}]`)
	c.wants(`43456[1,"2",{"3":[false]}]`)
	two := `{"_placeholder":true,"num":0},{"_placeholder":true,"num":1}`
	c.write(`452-["message",` + two + `]`)
	c.binary(1, 2, 3)
	c.binary(4, 5, 6)
	c.wants(`452-["message-back",`+two+`]`, "\x01\x02\x03", "\x04\x05\x06")
	c.write(`452-789["message-with-ack",` + two + `]`)
	c.binary(1, 2, 3)
	c.binary(4, 5, 6)
	c.wants(`462-789[`+two+`]`, "\x01\x02\x03", "\x04\x05\x06")
}

func TestProtocolModeDisconnects(t *testing.T) {
	c := dial(t, mount(t, newProtocol()))
	c.sid("", "")
	c.wants(`42["auth",{}]`)
	c.sid("/custom,", "")
	c.wants(`42/custom,["auth",{}]`)
	c.write("41/custom,")
	c.write(`42["message","to the main namespace"]`)
	c.wants(`42["message-back","to the main namespace"]`)
	c.write("41")
	for range 2 { // the link stays open: heartbeats continue
		if got := c.read(); got != "2" {
			t.Fatal(got)
		}
		c.write("3")
	}
	c.sid("", "") // and the namespace can be joined again
}

func TestProtocolModeClosesWhatItCannotRead(t *testing.T) {
	target := mount(t, newProtocol())
	for name, packets := range map[string][]string{
		"nothing at all":         {},
		"an unknown packet":      {"4abc"},
		"an unknown one later":   {"40", "4abc"},
		"no array":               {"40", "42{}"},
		"a wrong ack id":         {"40", `42abc["message-with-ack",1]`},
		"CONNECT twice":          {"40", "40"},
		"an event too early":     {`42["message"]`},
		"another namespace's":    {"40", `42/custom,["message"]`},
		"a reserved name":        {"40", `42["disconnect"]`},
		"too many attachments":   {"40", `4511-["message"]`},
		"text among attachments": {"40", `451-["message",{"_placeholder":true,"num":0}]`, `42["message"]`},
		"wrong UTF-8 over":       {"40", "42[\"message\",\"\xff\"]"},
	} {
		t.Run(name, func(t *testing.T) {
			c := dial(t, target)
			for _, packet := range packets {
				c.write(packet)
			}
			c.ended()
		})
	}
}

// polls sends a session's HTTP request.
func polls(t *testing.T, method, url, body string) (int, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(answer)
}

func TestProtocolModeOverPolling(t *testing.T) {
	t.Cleanup(http.DefaultClient.CloseIdleConnections)
	target := mount(t, newProtocol())
	base := strings.TrimSuffix(strings.Replace(target, "ws:", "http:", 1), "websocket") + "polling"
	_, handshake := polls(t, "GET", base, "")
	var open struct{ SID string }
	if err := json.Unmarshal([]byte(handshake[1:]), &open); err != nil {
		t.Fatal(err)
	}
	session := base + "&sid=" + open.SID
	polls(t, "POST", session, "40")
	if _, body := polls(t, "GET", session, ""); !strings.HasPrefix(body, `40{"sid":"`) || !strings.HasSuffix(body, "}\x1e42[\"auth\",{}]") {
		t.Fatalf("%q", body)
	}
	polls(t, "POST", session, `451-7["message-with-ack",{"_placeholder":true,"num":0}]`+"\x1ebAQID")
	if _, body := polls(t, "GET", session, ""); body != `461-7[{"_placeholder":true,"num":0}]`+"\x1ebAQID" {
		t.Fatalf("%q", body)
	}
	if status, _ := polls(t, "POST", session, `42{}`); status != 400 {
		t.Fatal(status)
	}
	if status, _ := polls(t, "GET", session, ""); status != 400 {
		t.Fatal(status)
	}

	echo := strings.Replace(base, "/socket.io/", "/engine.io/", 1)
	_, handshake = polls(t, "GET", echo, "")
	if err := json.Unmarshal([]byte(handshake[1:]), &open); err != nil {
		t.Fatal(err)
	}
	polls(t, "POST", echo+"&sid="+open.SID, "4hello\x1ebAQIDBA==")
	if _, body := polls(t, "GET", echo+"&sid="+open.SID, ""); body != "4hello\x1ebAQIDBA==" {
		t.Fatalf("%q", body)
	}
}

func TestProtocolModeEchoesEngineMessages(t *testing.T) {
	c := dial(t, strings.Replace(mount(t, newProtocol()), "/socket.io/", "/engine.io/", 1))
	c.write("4hello")
	c.wants("4hello")
	c.binary(1, 2, 3, 4)
	if got := c.packet(); !bytes.Equal([]byte(got), []byte{1, 2, 3, 4}) {
		t.Fatalf("%q", got)
	}
	c.write("abc")
	c.ended()
}
