package smoke_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"switchboard/hub/sockettest"
	"switchboard/hub/wire"
	"switchboard/storage/id"
	"switchboard/storage/waittest"
)

// liveTexts are live queries of every kind: plain, with all fields, grouped,
// joined, with names of other records, sub-selects, distinct, by day, and
// with a single number.
var liveTexts = []string{
	"SELECT * FROM contact ORDER BY modified_date DESC LIMIT 5",
	"SELECT id, name, company, owner FROM contact WHERE company = 'Acme Live' ORDER BY name, id LIMIT 50",
	"SELECT id, name, company FROM contact WHERE company = 'Acme Live'",
	"SELECT id, name FROM contact WHERE company IN ('Acme Live', 'Vassar Live') ORDER BY name DESC LIMIT 3",
	"SELECT company, COUNT(*) AS n FROM contact WHERE company LIKE 'live' GROUP BY company ORDER BY company",
	"SELECT name, owner.name AS who FROM contact WHERE name LIKE 'Live' ORDER BY name, who",
	"SELECT contact.name, note.name AS about FROM contact JOIN note ON note.related_to.id = contact.id WHERE contact.name LIKE 'Live' ORDER BY contact.name, about",
	"SELECT id, name FROM contact WHERE company = 'Vassar Live' AND id NOT IN (SELECT contact FROM call) ORDER BY name LIMIT 10",
	"SELECT id, name FROM user ORDER BY name",
	"SELECT body, user FROM chat_message ORDER BY created_date DESC LIMIT 10",
	"SELECT COUNT(*) AS n FROM contact WHERE created_date = TODAY",
	"SELECT DISTINCT company FROM contact WHERE company LIKE 'live'",
	"SELECT id, name, related_to FROM note ORDER BY created_date DESC LIMIT 10",
}

// watcher is a user who follows live queries on a socket.
type watcher struct {
	*desk

	socket *socket
	read   int // frames read from the socket
	held   map[string]*liveHeld
}

type liveHeld struct {
	sockettest.Result

	text   string
	resync bool   // must be subscribed again
	why    string // why it cannot be
	word   string // the error word of why
}

// asks runs a query, and makes it live if live is true.
func (d *desk) asks(text string, live bool) (rows []json.RawMessage, header http.Header, status int) {
	d.T.Helper()
	raw, header, status := d.answered(text, live)
	if status == http.StatusOK && json.Unmarshal(raw, &rows) != nil {
		d.T.Fatalf("%s: %s", text, raw)
	}
	return rows, header, status
}

// answered returns the result of a query, or its refusal.
func (d *desk) answered(text string, live bool) (raw []byte, header http.Header, status int) {
	d.T.Helper()
	body := bytes.NewBufferString(encode(d.T, map[string]any{"query": text, "live": live}))
	r, err := http.NewRequestWithContext(d.T.Context(), http.MethodPost, d.URL+"/v1/query", body)
	if err != nil {
		d.T.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+d.Token)
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		d.T.Fatal(err)
	}
	defer answer.Body.Close()
	if raw, err = io.ReadAll(answer.Body); err != nil {
		d.T.Fatal(err)
	}
	return raw, answer.Header, answer.StatusCode
}

// watch makes those queries live that may be.
func (d *desk) watch(texts ...string) *watcher {
	w := &watcher{desk: d, held: map[string]*liveHeld{}}
	for _, text := range texts {
		if _, header, status := d.asks(text, true); status == http.StatusOK {
			w.held[header.Get("X-Topic")] = &liveHeld{text: text, resync: true}
		}
	}
	w.socket = d.connect()
	return w
}

// follow applies received events, and subscribes when asked to.
func (w *watcher) follow() {
	w.T.Helper()
	w.take()
	for topic, h := range w.held {
		if !h.resync {
			continue
		}
		var ack struct {
			OK       bool               `json:"ok"`
			Snapshot wire.QuerySnapshot `json:"snapshot"`
			Error    wire.Problem       `json:"error"`
		}
		h.resync = false
		w.socket.ask("subscribe", map[string]string{"topic": topic}, &ack)
		h.Result = sockettest.Result{Number: ack.Snapshot.Number, Rows: ack.Snapshot.Rows, Total: ack.Snapshot.Total}
		h.why, h.word = ack.Error.Detail, ack.Error.Word
	}
	w.take()
}

func (w *watcher) take() {
	w.T.Helper()
	w.socket.mu.Lock()
	frames := slices.Clone(w.socket.heard[w.read:])
	w.read = len(w.socket.heard)
	w.socket.mu.Unlock()
	for _, frame := range frames {
		var e wire.RowsEvent
		switch body, is := strings.CutPrefix(frame, `42["rows",`); {
		case is:
			if err := json.Unmarshal([]byte(strings.TrimSuffix(body, "]")), &e); err != nil {
				w.T.Fatalf("%s: %v", frame, err)
			}
			h := w.held[e.Topic]
			follows, err := h.Apply(e)
			if err != nil {
				w.T.Fatalf("%s: %v", frame, err)
			}
			h.resync = h.resync || !follows // it belongs to another subscription
		case strings.HasPrefix(frame, `42["resync",`):
			body = strings.TrimSuffix(strings.TrimPrefix(frame, `42["resync",`), "]")
			if json.Unmarshal([]byte(body), &e) == nil && w.held[e.Topic] != nil {
				w.held[e.Topic].resync = true
			}
		}
	}
}

func laidOver(t *testing.T, under, over json.RawMessage) json.RawMessage {
	t.Helper()
	out := map[string]json.RawMessage{}
	for _, raw := range []json.RawMessage{under, over} {
		if err := json.Unmarshal(raw, &out); err != nil {
			t.Fatalf("%s: %v", raw, err)
		}
	}
	return json.RawMessage(encode(t, out))
}

// differs describes the first query whose copy differs from a fresh run.
func (w *watcher) differs() string {
	w.T.Helper()
	for _, h := range w.held {
		// A refused query is retried when the topic me announces changed
		// rights.
		h.resync = h.resync || h.why != ""
	}
	w.follow()
	for _, h := range w.held {
		rows, header, status := w.asks(h.text, false)
		if status != http.StatusOK {
			if h.why == "" {
				return fmt.Sprintf("%s is refused with %d, and %d rows are held", h.text, status, len(h.Rows))
			}
			continue
		}
		fresh, held := make([]string, 0, len(rows)), make([]string, 0, len(h.Rows))
		for _, row := range rows {
			fresh = append(fresh, string(laidOver(w.T, json.RawMessage("{}"), row)))
		}
		for _, row := range h.Rows {
			held = append(held, string(laidOver(w.T, json.RawMessage("{}"), row.Row)))
		}
		if total := header.Get("X-Total-Count"); !slices.Equal(fresh, held) || header.Get("X-Total-Estimated") == "" && total != strconv.FormatInt(h.Total, 10) {
			return w.me().String() + " " + fmt.Sprintf("%s\nholds %d of %d %v\nfresh %d of %s %v\n%s", h.text, len(held), h.Total, held, len(fresh), total, fresh, h.why)
		}
	}
	return ""
}

// After any writes by any user, disconnects, a restart and changed rights,
// the copy of every live query equals a fresh run.
func TestLiveQueriesAreWhatAFreshRunAnswers(t *testing.T) {
	p := start(t, nil)
	admin := p.signIn("admin")
	seed := uint64(time.Now().UnixNano())
	if given, err := strconv.ParseUint(os.Getenv("SWITCHBOARD_SEED"), 10, 64); err == nil {
		seed = given
	}
	random := rand.New(rand.NewPCG(seed, 1))
	t.Logf("SWITCHBOARD_SEED=%d", seed)
	agent := p.signIn("agent1")
	waittest.Until(t, "the demo's past, which is written without being announced", func() bool {
		rows, _, _ := admin.asks("SELECT id FROM twilio_conversation LIMIT 1", false)
		return len(rows) == 1
	})
	plain := p.plain(admin)
	w := &liveWriter{admin: admin, random: random, owners: []id.ID{agent.me(), plain.me(), admin.me()}}
	w.set = admin.create("permission", map[string]any{"name": "Live set", "object_permissions": map[string]any{"contact": map[string]any{"read": true}}})
	w.team = admin.create("team", map[string]any{"name": "Live team"})
	// One of them sees contacts by a set that changes.
	w.change("user", map[string]any{"id": plain.me(), "permissions": []id.ID{w.set}, "teams": []id.ID{w.team}})
	waittest.Until(t, "the rights", func() bool {
		return plain.Request(http.MethodGet, "/v1/object/contact?limit=1", nil, nil) == http.StatusOK
	})
	watchers := []*watcher{admin.watch(liveTexts...), agent.watch(liveTexts...), plain.watch(liveTexts...)}
	w.chat = admin.create("chat", map[string]any{"name": "Live chat", "members": []id.ID{admin.me(), agent.me()}})
	for round := range 8 {
		for range 12 {
			w.write()
			if random.IntN(4) == 0 {
				one := watchers[random.IntN(len(watchers))]
				one.follow()
			}
		}
		switch round {
		case 2: // a disconnect
			one := watchers[random.IntN(len(watchers))]
			one.again()
		case 4: // subscriptions survive a restart
			p.Restart()
			for _, one := range watchers {
				one.again()
			}
		}
		waittest.UntilNil(t, "everybody to hold what is there", func() error {
			for _, one := range watchers {
				if differs := one.differs(); differs != "" {
					return errors.New(differs)
				}
			}
			return nil
		})
	}
}

// again reconnects: all queries must be resynced, whether or not the session
// is recovered.
func (w *watcher) again() {
	w.T.Helper()
	pid := w.socket.pid
	w.socket.close()
	auth := map[string]any{"pid": pid, "offset": "0", "topics": slices.Collect(maps.Keys(w.held))}
	w.socket, w.read = w.connectWith(auth), 0
	if w.socket.pid != pid {
		for _, h := range w.held {
			h.resync = true
		}
		return
	}
	waittest.Until(w.T, "a resync", func() bool {
		w.take()
		return !slices.ContainsFunc(slices.Collect(maps.Values(w.held)), func(h *liveHeld) bool { return !h.resync })
	})
}

// liveWriter changes the records that live queries read, and the rights to
// them.
type liveWriter struct {
	admin           *desk
	random          *rand.Rand
	owners          []id.ID
	set, team, chat id.ID
	contacts        []id.ID
	made            int
}

func (w *liveWriter) some(list ...string) string { return list[w.random.IntN(len(list))] }

func (w *liveWriter) change(object string, fields map[string]any) {
	w.admin.T.Helper()
	if status := w.admin.Request(http.MethodPatch, "/v1/object/"+object, fields, nil); status != http.StatusOK {
		w.admin.T.Fatalf("change %s by %v: %d", object, fields, status)
	}
}

func (w *liveWriter) write() {
	w.admin.T.Helper()
	w.made++
	name := fmt.Sprintf("Live %c%d", 'a'+rune(w.random.IntN(26)), w.made)
	company := w.some("Acme Live", "Vassar Live", "Elsewhere")
	owner := w.owners[w.random.IntN(len(w.owners))]
	k := w.random.IntN(20)
	if len(w.contacts) == 0 {
		k = 0
	}
	switch {
	case k < 4:
		w.contacts = append(w.contacts, w.admin.create("contact", map[string]any{"name": name, "company": company, "owner": owner}))
		return
	case k < 6:
		w.admin.create("note", map[string]any{"name": name, "notes": "x", "related_to": map[string]any{"schema": "contact", "id": w.contacts[w.random.IntN(len(w.contacts))]}})
		return
	case k == 6:
		w.admin.create("chat_message", map[string]any{"name": name, "chat": w.chat, "body": name})
		return
	case k == 7:
		w.change("user", map[string]any{"id": owner, "name": name})
		return
	case k == 8:
		w.change("team", map[string]any{"id": w.team, "members": w.owners[:w.random.IntN(3)]})
		return
	case k == 9:
		w.change("chat", map[string]any{"id": w.chat, "private": w.random.IntN(2) == 0, "members": w.owners[w.random.IntN(3):]})
		return
	case k == 10:
		w.change("permission", map[string]any{
			"id": w.set, "scopes": map[string]string{"contact": w.some("all", "team", "own")},
			"object_permissions": map[string]any{"contact": map[string]any{"read": w.random.IntN(4) > 0}},
		})
		return
	case k == 11:
		i := w.random.IntN(len(w.contacts))
		if status := w.admin.Request(http.MethodDelete, "/v1/object/contact/"+string(w.contacts[i]), nil, nil); status >= http.StatusBadRequest {
			w.admin.T.Fatalf("delete: %d", status)
		}
		w.contacts = slices.Delete(w.contacts, i, i+1)
		return
	}
	fields := map[string]any{"id": w.contacts[w.random.IntN(len(w.contacts))]}
	if w.random.IntN(2) == 0 {
		fields["name"] = name
	}
	if w.random.IntN(3) == 0 {
		fields["company"] = company
	}
	if w.random.IntN(3) == 0 {
		fields["owner"] = owner
	}
	fields["last_name"] = name
	w.change("contact", fields)
}
