package main

import (
	"crypto/rand"
	"encoding/json"
	"net/http"
	"strconv"
	"sync"
	"time"

	"switchboard/hub/engineio"
	"switchboard/hub/link"
	"switchboard/hub/socketio"
)

// stored bounds the packets kept for returning sessions, and keep is how long
// a session may be away.
const (
	stored = 10_000
	keep   = 2 * time.Minute
)

// bench is an application with rooms on the transport, without the product.
type bench struct {
	server *link.Server

	mu      sync.Mutex
	rooms   map[string]map[*peer]struct{}
	away    map[string]absence // by pid
	offset  int
	packets []packet // the last ones, oldest first
	oldest  int      // offset of packets[0]
}

type packet struct {
	room  string
	frame link.Frame
}

// absence is a session whose link ended.
type absence struct {
	rooms []string
	since time.Time
}

// peer is one connection.
type peer struct {
	bench *bench
	link  *link.Conn
	pid   string
	rooms []string
}

// loadOptions are the link's options for load from one address.
var loadOptions = link.Options{ConnectionsPerAddress: 1 << 20, ConnectsPerSecond: 1e6, ConnectBurst: 1 << 20}

func newBench() *bench {
	b := &bench{rooms: map[string]map[*peer]struct{}{}, away: map[string]absence{}, oldest: 1}
	b.server = link.NewServer(loadOptions, func(l *link.Conn, _ *http.Request) link.Upper { return &peer{bench: b, link: l} })
	return b
}

func (b *bench) ServeHTTP(w http.ResponseWriter, r *http.Request) { b.server.ServeHTTP(w, r) }

// Close ends all connections.
func (b *bench) Close() { b.server.Close() }

// Message handles one packet (link.Upper).
func (p *peer) Message(data []byte, binary bool) {
	if binary {
		p.link.Close(link.BadPacket)
		return
	}
	k, err := socketio.Decode(data)
	if err != nil || k.Namespace != "/" {
		p.link.Close(link.BadPacket)
		return
	}
	switch {
	case k.Type == socketio.Connect && p.pid == "":
		p.connect(k.Data)
	case k.Type == socketio.Event && p.pid != "":
		p.event(k)
	case k.Type == socketio.Disconnect:
		p.link.Close(link.ClientClosed)
	default:
		p.link.Close(link.BadPacket)
	}
}

// connect answers CONNECT; a returning session first receives what it missed.
func (p *peer) connect(auth []byte) {
	var a struct{ PID, Offset string }
	if len(auth) > 0 && json.Unmarshal(auth, &a) != nil {
		p.link.Close(link.BadPacket)
		return
	}
	b := p.bench
	b.mu.Lock()
	defer b.mu.Unlock()
	was, known := b.away[a.PID]
	offset, err := strconv.Atoi(a.Offset)
	if known && err == nil && offset >= b.oldest-1 && offset <= b.offset {
		delete(b.away, a.PID)
		p.pid = a.PID
		for _, room := range was.rooms {
			b.join(p, room)
		}
		for _, k := range b.packets[offset+1-b.oldest:] {
			if _, mine := b.rooms[k.room][p]; mine {
				p.link.Send(k.frame)
			}
		}
	} else {
		p.pid = rand.Text()
	}
	p.link.Send(link.NewFrame(80, func(d []byte) []byte {
		d = append(d, byte(engineio.Message), byte(socketio.Connect))
		d = append(d, `{"sid":"`...)
		d = append(d, p.link.ID()[:16]...)
		d = append(d, `","pid":"`...)
		d = append(d, p.pid...)
		return append(d, '"', '}')
	}))
}

func (p *peer) event(k socketio.Packet) {
	name, args, err := socketio.SplitEvent(k.Data)
	if err != nil {
		p.link.Close(link.BadPacket)
		return
	}
	switch {
	case name == "echo" && len(args) == 1:
		p.ack(k, args[0])
	case name == "join" && len(args) == 1:
		p.bench.mu.Lock()
		p.bench.join(p, string(args[0]))
		p.bench.mu.Unlock()
		p.ack(k, nil)
	case name == "publish" && len(args) == 2:
		p.bench.publish(string(args[0]), args[1])
		p.ack(k, nil)
	default:
		p.link.Close(link.BadPacket)
	}
}

func (p *peer) ack(k socketio.Packet, argument []byte) {
	if !k.HasID {
		return
	}
	p.link.Send(link.NewFrame(len(argument)+24, func(d []byte) []byte {
		return socketio.AppendAck(append(d, byte(engineio.Message)), "/", k.ID, argument)
	}))
}

// join adds a peer to a room. The caller holds the lock.
func (b *bench) join(p *peer, room string) {
	members := b.rooms[room]
	if members == nil {
		members = map[*peer]struct{}{}
		b.rooms[room] = members
	}
	if _, in := members[p]; !in {
		members[p] = struct{}{}
		p.rooms = append(p.rooms, room)
	}
}

func (b *bench) publish(room string, data []byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.offset++
	offset := strconv.Itoa(b.offset)
	frame := link.NewFrame(len(data)+48, func(d []byte) []byte {
		argument := append(append([]byte(`{"data":`), data...), '}')
		return socketio.AppendEvent(append(d, byte(engineio.Message)), "event", argument, offset)
	})
	b.packets = append(b.packets, packet{room, frame})
	if len(b.packets) > 2*stored {
		b.oldest += len(b.packets) - stored
		b.packets = append([]packet(nil), b.packets[len(b.packets)-stored:]...)
	}
	for p := range b.rooms[room] {
		p.link.Send(frame)
	}
}

// Closed keeps the session for a while (link.Upper).
func (p *peer) Closed(link.Reason) {
	b := p.bench
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, room := range p.rooms {
		delete(b.rooms[room], p)
		if len(b.rooms[room]) == 0 {
			delete(b.rooms, room)
		}
	}
	if p.pid == "" {
		return
	}
	now := time.Now()
	for pid, a := range b.away {
		if now.Sub(a.since) <= keep {
			break
		}
		delete(b.away, pid)
	}
	b.away[p.pid] = absence{p.rooms, now}
}
