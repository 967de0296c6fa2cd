//go:build linux

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"switchboard/cmd/switchboard/demo"
	"switchboard/storage/id"
)

var client = &http.Client{Timeout: maxWait / 3, Transport: &http.Transport{MaxIdleConnsPerHost: 128}}

// addresses are the nodes' host and port.
type addresses []string

func (at addresses) url(node int) string { return "http://" + at[node] }

// person is a signed-in user of the demo.
type person struct {
	at             addresses
	token, refresh string
	client         *http.Client // nil for the shared one
}

// signIn signs a demo user in at a node.
func (at addresses) signIn(ctx context.Context, node int, name string) (*person, error) {
	p := &person{at: at}
	raw, err := p.ask(ctx, node, http.MethodPost, "/v1/oauth2/token", map[string]string{"username": name + "@demo.test", "password": demo.Password})
	var tokens struct {
		Access  string `json:"access_token"`
		Refresh string `json:"refresh_token"`
	}
	if err == nil {
		err = json.Unmarshal(raw, &tokens)
	}
	p.token, p.refresh = tokens.Access, tokens.Refresh
	return p, err
}

// ask sends a request to a node; a response other than success is an error.
func (p *person) ask(ctx context.Context, node int, method, path string, body any) ([]byte, error) {
	c := client
	if p.client != nil {
		c = p.client
	}
	return send(ctx, c, method, p.at.url(node)+path, body, func(r *http.Request) {
		if p.token != "" {
			r.Header.Set("Authorization", "Bearer "+p.token)
		}
	})
}

func send(ctx context.Context, by *http.Client, method, url string, body any, sign func(*http.Request)) ([]byte, error) {
	raw, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	out, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	out.Header.Set("Content-Type", "application/json")
	sign(out)
	in, err := by.Do(out)
	if err != nil {
		return nil, err
	}
	defer func() { _ = in.Body.Close() }()
	answer, err := io.ReadAll(in.Body)
	if err == nil && in.StatusCode >= http.StatusMultipleChoices {
		err = fmt.Errorf("%s %s: %d %s", method, url, in.StatusCode, answer)
	}
	return answer, err
}

// contact creates a contact.
func (p *person) contact(ctx context.Context, node int) (id.ID, error) {
	raw, err := p.ask(ctx, node, http.MethodPost, "/v1/object/contact", map[string]any{"name": "Bench " + id.New().String()})
	if err != nil {
		return "", err
	}
	var rows []struct{ ID id.ID }
	var one struct{ ID id.ID }
	if json.Unmarshal(raw, &rows) == nil && len(rows) > 0 {
		return rows[0].ID, nil
	}
	if err := json.Unmarshal(raw, &one); err != nil || one.ID == "" {
		return "", fmt.Errorf("no contact in %s", raw)
	}
	return one.ID, nil
}

// insist patches at the living nodes in turn until one responds.
func (p *person) insist(ctx context.Context, path string, body map[string]any) error {
	late := time.After(maxWait)
	for try := 0; ; try++ {
		_, err := p.ask(ctx, 1+try%2, http.MethodPatch, path, body)
		if err == nil {
			return nil
		}
		select {
		case <-time.After(20 * time.Millisecond):
		case <-late:
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// metricsToken is required to read the nodes' metrics.
const metricsToken = "bench"

// figure reads one of a node's metrics, -1 if there is none.
func (at addresses) figure(ctx context.Context, node int, name string) float64 {
	raw, err := send(ctx, client, http.MethodGet, at.url(node)+"/metrics", nil, func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+metricsToken) })
	if err != nil {
		return -1
	}
	for line := range strings.Lines(string(raw)) {
		if text, ok := strings.CutPrefix(line, name+" "); ok {
			if value, err := strconv.ParseFloat(strings.TrimSpace(text), 64); err == nil {
				return value
			}
		}
	}
	return -1
}
