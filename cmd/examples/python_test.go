package examples_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestPythonClientRunsAgainstTheProduct runs the python-socketio session of
// cmd/conformance/python against the product.
func TestPythonClientRunsAgainstTheProduct(t *testing.T) {
	const want = `connect_error with data
snapshots in acks
refusals in acks
changes with their offset
recovery by pid and offset
commands
done`
	t.Parallel()
	p := start(t)
	admin := signIn(p, "admin@demo.test")
	for _, transport := range []string{"websocket", "polling", "upgrade"} {
		t.Run(transport, func(t *testing.T) { // in sequence: each reads all changes of contacts
			session := exec.CommandContext(t.Context(), python(t), filepath.Join(root, "cmd/conformance/python/session.py"), "product", transport, p.URL, admin.Token)
			var complaints strings.Builder
			session.Stderr = &complaints
			said, err := session.Output()
			if got := strings.TrimSpace(string(said)); err != nil || got != want {
				t.Errorf("the session ended with %v after\n%s\n%s", err, got, complaints.String())
			}
		})
	}
}
