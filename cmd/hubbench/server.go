//go:build linux

package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// server is a program to measure.
type server struct {
	name    string
	command []string
	// rooms means that it supports join(room) and publish(room, data);
	// otherwise the hub's own subscribe and a publish that goes through the
	// log.
	rooms bool
	// recovers means that a returning session receives what it missed.
	recovers bool
}

// process is a running server.
type process struct {
	command *exec.Cmd
	addr    string
}

func (s server) start(ctx context.Context) (*process, error) {
	c := exec.CommandContext(ctx, s.command[0], s.command[1:]...)
	c.Stderr = os.Stderr
	out, err := c.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, err
	}
	p := &process{command: c}
	lines := bufio.NewReader(out)
	line, err := lines.ReadString('\n')
	addr, found := strings.CutPrefix(strings.TrimSpace(line), "listening on ")
	if err != nil || !found {
		p.stop()
		return nil, fmt.Errorf("it said %q instead of its address: %w", line, err)
	}
	go func() { _, _ = io.Copy(io.Discard, lines) }()
	p.addr = addr
	return p, nil
}

func (p *process) stop() {
	_ = p.command.Process.Kill()
	_ = p.command.Wait()
}

// clockTick is the unit of /proc/<pid>/stat on Linux (USER_HZ).
const clockTick = 10 * time.Millisecond

var errStat = errors.New("can't read the process's statistics")

// cpu returns the processor time used so far, user and system.
func (p *process) cpu() (time.Duration, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.command.Process.Pid))
	if err != nil {
		return 0, err
	}
	_, rest, ok := strings.Cut(string(text), ") ")
	fields := strings.Fields(rest)
	if !ok || len(fields) < 13 {
		return 0, errStat
	}
	user, err1 := strconv.Atoi(fields[11])
	system, err2 := strconv.Atoi(fields[12])
	return time.Duration(user+system) * clockTick, errors.Join(err1, err2)
}

// memory returns the resident memory after a collection.
func (p *process) memory() (int, error) {
	if err := p.command.Process.Signal(syscall.SIGUSR2); err != nil {
		return 0, err
	}
	time.Sleep(1500 * time.Millisecond) // there is no signal for the end of a collection
	return p.resident()
}

func (p *process) resident() (int, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.command.Process.Pid))
	if err != nil {
		return 0, err
	}
	_, rest, ok := strings.Cut(string(text), "VmRSS:")
	fields := strings.Fields(rest)
	if !ok || len(fields) == 0 {
		return 0, errStat
	}
	kib, err := strconv.Atoi(fields[0])
	return kib << 10, err
}
