package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"switchboard/actors/carrier/carriertest/softphone"
	"switchboard/actors/carrier/simulator/audio"
	"switchboard/cmd/benchsocket"
	"switchboard/cmd/switchboard/demo"
)

var client = &http.Client{Timeout: maxWait, Transport: &http.Transport{MaxIdleConnsPerHost: 64}}

// send sends a request to the node with a token, with a body unless it is
// nil.
func (w *world) send(ctx context.Context, token, method, path string, body any) ([]byte, error) {
	var sent io.Reader
	if body != nil {
		raw, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		sent = bytes.NewReader(raw)
	}
	in, err := http.NewRequestWithContext(ctx, method, "http://"+w.at+path, sent)
	if err != nil {
		return nil, err
	}
	in.Header.Set("Content-Type", "application/json")
	if token != "" {
		in.Header.Set("Authorization", "Bearer "+token)
	}
	out, err := client.Do(in)
	if err != nil {
		return nil, err
	}
	defer func() { _ = out.Body.Close() }()
	answer, err := io.ReadAll(out.Body)
	if err == nil && out.StatusCode >= http.StatusMultipleChoices {
		err = fmt.Errorf("%s %s: %d %s", method, path, out.StatusCode, answer)
	}
	return answer, err
}

// person is a signed-in user.
type person struct {
	world *world
	token string
}

func (w *world) signIn(ctx context.Context, name string) (person, error) {
	p := person{world: w}
	var in struct {
		Token string `json:"access_token"`
	}
	err := p.ask(ctx, http.MethodPost, "/v1/oauth2/token", map[string]string{"username": name + "@demo.test", "password": demo.Password}, &in)
	p.token = in.Token
	return p, err
}

// ask decodes the response into reply, which may be nil.
func (p person) ask(ctx context.Context, method, path string, body, reply any) error {
	raw, err := p.world.send(ctx, p.token, method, path, body)
	if err == nil && reply != nil {
		err = json.Unmarshal(raw, reply)
	}
	return err
}

// agent is a user with a browser: a socket, and a phone in it.
type agent struct {
	person
	id      string
	socket  *benchsocket.Socket
	answers chan string   // to the agent's requests
	ended   chan struct{} // closed when the socket is no longer read
	phone   *softphone.Phone
}

// The tones of the participants distinguish an agent from a customer.
const (
	agentTone    = 700
	customerTone = 400
)

func (w *world) agent(ctx context.Context, name string) (*agent, error) {
	in, err := w.signIn(ctx, name)
	if err != nil {
		return nil, err
	}
	a := &agent{person: in}
	var me struct{ User named }
	if err := a.ask(ctx, http.MethodGet, "/v1/me", nil, &me); err != nil {
		return nil, err
	}
	a.id = me.User.ID
	if a.socket, err = benchsocket.Dial(w.at, maxWait); err != nil {
		return nil, err
	}
	if _, err = a.socket.SignIn(a.token); err == nil {
		err = a.socket.Ask(0, `["subscribe",{"topic":"calls"}]`)
	}
	if err == nil {
		err = a.socket.SetDeadline(time.Time{})
	}
	if err == nil {
		a.answers, a.ended = make(chan string, 1), make(chan struct{})
		go a.listen()
		err = a.pickUp(ctx)
	}
	if err != nil {
		a.leave()
		return nil, err
	}
	return a, nil
}

// pickUp registers a phone, replacing an earlier one.
func (a *agent) pickUp(ctx context.Context) error {
	if a.phone != nil {
		a.phone.Close()
		a.phone = nil
	}
	var token struct{ Token string }
	if err := a.ask(ctx, http.MethodGet, "/v1/twilio/token/"+demo.Organization.String(), nil, &token); err != nil {
		return err
	}
	phone, err := softphone.Open(ctx, "http://"+a.world.at, token.Token, softphone.Options{Plays: audio.Tone(agentTone)})
	a.phone = phone
	return err
}

// beThere lets calls ring for the agent from now on.
func (a *agent) beThere(ctx context.Context) error {
	if err := a.socket.Send(`421["phone.state",{"state":"ready"}]`); err != nil {
		return err
	}
	select {
	case answer := <-a.answers:
		if !strings.Contains(answer, `"ok":true`) {
			return fmt.Errorf("the phone's state was refused: %s", answer)
		}
		return nil
	case <-a.ended:
		return errors.New("a socket was lost")
	case <-ctx.Done():
		return ctx.Err()
	}
}

// listen reads the socket until it is closed, and answers heartbeats.
func (a *agent) listen() {
	defer close(a.ended)
	for {
		packet, err := a.socket.Next()
		if err != nil {
			return
		}
		if bytes.HasPrefix(packet, []byte("431[")) {
			a.answers <- string(packet)
		}
	}
}

func (a *agent) leave() {
	if a.phone != nil {
		a.phone.Close()
	}
	if a.socket != nil {
		_ = a.socket.Close()
	}
	if a.ended != nil {
		<-a.ended
	}
}
