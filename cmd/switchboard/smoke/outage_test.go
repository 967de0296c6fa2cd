package smoke_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"go.uber.org/goleak"

	"switchboard/cmd/producttest"
	"switchboard/cmd/switchboard/app"
	"switchboard/hub/wire"
	"switchboard/storage/waittest"
)

// postmaster returns the process id of the embedded database.
func (p *product) postmaster() int {
	p.T.Helper()
	raw, err := os.ReadFile(filepath.Join(p.Dir, "postgres", "cluster", "postmaster.pid"))
	if err != nil {
		return 0
	}
	line, _, _ := strings.Cut(string(raw), "\n")
	pid, err := strconv.Atoi(line)
	if err != nil {
		return 0
	}
	return pid
}

func (p *product) ready() int {
	p.T.Helper()
	response, err := http.Get(p.URL + "/readyz")
	if err != nil {
		p.T.Fatal(err)
	}
	_ = response.Body.Close()
	return response.StatusCode
}

// The embedded database is killed during work: the product reports that it is
// not ready, restarts it, and open connections continue.
func TestTheEmbeddedDatabaseIsRestarted(t *testing.T) {
	p := &product{Product: producttest.New(t)}
	p.DSN = ""
	p.Run(producttest.Loopback)
	agent := p.signIn("agent1")
	socket := agent.connect("object:contact")
	socket.wait("a contact before", of(agent.newContact("Before")))
	pid := p.postmaster()
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	waittest.Until(t, "another database process", func() bool { now := p.postmaster(); return now != 0 && now != pid })
	waittest.Until(t, "readiness", func() bool { return p.ready() == http.StatusOK })
	waittest.Until(t, "a write to be taken", func() bool {
		return agent.Status(http.MethodPost, "/v1/object/contact", map[string]string{"name": "Taken"}) == http.StatusOK
	})
	socket.wait("the new contact", func(c wire.Change) bool { return string(c.Fields["name"]) == `"Taken"` })
	if err := p.Failure(); err != nil {
		t.Errorf("the product gave up: %v", err)
	}
}

// An external database ends every session: all components reconnect.
func TestTheProductReconnectsToItsDatabase(t *testing.T) {
	p := start(t, nil)
	agent := p.signIn("agent1")
	socket := agent.connect("object:contact")
	for range 3 {
		socket.forget()
		p.sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`)
		waittest.Until(t, "readiness", func() bool { return p.ready() == http.StatusOK })
		// Connections in the pool fail once; a client retries.
		waittest.Until(t, "a write to be taken", func() bool {
			return agent.Status(http.MethodPost, "/v1/object/contact", map[string]string{"name": "Taken"}) == http.StatusOK
		})
		socket.wait("the new contact", func(c wire.Change) bool { return string(c.Fields["name"]) == `"Taken"` })
	}
	admin := p.signIn("admin")
	_, call := admin.outside("+12065559401")
	agent.becomes(call, "ringing")
}

// A stop ends everything that Run began, with sockets open and work in
// progress.
func TestAStopLeavesNothingBehind(t *testing.T) {
	p := startAlone(t, func(m *app.Main) { m.Demo = true })
	p.Stop() // what the test's own database keeps running exists by now
	http.DefaultClient.CloseIdleConnections()
	before := goleak.IgnoreCurrent()
	p.Run(producttest.Loopback)
	admin := p.signIn("admin")
	for range 10 {
		admin.connect("me", "calls", "calls:all", "feed", "presence")
	}
	_, call := admin.outside("+12065559501")
	admin.becomes(call, "ringing")
	p.Stop()
	admin.phone.Close()
	http.DefaultClient.CloseIdleConnections()
	goleak.VerifyNone(t, before)
}
