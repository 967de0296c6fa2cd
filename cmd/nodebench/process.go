//go:build linux

package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"

	"switchboard/cmd/child"
)

// process is a child process.
type process struct {
	*child.Process
	log *words
}

// words keeps the first output of a process, which explains a failed start.
type words struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write implements io.Writer.
func (w *words) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.text.Len() < 64<<10 {
		w.text.Write(p)
	}
	return len(p), nil
}

// String implements fmt.Stringer.
func (w *words) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.String()
}

// launch starts a program in a group of its own: this program forwards an
// interrupt at the terminal.
func launch(name string, env []string, program string, args ...string) (*process, error) {
	log := &words{}
	p, err := child.Start(child.Program{Name: name, Command: append([]string{program}, args...), Env: env, Out: log, Apart: true})
	if err != nil {
		return nil, err
	}
	return &process{p, log}, nil
}

func (p *process) kill() {
	if p != nil {
		p.Kill()
	}
}

// await waits until ready or the process ends.
func (p *process) await(ctx context.Context, ready func() bool) error {
	tick := time.NewTicker(25 * time.Millisecond)
	defer tick.Stop()
	for late := time.After(maxWait); !ready(); {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		case <-p.Ended:
			return fmt.Errorf("%s ended:\n%s", p.Name, p.log)
		case <-late:
			return fmt.Errorf("%s does not start:\n%s", p.Name, p.log)
		}
	}
	return nil
}

func healthy(url string) bool {
	answer, err := client.Get(url)
	if err != nil {
		return false
	}
	_ = answer.Body.Close()
	return answer.StatusCode < http.StatusMultipleChoices
}
