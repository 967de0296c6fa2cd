package embedded

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
)

func TestLogLines(t *testing.T) {
	var out bytes.Buffer
	log := slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelInfo}))
	var last tail
	copyLog(strings.NewReader(strings.Join([]string{
		"postmaster: LOG:  database system is ready to accept connections",
		"client backend: FATAL:  the database system is starting up",
		"autovacuum worker: WARNING:  worker took too long",
		"postmaster: FATAL:  could not map shared memory",
		"startup: PANIC:  could not locate a valid checkpoint record",
		strings.Repeat("x", 2<<20), // must neither block nor break
	}, "\n")), log, &last)
	got := out.String()
	for _, want := range []string{"level=WARN", "worker took too long", "level=ERROR", "could not map", "valid checkpoint"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in:\n%s", want, got)
		}
	}
	if strings.Contains(got, "starting up") || strings.Contains(got, "ready to accept") {
		t.Errorf("chatter in the log:\n%s", got)
	}
	if !strings.Contains(last.text(), "ready to accept") {
		t.Errorf("the tail lost its lines: %q", last.text())
	}
}

func TestTailIsBounded(t *testing.T) {
	var last tail
	for range 100 {
		last.add("line")
	}
	if n := strings.Count(last.text(), "line"); n != 10 {
		t.Errorf("%d lines kept", n)
	}
}
