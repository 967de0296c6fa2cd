package engineio_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"switchboard/hub/engineio"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		frame string
		typ   engineio.Type
		data  string
		bad   bool
	}{
		{frame: "2", typ: engineio.Ping},
		{frame: "2probe", typ: engineio.Ping, data: "probe"},
		{frame: "3", typ: engineio.Pong},
		{frame: "42[\"a\"]", typ: engineio.Message, data: "2[\"a\"]"},
		{frame: "6", typ: engineio.Noop},
		{frame: "", bad: true},
		{frame: "7", bad: true},
		{frame: "abc", bad: true},
		{frame: "/", bad: true},
		{frame: "\x00", bad: true},
	} {
		typ, data, err := engineio.Parse([]byte(c.frame))
		if c.bad {
			if !errors.Is(err, engineio.ErrMalformed) {
				t.Errorf("Parse(%q): error %v, want ErrMalformed", c.frame, err)
			}
			continue
		}
		if err != nil || typ != c.typ || string(data) != c.data {
			t.Errorf("Parse(%q) = %c %q %v, want %c %q", c.frame, typ, data, err, c.typ, c.data)
		}
	}
}

func TestOpenCarriesWhatTheClientReads(t *testing.T) {
	b := engineio.AppendOpen(nil, engineio.Handshake{
		SID: "abc", Upgrades: []string{"websocket"},
		PingInterval: 25 * time.Second, PingTimeout: 20 * time.Second, MaxPayload: 1_000_000,
	})
	if b[0] != byte(engineio.Open) {
		t.Fatalf("type %c", b[0])
	}
	var got struct {
		SID                                   string
		Upgrades                              []string
		PingInterval, PingTimeout, MaxPayload int
	}
	if err := json.Unmarshal(b[1:], &got); err != nil {
		t.Fatal(err)
	}
	if got.SID != "abc" || len(got.Upgrades) != 1 || got.PingInterval != 25000 || got.PingTimeout != 20000 || got.MaxPayload != 1_000_000 {
		t.Fatalf("got %+v", got)
	}
	empty := engineio.AppendOpen(nil, engineio.Handshake{})
	if err := json.Unmarshal(empty[1:], &got); err != nil || got.Upgrades == nil || len(got.Upgrades) != 0 {
		t.Fatalf("no upgrades must be an empty list: %s (%v)", empty, err)
	}
}

func TestRefusalBody(t *testing.T) {
	for _, r := range []engineio.Refusal{
		engineio.UnknownTransport, engineio.UnknownSession, engineio.BadHandshakeMethod,
		engineio.BadRequest, engineio.Forbidden, engineio.UnsupportedVersion,
	} {
		var got struct {
			Code    int
			Message string
		}
		if err := json.Unmarshal(r.Body(), &got); err != nil || got.Code != r.Code || got.Message != r.Message {
			t.Errorf("%v: body %s (%v)", r, r.Body(), err)
		}
	}
}
