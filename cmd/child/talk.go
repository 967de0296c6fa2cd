package child

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
)

// longest bounds a line that a program says, in bytes.
const longest = 4 << 20

// Talk is a program that is told lines and answers in lines.
type Talk struct {
	// Lines are what it says; closed after the last. Somebody must read them.
	Lines chan string

	in  io.WriteCloser
	cmd *exec.Cmd
}

// Open starts the command.
func Open(command *exec.Cmd) (*Talk, error) {
	in, err := command.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("talk to %s: %w", command.Path, err)
	}
	out, err := command.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("hear %s: %w", command.Path, err)
	}
	if err := command.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", command.Path, err)
	}
	t := &Talk{Lines: make(chan string, 4096), in: in, cmd: command}
	go func() {
		defer close(t.Lines)
		lines := bufio.NewScanner(out)
		lines.Buffer(nil, longest)
		for lines.Scan() {
			t.Lines <- lines.Text()
		}
	}()
	return t, nil
}

// Say tells the program a line.
func (t *Talk) Say(line string) error {
	_, err := io.WriteString(t.in, line+"\n")
	return err
}

// Hush tells the program that no more is said to it.
func (t *Talk) Hush() { _ = t.in.Close() } // it may have ended

// Wait gives how the program ended; all of Lines must have been read.
func (t *Talk) Wait() error { return t.cmd.Wait() }

// Code is with what the program ended, after Wait.
func (t *Talk) Code() int { return t.cmd.ProcessState.ExitCode() }

// Kill ends the program.
func (t *Talk) Kill() { _ = t.cmd.Process.Kill() } // it may have ended
