package examples_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"switchboard/cmd/child"
	"switchboard/storage/logtest"
)

// root is the project's folder.
const root = "../.."

// program is a running example.
type program struct {
	t    *testing.T
	talk *child.Talk
	code int // the expected exit code
}

// runs are the examples, by language.
var runs = map[string]func(t *testing.T, args ...string) *exec.Cmd{
	"JavaScript": func(t *testing.T, args ...string) *exec.Cmd {
		t.Helper()
		return javascript(t, "follow.mjs", args...)
	},
	"Python": func(t *testing.T, args ...string) *exec.Cmd {
		t.Helper()
		return exec.Command(python(t), append([]string{"follow.py"}, args...)...)
	},
}

// javascript runs a file in a project of its own, with the packages of the UI.
func javascript(t *testing.T, file string, args ...string) *exec.Cmd {
	t.Helper()
	home := t.TempDir()
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(home, file), source, 0o600); err != nil {
		t.Fatal(err)
	}
	modules, err := filepath.Abs(filepath.Join(root, "ui/node_modules"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(modules, filepath.Join(home, "node_modules")); err != nil {
		t.Fatal(err)
	}
	return exec.Command("node", append([]string{filepath.Join(home, file)}, args...)...)
}

// python finds a Python with python-socketio, which the set-up installs.
func python(t *testing.T) string {
	t.Helper()
	found, err := exec.Command(filepath.Join(root, ".ci/setup.sh"), "python").Output()
	if err != nil {
		t.Fatalf("no Python with python-socketio, websocket-client and requests: run .ci/setup.sh test (%v)", err)
	}
	return strings.TrimSpace(string(found))
}

// follow starts an example; it must have succeeded when the test ends.
func follow(t *testing.T, command *exec.Cmd) *program {
	t.Helper()
	complaints := &logtest.Text{}
	command.Stderr = complaints
	talk, err := child.Open(command)
	if err != nil {
		t.Fatal(err)
	}
	p := &program{t: t, talk: talk}
	t.Cleanup(func() {
		talk.CloseInput()
		late := time.AfterFunc(maxWait, talk.Kill)
		defer late.Stop()
		for line := range talk.Lines {
			t.Log(line)
		}
		if err := talk.Wait(); talk.Code() != p.code {
			t.Errorf("the example ended with %v, want %d", err, p.code)
		}
		if text := complaints.String(); text != "" {
			t.Errorf("the example complained: %s", text)
		}
	})
	return p
}

// ends waits until the program exits with a code.
func (p *program) ends(code int) {
	p.t.Helper()
	p.code = code
	deadline := time.After(maxWait)
	for {
		select {
		case line, ok := <-p.talk.Lines:
			if !ok {
				return
			}
			p.t.Log(line)
		case <-deadline:
			p.t.Fatal("the example did not end")
		}
	}
}

// say writes a line to the program.
func (p *program) say(line string) {
	p.t.Helper()
	if err := p.talk.Send(line); err != nil {
		p.t.Fatal(err)
	}
}

// wait returns the next line with the prefix, and drops those before it;
// never is the prefix of a line that must not come.
func (p *program) wait(words, never string) string {
	p.t.Helper()
	deadline := time.After(maxWait)
	for {
		select {
		case line, ok := <-p.talk.Lines:
			if !ok {
				p.t.Fatalf("the example ended before %q", words)
			}
			p.t.Log(line)
			if never != "" && strings.HasPrefix(line, never) {
				p.t.Fatalf("got %q before %q", line, words)
			}
			if strings.HasPrefix(line, words) {
				return line
			}
		case <-deadline:
			p.t.Fatalf("the example never said %q", words)
		}
	}
}
