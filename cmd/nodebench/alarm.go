//go:build linux

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"switchboard/cmd/benchsocket"
	"switchboard/storage/id"
)

// alarm is a socket that is notified of calls.
type alarm struct {
	socket *benchsocket.Socket
	ended  chan struct{}

	mu    sync.Mutex
	heard map[id.ID]notification
}

// notification is when a call was first received, and when it was stamped.
type notification struct{ at, stamped time.Time }

// listenTo reads calls from a socket until it is closed.
func listenTo(s *benchsocket.Socket) *alarm {
	a := &alarm{socket: s, heard: map[id.ID]notification{}, ended: make(chan struct{})}
	go a.listen()
	return a
}

func (a *alarm) close() {
	_ = a.socket.Close()
	<-a.ended
}

func (a *alarm) listen() {
	defer close(a.ended)
	for {
		packet, err := a.socket.Next()
		if err != nil {
			return
		}
		now := time.Now()
		var event []json.RawMessage
		var change struct {
			Object string
			ID     id.ID
		}
		if len(packet) < 2 || json.Unmarshal(packet[2:], &event) != nil || len(event) < 2 ||
			json.Unmarshal(event[1], &change) != nil || change.Object != "call" {
			continue
		}
		stamped, _ := stampOf(packet)
		a.mu.Lock()
		if _, known := a.heard[change.ID]; !known {
			a.heard[change.ID] = notification{now, stamped}
		}
		a.mu.Unlock()
	}
}

// await waits until the socket has received a call.
func (a *alarm) await(ctx context.Context, call id.ID) (notification, error) {
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for late := time.After(maxWait); ; {
		a.mu.Lock()
		h, received := a.heard[call]
		a.mu.Unlock()
		if received {
			return h, nil
		}
		select {
		case <-tick.C:
		case <-a.ended:
			return notification{}, errors.New("the socket was lost")
		case <-late:
			return notification{}, fmt.Errorf("the socket never received call %s", call)
		case <-ctx.Done():
			return notification{}, ctx.Err()
		}
	}
}
