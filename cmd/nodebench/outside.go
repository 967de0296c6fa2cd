//go:build linux

package main

import (
	"context"
	"encoding/json"
	"net/http"

	"switchboard/actors/carrier/simulator"
	"switchboard/cmd/switchboard/demo"
)

// outside makes calls from outside: the control interface of the simulated
// provider, if that is a process of its own.
type outside struct {
	url     string
	account *simulator.Remote
}

func (o outside) ask(ctx context.Context, path string, body any) ([]byte, error) {
	return send(ctx, client, http.MethodPost, o.url+path, body, func(r *http.Request) {
		r.SetBasicAuth(o.account.AccountSID, o.account.AuthToken)
	})
}

// placeCall starts a call from outside and returns the provider's id.
func (o outside) placeCall(ctx context.Context) (string, error) {
	raw, err := o.ask(ctx, "/simulator/calls", map[string]string{"from": "+12065550177", "to": demo.Phones()[1].Number})
	var placed struct{ SID string }
	if err == nil {
		err = json.Unmarshal(raw, &placed)
	}
	return placed.SID, err
}

// hangUp makes the caller hang up.
func (o outside) hangUp(ctx context.Context, call string) error {
	_, err := o.ask(ctx, "/simulator/calls/"+call+"/hangup", nil)
	return err
}
