package cluster_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"switchboard/cmd/switchboard/demo"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/waittest"
)

// head returns the newest seq of the organization's log.
func (w *world) head(t testing.TB) int64 {
	t.Helper()
	return query(t, w.database, pgx.RowTo[int64], "select seq from core.log_head where organization_id = $1", demo.Organization.String())[0]
}

// settle waits until everything committed is in the log and every effect is
// done, except checks of calls that are not due yet.
func (w *world) settle(t testing.TB) {
	t.Helper()
	waittest.UntilNil(t, "outbox and effects to be empty", func() error {
		outbox := query(t, w.database, pgx.RowTo[int], "select count(*) from core.outbox")[0]
		effects := query(t, w.database, pgx.RowTo[string], `select concat_ws(' ', id, kind, actor, subject, state, 'attempts', attempts,
			'not before', not_before - now(), 'claimed until', claimed_until - now(), 'by', claimed_by, 'error', error)
			from core.effect where state in ('pending', 'running') and not (kind in ('call.look', 'call.ring_out') and attempts = 0) order by place`)
		if outbox+len(effects) > 0 {
			return fmt.Errorf("%d entries and %d effects are left: %s", outbox, len(effects), strings.Join(effects, "; "))
		}
		return nil
	})
}

// invariants checks what must hold after any fault. gaps allows sockets to
// have resynced instead of recovering.
func (w *world) invariants(t *testing.T, gaps bool) {
	t.Helper()
	w.nothingHappenedTwice(t) // before waiting: duplicated effects may never settle
	w.settle(t)
	head := w.head(t)
	log := w.log(t, head)
	w.acknowledgedIsLogged(t, log)
	w.loggedIsStored(t, log)
	w.threadsAreDense(t)
	w.effectsHappenedOnce(t)
	w.watchersReceivedAll(t, log, head, gaps)
	w.nodesAgree(t, head)
	w.ledger.note(func(l *ledger) {
		for _, refused := range l.refused {
			t.Errorf("refused: %s", refused)
		}
		l.refused = nil
	})
	t.Log(w.ledger.counts())
}

// log reads the organization's log since the watchers subscribed, up to head.
func (w *world) log(t testing.TB, head int64) []entry.Entry {
	t.Helper()
	type line struct {
		Seq   int64
		Entry []byte
	}
	lines := query(t, w.database, pgx.RowToStructByPos[line],
		"select seq, entry from core.event_log where organization_id = $1 and seq > $2 and seq <= $3 order by seq",
		demo.Organization.String(), w.since, head)
	out := make([]entry.Entry, len(lines))
	for i, l := range lines {
		var err error
		if out[i], err = entry.Decode(l.Entry); err != nil {
			t.Fatal(err)
		}
		out[i].Seq = l.Seq
		if want := w.since + int64(i) + 1; l.Seq != want {
			t.Fatalf("the log has %d where %d belongs", l.Seq, want)
		}
	}
	return out
}

// ended are the final statuses of a call.
var ended = []string{`"completed"`, `"canceled"`, `"failed"`, `"busy"`, `"no-answer"`}

// acknowledgedIsLogged verifies that each acknowledged command is in the log,
// and that no command changed a record twice.
func (w *world) acknowledgedIsLogged(t *testing.T, log []entry.Entry) {
	t.Helper()
	type change struct {
		command, object string
		id              id.ID
	}
	changes, commands := map[change]int64{}, map[string]bool{}
	over := map[id.ID]bool{} // calls that ended, for any reason
	for _, e := range log {
		if e.Object == "call" && slices.Contains(ended, string(e.After["status"])) {
			over[e.ID] = true
		}
		if e.Command == "" {
			continue
		}
		c := change{e.Command, e.Object, e.ID}
		if before, twice := changes[c]; twice {
			t.Errorf("command %s changed %s %s twice, at %d and %d (%s)", e.Command, e.Object, e.ID, before, e.Seq, e.Cause)
		}
		changes[c], commands[e.Command] = e.Seq, true
	}
	w.ledger.note(func(l *ledger) {
		for _, a := range l.commands {
			switch {
			case commands[a.command]:
			case a.what == "call.hangup" && over[a.id]: // it had already ended: nothing was left to do
				for _, e := range log {
					if e.ID == a.id {
						t.Logf("the call that %s found over: %d %s %s %s", a.command, e.Seq, e.At.Format("05.000"), e.Cause, e.After["status"])
					}
				}
			default:
				t.Errorf("%s %s of %s was acknowledged and is not in the log", a.what, a.command, a.id)
			}
		}
	})
}

// table returns the name of an object's table.
func table(object string) string {
	return "org_" + strings.ReplaceAll(demo.Organization.String(), "-", "") + "." + object
}

// loggedIsStored verifies that each entry is in its table once, with the last
// one's values and version.
func (w *world) loggedIsStored(t *testing.T, log []entry.Entry) {
	t.Helper()
	versions := map[string]map[id.ID]int64{}
	for _, e := range log {
		if versions[e.Object] == nil {
			versions[e.Object] = map[id.ID]int64{}
		}
		if before, known := versions[e.Object][e.ID]; e.Op == entry.Created && known || e.Op == entry.Updated && known && e.Version <= before {
			t.Errorf("%s %s: %s to version %d after %d, at %d", e.Object, e.ID, e.Op, e.Version, before, e.Seq)
		}
		versions[e.Object][e.ID] = e.Version
	}
	type stored struct {
		ID      string
		Version int64
		Company string
	}
	for _, object := range []string{"contact", "chat_message", "twilio_message", "call"} {
		company := "''"
		if object == "contact" {
			company = "coalesce(company, '')"
		}
		rows := map[id.ID]stored{}
		for _, r := range query(t, w.database, pgx.RowToStructByPos[stored],
			"select id::text, version, "+company+" from "+table(object)) {
			rows[id.ID(r.ID)] = r
		}
		for one, version := range versions[object] {
			// An update of internal fields alone is not in the log, and
			// receipts of texts and ends of calls continue after the load has
			// ended.
			settled := object == "contact" || object == "chat_message"
			if r, ok := rows[one]; !ok || r.Version < version || settled && r.Version != version {
				t.Errorf("%s %s is stored as %+v; the log ends at version %d", object, one, r, version)
			}
		}
		if object == "contact" {
			w.ledger.note(func(l *ledger) {
				for one, company := range l.contacts {
					if rows[one].Company != company {
						t.Errorf("contact %s: %q was acknowledged last, %q is stored", one, company, rows[one].Company)
					}
				}
			})
		}
	}
	for object, column := range map[string]string{"contact": "name", "chat_message": "body", "twilio_message": "body"} {
		for _, twice := range query(t, w.database, pgx.RowTo[string],
			"select "+column+" from "+table(object)+" where created_date > now() - interval '1 day' and "+column+
				` ~ '[0-9a-f]{8}-[0-9a-f]{4}-' group by 1 having count(*) > 1`) {
			t.Errorf("%s %q is stored twice", object, twice)
		}
	}
}

// threadsAreDense verifies that the messages of a thread are numbered without
// gaps or duplicates.
func (w *world) threadsAreDense(t *testing.T) {
	t.Helper()
	for message, thread := range map[string]string{"chat_message": "chat", "twilio_message": "twilio_conversation"} {
		field := strings.TrimPrefix(thread, "twilio_")
		for _, wrong := range query(t, w.database, pgx.RowTo[string], fmt.Sprintf(`
			select format('%%s: %%s messages, numbers %%s to %%s, %%s of them different, last_number %%s', t.id, count(m.id), min(m.number), max(m.number), count(distinct m.number), t.last_number)
			from %s t join %s m on m.%s = t.id where t.id in ('%s', '%s') group by t.id, t.last_number
			having count(m.id) <> max(m.number) or count(distinct m.number) <> count(m.id) or min(m.number) <> 1 or t.last_number <> max(m.number)`,
			table(thread), table(message), field, w.threads.chat, w.threads.conversation)) {
			t.Errorf("%s %s", thread, wrong)
		}
	}
}

// reached returns what reached the provider: how often each text (by its
// body) and each leg, and the inbound texts whose webhooks we accepted.
func (w *world) reached(t *testing.T) (sent, legs map[string]int, taken map[string]bool) {
	t.Helper()
	sent, legs, taken = map[string]int{}, map[string]int{}, map[string]bool{}
	for _, e := range w.journal(t) {
		switch {
		case e.Status < 200 || e.Status > 299:
		case !e.Told && strings.HasSuffix(e.Path, "/Messages"):
			sent[e.Form.Get("Body")]++
		case !e.Told && strings.HasSuffix(e.Path, "/Participants.json"):
			legs[e.Path+" "+e.Form.Get("Label")]++
		case e.Told && e.Form.Get("EventType") == "onMessageAdded" && e.Form.Get("Source") == "SMS":
			taken[e.Form.Get("MessageSid")] = true
		}
	}
	return sent, legs, taken
}

// nothingHappenedTwice verifies that no text and no leg reached the provider
// more than once.
func (w *world) nothingHappenedTwice(t *testing.T) {
	t.Helper()
	sent, legs, _ := w.reached(t)
	for body, n := range sent {
		if n > 1 {
			t.Errorf("the text %q was sent %d times", body, n)
		}
	}
	for leg, n := range legs {
		if n > 1 {
			t.Errorf("the leg %s was dialled %d times", leg, n)
		}
	}
}

// effectsHappenedOnce verifies that each decided text and leg reached the
// provider once, and that each text whose webhook we accepted is stored once.
func (w *world) effectsHappenedOnce(t *testing.T) {
	t.Helper()
	w.nothingHappenedTwice(t)
	sent, legs, taken := w.reached(t)
	w.ledger.note(func(l *ledger) {
		for body := range l.texts {
			if sent[body] != 1 {
				t.Errorf("the text %q reached the provider %d times", body, sent[body])
			}
		}
		for _, call := range l.talked {
			n := 0
			for leg := range legs {
				if strings.Contains(leg, call.String()) {
					n++
				}
			}
			if n == 0 {
				t.Errorf("call %s was in progress without a leg", call)
			}
		}
	})
	stored := map[string]int{}
	for _, sid := range query(t, w.database, pgx.RowTo[string], "select coalesce(sid, '') from "+table("twilio_message")) {
		stored[sid]++
	}
	for sid := range taken {
		if stored[sid] != 1 {
			t.Errorf("the text %s from outside was taken and is stored %d times", sid, stored[sid])
		}
	}
}

// bookkeeping fields alone are not announced.
var bookkeeping = []string{"version", "modified_date", "modified_by", "updated_by"}

// seen reports whether a watcher must receive an entry.
func (w *world) seen(watcher *watcher, e *entry.Entry) bool {
	if e.Op == entry.Updated && !slices.ContainsFunc(slices.Collect(maps.Keys(e.After)), func(field string) bool {
		return !slices.Contains(bookkeeping, field)
	}) {
		return false
	}
	switch e.Object {
	case "contact":
		return slices.Contains(watcher.spec.Topics, "object:contact")
	case "chat", "chat_message":
		return (e.Route.After.Thread == w.threads.chat || e.Route.Before.Thread == w.threads.chat) &&
			slices.Contains(watcher.spec.Topics, "chat:"+w.threads.chat.String()) ||
			slices.Contains(watcher.spec.Topics, "object:"+e.Object)
	default:
		return slices.Contains(watcher.spec.Topics, "object:"+e.Object)
	}
}

// watchersReceivedAll verifies that each socket received everything that it
// may see, once, in the order of the log.
func (w *world) watchersReceivedAll(t *testing.T, log []entry.Entry, head int64, gaps bool) {
	t.Helper()
	var received, recovered, fresh, doubled int
	for _, one := range w.driver.snapshot() {
		err := waittest.Try(func() error {
			one = w.watcher(one.name)
			if problem := w.complete(&one, log, head); problem != "" {
				return errors.New(problem)
			}
			return nil
		})
		if err != nil {
			t.Errorf("%s: %v\n%s", one.name, err, tailOf(one.events))
		}
		if !gaps && (one.fresh > 0 || one.resyncs > 0) {
			t.Errorf("%s took %d fresh sessions and %d fresh snapshots where it had to recover\n%s", one.name, one.fresh, one.resyncs, tailOf(one.events))
		}
		for _, e := range one.events {
			if e.Kind == "change" {
				received++
			}
		}
		recovered, fresh, doubled = recovered+one.recovered, fresh+one.fresh, doubled+one.doubled
	}
	w.driver.mu.Lock()
	defer w.driver.mu.Unlock()
	for _, broken := range w.driver.broken {
		t.Errorf("the clients said %s", broken)
	}
	t.Logf("%d log entries, %d changes received, %d recoveries (%d changes fired twice by the library), %d fresh sessions", len(log), received, recovered, doubled, fresh)
}

func (w *world) watcher(name string) watcher {
	for _, one := range w.driver.snapshot() {
		if one.name == name {
			return one
		}
	}
	return watcher{name: name}
}

// complete returns what a watcher lacks or has too often, or "". It checks
// the sessions one by one: a fresh snapshot separates two of them.
func (w *world) complete(one *watcher, log []entry.Entry, head int64) string {
	from, received, newest := w.since, map[int64]bool{}, int64(0)
	start := map[string]int64{}
	check := func(to int64) string {
		for i := range log {
			e := &log[i]
			if e.Seq > from && e.Seq <= to && w.seen(one, e) && !received[e.Seq] {
				return fmt.Sprintf("did not receive %d (%s of %s %s, %s); its session began at %d, its newest is %d of %d",
					e.Seq, e.Op, e.Object, e.ID, e.Cause, from, newest, head)
			}
		}
		return ""
	}
	connects, cuts := 0, 0
	one.doubled = 0
	kept := map[int64]bool{} // by the library, while it was not connected
	if one.before {
		connects = 1
	}
	for i, e := range one.events {
		switch e.Kind {
		case "disconnect", "connect_error":
			cuts++
		case "connect":
			cuts = 0
			if connects++; connects > 1 && !e.Recovered {
				if problem := check(newest); problem != "" {
					return problem
				}
				received, newest, start = map[int64]bool{}, 0, map[string]int64{}
				from = head // until it has joined its topics again
			}
		case "resync":
			if e.Topic == "presence" {
				continue
			}
			if problem := check(newest); problem != "" {
				return problem
			}
			from = head
		case "subscribed":
			if !e.OK {
				continue
			}
			start[e.Topic] = e.Seq
			if len(start) == len(one.spec.Topics) {
				from = w.since
				for _, seq := range start {
					from = max(from, seq)
				}
			}
		case "change":
			// The library buffers what it receives while it is not connected,
			// by a recovery that is cut off or in one polling body with the
			// end of the link, fires it at the next connect, and does not
			// count it as received.
			if received[e.Seq] && (cuts > 1 || kept[e.Seq]) {
				one.doubled++
				continue
			}
			if cuts > 0 {
				kept[e.Seq] = true
			}
			if e.Seq <= newest {
				return fmt.Sprintf("received %d after %d:%s", e.Seq, newest, around(one.events, i))
			}
			if e.Offset != fmt.Sprint(e.Seq) {
				return fmt.Sprintf("received %d with the offset %q", e.Seq, e.Offset)
			}
			received[e.Seq], newest = true, e.Seq
		}
	}
	if from == head && connects > 1 && len(start) > 0 && len(start) < len(one.spec.Topics) {
		return fmt.Sprintf("stands in %d of %d topics", len(start), len(one.spec.Topics))
	}
	return check(head)
}

// around returns a socket's reports before and after an event.
func around(events []event, at int) string {
	var b strings.Builder
	for i := max(0, at-25); i < min(len(events), at+10); i++ {
		if e := events[i]; e.Kind == "change" {
			fmt.Fprintf(&b, " %d", e.Seq)
		} else {
			fmt.Fprintf(&b, " [%s %s%s%s]", e.Kind, e.Topic, e.Reason, e.Code)
		}
	}
	return b.String()
}

// tailOf returns a socket's last reports, without changes.
func tailOf(events []event) string {
	var lines []string
	for _, e := range events {
		if e.Kind != "change" {
			lines = append(lines, fmt.Sprintf("  %s %s%s%s recovered=%v seq=%d %s", e.Kind, e.Topic, e.Reason, e.Code, e.Recovered, e.Seq, e.Detail))
		}
	}
	return strings.Join(lines[max(0, len(lines)-12):], "\n")
}

// nodesAgree verifies that a socket at any node is at the head of the log.
func (w *world) nodesAgree(t *testing.T, head int64) {
	t.Helper()
	for node := range nodes {
		waittest.UntilNil(t, nodeRole(node)+" to have applied the log", func() error {
			name := "check of " + nodeRole(node)
			one := w.driver.open(t, watch{Name: name, URL: w.nodeURL(node), Topics: []string{"object:contact"}, person: w.people["admin"]})
			defer w.driver.shut(t, name)
			w.driver.mu.Lock()
			defer w.driver.mu.Unlock()
			if at := one.subscribed["object:contact"]; at < head {
				return fmt.Errorf("it stands at %d of %d", at, head)
			}
			return nil
		})
	}
}
