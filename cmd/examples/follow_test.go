package examples_test

import (
	"net/http"
	"strings"
	"testing"

	"switchboard/cmd/switchboard/demo"
	"switchboard/storage/cabletest"
)

const nothing = "nothing of the kind"

// TestTheExamplesFollow covers all that docs/realtime.md promises: snapshot,
// changes, a command, a disconnect, and a server that no longer knows the
// session.
func TestTheExamplesFollow(t *testing.T) {
	for language, run := range runs {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			examplesFollow(t, func(args ...string) *program { return follow(t, run(t, args...)) })
		})
	}
}

func examplesFollow(t *testing.T, run func(args ...string) *program) {
	link := cabletest.Lay(t, "")
	url := "http://" + link.Addr()
	p := start(t, url)
	link.Lead(p.Host())
	admin := signIn(p, "admin@demo.test")
	example := run(url, "agent1@demo.test", demo.Password)
	example.wait("connected", "recovered")
	example.waitForBoth("snapshot calls", "snapshot object:contact")

	contact := admin.contact("Juniper Vale")
	if line := example.wait("created contact "+contact, nothing); !strings.Contains(line, "v1 ") || !strings.Contains(line, "Juniper Vale") {
		t.Errorf("got %s", line)
	}
	admin.rename(contact, "Juniper Grove")
	if line := example.wait("updated contact "+contact, nothing); !strings.Contains(line, "v2 ") || !strings.Contains(line, "Juniper Grove") {
		t.Errorf("got %s", line)
	}

	example.say("dial +12065550177")
	answered, announced := example.waitForBoth("dialled ", "created call ")
	call := strings.TrimPrefix(answered, "dialled ")
	if !strings.HasPrefix(announced, "created call "+call+" ") || !strings.Contains(announced, "command=") {
		t.Errorf("the change names the call %s and the command that made it: %s", call, announced)
	}

	// The link is cut, and much changes in the meantime.
	link.Hold()
	link.Cut()
	example.wait("disconnected", nothing)
	missed := admin.contact("While You Were Out")
	admin.rename(contact, "Juniper Marsh")
	admin.Must(http.MethodDelete, "/v1/object/contact/"+missed, nil, nil)
	link.Pass()
	// Entries from before the reconnect precede the word, later ones follow
	// live; all in order.
	var inOrder []string
	recovered := false
	for len(inOrder) < 3 || !recovered {
		line := example.waitFor("recovered", "connected", "created contact", "updated contact", "removed contact")
		switch words := strings.Fields(line); words[0] {
		case "recovered":
			recovered = true
		case "connected":
			t.Fatal("the session was not recovered")
		default:
			inOrder = append(inOrder, strings.Join(words[:3], " "))
		}
	}
	want := []string{"created contact " + missed, "updated contact " + contact, "removed contact " + missed}
	if strings.Join(inOrder, ", ") != strings.Join(want, ", ") {
		t.Errorf("the missed changes came as %q, want %q", inOrder, want)
	}
	example.say("refresh")
	example.wait("refreshed until", "snapshot")

	// Another server with other keys: neither token nor session is valid any
	// more.
	link.Hold()
	link.Cut()
	p.Restart()
	admin = signIn(p, "admin@demo.test")
	admin.rename(contact, "Juniper Fen")
	link.Pass()
	example.wait("refused unauthenticated", "recovered")
	example.wait("connected", "recovered")
	example.waitForBoth("snapshot calls", "snapshot object:contact")
	admin.rename(contact, "Juniper Hill")
	if line := example.wait("updated contact "+contact, nothing); !strings.Contains(line, "Juniper Hill") {
		t.Errorf("got %s", line)
	}

	// Permissions are revoked, and then the account is disabled: the example
	// notices each.
	agent := map[string]any{"id": signIn(p, "agent1@demo.test").me()}
	agent["permissions"] = []string{}
	admin.Must(http.MethodPatch, "/v1/object/user", agent, nil)
	example.wait("no object:contact", nothing)
	delete(agent, "permissions")
	agent["is_active"] = false
	admin.Must(http.MethodPatch, "/v1/object/user", agent, nil)
	example.wait("notice disabled", nothing)
	example.ends(1)
}

// waitFor returns the next line with one of the prefixes.
func (p *program) waitFor(words ...string) string {
	p.t.Helper()
	for {
		line := p.wait("", nothing)
		for _, w := range words {
			if strings.HasPrefix(line, w) {
				return line
			}
		}
	}
}

// waitForBoth reads two lines in either order.
func (p *program) waitForBoth(one, other string) (first, second string) {
	p.t.Helper()
	line := p.waitFor(one, other)
	if strings.HasPrefix(line, one) {
		return line, p.wait(other, nothing)
	}
	return p.wait(one, nothing), line
}
