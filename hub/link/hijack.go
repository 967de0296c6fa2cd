package link

import (
	"bufio"
	"errors"
	"net"
	"net/http"

	"github.com/coder/websocket"
)

// hijacker gives the WebSocket library our net.Conn and small buffers: those
// of net/http (4 KiB each way) would live as long as the connection.
type hijacker struct {
	http.ResponseWriter
	out    *outgoing
	writer *writer // once hijacked
}

const (
	readBuffer  = 512
	writeBuffer = 128 // a control frame fits: 2 + 125
)

var errNoHijack = errors.New("link: the HTTP server does not let its connections go")

// Hijack implements http.Hijacker.
func (h *hijacker) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(h.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, errors.Join(errNoHijack, err)
	}
	prefix, _ := rw.Peek(rw.Reader.Buffered())
	w := newWriter(conn, append([]byte(nil), prefix...), h.out)
	h.writer = w
	return w, bufio.NewReadWriter(bufio.NewReaderSize(w, readBuffer), bufio.NewWriterSize(w, writeBuffer)), nil
}

// switchProtocols upgrades a request to a WebSocket. If it fails, the library
// has sent the response.
func switchProtocols(w http.ResponseWriter, r *http.Request, out *outgoing, maxPayload int) (*websocket.Conn, *writer, error) {
	h := &hijacker{ResponseWriter: w, out: out}
	ws, err := websocket.Accept(h, r, &websocket.AcceptOptions{
		InsecureSkipVerify: true, // check has compared the whole origin; the library looks at the host alone
		CompressionMode:    websocket.CompressionDisabled,
	})
	if err != nil {
		return nil, nil, err
	}
	ws.SetReadLimit(int64(maxPayload))
	return ws, h.writer, nil
}
