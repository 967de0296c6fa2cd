package python_test

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// maxWait bounds a whole session.
const maxWait = time.Minute

// steps are the expected lines of a session, by the mode of the conformance
// server.
var steps = map[string]string{
	"protocol": `connect with auth, two namespaces
connect_error
events and acks
binary events and acks
many events in order
disconnect and connect again
done`,
	"client": `the server asks for an ack
texts of all scripts
binary both ways
a namespace that refuses
a broken link is connected again
done`,
	"recovery": `a session is taken over with what it lacks
and goes on
a forged session is a new one
the server disconnects
done`,
}

func TestPythonSpeaksWithTheHub(t *testing.T) {
	interpreter := interpreter(t)
	server := filepath.Join(t.TempDir(), "conformance")
	if out, err := exec.Command("go", "build", "-o", server, "..").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for mode, want := range steps {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			url := serve(t, server, mode)
			for _, transport := range []string{"websocket", "polling", "upgrade"} {
				t.Run(transport, func(t *testing.T) {
					ctx, cancel := context.WithTimeout(t.Context(), maxWait)
					defer cancel()
					session := exec.CommandContext(ctx, interpreter, "session.py", mode, transport, url)
					var complaints strings.Builder
					session.Stderr = &complaints
					said, err := session.Output()
					if got := strings.TrimSpace(string(said)); err != nil || got != want {
						t.Errorf("the session ended with %v after\n%s\n%s", err, got, complaints.String())
					}
				})
			}
		})
	}
}

// interpreter finds a Python with python-socketio, which the set-up installs.
func interpreter(t *testing.T) string {
	t.Helper()
	found, err := exec.Command("../../../.ci/setup.sh", "python").Output()
	if err != nil {
		t.Fatalf("no Python with python-socketio, websocket-client and requests: run .ci/setup.sh test (%v)", err)
	}
	return strings.TrimSpace(string(found))
}

// serve runs the conformance server in a mode until the test ends.
func serve(t *testing.T, program, mode string) (url string) {
	t.Helper()
	server := exec.Command(program, "--addr", "127.0.0.1:0", "--mode", mode)
	out, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Process.Signal(os.Interrupt); err != nil {
			t.Error(err)
		}
		if err := server.Wait(); err != nil {
			t.Errorf("the server ended with %v", err)
		}
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return "http://" + strings.TrimPrefix(strings.TrimSpace(line), "listening on ")
}
