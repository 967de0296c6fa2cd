//go:build linux

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"switchboard/cmd/benchsocket"
	"switchboard/storage/id"
)

// perSocket is how many live queries a socket follows, as many as it may.
const perSocket = 16

// asks is the text of the nth live query. Of ten seven look for what no write makes, two
// hold one of the records that are written, and one shows those that changed last, which
// each write moves.
func asks(n int, records []*contact) string {
	switch {
	case n%10 < 7:
		return fmt.Sprintf("SELECT id, name, company FROM contact WHERE company = 'Follower %d' ORDER BY name", n)
	case n%10 < 9:
		return fmt.Sprintf("SELECT id, name, company FROM contact WHERE id = '%s'", records[n%len(records)].id)
	default:
		return fmt.Sprintf("SELECT id, name FROM contact WHERE id != '%s' ORDER BY modified_date DESC LIMIT 25", id.New())
	}
}

// follow has people follow live queries beside what the crowd does.
func (c *crowd) follow(ctx context.Context, o settings, at addresses) ([]*benchsocket.Socket, error) {
	var people []*person
	for _, name := range []string{"admin", "supervisor", "agent1", "agent2", "agent3", "agent4", "agent5"} {
		one, err := at.signIn(ctx, 0, name)
		if err != nil {
			return nil, err
		}
		people = append(people, one)
	}
	var sockets []*benchsocket.Socket
	for n := 0; n < o.queries; n += perSocket {
		p := people[n/perSocket%len(people)]
		var topics []string
		for i := n; i < min(n+perSocket, o.queries); i++ {
			topic, err := p.live(ctx, asks(i, c.records))
			if err != nil {
				return sockets, err
			}
			topics = append(topics, topic)
		}
		s, err := dial(at[0], p.token, topics...)
		if err != nil {
			return sockets, err
		}
		sockets = append(sockets, s)
		c.work.Go(func() {
			for {
				packet, err := s.Next()
				if err != nil {
					return
				}
				if strings.Contains(string(packet), `["rows",`) {
					c.told.Add(1)
				}
			}
		})
	}
	return sockets, nil
}

// live makes a query live.
func (p *person) live(ctx context.Context, text string) (topic string, err error) {
	raw, err := json.Marshal(map[string]any{"query": text, "live": true})
	if err != nil {
		return "", err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, p.at.url(0)+"/v1/query", bytes.NewReader(raw))
	if err != nil {
		return "", err
	}
	r.Header.Set("Authorization", "Bearer "+p.token)
	r.Header.Set("Content-Type", "application/json")
	answer, err := client.Do(r)
	if err != nil {
		return "", err
	}
	defer func() { _ = answer.Body.Close() }()
	if topic = answer.Header.Get("X-Topic"); topic == "" {
		return "", fmt.Errorf("%s is answered %s", text, answer.Status)
	}
	return topic, nil
}

// queries measures writes beside live queries of the same objects, without them first.
func queries(ctx context.Context, o settings, w *world) error {
	without := o
	without.queries = 0
	if err := spread(ctx, without, w.at, "one node, no live queries", []int{0}); err != nil {
		return err
	}
	return spread(ctx, o, w.at, fmt.Sprintf("one node, %d live queries", o.queries), []int{0})
}
