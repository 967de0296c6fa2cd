package examples_test

import (
	"bufio"
	"strings"
	"testing"
	"time"
)

// TestTheQuickExampleShowsAChange runs the example with which docs/realtime.md begins.
func TestTheQuickExampleShowsAChange(t *testing.T) {
	t.Parallel()
	p := start(t)
	admin := signIn(p, "admin@demo.test")
	quick := javascript(t, "quick.mjs", p.URL, admin.Token)
	out, err := quick.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := quick.Start(); err != nil {
		t.Fatal(err)
	}
	defer quick.Wait()
	late := time.AfterFunc(20*time.Second, func() { _ = quick.Process.Kill() })
	defer late.Stop()
	defer quick.Process.Kill()

	lines := bufio.NewScanner(out)
	if !lines.Scan() || lines.Text() != "following contacts" {
		t.Fatalf("the example said %q first", lines.Text())
	}
	contact := admin.contact("Juniper Vale")
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "created "+contact+" ") {
			return
		}
	}
	t.Error("the example did not show the new contact")
}
