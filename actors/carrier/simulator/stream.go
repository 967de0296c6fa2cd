package simulator

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync"

	"switchboard/storage/panics"
)

// stream passes on a response while it is being written, because sound is never
// complete in memory.
func (t inProcess) stream(r, inner *http.Request) (*http.Response, error) {
	reading, writing := io.Pipe()
	taken := &streamed{to: writing, header: http.Header{}, begun: make(chan struct{})}
	taken.begin = sync.OnceFunc(func() { close(taken.begun) })
	stop := context.AfterFunc(r.Context(), func() { _ = reading.CloseWithError(r.Context().Err()) })
	go func() {
		defer stop()
		defer func() { _ = writing.Close() }()
		if t.panics.Round(panics.Simulator, func() { t.handler.ServeHTTP(taken, inner) }) {
			taken.WriteHeader(http.StatusOK)
		} else {
			taken.WriteHeader(http.StatusInternalServerError)
		}
	}()
	<-taken.begun
	length, err := strconv.ParseInt(taken.header.Get("Content-Length"), 10, 64)
	if err != nil {
		length = -1
	}
	return &http.Response{
		Status: fmt.Sprintf("%d %s", taken.status, http.StatusText(taken.status)), StatusCode: taken.status,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: taken.header, Body: reading, ContentLength: length, Request: r,
	}, nil
}

// streamed passes on a handler's response.
type streamed struct {
	to     io.Writer
	header http.Header
	status int
	begin  func()
	begun  chan struct{} // closed once the status and headers are known
}

func (s *streamed) Header() http.Header { return s.header }

func (s *streamed) WriteHeader(status int) {
	if s.status == 0 {
		s.status = status
		s.begin()
	}
}

func (s *streamed) Write(p []byte) (int, error) {
	s.WriteHeader(http.StatusOK)
	return s.to.Write(p)
}
