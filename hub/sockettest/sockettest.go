package sockettest

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/coder/websocket"
)

// Path is where a hub accepts WebSockets.
const Path = "/socket.io/?EIO=4&transport=websocket"

// largest is more bytes than any packet of a test.
const largest = 64 << 20

// The packets of a heartbeat.
const (
	ping = "2"
	pong = "3"
)

// Conn is a WebSocket that reads only on demand.
type Conn struct{ *websocket.Conn }

// Dial opens a WebSocket at an HTTP address without reading from it. It uses
// the HTTP client by, nil for the default.
func Dial(ctx context.Context, url string, by *http.Client) (Conn, error) {
	ws, response, err := websocket.Dial(ctx, url, &websocket.DialOptions{HTTPClient: by})
	if response != nil && response.Body != nil {
		_ = response.Body.Close()
	}
	if err != nil {
		return Conn{}, err
	}
	ws.SetReadLimit(largest)
	return Conn{ws}, nil
}

// Open opens a WebSocket at a hub and reads the handshake. url is the
// server's.
func Open(ctx context.Context, url string, by *http.Client) (Conn, error) {
	c, err := Dial(ctx, url+Path, by)
	if err != nil {
		return Conn{}, err
	}
	open, err := c.Receive(ctx)
	if err == nil && !strings.HasPrefix(open, "0") {
		err = fmt.Errorf("the first packet must be the handshake: %s", open)
	}
	if err != nil {
		_ = c.CloseNow()
		return Conn{}, err
	}
	return c, nil
}

// Receive reads one packet.
func (c Conn) Receive(ctx context.Context) (string, error) {
	_, packet, err := c.Read(ctx)
	return string(packet), err
}

// Send writes one packet.
func (c Conn) Send(ctx context.Context, packet string) error {
	return c.Write(ctx, websocket.MessageText, []byte(packet))
}

// Next reads the next packet other than a heartbeat, and answers heartbeats.
func (c Conn) Next(ctx context.Context) (string, error) {
	for {
		packet, err := c.Receive(ctx)
		if err != nil || packet != ping {
			return packet, err
		}
		if err := c.Send(ctx, pong); err != nil {
			return "", err
		}
	}
}

// Until reads up to a packet with that prefix, and answers heartbeats.
func (c Conn) Until(ctx context.Context, beginning string) (string, error) {
	for {
		packet, err := c.Next(ctx)
		if err != nil || strings.HasPrefix(packet, beginning) {
			return packet, err
		}
	}
}
