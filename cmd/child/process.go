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

// Program says what to run.
type Program struct {
	// Name is what people call the process.
	Name string
	// Command is the program's path with its arguments.
	Command []string
	// Env are settings beside the environment of this process (Clean).
	Env []string
	// Out gets what it prints.
	Out io.Writer
	// End is what it is sent when this process ends, SIGKILL by default: a program that has
	// children of its own needs time to end them.
	End syscall.Signal
	// Apart gives it a group of its own: an interrupt at the terminal doesn't reach it.
	Apart bool
}

// Process is a running program.
type Process struct {
	Name string
	// Ended is closed when it has ended; then Err tells how.
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

// Clean is an environment without settings of the product and of the libraries.
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

// PID is the process's id.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// Signal sends the process a signal.
func (p *Process) Signal(s syscall.Signal) error {
	if err := p.cmd.Process.Signal(s); err != nil {
		return fmt.Errorf("%s of %s: %w", s, p.Name, err)
	}
	return nil
}

// Kill ends the process whatever it does, frozen included, and waits for its end. nil has
// none.
func (p *Process) Kill() {
	if p == nil {
		return
	}
	select {
	case <-p.Ended:
		return
	default:
	}
	_ = p.cmd.Process.Signal(syscall.SIGCONT) // it may end meanwhile
	_ = p.cmd.Process.Kill()
	<-p.Ended
}
