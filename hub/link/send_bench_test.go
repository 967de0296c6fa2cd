package link_test

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"switchboard/hub/link"
)

// still ignores all messages.
type still struct{ conn *link.Conn }

func (still) Message([]byte, bool) {}
func (still) Closed(link.Reason)   {}

// newSink returns a connection whose client discards everything.
func newSink(b *testing.B) *link.Conn {
	b.Helper()
	opened := make(chan *link.Conn, 1)
	roomy := link.Limits{QueueBytes: 1 << 30, QueueMessages: 1 << 30}
	s := link.NewServer(link.Options{Limits: roomy, BacklogBytes: 1 << 40, PingInterval: time.Hour, Logger: slog.New(slog.DiscardHandler)}, func(c *link.Conn, _ *http.Request) link.Upper {
		opened <- c
		return still{c}
	})
	web := httptest.NewServer(s)
	ws, _, err := websocket.Dial(b.Context(), strings.Replace(web.URL, "http", "ws", 1)+"/?EIO=4&transport=websocket", nil)
	if err != nil {
		b.Fatal(err)
	}
	ws.SetReadLimit(-1)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for {
			_, r, err := ws.Reader(b.Context())
			if err == nil {
				_, err = io.Copy(io.Discard, r)
			}
			if err != nil {
				return
			}
		}
	}()
	b.Cleanup(func() {
		_ = ws.CloseNow()
		s.Close()
		web.Close()
		<-ended
	})
	return <-opened
}

// BenchmarkSend measures a batched frame and a direct one. The writes of the
// batches are included.
func BenchmarkSend(b *testing.B) {
	frame := link.MessageFrame([]byte(strings.Repeat("x", 200)))
	for name, send := range map[string]func(*link.Conn){
		"gathered": func(c *link.Conn) { c.Send(frame) },
		"at once":  func(c *link.Conn) { c.AtOnce(frame) },
		"fleeting": func(c *link.Conn) { c.SendEphemeral(frame) },
		"waiting":  func(c *link.Conn) { _ = c.SendWait(frame) },
	} {
		b.Run(name, func(b *testing.B) {
			c := newSink(b)
			b.ReportAllocs()
			for b.Loop() {
				send(c)
			}
		})
	}
}
