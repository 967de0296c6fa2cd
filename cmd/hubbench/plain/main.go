package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"runtime/debug"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/coder/websocket"
)

type server struct {
	mu     sync.Mutex
	rooms  map[string]map[*socket]struct{}
	offset int
}

type socket struct {
	ws *websocket.Conn

	mu      sync.Mutex
	queue   [][]byte
	writing bool
}

func main() {
	addr := flag.String("addr", "127.0.0.1:0", "the address to listen on")
	flag.Parse()
	listener, err := net.Listen("tcp", *addr)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println("listening on", listener.Addr())
	collect := make(chan os.Signal, 1)
	signal.Notify(collect, syscall.SIGUSR2)
	go func() {
		for range collect {
			debug.FreeOSMemory()
		}
	}()
	s := &server{rooms: map[string]map[*socket]struct{}{}}
	fmt.Fprintln(os.Stderr, (&http.Server{Handler: s, ReadHeaderTimeout: 5 * time.Second}).Serve(listener))
	os.Exit(1)
}

// ServeHTTP serves one connection.
func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ws, err := websocket.Accept(w, r, &websocket.AcceptOptions{CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		return
	}
	defer func() { _ = ws.CloseNow() }()
	ws.SetReadLimit(1_000_000)
	k := &socket{ws: ws}
	defer s.leave(k)
	k.send([]byte(`0{"sid":"plain","upgrades":[],"pingInterval":25000,"pingTimeout":20000,"maxPayload":1000000}`))
	for {
		_, text, err := ws.Read(context.Background())
		if err != nil || !s.packet(k, text) {
			return
		}
	}
}

// packet handles a packet; false ends the connection.
func (s *server) packet(k *socket, text []byte) bool {
	switch {
	case bytes.HasPrefix(text, []byte("40")):
		k.send([]byte(`40{"sid":"plain"}`))
		return true
	case !bytes.HasPrefix(text, []byte("42")):
		return len(text) == 1 && text[0] == '3'
	}
	text = text[2:]
	n := bytes.IndexByte(text, '[')
	var args []json.RawMessage
	var name string
	if n < 0 || json.Unmarshal(text[n:], &args) != nil || len(args) < 2 || json.Unmarshal(args[0], &name) != nil {
		return false
	}
	answer := "[]"
	switch name {
	case "join":
		s.join(k, string(args[1]))
	case "echo":
		answer = "[" + string(args[1]) + "]"
	case "publish":
		if len(args) < 3 {
			return false
		}
		s.publish(string(args[1]), args[2])
	}
	if n > 0 {
		k.send([]byte("43" + string(text[:n]) + answer))
	}
	return true
}

func (s *server) join(k *socket, room string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.rooms[room] == nil {
		s.rooms[room] = map[*socket]struct{}{}
	}
	s.rooms[room][k] = struct{}{}
}

func (s *server) leave(k *socket) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, members := range s.rooms {
		delete(members, k)
	}
}

func (s *server) publish(room string, data []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.offset++
	text := []byte(`42["event",{"data":` + string(data) + `},"` + strconv.Itoa(s.offset) + `"]`)
	for k := range s.rooms[room] {
		k.send(text)
	}
}

// send queues a text; a goroutine writes as long as something is queued.
func (k *socket) send(text []byte) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.queue = append(k.queue, text)
	if !k.writing {
		k.writing = true
		go k.write()
	}
}

func (k *socket) write() {
	for {
		k.mu.Lock()
		batch := k.queue
		k.queue = nil
		if k.writing = len(batch) > 0; !k.writing {
			k.mu.Unlock()
			return
		}
		k.mu.Unlock()
		for _, text := range batch {
			if k.ws.Write(context.Background(), websocket.MessageText, text) != nil {
				return // writing stays set: there is no retry
			}
		}
	}
}
