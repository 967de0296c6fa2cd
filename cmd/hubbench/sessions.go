//go:build linux

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"time"

	"switchboard/cmd/benchsocket"
	"switchboard/cmd/conformance/token"
	"switchboard/storage/wait"
)

// churnRate is how many connections per second come and go.
const churnRate = 200

// churn lets connections come, join and go.
func churn(ctx context.Context, s server, p *process, o settings, r result) error {
	if _, err := visit(ctx, s, p, churnRate); err != nil { // code and pools are in memory
		return err
	}
	before, err1 := p.memory()
	cpu, err2 := p.cpu()
	n, err3 := visit(ctx, s, p, int(o.measure.Seconds()*churnRate))
	after, err4 := p.cpu()
	kept, err5 := p.memory()
	if err := errors.Join(err1, err2, err3, err4, err5); err != nil {
		return err
	}
	r.add("churn cpu", ms(after-cpu)/float64(n))
	r.add("churn growth", float64(kept-before)/1024/float64(n))
	return nil
}

func visit(ctx context.Context, s server, p *process, n int) (int, error) {
	var work sync.WaitGroup
	var mu sync.Mutex
	var failure error
	tick := time.NewTicker(time.Second / churnRate)
	defer tick.Stop()
	for i := range n {
		select {
		case <-ctx.Done():
			return 0, ctx.Err()
		case <-tick.C:
		}
		work.Go(func() {
			l, err := s.connect(p.addr, i)
			if err == nil {
				err = s.join(l)
				_ = l.Close()
			}
			mu.Lock()
			failure = errors.Join(failure, err)
			mu.Unlock()
		})
	}
	work.Wait()
	return n, failure
}

// missed is how many events happen while the sessions are away.
const missed = 100

// session is what a client keeps for its return.
type session struct{ n, pid, offset string }

// recovery disconnects sessions and lets all return at once. Each must
// receive what it missed, once and in order.
func recovery(ctx context.Context, s server, p *process, o settings, r result) error {
	publisher, err := s.connect(p.addr, 0)
	if err != nil {
		return err
	}
	defer func() { _ = publisher.Close() }()
	var links []*link
	for i := range o.cuts {
		l, err := s.connect(p.addr, i)
		if err == nil {
			links = append(links, l)
			err = s.join(l)
		}
		if err != nil {
			return err
		}
	}
	if err := say(s, publisher, 1); err != nil {
		return err
	}
	sessions := make([]session, len(links))
	for i, l := range links {
		if sessions[i], err = s.cut(l, i); err != nil {
			return err
		}
	}
	wait.For(ctx, 300*time.Millisecond) // the server has noticed
	if err := say(s, publisher, missed); err != nil {
		return err
	}
	cpu, err1 := p.cpu()
	began := time.Now()
	back, err2 := s.comeBack(p.addr, sessions)
	took := time.Since(began)
	after, err3 := p.cpu()
	if err := errors.Join(err1, err2, err3); err != nil {
		return err
	}
	r.add("recovery cpu", ms(after-cpu)/float64(len(sessions)))
	r.add("recovery time", ms(took))
	r.add("recovery share", 100*float64(back)/float64(len(sessions)))
	return nil
}

// say publishes events and waits until the last is acknowledged.
func say(s server, l *link, n int) error {
	_ = l.SetDeadline(time.Now().Add(maxWait))
	for range n {
		if err := l.Send(s.publish(data(dataSize))); err != nil {
			return err
		}
		if _, err := l.Until("430["); err != nil {
			return err
		}
	}
	return nil
}

// cut ends a link abruptly. Node only recovers clients that have received an
// event; the hub needs only the session, and not every client may see the
// product's event.
func (s server) cut(l *link, n int) (session, error) {
	defer func() { _ = l.Close() }()
	var answer struct{ PID string }
	if err := json.Unmarshal([]byte(strings.TrimPrefix(l.pid, "40")), &answer); err != nil || answer.PID == "" {
		return session{}, fmt.Errorf("no session in %q: %w", l.pid, err)
	}
	k := session{n: token.Of(n), pid: answer.PID}
	if !s.rooms {
		return k, nil
	}
	text, err := l.Until(string(s.mark()))
	var event []json.RawMessage
	if err == nil {
		err = json.Unmarshal([]byte(text[2:]), &event)
	}
	if err != nil || len(event) < 3 {
		return k, fmt.Errorf("an event without an offset: %q, %w", text, err)
	}
	return k, json.Unmarshal(event[2], &k.offset)
}

func (s server) comeBack(addr string, sessions []session) (int, error) {
	var work sync.WaitGroup
	var mu sync.Mutex
	var failure error
	back := 0
	queue := make(chan session)
	for range 16 {
		work.Go(func() {
			for k := range queue {
				ok, err := s.resume(addr, k)
				mu.Lock()
				failure = errors.Join(failure, err)
				if ok {
					back++
				}
				mu.Unlock()
			}
		})
	}
	for _, k := range sessions {
		queue <- k
	}
	close(queue)
	work.Wait()
	return back, failure
}

// resume signs in as a returning session and reports whether it was recovered
// completely.
func (s server) resume(addr string, k session) (bool, error) {
	l, err := benchsocket.Dial(addr, maxWait)
	if err != nil {
		return false, err
	}
	defer func() { _ = l.Close() }()
	auth, err := json.Marshal(map[string]any{"token": k.n, "pid": k.pid, "offset": k.offset, "topics": topics})
	if err == nil {
		err = l.Send("40" + string(auth))
	}
	if err != nil {
		return false, err
	}
	events, last := 0, 0
	for {
		packet, err := l.Next()
		if err != nil {
			return false, err
		}
		text := string(packet)
		switch {
		case strings.HasPrefix(text, string(s.mark())):
			_, stamp, found := strings.Cut(text, `"T`)
			var at int
			if !found {
				return false, fmt.Errorf("an event without its data: %q", text)
			}
			if _, err := fmt.Sscanf(stamp, "%d", &at); err != nil || at <= last {
				return false, fmt.Errorf("out of order or twice: %q", text)
			}
			last = at
			events++
		case strings.HasPrefix(text, "44"):
			return false, fmt.Errorf("refused: %s", text)
		case strings.HasPrefix(text, "40{"):
			if !strings.Contains(text, k.pid) && s.rooms {
				return false, nil
			}
			// In the product one client in twenty may not see the field.
			return events == missed || !s.rooms && (events == missed+1 || events == 0), nil
		}
	}
}

// For slow readers: large events fill the kernel's socket buffers.
const (
	slowClients = 100
	slowRate    = 50
	slowSize    = 32_000
)

// slow compares the others' delivery without and with a reader that stops.
func slow(ctx context.Context, s server, p *process, o settings, r result) error {
	c, err := gather(s, p.addr, slowClients)
	if err != nil {
		return err
	}
	defer c.close(true)
	without, err := stream(ctx, s, p, c, slowRate, slowSize, o.warm, o.measure)
	if err != nil {
		return err
	}
	before, err := p.resident()
	if err != nil {
		return err
	}
	for i := range slowClients / 100 {
		l, err := s.connect(p.addr, i)
		if err != nil {
			return err
		}
		defer func() { _ = l.Close() }()
		if tcp, ok := l.Conn.(*net.TCPConn); ok {
			_ = tcp.SetReadBuffer(4096)
		}
		if err := s.join(l); err != nil {
			return err
		}
	}
	with, err := stream(ctx, s, p, c, slowRate, slowSize, o.warm, 2*o.measure)
	if err != nil {
		return err
	}
	after, err := p.resident()
	r.add("slow without", ms(without.p99))
	r.add("slow with", ms(with.p99))
	r.add("slow growth", float64(after-before)/(1<<20))
	return err
}
