package benchsocket

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"time"
)

// ErrClosed is the error of a socket that the server closed.
var ErrClosed = errors.New("the server closed the socket")

// largest is more bytes than any packet of a measurement.
const largest = 16 << 20

// Socket is one connection.
type Socket struct {
	net.Conn
	in *bufio.Reader
}

// Dial opens a connection to a hub at a host and port, including the
// handshake. timeout is the deadline of the connection until the caller sets
// another.
func Dial(addr string, timeout time.Duration) (*Socket, error) {
	conn, err := net.DialTimeout("tcp", addr, timeout)
	if err != nil {
		return nil, err
	}
	s := &Socket{Conn: conn, in: bufio.NewReaderSize(conn, 1024)}
	_ = conn.SetDeadline(time.Now().Add(timeout))
	if err := s.open(addr); err != nil {
		_ = conn.Close()
		return nil, err
	}
	return s, nil
}

func (s *Socket) open(addr string) error {
	_, err := fmt.Fprintf(s, "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
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
		_, err = s.Until("0{")
	}
	return err
}

// SignIn joins the namespace with an access token and returns the reply to
// CONNECT.
func (s *Socket) SignIn(token string) (string, error) {
	if err := s.Send(`40{"token":"` + token + `"}`); err != nil {
		return "", err
	}
	return s.Until("40{")
}

// Ask emits an event, written as JSON, and waits for a reply that is not a
// refusal.
func (s *Socket) Ask(id int, event string) error {
	if err := s.Send("42" + strconv.Itoa(id) + event); err != nil {
		return err
	}
	answer, err := s.Until("43" + strconv.Itoa(id) + "[")
	if err == nil && strings.Contains(answer, `"ok":false`) {
		err = fmt.Errorf("%s was refused: %s", event, answer)
	}
	return err
}

// Until reads packets up to one with this prefix.
func (s *Socket) Until(beginning string) (string, error) {
	for {
		packet, err := s.Next()
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

// Next reads a packet and answers heartbeats.
func (s *Socket) Next() ([]byte, error) {
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
		if size > largest {
			return nil, fmt.Errorf("a packet of %d bytes", size)
		}
		packet := make([]byte, size)
		if _, err := io.ReadFull(s.in, packet); err != nil {
			return nil, err
		}
		switch {
		case head[0]&0x0f == 8, string(packet) == "41", string(packet) == "1":
			return nil, ErrClosed
		case string(packet) == "2":
			if err := s.Send("3"); err != nil {
				return nil, err
			}
		default:
			return packet, nil
		}
	}
}

// Send writes a packet.
func (s *Socket) Send(packet string) error {
	_, err := s.Write(Masked(packet))
	return err
}

// Masked returns the frame of a packet of up to 65,535 bytes; the mask is
// zero, which the protocol allows and costs the client nothing.
func Masked(packet string) []byte {
	b := make([]byte, 0, len(packet)+8)
	if len(packet) < 126 {
		b = append(b, 0x81, 0x80|byte(len(packet)))
	} else {
		b = append(b, 0x81, 0x80|126)
		b = binary.BigEndian.AppendUint16(b, uint16(len(packet)))
	}
	b = append(b, 0, 0, 0, 0)
	return append(b, packet...)
}
