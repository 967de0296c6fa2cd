//go:build linux

package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"time"

	"switchboard/cmd/conformance/token"
)

// link is one connection while it is spoken to in turns.
type link struct {
	conn net.Conn
	in   *bufio.Reader
	pid  string // the answer to CONNECT, which it stands in
}

const patience = 30 * time.Second

// connect opens a connection and signs in as client n.
func (s server) connect(addr string, n int) (*link, error) {
	l, err := dial(addr)
	if err != nil {
		return nil, err
	}
	if err = l.send(`40{"token":"` + token.Of(n) + `"}`); err == nil {
		l.pid, err = l.until("40{")
	}
	if err != nil {
		_ = l.conn.Close()
		return nil, err
	}
	return l, nil
}

// dial opens a connection up to the handshake.
func dial(addr string) (*link, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	l := &link{conn: conn, in: bufio.NewReaderSize(conn, 1024)}
	_ = conn.SetDeadline(time.Now().Add(patience))
	_, err = fmt.Fprintf(conn, "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n", addr)
	for line := ""; err == nil && line != "\r\n"; {
		line, err = l.in.ReadString('\n')
	}
	if err == nil {
		_, err = l.until("0{")
	}
	if err != nil {
		_ = conn.Close()
		return nil, err
	}
	return l, nil
}

// topics that a client of the product follows beside the one that changes.
var topics = []string{"object:contact", "me", "presence", "calls", "feed", "object:user", "object:chat", "object:chat_message"}

// join makes the connection receive what is published.
func (s server) join(l *link) error {
	if s.rooms {
		return l.ask(1, `["join","room"]`)
	}
	for i, topic := range topics {
		if err := l.ask(i+1, `["subscribe",{"topic":"`+topic+`"}]`); err != nil {
			return err
		}
	}
	return nil
}

// publish is the text of an event that goes to all who joined.
func (s server) publish(data string) string {
	if s.rooms {
		return `420["publish","room","` + data + `"]`
	}
	return `420["publish",{"data":"` + data + `"}]`
}

// mark is how a delivery's packet begins.
func (s server) mark() []byte {
	if s.rooms {
		return []byte(`42["event"`)
	}
	return []byte(`42["change"`)
}

func (l *link) ask(id int, event string) error {
	if err := l.send("42" + strconv.Itoa(id) + event); err != nil {
		return err
	}
	text, err := l.until("43" + strconv.Itoa(id) + "[")
	if err == nil && strings.Contains(text, `"ok":false`) {
		err = fmt.Errorf("%s was refused: %s", event, text)
	}
	return err
}

// until reads packets up to one with this beginning.
func (l *link) until(beginning string) (string, error) {
	for {
		payload, err := l.next()
		if err != nil {
			return "", fmt.Errorf("waiting for %s: %w", beginning, err)
		}
		if bytes.HasPrefix(payload, []byte(beginning)) {
			return string(payload), nil
		}
	}
}

// next reads a packet.
func (l *link) next() ([]byte, error) {
	var head [4]byte
	if _, err := io.ReadFull(l.in, head[:2]); err != nil {
		return nil, err
	}
	size := int(head[1] & 0x7f)
	if size == 126 {
		if _, err := io.ReadFull(l.in, head[2:4]); err != nil {
			return nil, err
		}
		size = int(binary.BigEndian.Uint16(head[2:]))
	}
	payload := make([]byte, size)
	_, err := io.ReadFull(l.in, payload)
	return payload, err
}

func (l *link) send(text string) error {
	_, err := l.conn.Write(masked(text))
	return err
}

// masked makes a client's text frame; the mask is zero, which the protocol
// allows and costs the client nothing.
func masked(text string) []byte {
	b := make([]byte, 0, len(text)+8)
	if len(text) < 126 {
		b = append(b, 0x81, 0x80|byte(len(text)))
	} else {
		b = append(b, 0x81, 0x80|126)
		b = binary.BigEndian.AppendUint16(b, uint16(len(text)))
	}
	b = append(b, 0, 0, 0, 0)
	return append(b, text...)
}
