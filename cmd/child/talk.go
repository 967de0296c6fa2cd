package child

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
)

// longest bounds a line of output, in bytes.
const longest = 4 << 20

// Talk is a program that exchanges lines.
type Talk struct {
	// Lines is its output, closed after the last line. It must be read.
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

// Send writes a line to the program.
func (t *Talk) Send(line string) error {
	_, err := io.WriteString(t.in, line+"\n")
	return err
}

// CloseInput closes the program's standard input.
func (t *Talk) CloseInput() { _ = t.in.Close() } // it may have ended

// Wait returns how the program ended; all of Lines must have been read.
func (t *Talk) Wait() error { return t.cmd.Wait() }

// Code returns the exit code, after Wait.
func (t *Talk) Code() int { return t.cmd.ProcessState.ExitCode() }

// Kill ends the program.
func (t *Talk) Kill() { _ = t.cmd.Process.Kill() } // it may have ended
