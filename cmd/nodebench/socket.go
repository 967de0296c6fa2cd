//go:build linux

package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"
)

// patience bounds every wait.
const patience = 60 * time.Second

// socket is a client that speaks the wire of Socket.IO.
type socket struct {
	conn net.Conn
	in   *bufio.Reader
}

// dial opens a socket at a node, signs in and subscribes.
func dial(addr, token string, topics ...string) (*socket, error) {
	conn, err := net.DialTimeout("tcp", addr, patience)
	if err != nil {
		return nil, err
	}
	s := &socket{conn: conn, in: bufio.NewReaderSize(conn, 4096)}
	if err := s.open(addr, token, topics); err != nil {
		_ = conn.Close()
		return nil, err
	}
	return s, conn.SetDeadline(time.Time{})
}

func (s *socket) open(addr, token string, topics []string) error {
	if err := s.conn.SetDeadline(time.Now().Add(patience)); err != nil {
		return err
	}
	_, err := fmt.Fprintf(s.conn, "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n", addr)
	if err != nil {
		return err
	}
	status, err := s.in.ReadString('\n')
	if err == nil && !strings.Contains(status, " 101 ") {
		err = fmt.Errorf("no WebSocket: %s", strings.TrimSpace(status))
	}
	for line := ""; err == nil && line != "\r\n"; {
		line, err = s.in.ReadString('\n')
	}
	if err == nil {
		_, err = s.until("0{")
	}
	if err == nil {
		err = s.send(`40{"token":"` + token + `"}`)
	}
	if err == nil {
		_, err = s.until("40{")
	}
	for i := 0; err == nil && i < len(topics); i++ {
		if err = s.send(fmt.Sprintf(`42%d["subscribe",{"topic":%q}]`, i, topics[i])); err != nil {
			return err
		}
		var answer string
		if answer, err = s.until(fmt.Sprintf("43%d[", i)); err == nil && strings.Contains(answer, `"ok":false`) {
			err = fmt.Errorf("%s was refused: %s", topics[i], answer)
		}
	}
	return err
}

// until reads packets up to one with this beginning.
func (s *socket) until(beginning string) (string, error) {
	for {
		packet, err := s.next()
		if err != nil {
			return "", fmt.Errorf("waiting for %s: %w", beginning, err)
		}
		if bytes.HasPrefix(packet, []byte(beginning)) {
			return string(packet), nil
		}
		if bytes.HasPrefix(packet, []byte("44")) {
			return "", fmt.Errorf("refused: %s", packet)
		}
	}
}

var errClosed = errors.New("the server closed the socket")

// next reads a packet and answers pings; errClosed when the server says goodbye.
func (s *socket) next() ([]byte, error) {
	for {
		var head [10]byte
		if _, err := io.ReadFull(s.in, head[:2]); err != nil {
			return nil, err
		}
		size := uint64(head[1] & 0x7f)
		switch size {
		case 126:
			if _, err := io.ReadFull(s.in, head[2:4]); err != nil {
				return nil, err
			}
			size = uint64(binary.BigEndian.Uint16(head[2:]))
		case 127:
			if _, err := io.ReadFull(s.in, head[2:10]); err != nil {
				return nil, err
			}
			size = binary.BigEndian.Uint64(head[2:])
		}
		if size > 16<<20 {
			return nil, fmt.Errorf("a packet of %d bytes", size)
		}
		packet := make([]byte, size)
		if _, err := io.ReadFull(s.in, packet); err != nil {
			return nil, err
		}
		switch {
		case head[0]&0x0f == 8, string(packet) == "41", string(packet) == "1":
			return nil, errClosed
		case string(packet) == "2":
			if err := s.send("3"); err != nil {
				return nil, err
			}
		default:
			return packet, nil
		}
	}
}

// send writes a masked text frame; the mask is zero, which the protocol allows.
func (s *socket) send(text string) error {
	b := []byte{0x81, 0x80 | 126}
	if len(text) < 126 {
		b[1] = 0x80 | byte(len(text))
	} else {
		b = binary.BigEndian.AppendUint16(b, uint16(len(text)))
	}
	b = append(b, 0, 0, 0, 0)
	_, err := s.conn.Write(append(b, text...))
	return err
}
