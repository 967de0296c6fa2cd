package cluster_test

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"switchboard/cmd/child"
)

// process is a child that dies with the test.
type process struct {
	*child.Process
	log *tail
}

// launch starts a program that dies with this one.
func launch(t testing.TB, name string, env []string, program string, args ...string) *process {
	t.Helper()
	return launchUntil(t, syscall.SIGKILL, name, env, program, args...)
}

// launchUntil is launch for a program that receives its own signal at the
// test's end, because it has children to end.
func launchUntil(t testing.TB, end syscall.Signal, name string, env []string, program string, args ...string) *process {
	t.Helper()
	log := &tail{}
	p, err := child.Start(child.Program{Name: name, Command: append([]string{program}, args...), Env: env, Out: log, End: end})
	if err != nil {
		t.Fatal(err)
	}
	return &process{p, log}
}

func (p *process) signal(t testing.TB, s syscall.Signal) {
	t.Helper()
	if err := p.Signal(s); err != nil {
		t.Fatal(err)
	}
}

// mustRun fails the test if the process has ended.
func (p *process) mustRun(t testing.TB) {
	t.Helper()
	select {
	case <-p.Ended:
		t.Fatalf("%s ended: %v", p.Name, p.Err)
	default:
	}
}

// wait returns how the process ended.
func (p *process) wait(t testing.TB) error {
	t.Helper()
	select {
	case <-p.Ended:
		return p.Err
	case <-time.After(maxWait):
		t.Fatalf("%s does not end; its last words:\n%s", p.Name, p.log)
		return nil
	}
}

// tail keeps the end of a process's output.
type tail struct {
	mu   sync.Mutex
	text bytes.Buffer
}

const tailBytes = 256 << 10

// Write implements io.Writer.
func (l *tail) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.text.Len() > 2*tailBytes {
		l.text.Next(l.text.Len() - tailBytes)
	}
	return l.text.Write(p)
}

// String returns the last lines.
func (l *tail) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	lines := strings.Split(strings.TrimRight(l.text.String(), "\n"), "\n")
	return strings.Join(lines[max(0, len(lines)-40):], "\n")
}

// pass waits during a fault: the fault is the waiting.
func pass(d time.Duration) { <-time.After(d) }

var errNotYet = fmt.Errorf("not yet")
