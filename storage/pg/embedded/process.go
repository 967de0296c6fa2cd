package embedded

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

const quitPatience = 5 * time.Second

// process is the server's main process.
type process struct {
	cmd  *exec.Cmd
	done chan struct{} // closed when it has ended and err is set
	err  error
	tail tail
}

// startProcess starts the server and begins to wait for it. The goroutine that
// forks keeps its OS thread until the server has ended: the kernel sends the
// parent-death signal when that thread ends, not when the process does.
func startProcess(cmd *exec.Cmd, log *slog.Logger) (*process, error) {
	output, input, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("cannot make a pipe for the log: %w", err)
	}
	cmd.Stdout, cmd.Stderr = input, input
	p := &process{cmd: cmd, done: make(chan struct{})}
	started := make(chan error, 1)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		_ = input.Close()
		started <- err
		if err != nil {
			_ = output.Close()
			return
		}
		copied := make(chan struct{})
		go func() {
			defer close(copied)
			copyLog(output, log, &p.tail)
		}()
		p.err = cmd.Wait()
		// Every process of the server has the pipe open: it ends with the last one.
		<-copied
		_ = output.Close()
		close(p.done)
	}()
	if err := <-started; err != nil {
		return nil, err
	}
	return p, nil
}

// stop asks for a fast shutdown and, when ctx ends first, for an immediate one.
func (p *process) stop(ctx context.Context) error {
	select {
	case <-p.done:
		return fmt.Errorf("PostgreSQL had already ended: %s", p.tail.text())
	default:
	}
	p.signal(syscall.SIGINT)
	select {
	case <-p.done:
	case <-ctx.Done():
		p.kill()
		return fmt.Errorf("PostgreSQL was told to quit before it had shut down: %w", ctx.Err())
	}
	if p.err != nil {
		return fmt.Errorf("PostgreSQL: %w: %s", p.err, p.tail.text())
	}
	return nil
}

// kill ends the server for certain: first with an immediate shutdown, which
// also ends its sessions, then by force.
func (p *process) kill() {
	p.signal(syscall.SIGQUIT)
	timer := time.NewTimer(quitPatience)
	defer timer.Stop()
	select {
	case <-p.done:
	case <-timer.C:
		p.signal(syscall.SIGKILL)
		<-p.done
	}
}

func (p *process) signal(sig syscall.Signal) {
	select {
	case <-p.done: // its number may belong to another process by now
	default:
		_ = p.cmd.Process.Signal(sig)
	}
}
