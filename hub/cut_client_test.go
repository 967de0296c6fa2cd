package hub_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"switchboard/hub/socketio"
	"switchboard/hub/sockettest"
)

// survivor is a client that is disconnected again and again. It keeps what
// the official client keeps: pid, offset, and the events before the reply to
// CONNECT, which it fires after it. As docs/realtime.md requires, it drops a
// change whose seq is not above the newest one.
type survivor struct {
	t      *testing.T
	http   *http.Client
	token  string
	topics []string

	pid, offset string
	held        []received
	newest      int64
	got         []int64
	twice       int // fired twice by the library, from what it kept over a disconnect
	recovered   int
}

func newSurvivor(t *testing.T, token string, topics ...string) *survivor {
	t.Helper()
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	return &survivor{t: t, http: &http.Client{Transport: transport}, token: token, topics: topics}
}

// errEnough ends a session when a test has seen enough of it.
var errEnough = errors.New("enough")

// wireOf is the transport of a session: it sends and receives Socket.IO
// packets with their Engine.IO type.
type wireOf interface {
	read(ctx context.Context) ([]string, error)
	write(ctx context.Context, packet string) error
	close()
}

// start opens a session without cuts and subscribes to the topics.
func (s *survivor) start(w *world) {
	s.t.Helper()
	c := w.connect(`{"token":"` + s.token + `"}`)
	for _, topic := range s.topics {
		s.newest = max(s.newest, c.subscribe(topic).Seq)
	}
	s.pid = c.pid
	_ = c.ws.CloseNow()
}

// session connects by a transport and reads until the connection is cut or
// each returns errEnough. Any other end fails the test.
func (s *survivor) session(url, transport string, each func(connected bool) error) error {
	ctx, cancel := context.WithTimeout(context.Background(), maxWait)
	defer cancel()
	err := s.run(ctx, url, transport, each)
	s.http.CloseIdleConnections()
	if ctx.Err() != nil {
		return fmt.Errorf("a session of %s hung at %s: %w", transport, s.offset, err)
	}
	var broken *brokenError
	if errors.As(err, &broken) || errors.Is(err, errEnough) {
		return nil
	}
	return err
}

// brokenError is a cut as the client sees it.
type brokenError struct{ cause error }

func (e *brokenError) Error() string { return "the line broke: " + e.cause.Error() }

func broke(err error) error {
	if err == nil {
		return nil
	}
	return &brokenError{err}
}

func (s *survivor) run(ctx context.Context, url, transport string, each func(connected bool) error) error {
	auth := "40" + returning(s.token, s.pid, s.offset, s.topics...)
	wire, err := s.open(ctx, url, transport, auth)
	if err != nil {
		return err
	}
	defer func() { wire.close() }()
	connected := false
	for {
		packets, err := wire.read(ctx)
		if err != nil {
			return err
		}
		for _, packet := range packets {
			switch packet {
			case "2":
				if err := wire.write(ctx, "3"); err != nil {
					return err
				}
				continue
			case "6":
				continue
			}
			r, err := decode(packet)
			if err != nil {
				// The WebSocket library takes a frame whose payload ends
				// early for a complete message; the next read fails.
				if _, after := wire.read(ctx); after != nil {
					return after
				}
				return fmt.Errorf("%q: %w", packet, err)
			}
			if r.packet.Type == socketio.Connect {
				if err := s.answered(r); err != nil {
					return err
				}
				connected = true
			} else if err := s.take(r, connected); err != nil {
				return err
			}
			if err := each(connected); err != nil {
				return err
			}
		}
		if connected { // something to be cut on the way up
			if err := wire.write(ctx, `42["test.echo",{"x":"`+s.offset+`"}]`); err != nil {
				return err
			}
		}
	}
}

func decode(packet string) (received, error) {
	if len(packet) < 2 || packet[0] != '4' {
		return received{}, errors.New("no message packet")
	}
	return parse(packet)
}

func (s *survivor) answered(r received) error {
	var reply struct{ PID string }
	if err := json.Unmarshal(r.packet.Data, &reply); err != nil || reply.PID != s.pid {
		return fmt.Errorf("not recovered at offset %q: %s", s.offset, r.packet.Data)
	}
	s.recovered++
	held := s.held
	s.held = nil
	for _, one := range held {
		if err := s.fire(one); err != nil {
			return err
		}
	}
	return nil
}

func (s *survivor) take(r received, connected bool) error {
	switch {
	case r.packet.Type != socketio.Event:
		return fmt.Errorf("unexpected packet %c%s", r.packet.Type, r.packet.Data)
	case !connected:
		s.held = append(s.held, r)
		return nil
	}
	return s.fire(r)
}

// fire handles an event as the application does.
func (s *survivor) fire(r received) error {
	if r.name != "change" {
		return fmt.Errorf("unexpected event %s %s", r.name, r.packet.Data)
	}
	s.offset = r.offset
	seq, err := strconv.ParseInt(r.offset, 10, 64)
	if err != nil || string(r.object["seq"]) != r.offset {
		return fmt.Errorf("offset %q under seq %s", r.offset, r.object["seq"])
	}
	if seq <= s.newest {
		if !slices.Contains(s.got, seq) {
			return fmt.Errorf("%d came behind %d", seq, s.newest)
		}
		s.twice++
		return nil
	}
	s.newest = seq
	s.got = append(s.got, seq)
	return nil
}

func (s *survivor) open(ctx context.Context, url, transport, auth string) (wireOf, error) {
	if transport == "websocket" {
		ws, err := s.dial(ctx, sockettest.Open, url)
		if err != nil {
			return nil, err
		}
		if err := ws.write(ctx, auth); err != nil {
			ws.close()
			return nil, err
		}
		return ws, nil
	}
	p := &pollingWire{s.http, url + "/socket.io/?EIO=4&transport=polling"}
	open, err := p.read(ctx)
	if err != nil {
		return nil, err
	}
	var handshake struct{ SID string }
	if err := json.Unmarshal([]byte(open[0][1:]), &handshake); err != nil {
		return nil, fmt.Errorf("handshake %q: %w", open, err)
	}
	p.url += "&sid=" + handshake.SID
	if err := p.write(ctx, auth); err != nil || transport == "polling" {
		return p, err
	}
	return s.upgrade(ctx, p)
}

// upgrade changes to a WebSocket during the recovery; packets received by
// polling come first.
func (s *survivor) upgrade(ctx context.Context, p *pollingWire) (wireOf, error) {
	ws, err := s.dial(ctx, sockettest.Dial, strings.Replace(p.url, "=polling", "=websocket", 1))
	if err != nil {
		return nil, err
	}
	if err := ws.write(ctx, "2probe"); err != nil {
		ws.close()
		return nil, err
	}
	packets, err := ws.read(ctx)
	if err == nil && packets[0] != "3probe" {
		if _, err = ws.read(ctx); err == nil {
			err = fmt.Errorf("the probe was answered %q", packets)
		}
	}
	if err == nil {
		ws.first, err = p.read(ctx)
	}
	if err == nil {
		err = ws.write(ctx, "5")
	}
	if err != nil {
		ws.close()
		return nil, err
	}
	return ws, nil
}

func (s *survivor) dial(ctx context.Context, dial dialing, url string) (*socketWire, error) {
	ws, err := dial(ctx, url, s.http)
	if status := websocket.CloseStatus(err); status > 0 {
		return nil, fmt.Errorf("the server closed: %w", err)
	}
	return &socketWire{ws: ws}, broke(err)
}

type socketWire struct {
	ws    sockettest.Conn
	first []string // received by polling
}

func (w *socketWire) read(ctx context.Context) ([]string, error) {
	if first := w.first; first != nil {
		w.first = nil
		return first, nil
	}
	packet, err := w.ws.Receive(ctx)
	if status := websocket.CloseStatus(err); status > 0 {
		return nil, fmt.Errorf("the server closed: %w", err)
	}
	return []string{packet}, broke(err)
}

func (w *socketWire) write(ctx context.Context, packet string) error {
	return broke(w.ws.Send(ctx, packet))
}

func (w *socketWire) close() { _ = w.ws.CloseNow() }

type pollingWire struct {
	http *http.Client
	url  string
}

func (w *pollingWire) read(ctx context.Context) ([]string, error) {
	body, err := w.ask(ctx, http.MethodGet, "")
	return strings.Split(body, "\x1e"), err
}

func (w *pollingWire) write(ctx context.Context, packet string) error {
	_, err := w.ask(ctx, http.MethodPost, packet)
	return err
}

func (w *pollingWire) ask(ctx context.Context, method, body string) (string, error) {
	request, err := http.NewRequestWithContext(ctx, method, w.url, strings.NewReader(body))
	if err != nil {
		return "", fmt.Errorf("%s: %w", method, err)
	}
	response, err := w.http.Do(request)
	if err != nil {
		return "", broke(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	switch {
	case err != nil: // half a body does not count
		return "", broke(err)
	case response.StatusCode != http.StatusOK:
		return "", fmt.Errorf("%s answered %d %s", method, response.StatusCode, answer)
	}
	return string(answer), nil
}

func (w *pollingWire) close() {}
