//go:build linux

package main

import (
	"fmt"
	"time"

	"switchboard/cmd/benchsocket"
)

// maxWait bounds every wait.
const maxWait = 60 * time.Second

// dial opens a socket at a node, signs in, subscribes, and reports a phone,
// so that calls ring.
func dial(addr, token string, topics ...string) (*benchsocket.Socket, error) {
	s, err := benchsocket.Dial(addr, maxWait)
	if err != nil {
		return nil, err
	}
	_, err = s.SignIn(token)
	for i := 0; err == nil && i < len(topics); i++ {
		err = s.Ask(i, fmt.Sprintf(`["subscribe",{"topic":%q}]`, topics[i]))
	}
	if err == nil {
		err = s.Ask(len(topics), `["phone.state",{"state":"ready"}]`)
	}
	if err == nil {
		err = s.SetDeadline(time.Time{})
	}
	if err != nil {
		_ = s.Close()
		return nil, err
	}
	return s, nil
}
