//go:build linux

package main

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"switchboard/cmd/benchsocket"
	"switchboard/cmd/measure"
	"switchboard/storage/id"
)

// subscribers are sockets that follow records, the same number for each
// record.
type subscribers struct {
	sockets       []*benchsocket.Socket
	groups        int // of sockets that follow the same records
	records       []*contact
	work          sync.WaitGroup
	lost          atomic.Int64
	resultChanges atomic.Int64 // changes of live queries' results

	mu      sync.Mutex
	arrived map[int64][]time.Time // time of the request (its mark) → at each socket
	stamped *timing               // the writer's own time of the change → socket
}

// contact is a record that one request at a time changes: a concurrent one
// would be refused for a version conflict.
type contact struct {
	id   id.ID
	busy sync.Mutex
}

// perGroup is how many records each group of sockets follows.
const perGroup = 16

// mark is the prefix of a write's time in the changed field.
const mark = "at-"

// gather opens the sockets at the nodes in turn, for users in turn, within
// each user's limit.
func gather(ctx context.Context, o settings, p *person, readers []int) (*subscribers, error) {
	c := &subscribers{arrived: map[int64][]time.Time{}, stamped: &timing{}}
	people := []*person{p}
	for _, name := range []string{"supervisor", "agent1", "agent2", "agent3", "agent4", "agent5"} {
		one, err := p.at.signIn(ctx, 0, name)
		if err != nil {
			return nil, err
		}
		people = append(people, one)
	}
	c.groups = o.sockets / o.receivers
	topics := make([][]string, c.groups)
	for i := range c.groups * perGroup {
		record, err := p.contact(ctx, 0)
		if err != nil {
			return nil, err
		}
		group := i % c.groups
		topics[group] = append(topics[group], "record:contact:"+record.String())
		c.records = append(c.records, &contact{id: record})
	}
	for i := range c.groups * o.receivers {
		s, err := dial(p.at[readers[i%len(readers)]], people[i%len(people)].token, topics[i/o.receivers]...)
		if err != nil {
			c.close()
			return nil, err
		}
		c.sockets = append(c.sockets, s)
		c.work.Go(func() { c.read(s) })
	}
	return c, nil
}

func (c *subscribers) read(s *benchsocket.Socket) {
	for {
		packet, err := s.Next()
		if err != nil {
			c.lost.Add(1)
			return
		}
		now := time.Now()
		if _, rest, ok := strings.Cut(string(packet), mark); ok {
			digits, _, _ := strings.Cut(rest, `"`)
			if stamp, err := strconv.ParseInt(digits, 10, 64); err == nil {
				c.mu.Lock()
				c.arrived[stamp] = append(c.arrived[stamp], now)
				stamped := c.stamped // warm replaces it
				c.mu.Unlock()
				if at, ok := stampOf(packet); ok {
					stamped.Add(max(0, now.Sub(at)))
				}
			}
		}
	}
}

// stampOf reads when the change of a packet was stamped, in whole
// milliseconds.
func stampOf(packet []byte) (time.Time, bool) {
	_, rest, ok := strings.Cut(string(packet), `"modified_date":"`)
	text, _, _ := strings.Cut(rest, `"`)
	at, err := time.Parse(time.RFC3339Nano, text)
	return at, ok && err == nil
}

func (c *subscribers) close() {
	for _, s := range c.sockets {
		_ = s.Close()
	}
	c.work.Wait()
}

// outcome is the result of a stream of writes.
type outcome struct {
	asked, answered timing // request → socket, response → socket (0 if the socket was first)
	rest            timing // request → response
	writes, missing int
	took            time.Duration
}

// write changes the records at a rate by REST at a node. A request's time
// counts from when it is sent: if the node cannot keep up, the rate falls,
// and the time that a write waited here is not counted.
func (c *subscribers) write(ctx context.Context, o settings, p *person, node int) (*outcome, error) {
	out := &outcome{}
	answers := map[int64]time.Time{}
	var mu sync.Mutex
	var failed error
	var work sync.WaitGroup
	slots := make(chan struct{}, 8) // the maximum of one user's concurrent changes
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	began := time.Now()
	for sent := 0; (sent == 0 || time.Since(began) < o.measure) && ctx.Err() == nil; { // a busy machine may be late for its only tick
		select {
		case <-tick.C:
		case <-ctx.Done():
		}
		for due := int(time.Since(began).Seconds() * float64(o.rate)); sent < due; sent++ {
			select {
			case slots <- struct{}{}:
			case <-ctx.Done():
				sent = due
				continue
			}
			record := c.records[sent%len(c.records)]
			work.Go(func() {
				defer func() { <-slots }()
				record.busy.Lock()
				defer record.busy.Unlock()
				at := time.Now()
				_, err := p.ask(ctx, node, http.MethodPatch, "/v1/object/contact", map[string]any{"id": record.id, "company": mark + strconv.FormatInt(at.UnixNano(), 10)})
				now := time.Now()
				out.rest.Add(now.Sub(at))
				mu.Lock()
				defer mu.Unlock()
				if err != nil {
					failed = err
					return
				}
				answers[at.UnixNano()] = now
			})
		}
	}
	work.Wait()
	out.took, out.writes = time.Since(began), len(answers)
	if failed != nil {
		return nil, failed
	}
	c.settle(ctx, len(answers)*len(c.sockets)/c.groups)
	c.mu.Lock()
	defer c.mu.Unlock()
	for stamp, answered := range answers {
		for _, at := range c.arrived[stamp] {
			out.asked.Add(at.Sub(time.Unix(0, stamp)))
			out.answered.Add(max(0, at.Sub(answered)))
		}
	}
	out.missing = out.writes*len(c.sockets)/c.groups - out.asked.Count()
	if lost := c.lost.Load(); lost > 0 {
		return nil, fmt.Errorf("%d sockets were lost", lost)
	}
	return out, ctx.Err()
}

// warm writes for a moment without measuring: connections to the database are
// opened and statements planned then.
func (c *subscribers) warm(ctx context.Context, o settings, p *person) error {
	o.measure = min(2*time.Second, o.measure)
	if _, err := c.write(ctx, o, p, 0); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.arrived, c.stamped = map[int64][]time.Time{}, &timing{}
	return nil
}

// settle waits until the deliveries have arrived, but not forever.
func (c *subscribers) settle(ctx context.Context, want int) {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for late := time.After(5 * time.Second); ; {
		n := 0
		c.mu.Lock()
		for _, list := range c.arrived {
			n += len(list)
		}
		c.mu.Unlock()
		if n >= want {
			return
		}
		select {
		case <-tick.C:
		case <-late:
			return
		case <-ctx.Done():
			return
		}
	}
}

// spread measures writes at the first node and readers at others.
func spread(ctx context.Context, o settings, at addresses, title string, readers []int) error {
	p, err := at.signIn(ctx, 0, "admin")
	if err != nil {
		return err
	}
	c, err := gather(ctx, o, p, readers)
	if err != nil {
		return err
	}
	defer c.close()
	followers, err := c.follow(ctx, o, at)
	defer func() {
		for _, s := range followers {
			_ = s.Close()
		}
	}()
	if err != nil {
		return err
	}
	if err := c.warm(ctx, o, p); err != nil {
		return err
	}
	before := c.resultChanges.Load()
	out, err := c.write(ctx, o, p, 0)
	if err != nil {
		return err
	}
	if o.queries > 0 {
		fmt.Printf("\n%.0f changed results received a second\n", float64(c.resultChanges.Load()-before)/out.took.Seconds())
	}
	fmt.Printf("\n**%s**: %.0f writes/s (asked for %d) by REST, %d sockets, %d receivers per write, %d deliveries missing; load %s\n\n%s\n%s\n%s\n%s\n%s\n",
		title, float64(out.writes)/out.took.Seconds(), o.rate, len(c.sockets), len(c.sockets)/c.groups, out.missing, measure.Load(), tableHead,
		c.stamped.line("stamped in the deciding transaction (whole ms) → socket"), out.answered.line("answer of the PATCH → socket (0 where the socket was first)"), out.asked.line("request → socket"), out.rest.line("request → answer"))
	return nil
}
