package embedded

import (
	"bufio"
	"context"
	"io"
	"log/slog"
	"strings"
	"sync"
)

// linePrefix puts the kind of process before each line of the server's log.
const linePrefix = "%b: "

// copyLog hands the server's lines to the logger. Errors of single statements
// are not among them (log_min_messages): the client that made them has them.
func copyLog(output io.Reader, log *slog.Logger, last *tail) {
	lines := bufio.NewScanner(output)
	lines.Buffer(make([]byte, 0, 4096), 1<<20)
	for lines.Scan() {
		line := lines.Text()
		last.add(line)
		level, text := parseLine(line)
		log.Log(context.Background(), level, "postgres: "+text)
	}
	if lines.Err() != nil {
		// A line beyond the buffer: the rest must still be read, else the server blocks.
		_, _ = io.Copy(io.Discard, output)
	}
}

// parseLine finds a line's weight. What a session dies of is told to its client
// too (the server is starting up, no such database), so it is none of ours.
func parseLine(line string) (slog.Level, string) {
	process, rest, _ := strings.Cut(line, ": ")
	severity, text, found := strings.Cut(rest, ":  ")
	if !found {
		return slog.LevelDebug, strings.TrimSpace(line)
	}
	switch {
	case severity == "PANIC", severity == "FATAL" && process != "client backend":
		return slog.LevelError, text
	case severity == "WARNING":
		return slog.LevelWarn, text
	}
	return slog.LevelDebug, text
}

// tail keeps the last lines for the error of a server that ends by itself.
type tail struct {
	mu    sync.Mutex
	lines []string
}

func (t *tail) add(line string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.lines) == 10 {
		t.lines = append(t.lines[:0], t.lines[1:]...)
	}
	t.lines = append(t.lines, line)
}

func (t *tail) text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.Join(t.lines, "; ")
}
