package link_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"switchboard/hub/link"
)

// FuzzPollingBody verifies for any body: it is accepted or refused, a refused
// one ends only its own session, and every ended session is notified once.
func FuzzPollingBody(f *testing.F) {
	for _, s := range []string{"", "4a\x1ebAQID", "1", "3", "1\x1e4late", "4\x1e\x1e", "5", "6", "0{}", "abc", "\x1e", "bAQ=", "4\xff", strings.Repeat("4\x1e", 50)} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		opened := make(chan *echo, 2)
		s := link.NewServer(link.Options{MaxPayload: 1000, MaxPackets: 20, Logger: slog.New(slog.DiscardHandler)}, func(c *link.Conn, _ *http.Request) link.Upper {
			e := &echo{conn: c, closed: make(chan link.Reason, 1)}
			opened <- e
			return e
		})
		defer s.Close()
		ask := func(method, query string, body []byte) (int, string) {
			recorder := httptest.NewRecorder()
			s.ServeHTTP(recorder, httptest.NewRequest(method, "/?EIO=4&transport=polling"+query, bytes.NewReader(body)))
			return recorder.Code, recorder.Body.String()
		}
		_, handshake := ask(http.MethodGet, "", nil)
		sid, session := sidOf(t, handshake), <-opened
		_, handshake = ask(http.MethodGet, "", nil)
		other := sidOf(t, handshake)

		status, _ := ask(http.MethodPost, sid, body)
		switch status {
		case http.StatusOK:
		case http.StatusBadRequest, http.StatusRequestEntityTooLarge:
			if r := reasonOf(t, session); r != link.BadPacket && r != link.TooLarge {
				t.Fatalf("closed for %s", r.Code)
			}
			if status, _ := ask(http.MethodGet, sid, nil); status != http.StatusBadRequest {
				t.Fatalf("a refused session lives: %d", status)
			}
		default:
			t.Fatalf("answered %d", status)
		}
		if status, _ := ask(http.MethodPost, other, []byte("4x")); status != http.StatusOK {
			t.Fatalf("the other session: %d", status)
		}
	})
}
