package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"strconv"
	"strings"
	"time"
)

// responseTimeout bounds one response.
const responseTimeout = 30 * time.Second

// client is one connection that sends one request after the other. It does as
// little as possible: its own work would count for either side.
type client struct {
	addr, token string
	conn        net.Conn
	in          *bufio.Reader
	out, body   bytes.Buffer
}

func dial(addr, token string) (*client, error) {
	conn, err := net.DialTimeout("tcp", addr, responseTimeout)
	if err != nil {
		return nil, err
	}
	return &client{addr: addr, token: token, conn: conn, in: bufio.NewReaderSize(conn, 64<<10)}, nil
}

func (c *client) close() { _ = c.conn.Close() }

// ask sends a request and returns the body of the response, which is valid
// until the next one. A response other than success is an error.
func (c *client) ask(method, path string, body []byte) ([]byte, error) {
	c.out.Reset()
	fmt.Fprintf(&c.out, "%s %s HTTP/1.1\r\nHost: %s\r\n", method, path, c.addr)
	if c.token != "" {
		c.out.WriteString("Authorization: Bearer " + c.token + "\r\n")
	}
	if body != nil {
		fmt.Fprintf(&c.out, "Content-Type: application/json\r\nContent-Length: %d\r\n", len(body))
	}
	c.out.WriteString("\r\n")
	c.out.Write(body)
	if err := c.conn.SetDeadline(time.Now().Add(responseTimeout)); err != nil {
		return nil, err
	}
	if _, err := c.conn.Write(c.out.Bytes()); err != nil {
		return nil, err
	}
	status, length, err := c.head()
	if err != nil {
		return nil, err
	}
	c.body.Reset()
	if length >= 0 {
		_, err = io.CopyN(&c.body, c.in, length)
	} else {
		err = c.chunks()
	}
	if err == nil && status >= 300 {
		err = fmt.Errorf("%s %s: %d %s", method, path, status, c.body.Bytes())
	}
	return c.body.Bytes(), err
}

// head reads the status and the headers; length is -1 for a chunked body.
func (c *client) head() (status int, length int64, err error) {
	line, err := c.in.ReadSlice('\n')
	if err != nil {
		return 0, 0, err
	}
	if len(line) < len("HTTP/1.1 200") {
		return 0, 0, errors.New("no answer of HTTP")
	}
	if status, err = strconv.Atoi(string(line[9:12])); err != nil {
		return 0, 0, err
	}
	for {
		line, err := c.in.ReadSlice('\n')
		if err != nil {
			return 0, 0, err
		}
		line = textproto.TrimBytes(line)
		if len(line) == 0 {
			return status, length, nil
		}
		name, value, _ := bytes.Cut(line, []byte(":"))
		switch {
		case len(name) == len("Content-Length") && strings.EqualFold(string(name), "Content-Length"):
			if length, err = strconv.ParseInt(string(textproto.TrimBytes(value)), 10, 64); err != nil {
				return 0, 0, err
			}
		case len(name) == len("Transfer-Encoding") && strings.EqualFold(string(name), "Transfer-Encoding"):
			length = -1
		}
	}
}

func (c *client) chunks() error {
	for {
		line, err := c.in.ReadSlice('\n')
		if err != nil {
			return err
		}
		size, err := strconv.ParseInt(string(textproto.TrimBytes(line)), 16, 64)
		if err != nil {
			return err
		}
		if _, err := io.CopyN(&c.body, c.in, size); err != nil {
			return err
		}
		if _, err := c.in.Discard(len("\r\n")); err != nil || size == 0 {
			return err
		}
	}
}
