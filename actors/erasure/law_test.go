package erasure_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"go.uber.org/goleak"

	"switchboard/actors/erasure"
	"switchboard/actors/features"
	"switchboard/actors/jobs"
	"switchboard/cmd/storetest"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/panics"
	"switchboard/storage/pg"
	"switchboard/storage/pg/pgtest"
	"switchboard/storage/pg/relay"
	"switchboard/storage/row"
	"switchboard/storage/schema"
	"switchboard/storage/waittest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(pgtest.Wrap(m)) }

const (
	// mark stands in every text that is about the person, and number is his.
	mark   = "Zquarkwitz"
	number = "+12065550147"
)

// desk is an organization with somebody who erases.
type desk struct {
	*testing.T
	*pg.Store
	conn    *pgx.Conn
	admin   access.Principal
	jobs    *jobs.Service
	erasure *erasure.Service
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	store, dsn := storetest.WithDSN(t)
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	d := &desk{T: t, Store: store, conn: conn}
	admin := d.create("user", row.Fields{"name": "Robin", "email": "robin@desk.test", "is_superuser": true})
	d.admin = access.Build(features.Registry(), access.Inputs{Organization: storetest.Organization, User: admin.ID, Superuser: true})
	d.jobs = jobs.New(store, store.Jobs, d, panics.New(slog.New(slog.DiscardHandler)))
	d.erasure = erasure.New(store, d.jobs)
	for _, j := range erasure.Feature.Jobs {
		d.jobs.Handle(j, d.erasure)
	}
	moving := pg.NewRelay(store, relay.Config{Logger: slog.New(slog.DiscardHandler)})
	ctx, cancel := context.WithCancel(t.Context())
	var ended sync.WaitGroup
	ended.Go(func() { _ = moving.Run(ctx) })
	t.Cleanup(func() { cancel(); ended.Wait() })
	return d
}

// ActsFor implements jobs.Principals.
func (d *desk) ActsFor(context.Context, id.ID, id.ID) (access.Principal, error) { return d.admin, nil }

// ActsForProduct implements jobs.Principals.
func (d *desk) ActsForProduct(context.Context, id.ID) (access.Principal, error) { return d.admin, nil }

func (d *desk) commit(c row.Change) []row.Record {
	d.Helper()
	c.Organization, c.By = storetest.Organization, d.admin.User
	made, err := d.Commit(d.Context(), c)
	if err != nil {
		d.Fatal(err)
	}
	return made
}

func (d *desk) create(object string, set row.Fields) row.Record {
	d.Helper()
	return d.commit(row.Change{Writes: []row.Write{{Object: object, Op: entry.Created, Set: set}}})[0]
}

func (d *desk) update(r row.Record, set row.Fields) {
	d.Helper()
	d.commit(row.Change{Writes: []row.Write{{Object: r.Object, ID: r.ID, Op: entry.Updated, Set: set}}})
}

func (d *desk) remove(r row.Record) {
	d.Helper()
	d.commit(row.Change{Writes: []row.Write{{Object: r.Object, ID: r.ID, Op: entry.Removed}}})
}

// marked returns every field of an object that holds words a marked value.
func marked(object string) row.Fields {
	set := row.Fields{}
	for _, f := range features.Registry().Object(object).Fields {
		if f.System || f.Derived != nil {
			continue
		}
		switch f.Type {
		case schema.Text, schema.TextArea:
			set[f.Name] = mark + " " + f.Name
		case schema.Email:
			set[f.Name] = strings.ToLower(mark) + "@example.test"
		case schema.Phone:
			set[f.Name] = row.JSONValue(map[string]string{"phone_number": number, "country_code": "+1", "friendly_number": "(206) 555-0147"})
		case schema.Address:
			set[f.Name] = row.JSONValue(map[string]string{"street": mark + " street", "city": mark})
		case schema.MultiList:
			set[f.Name] = []string{mark}
		default: // holds no words of anybody
		}
	}
	return set
}

// person makes somebody of whom everything is kept that can be.
func (d *desk) person() row.Record {
	d.Helper()
	he := d.create("contact", marked("contact"))
	for _, f := range []string{"company", "name", "email"} {
		d.update(he, row.Fields{f: mark + " was another " + f})
	}
	lost := d.create("contact", marked("contact"))
	d.update(lost, row.Fields{"merged_into": he.ID})
	d.remove(lost)
	about := row.JSONValue(map[string]string{"schema": "contact", "id": string(he.ID)})
	for i := range 3 {
		note := d.create("note", row.Fields{"name": mark, "notes": fmt.Sprint(mark, " said ", i), "related_to": about})
		d.update(note, row.Fields{"notes": mark + " said more"})
		if i == 0 {
			d.remove(note)
		}
	}
	call := row.Fields{"name": "Call from " + mark, "status": "completed", "from_number": number, "from_formatted": "(206) 555-0147", "notes": mark, "legs": row.JSONValue(map[string]string{"to": number}), "duration": int64(60)}
	talk := d.create("call", call)
	d.create("twilio_recording", row.Fields{"name": "Call from " + mark, "sid": "RE1", "call": talk.ID, "number": number})
	d.remove(d.create("twilio_recording", row.Fields{"name": "Call from " + mark, "sid": "RE2", "call": talk.ID, "contact": he.ID}))
	call["contact"] = he.ID
	d.update(d.create("call", call), row.Fields{"notes": mark + " again"})
	conversation := d.create("twilio_conversation", row.Fields{
		"name": mark, "friendly_name": mark, "contacts": []id.ID{he.ID}, "contact_phones": []string{number}, "pair": number, "last_message": mark,
	})
	for i := range 120 {
		d.create("twilio_message", row.Fields{"conversation": conversation.ID, "number": int64(i + 1), "body": mark, "contact_name": mark, "contact": he.ID})
	}
	d.create("twilio_participant", row.Fields{"conversation": conversation.ID, "contact": he.ID, "attributes": mark, "messaging_binding": row.JSONValue(map[string]string{"address": number})})
	d.commit(row.Change{Effects: []row.Effect{{Kind: "test", Actor: "conversation", Subject: conversation.ID, Payload: row.JSONValue(mark)}}})
	d.create("consent_event", row.Fields{"name": mark, "contact": he.ID, "kind": "opt_out", "source": "verbal", "evidence": mark})
	d.create("consent_event", row.Fields{"name": mark, "contact": he.ID, "number": number, "kind": "opt_in", "source": "verbal", "evidence": mark})
	d.update(row.Record{Object: "user", ID: d.admin.User}, row.Fields{"settings": row.JSONValue(map[string]any{
		"theme": "dark", "open_tabs": []map[string]any{{"name": mark, "path": "/x", "id": string(he.ID)}, {"name": "Somebody", "id": string(id.New())}},
	})})
	return he
}

// found lists the tables in which a text stands, in whatever column.
func (d *desk) found(text string) (where []string) {
	d.Helper()
	rows, err := d.conn.Query(d.Context(), `SELECT format('%I.%I', n.nspname, c.relname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE c.relkind IN ('r', 'p') AND n.nspname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`)
	if err != nil {
		d.Fatal(err)
	}
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(tables) < 40 {
		d.Fatalf("%d tables: %v", len(tables), err)
	}
	for _, table := range tables {
		var n int
		if err := d.conn.QueryRow(d.Context(), `SELECT count(*) FROM `+table+` t WHERE t::text ILIKE '%' || $1 || '%' OR t::text ILIKE '%' || encode(convert_to($1, 'UTF8'), 'hex') || '%'`, text).Scan(&n); err != nil {
			d.Fatal(err)
		}
		if n > 0 {
			where = append(where, fmt.Sprint(table, " ", n))
		}
	}
	return where
}

// count counts what a query finds.
func (d *desk) count(query string) (n int) {
	d.Helper()
	if err := d.conn.QueryRow(d.Context(), "SELECT count(*) FROM "+query).Scan(&n); err != nil {
		d.Fatal(err)
	}
	return n
}

func (d *desk) ticket(job id.ID) row.Ticket {
	d.Helper()
	r, err := d.Get(d.Context(), storetest.Organization, "job", job)
	if err != nil {
		d.Fatal(err)
	}
	return row.Ticket{Organization: storetest.Organization, Job: job, Number: r.Int("ticket")}
}

// TestNothingOfAnErasedPersonIsLeft is the law of erasures: of what stood in every field of a
// person, and in what refers to him, nothing stands in any table of the database.
func TestNothingOfAnErasedPersonIsLeft(t *testing.T) {
	d := newDesk(t)
	he := d.person()
	bystander := d.create("contact", row.Fields{"name": "Dana Whitfield", "company": "Vassar"})
	d.update(bystander, row.Fields{"company": "Navy"})
	waittest.Until(t, "all is in the log", func() bool {
		var n int
		return d.conn.QueryRow(t.Context(), "SELECT count(*) FROM core.outbox").Scan(&n) == nil && n == 0
	})
	if before := d.found(mark); len(before) < 8 {
		t.Fatalf("it stands in %v alone before", before)
	}
	wrong := erasure.Erase{Object: "contact", ID: he.ID, Name: "Dana Whitfield"}
	if _, err := d.erasure.Erase(t.Context(), &d.admin, wrong); !fault.Is(err, fault.Invalid) {
		t.Errorf("erased under another's name: %v", err)
	}
	job, err := d.erasure.Erase(t.Context(), &d.admin, erasure.Erase{Object: "contact", ID: he.ID, Name: mark + " was another name"})
	if err != nil {
		t.Fatal(err)
	}
	if again, err := d.jobs.Work(t.Context(), d.ticket(job), time.Now().Add(time.Minute)); err != nil || again {
		t.Fatal(again, err)
	}
	r, err := d.Get(t.Context(), storetest.Organization, "job", job)
	if err != nil || r.Text("status") != jobs.Done {
		t.Fatalf("the job stands at %v: %v", r.Fields, err)
	}
	for _, text := range []string{mark, "(206) 555-0147"} {
		if left := d.found(text); len(left) > 0 {
			t.Errorf("%s stands in %v", text, left)
		}
	}
	if left := d.found(strings.TrimPrefix(number, "+")); len(left) > 0 {
		t.Errorf("his number stands in %v", left)
	}
	receipt := r.Text("result")
	for _, part := range []string{
		"Contact " + string(he.ID) + " was erased", "2 contacts", "3 notes", "120 text messages", "1 text conversation", "1 text participant",
		"2 calls", "2 recordings", "1 consent event", "1 consent event kept without", "rows of history", "entries of the log",
	} {
		if !strings.Contains(receipt, part) {
			t.Errorf("the receipt doesn't say %q: %s", part, receipt)
		}
	}
	if owed := d.count(`core.effect WHERE kind = 'call.recording_delete' AND state = 'pending' AND payload->>'sid' IN ('RE1', 'RE2')`); owed != 2 {
		t.Errorf("of 2 recordings %d are to be deleted where they lie", owed)
	}
	audit, err := d.Audit(t.Context(), storetest.Organization, row.AuditRequest{Limit: 10})
	if err != nil || !slices.ContainsFunc(audit.Told, func(told row.Audited) bool {
		var said string
		return told.Cause == "record.erased" && told.Object == "job" && told.Record == job && json.Unmarshal(told.After["result"], &said) == nil && said == receipt
	}) {
		t.Errorf("the audit tells %+v: %v", audit.Told, err)
	}
	// Nobody else lost anything.
	if past, err := d.History(t.Context(), storetest.Organization, row.HistoryRequest{Object: "contact", Record: bystander.ID, Limit: 5}); err != nil || len(past.Revisions) != 2 || string(past.Revisions[0].Before["company"]) != `"Vassar"` {
		t.Errorf("the bystander's history: %+v, %v", past, err)
	}
	if where := d.found("Dana Whitfield"); len(where) < 2 {
		t.Errorf("the bystander stands in %v", where)
	}
	calls, err := d.Find(t.Context(), storetest.Organization, row.Query{Object: "call"})
	if err != nil || len(calls) != 2 || calls[0].Int("duration") != 60 || calls[0].Fields["contact"] != nil {
		t.Errorf("calls %v: %v", calls, err)
	}
	user, err := d.Get(t.Context(), storetest.Organization, "user", d.admin.User)
	var settings struct {
		Theme string           `json:"theme"`
		Tabs  []map[string]any `json:"open_tabs"`
	}
	if err := user.JSON("settings", &settings); err != nil || settings.Theme != "dark" || len(settings.Tabs) != 1 {
		t.Errorf("settings %+v: %v", settings, err)
	}
	if err != nil {
		t.Error(err)
	}
}

// TestAnErasureInPiecesComesToTheSame cuts the job off after each portion, and has two nodes
// do each.
func TestAnErasureInPiecesComesToTheSame(t *testing.T) {
	d := newDesk(t)
	he := d.person()
	job, err := d.erasure.Erase(t.Context(), &d.admin, erasure.Erase{Object: "contact", ID: he.ID, Name: mark + " was another name"})
	if err != nil {
		t.Fatal(err)
	}
	pieces := 0
	for d.open(job) {
		pieces++
		var both sync.WaitGroup
		for range 2 {
			both.Go(func() {
				if _, err := d.jobs.Work(t.Context(), d.ticket(job), time.Now()); err != nil {
					t.Error(err)
				}
			})
		}
		both.Wait()
	}
	if pieces < 5 {
		t.Errorf("it was one of %d pieces", pieces)
	}
	for _, text := range []string{mark, "(206) 555-0147", strings.TrimPrefix(number, "+")} {
		if left := d.found(text); len(left) > 0 {
			t.Errorf("%s stands in %v", text, left)
		}
	}
	r, err := d.Get(t.Context(), storetest.Organization, "job", job)
	if err != nil || !strings.Contains(r.Text("result"), "1 consent event, 2 contacts, 3 notes, 1 text conversation, 120 text messages, 1 text participant, 2 recordings deleted; 2 calls, 1 consent event kept without anything of this person") {
		t.Errorf("the receipt says %q: %v", r.Text("result"), err)
	}
}

func (d *desk) open(job id.ID) bool {
	d.Helper()
	r, err := d.Get(d.Context(), storetest.Organization, "job", job)
	if err != nil || r.Text("status") == jobs.Failed {
		d.Fatal(r.Fields, err)
	}
	return r.Text("status") != jobs.Done
}

func TestWhoIsOnThePhoneIsNotErased(t *testing.T) {
	d := newDesk(t)
	he := d.create("contact", row.Fields{"name": mark})
	call := d.create("call", row.Fields{"contact": he.ID, "status": "in-progress"})
	about := row.JSONValue(map[string]any{"schema": "contact", "id": he.ID})
	note := d.create("note", row.Fields{"name": mark, "related_to": about})
	job, err := d.erasure.Erase(t.Context(), &d.admin, erasure.Erase{Object: "contact", ID: he.ID, Name: mark})
	if err != nil {
		t.Fatal(err)
	}
	if again, err := d.jobs.Work(t.Context(), d.ticket(job), time.Now().Add(time.Minute)); err != nil || again {
		t.Fatal(again, err)
	}
	if r, err := d.Get(t.Context(), storetest.Organization, "job", job); err != nil || r.Text("status") != jobs.Failed || !strings.Contains(r.Text("error"), "A call of this person is in progress") {
		t.Fatalf("the job stands at %v: %v", r.Fields, err)
	}
	for object, one := range map[string]id.ID{"contact": he.ID, "note": note.ID} {
		if _, err := d.Get(t.Context(), storetest.Organization, object, one); err != nil {
			t.Errorf("the %s is gone while somebody talks to him: %v", object, err)
		}
	}
	d.update(call, row.Fields{"status": "completed"})
	if err := d.jobs.RetryJob(t.Context(), &d.admin, job); err != nil {
		t.Fatal(err)
	}
	for d.open(job) {
		if _, err := d.jobs.Work(t.Context(), d.ticket(job), time.Now().Add(time.Minute)); err != nil {
			t.Fatal(err)
		}
	}
	if left := d.found(mark); len(left) > 0 {
		t.Errorf("it stands in %v", left)
	}
}

// TestASaidStopIsKept holds that a number which must not be texted stays so: the one thing
// that is kept of who is erased.
func TestASaidStopIsKept(t *testing.T) {
	d := newDesk(t)
	he := d.create("contact", row.Fields{"name": mark, "phone": row.JSONValue(map[string]string{"phone_number": number})})
	stop := d.create("consent_event", row.Fields{"name": mark, "contact": he.ID, "number": number, "kind": "opt_out", "source": "keyword", "evidence": mark})
	job, err := d.erasure.Erase(t.Context(), &d.admin, erasure.Erase{Object: "contact", ID: he.ID, Name: mark})
	if err != nil {
		t.Fatal(err)
	}
	for d.open(job) {
		if _, err := d.jobs.Work(t.Context(), d.ticket(job), time.Now().Add(time.Minute)); err != nil {
			t.Fatal(err)
		}
	}
	if left := d.found(mark); len(left) > 0 {
		t.Errorf("%s stands in %v", mark, left)
	}
	kept, err := d.Get(t.Context(), storetest.Organization, "consent_event", stop.ID)
	if err != nil || kept.Text("number") != number || kept.Text("kind") != "opt_out" || kept.Fields["contact"] != nil || kept.Fields["evidence"] != nil {
		t.Errorf("the stop stands as %v: %v", kept.Fields, err)
	}
}
