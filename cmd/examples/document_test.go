package examples_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"switchboard/actors/features"
	"switchboard/hub/link"
	"switchboard/hub/topic"
	"switchboard/storage/fault"
)

func document(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/realtime.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestTheDocumentShowsTheTestedFiles compares the document's code with the file,
// byte for byte, and finds its links to the complete clients.
func TestTheDocumentShowsTheTestedFiles(t *testing.T) {
	text := document(t)
	code, err := os.ReadFile("quick.mjs")
	if err != nil {
		t.Fatal(err)
	}
	const begin = "```js\n"
	if n := strings.Count(text, begin); n != 1 {
		t.Errorf("the document has %d blocks of JavaScript", n)
	}
	_, shown, _ := strings.Cut(text, begin)
	shown, _, _ = strings.Cut(shown, "```\n")
	if shown != string(code) {
		t.Error("the document's JavaScript is not quick.mjs as it is: copy it there")
	}
	for _, file := range []string{"quick.mjs", "follow.mjs", "follow.py"} {
		if !strings.Contains(text, "](../cmd/examples/"+file+")") {
			t.Errorf("the document has no link to %s", file)
		}
	}
}

// TestTheDocumentIsComplete compares its tables with the code.
func TestTheDocumentIsComplete(t *testing.T) {
	text := document(t)
	for _, r := range link.Reasons() {
		status, back := "none", "no"
		if r.Status != 0 {
			status = fmt.Sprint(r.Status)
		}
		if r.Reconnect {
			back = "yes"
		}
		if row := fmt.Sprintf("| `%s` | %s | %s |", r.Code, status, back); !strings.Contains(text, row) {
			t.Errorf("the reasons lack %s", row)
		}
	}
	for _, code := range fault.Codes() {
		if !strings.Contains(text, "`"+string(code)+"`") {
			t.Errorf("the codes of errors lack %s", code)
		}
	}
	for _, kind := range topic.New(features.Registry()).Heads() {
		if !strings.Contains(text, "| `"+kind+"`") && !strings.Contains(text, "| `"+kind+":") {
			t.Errorf("the topics lack %s", kind)
		}
	}
}
