package child

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
)

// Program is what to run.
type Program struct {
	// Name is the process's name in messages.
	Name string
	// Command is the program's path with its arguments.
	Command []string
	// Env are settings in addition to this process's environment (Clean).
	Env []string
	// Out receives its output.
	Out io.Writer
	// End is the signal it receives when this process ends, SIGKILL by
	// default: a program with children of its own needs time to end them.
	End syscall.Signal
	// Apart gives it a process group of its own, which an interrupt at the
	// terminal does not reach.
	Apart bool
}

// Process is a running program.
type Process struct {
	Name string
	// Ended is closed when it has ended; then Err returns how.
	Ended chan struct{}
	Err   error

	cmd *exec.Cmd
}

// Start starts a program. The goroutine that forks keeps its thread: the kernel sends
// the parent-death signal when that thread ends.
func Start(of Program) (*Process, error) {
	p := &Process{Name: of.Name, Ended: make(chan struct{}), cmd: exec.Command(of.Command[0], of.Command[1:]...)}
	p.cmd.Env = append(Clean(os.Environ()), of.Env...)
	p.cmd.Stdout, p.cmd.Stderr = of.Out, of.Out
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: cmp.Or(of.End, syscall.SIGKILL), Setpgid: of.Apart}
	started := make(chan error, 1)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := p.cmd.Start()
		started <- err
		if err == nil {
			p.Err = p.cmd.Wait()
			close(p.Ended)
		}
	}()
	if err := <-started; err != nil {
		return nil, fmt.Errorf("%s: %w", of.Name, err)
	}
	return p, nil
}

// Clean returns an environment without settings of the product and of the
// libraries.
func Clean(environ []string) []string {
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

// PID returns the process's id.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// Signal sends the process a signal.
func (p *Process) Signal(s syscall.Signal) error {
	if err := p.cmd.Process.Signal(s); err != nil {
		return fmt.Errorf("%s of %s: %w", s, p.Name, err)
	}
	return nil
}

// Kill ends the process in any state, even frozen, and waits for its end. p
// may be nil.
func (p *Process) Kill() {
	if p == nil {
		return
	}
	select {
	case <-p.Ended:
		return
	default:
	}
	_ = p.cmd.Process.Signal(syscall.SIGCONT) // it may end in between
	_ = p.cmd.Process.Kill()
	<-p.Ended
}
