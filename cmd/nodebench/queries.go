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

// perSocket is the maximum number of live queries of a socket.
const perSocket = 16

// asks returns the text of the nth live query. Of ten, seven match no write,
// two hold one of the written records, and one shows the last changed
// records, which each write moves.
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

// follow subscribes users to live queries in addition to records.
func (c *subscribers) follow(ctx context.Context, o settings, at addresses) ([]*benchsocket.Socket, error) {
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
					c.resultChanges.Add(1)
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

// queries measures writes with live queries on the same objects, and first
// without.
func queries(ctx context.Context, o settings, w *world) error {
	without := o
	without.queries = 0
	if err := spread(ctx, without, w.at, "one node, no live queries", []int{0}); err != nil {
		return err
	}
	return spread(ctx, o, w.at, fmt.Sprintf("one node, %d live queries", o.queries), []int{0})
}
