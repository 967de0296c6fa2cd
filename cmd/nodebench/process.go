//go:build linux

package main

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"
)

// process is a child that dies with this program.
type process struct {
	name string
	cmd  *exec.Cmd
	done chan struct{} // closed when it has ended
	log  *words
}

// words are the first words of a process: what it says when it fails to start.
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

// launch starts a program. The goroutine that forks keeps its thread: the kernel
// sends the parent-death signal when that thread ends.
func launch(name string, env []string, program string, args ...string) (*process, error) {
	p := &process{name: name, cmd: exec.Command(program, args...), done: make(chan struct{}), log: &words{}}
	for _, pair := range os.Environ() {
		if key, _, _ := strings.Cut(pair, "="); !strings.HasPrefix(key, "SWITCHBOARD_") && !strings.HasPrefix(key, "TWILIO_") &&
			!strings.HasPrefix(key, "PG") && key != "DATABASE_URL" && key != "REDIS_URL" {
			p.cmd.Env = append(p.cmd.Env, pair)
		}
	}
	p.cmd.Env = append(p.cmd.Env, env...)
	p.cmd.Stdout, p.cmd.Stderr = p.log, p.log
	// An own group: an interrupt at the terminal is ours to pass on.
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
	started := make(chan error, 1)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := p.cmd.Start()
		started <- err
		if err == nil {
			_ = p.cmd.Wait() // killed by us, or awaitURL tells
			close(p.done)
		}
	}()
	if err := <-started; err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return p, nil
}

func (p *process) kill() {
	if p != nil {
		_ = p.cmd.Process.Kill() // it may have ended
		<-p.done
	}
}

// await waits until ready, but not longer than the process lives.
func (p *process) await(ctx context.Context, ready func() bool) error {
	tick := time.NewTicker(25 * time.Millisecond)
	defer tick.Stop()
	for late := time.After(patience); !ready(); {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		case <-p.done:
			return fmt.Errorf("%s ended:\n%s", p.name, p.log)
		case <-late:
			return fmt.Errorf("%s does not start:\n%s", p.name, p.log)
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

// freeAddress is an address of loopback that nobody listens on.
func freeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return listener.Addr().String(), listener.Close()
}
