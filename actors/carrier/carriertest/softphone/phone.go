package softphone

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"
	"github.com/pion/webrtc/v4"

	"switchboard/actors/carrier/simulator/audio"
	"switchboard/actors/carrier/simulator/media"
)

// Options are a phone's automatic behavior.
type Options struct {
	// Plays is the sound that it sends, or nil for silence.
	Plays audio.Source
	// Ignores makes calls ring unanswered.
	Ignores bool
	// Client makes the connection; nil means the network.
	Client *http.Client
}

// Phone is a registered phone.
type Phone struct {
	// Recorder records the received sound.
	audio.Recorder

	options Options
	socket  *websocket.Conn
	engine  *media.Engine
	end     context.CancelFunc
	work    sync.WaitGroup

	mu    sync.Mutex
	calls map[string]*media.Peer
	seen  []Message
	news  chan struct{} // closed and replaced at each message
}

// Message is a message from the network.
type Message struct {
	Type    string `json:"type"`
	Payload struct {
		CallSID   string `json:"callsid"`
		SDP       string `json:"sdp"`
		Reconnect string `json:"reconnect"`
		Error     struct {
			Code int `json:"code"`
		} `json:"error"`
		Parameters map[string]string `json:"parameters"`
		Token      struct {
			Identity string `json:"identity"`
			TTL      int    `json:"ttl"`
		} `json:"token"`
	} `json:"payload"`
}

// ErrRefused reports a rejected token.
var ErrRefused = errors.New("softphone: refused")

// Open connects to the signaling of a server (http://host) with an access token, and
// registers.
func Open(ctx context.Context, server, token string, options Options) (*Phone, error) {
	p, err := connect(ctx, server, options)
	if err != nil {
		return nil, err
	}
	p.send("listen", map[string]any{"token": token})
	first, err := p.Await(ctx, func(m Message) bool { return m.Type == "connected" || m.Type == "error" })
	if err == nil && first.Type == "error" {
		err = fmt.Errorf("%w with %d", ErrRefused, first.Payload.Error.Code)
	}
	if err == nil {
		p.send("register", map[string]any{"media": map[string]bool{"audio": true}})
		_, err = p.Await(ctx, func(m Message) bool { return m.Type == "ready" })
	}
	if err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

func connect(ctx context.Context, server string, options Options) (*Phone, error) {
	// The browser has no public address, and is not ICE-lite.
	engine, err := media.New("http://127.0.0.1", func(s *webrtc.SettingEngine) { s.SetLite(false) })
	if err != nil {
		return nil, err
	}
	address := "ws" + strings.TrimPrefix(server, "http") + "/signal"
	socket, answer, err := websocket.Dial(ctx, address, &websocket.DialOptions{HTTPClient: options.Client})
	if err != nil {
		return nil, fmt.Errorf("softphone: %w", err)
	}
	if answer.Body != nil {
		_ = answer.Body.Close()
	}
	socket.SetReadLimit(1 << 20)
	if options.Plays == nil {
		options.Plays = audio.Silence{}
	}
	running, end := context.WithCancel(context.WithoutCancel(ctx))
	p := &Phone{
		options: options, socket: socket, engine: engine, end: end, calls: map[string]*media.Peer{}, news: make(chan struct{}),
	}
	p.work.Go(func() { p.read(running) })
	p.work.Go(func() { p.talk(running) })
	return p, nil
}

// Close ends the connection and every call.
func (p *Phone) Close() {
	p.end()
	_ = p.socket.CloseNow()
	p.work.Wait()
	for _, peer := range p.calls {
		peer.Close()
	}
}

// Cut closes only the signaling connection, as a network failure does; calls keep
// their sound.
func (p *Phone) Cut() { _ = p.socket.CloseNow() }

// Await waits for a message, including earlier ones.
func (p *Phone) Await(ctx context.Context, is func(Message) bool) (Message, error) {
	for {
		p.mu.Lock()
		news := p.news
		for _, m := range p.seen {
			if is(m) {
				p.mu.Unlock()
				return m, nil
			}
		}
		p.mu.Unlock()
		select {
		case <-news:
		case <-ctx.Done():
			return Message{}, fmt.Errorf("softphone: %w", ctx.Err())
		}
	}
}

// Kinds lists the kinds of received messages, in order.
func (p *Phone) Kinds() (kinds []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, m := range p.seen {
		kinds = append(kinds, m.Type)
	}
	return kinds
}

// Send sends a message about a call.
func (p *Phone) Send(kind, call string, more map[string]any) {
	payload := map[string]any{"callsid": call}
	maps.Copy(payload, more)
	p.send(kind, payload)
}

func (p *Phone) send(kind string, payload map[string]any) {
	raw, err := json.Marshal(map[string]any{"type": kind, "version": "1.6", "payload": payload})
	if err != nil {
		panic(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	_ = p.socket.Write(ctx, websocket.MessageText, raw)
}

func (p *Phone) read(ctx context.Context) {
	for {
		_, raw, err := p.socket.Read(ctx)
		if err != nil {
			return
		}
		var m Message
		if len(raw) <= 1 {
			_ = p.socket.Write(ctx, websocket.MessageText, raw)
			continue
		}
		if json.Unmarshal(raw, &m) != nil {
			return
		}
		p.take(ctx, m)
		p.mu.Lock()
		p.seen = append(p.seen, m)
		close(p.news)
		p.news = make(chan struct{})
		p.mu.Unlock()
	}
}
