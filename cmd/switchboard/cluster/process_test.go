package cluster_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// process is a child that dies with the test.
type process struct {
	name string
	cmd  *exec.Cmd
	done chan struct{} // closed when it has ended and err is set
	err  error
	log  *tail
}

// launch starts a program. The goroutine that forks keeps its thread: the kernel
// sends the parent-death signal when that thread ends.
func launch(t testing.TB, name string, env []string, program string, args ...string) *process {
	t.Helper()
	return launchUntil(t, syscall.SIGKILL, name, env, program, args...)
}

// launchUntil is launch for a program that is told of the test's end by a signal of its
// own, because it has children to end.
func launchUntil(t testing.TB, end syscall.Signal, name string, env []string, program string, args ...string) *process {
	t.Helper()
	p := &process{name: name, cmd: exec.Command(program, args...), done: make(chan struct{}), log: &tail{}}
	p.cmd.Env = append(clean(os.Environ()), env...)
	p.cmd.Stdout, p.cmd.Stderr = p.log, p.log
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: end}
	started := make(chan error, 1)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := p.cmd.Start()
		started <- err
		if err == nil {
			p.err = p.cmd.Wait()
			close(p.done)
		}
	}()
	if err := <-started; err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return p
}

// clean is an environment without settings of the product and of the libraries.
func clean(environ []string) []string {
	var kept []string
	for _, pair := range environ {
		name, _, _ := strings.Cut(pair, "=")
		if strings.HasPrefix(name, "SWITCHBOARD_") || strings.HasPrefix(name, "TWILIO_") || strings.HasPrefix(name, "PG") ||
			name == "DATABASE_URL" || name == "REDIS_URL" {
			continue
		}
		kept = append(kept, pair)
	}
	return kept
}

func (p *process) signal(t testing.TB, s syscall.Signal) {
	t.Helper()
	if err := p.cmd.Process.Signal(s); err != nil {
		t.Fatalf("%s of %s: %v", s, p.name, err)
	}
}

// mustRun fails the test where the process has ended.
func (p *process) mustRun(t testing.TB) {
	t.Helper()
	select {
	case <-p.done:
		t.Fatalf("%s ended: %v", p.name, p.err)
	default:
	}
}

// wait gives how the process ended.
func (p *process) wait(t testing.TB) error {
	t.Helper()
	select {
	case <-p.done:
		return p.err
	case <-time.After(patience):
		t.Fatalf("%s does not end; its last words:\n%s", p.name, p.log)
		return nil
	}
}

// kill ends the process whatever it does.
func (p *process) kill() {
	select {
	case <-p.done:
		return
	default:
	}
	_ = p.cmd.Process.Signal(syscall.SIGCONT)
	_ = p.cmd.Process.Kill()
	<-p.done
}

// tail keeps the end of what a process prints.
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

// String gives the last lines.
func (l *tail) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	lines := strings.Split(strings.TrimRight(l.text.String(), "\n"), "\n")
	return strings.Join(lines[max(0, len(lines)-40):], "\n")
}

// pass lets time go by in which a fault lasts: the fault is the waiting.
func pass(d time.Duration) { <-time.After(d) }

var errNotYet = fmt.Errorf("not yet")
