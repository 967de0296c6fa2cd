package main

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"sync/atomic"
	"time"
)

// floor serves one operation over HTTP with only the product's statements: no
// rights, no checks, no JSON. It is the upper bound for any Go server that
// keeps its records in PostgreSQL by these statements.
type floor struct {
	server *http.Server
	addr   string
}

// floorFor serves again at every address. A response is as long as the
// product's for one record.
func floorFor(ctx context.Context, again func(ctx context.Context, n int64) error) (*floor, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	answer := bytes.Repeat([]byte(" "), 1500)
	var asked atomic.Int64
	f := &floor{addr: listener.Addr().String(), server: &http.Server{
		ReadHeaderTimeout: responseTimeout, IdleTimeout: time.Minute,
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, err := io.Copy(io.Discard, r.Body)
			if err == nil {
				err = again(r.Context(), asked.Add(1))
			}
			if err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
				return
			}
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write(answer) // a client that disconnected
		}),
	}}
	go func() { _ = f.server.Serve(listener) }()
	return f, nil
}

func (f *floor) close() { _ = f.server.Close() }
