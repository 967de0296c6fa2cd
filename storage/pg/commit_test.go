package pg_test

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
	"switchboard/storage/waittest"
)

func TestAnotherVersionIsRefused(t *testing.T) {
	f := newFixture(t)
	contact := f.create("contact", row.Fields{"name": "A"})
	f.update(contact, row.Fields{"name": "B"})
	f.entries()
	_, err := f.Commit(t.Context(), f.change(
		row.Write{Object: "note", Op: entry.Created, Set: row.Fields{"name": "N"}},
		row.Write{Object: "contact", ID: contact.ID, Op: entry.Updated, Expect: 1, Set: row.Fields{"name": "C"}},
	))
	if e := f.refused(err, fault.VersionConflict); e.Index != 1 {
		t.Errorf("index %d", e.Index)
	}
	if got := f.find(row.Query{Object: "note"}); len(got) != 0 || len(f.entries()) != 0 {
		t.Errorf("a refused change left %v", got)
	}
	updated := f.commit(f.change(row.Write{Object: "contact", ID: contact.ID, Op: entry.Updated, Expect: 2, Set: row.Fields{"name": "C"}}))[0]
	if updated.Version != 3 || updated.Text("name") != "C" {
		t.Errorf("got %+v", updated)
	}
}

func TestTwoWritersOfOneRecordGetTheirTurn(t *testing.T) {
	f := newFixture(t)
	contact := f.create("contact", row.Fields{"name": "A"})
	f.entries()
	const writers, each = 4, 10
	var wg sync.WaitGroup
	errs := make(chan error, writers*each)
	for w := range writers {
		wg.Go(func() {
			for i := range each {
				_, err := f.Commit(t.Context(), f.change(row.Write{
					Object: "contact", ID: contact.ID, Op: entry.Updated, Set: row.Fields{"name": fmt.Sprint(w, "-", i)},
				}))
				errs <- err
			}
		})
	}
	wg.Wait()
	close(errs)
	for err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
	last := `"A"`
	for i, e := range f.entries() {
		if e.Version != int64(i)+2 || string(e.Before["name"]) != last {
			t.Fatalf("entry %d: version %d, before %s, the one before wrote %s", i, e.Version, e.Before["name"], last)
		}
		last = string(e.After["name"])
	}
	now, err := f.Get(t.Context(), f.org, "contact", contact.ID)
	if err != nil || now.Version != writers*each+1 || `"`+now.Text("name")+`"` != last {
		t.Errorf("version %d name %s, last entry %s, %v", now.Version, now.Text("name"), last, err)
	}
}

func TestOfTwoWritersThatExpectOneVersionOneWins(t *testing.T) {
	f := newFixture(t)
	contact := f.create("contact", row.Fields{"name": "A"})
	const writers = 6
	errs := make([]error, writers)
	var wg sync.WaitGroup
	for i := range writers {
		wg.Go(func() {
			_, errs[i] = f.Commit(t.Context(), f.change(row.Write{
				Object: "contact", ID: contact.ID, Op: entry.Updated, Expect: 1, Set: row.Fields{"name": fmt.Sprint("writer ", i)},
			}))
		})
	}
	wg.Wait()
	won := 0
	for _, err := range errs {
		if err == nil {
			won++
		} else {
			f.refused(err, fault.VersionConflict)
		}
	}
	if won != 1 {
		t.Errorf("%d writers won", won)
	}
}

// Changes lock their rows in one order, whatever the order of their writes: none holds a
// row that another waits for while it waits for one of the other's.
func TestRowsAreLockedInOneOrder(t *testing.T) {
	f := newFixture(t)
	a, b := f.create("contact", row.Fields{"name": "a"}), f.create("contact", row.Fields{"name": "b"})
	if b.ID < a.ID {
		a, b = b, a
	}
	table := tables.Quote(tables.SchemaOf(f.org)) + ".contact"
	letGo := f.holds("SELECT FROM " + table + " WHERE id = '" + string(a.ID) + "' FOR UPDATE")
	update := func(r row.Record) row.Write {
		return row.Write{Object: "contact", ID: r.ID, Op: entry.Updated, Set: row.Fields{"company": "both"}}
	}
	done := make(chan error, 1)
	go func() {
		_, err := f.Commit(t.Context(), f.change(update(b), update(a)))
		done <- err
	}()
	waittest.Until(t, "the change to wait for the first row", func() bool { return f.waiting() > 0 })
	if _, err := f.conn.Exec(t.Context(), "SELECT FROM "+table+" WHERE id = '"+string(b.ID)+"' FOR UPDATE NOWAIT"); err != nil {
		t.Errorf("it holds the second row while it waits for the first: %v", err)
	}
	letGo()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	for _, r := range []row.Record{a, b} {
		if stored := f.get("contact", r.ID); stored.Version != 2 || stored.Text("company") != "both" {
			t.Errorf("%s: %v", r.Text("name"), stored.Fields)
		}
	}
}

// Two that change the same rows one after the other, together with what else they do, can
// meet in the middle: the one that the database breaks off is run again.
func TestADeadlockIsTriedAgain(t *testing.T) {
	f := newFixture(t)
	rows := []row.Record{f.create("contact", row.Fields{"name": "a"}), f.create("contact", row.Fields{"name": "b"})}
	var runs atomic.Int64
	var met, both sync.WaitGroup
	met.Add(2)
	errs := make([]error, 2)
	for one := range 2 {
		both.Go(func() {
			isFirst := true
			errs[one] = f.Together(t.Context(), func(ctx context.Context) error {
				runs.Add(1)
				for turn, r := range []row.Record{rows[one], rows[1-one]} {
					if _, err := f.Commit(ctx, f.change(row.Write{Object: "contact", ID: r.ID, Op: entry.Updated, Set: row.Fields{"company": fmt.Sprint("writer ", one)}})); err != nil {
						return err
					}
					if turn == 0 && isFirst { // each has one row, and goes on for the other's
						isFirst = false
						met.Done()
						met.Wait()
					}
				}
				return nil
			})
		})
	}
	both.Wait()
	// Who is tried again may have his row back before the other one wakes up, and they meet anew.
	if errs[0] != nil || errs[1] != nil || runs.Load() < 3 {
		t.Errorf("%v after %d runs, want none after 3 or more", errs, runs.Load())
	}
	a, b := f.get("contact", rows[0].ID), f.get("contact", rows[1].ID)
	if a.Version != 3 || b.Version != 3 || a.Text("company") != b.Text("company") {
		t.Errorf("%v and %v", a.Fields, b.Fields)
	}
}

func TestATakenValueNamesItsField(t *testing.T) {
	f := newFixture(t)
	f.user("Ada")
	_, err := f.Commit(t.Context(), f.change(row.Write{Object: "user", Op: entry.Created, Set: row.Fields{"name": "B", "email": "ADA@example.test"}}))
	if e := f.refused(err, fault.Conflict); e.Fields["email"] == nil {
		t.Errorf("the refusal names %v", e.Fields)
	}
	call := f.create("call", row.Fields{"sid": "CA1"})
	_, err = f.Commit(t.Context(), f.change(row.Write{Object: "call", ID: call.ID, Op: entry.Created}))
	if e := f.refused(err, fault.Conflict); e.Fields["id"] == nil {
		t.Errorf("the refusal names %v", e.Fields)
	}
	// A removed record gives its value back; no value is no double.
	f.commit(f.change(row.Write{Object: "call", ID: call.ID, Op: entry.Removed}))
	f.create("call", row.Fields{"sid": "CA1"})
	f.create("call", row.Fields{"sid": ""})
	f.create("call", row.Fields{"sid": ""})
}

func TestRemovedRecordsAreAbsent(t *testing.T) {
	f := newFixture(t)
	contact := f.create("contact", row.Fields{"name": "A"})
	f.entries()
	gone := f.commit(f.change(row.Write{Object: "contact", ID: contact.ID, Op: entry.Removed, Cause: "record.removed"}))[0]
	if gone.Version != 2 || gone.Time("deleted_date").IsZero() {
		t.Errorf("removed: %+v", gone)
	}
	if e := f.entry(); e.Op != entry.Removed || e.Version != 2 || len(e.Before)+len(e.After)+len(e.Record) != 0 || e.Cause != "record.removed" {
		t.Errorf("entry %+v", e)
	}
	_, err := f.Get(t.Context(), f.org, "contact", contact.ID)
	f.refused(err, fault.NotFound)
	if got := f.find(row.Query{Object: "contact"}); len(got) != 0 {
		t.Errorf("found %v", got)
	}
	for _, op := range []entry.Op{entry.Updated, entry.Removed} {
		_, err = f.Commit(t.Context(), f.change(row.Write{Object: "contact", ID: contact.ID, Op: op, Set: row.Fields{"name": "B"}}))
		f.refused(err, fault.NotFound)
	}
}

func TestAnEventIsProcessedOnce(t *testing.T) {
	f := newFixture(t)
	c := f.change(row.Write{Object: "contact", Op: entry.Created, Set: row.Fields{"name": "A"}})
	c.Inbound = &row.Inbound{Provider: "twilio", ProviderID: "CA1", Kind: "status:1", Answer: []byte("<Response/>"), AnswerType: "text/xml"}
	f.commit(c)
	_, err := f.Commit(t.Context(), c)
	f.refused(err, fault.Conflict)
	if got := f.find(row.Query{Object: "contact"}); len(got) != 1 {
		t.Errorf("contacts %v", got)
	}
	var answer []byte
	var kind string
	if err := f.conn.QueryRow(t.Context(), `SELECT answer, answer_type FROM core.inbound_event WHERE provider_id = 'CA1'`).Scan(&answer, &kind); err != nil {
		t.Fatal(err)
	}
	if string(answer) != "<Response/>" || kind != "text/xml" {
		t.Errorf("stored answer %q %q", answer, kind)
	}
	c.Inbound.Kind = "status:2"
	f.commit(c)
}

func TestEffectsAreStoredWithTheChange(t *testing.T) {
	f := newFixture(t)
	subject, later := id.New(), time.Now().Add(time.Hour).Truncate(time.Millisecond)
	c := f.change()
	c.Effects = []row.Effect{
		{Kind: "call.dial", Actor: "call", Subject: subject, Payload: json.RawMessage(`{"to":"+1"}`)},
		{ID: id.New(), Kind: "call.end", Actor: "call", Subject: subject, NotBefore: later},
	}
	f.commit(c)
	var payload string
	var due bool
	err := f.conn.QueryRow(t.Context(), `SELECT payload->>'to', not_before <= now() FROM core.effect WHERE kind = 'call.dial' AND subject = $1 AND organization_id = $2`,
		string(subject), string(f.org)).Scan(&payload, &due)
	if err != nil || payload != "+1" || !due {
		t.Errorf("payload %q due %v %v", payload, due, err)
	}
	var at time.Time
	if err := f.conn.QueryRow(t.Context(), `SELECT not_before FROM core.effect WHERE id = $1`, string(c.Effects[1].ID)).Scan(&at); err != nil || !at.Equal(later) {
		t.Errorf("not before %v %v", at, err)
	}
	c.Writes = []row.Write{{Object: "contact", ID: id.New(), Op: entry.Updated}}
	c.Effects = c.Effects[:1]
	_, err = f.Commit(t.Context(), c)
	f.refused(err, fault.NotFound)
	var n int
	if err := f.conn.QueryRow(t.Context(), `SELECT count(*) FROM core.effect`).Scan(&n); err != nil || n != 2 {
		t.Errorf("%d effects %v", n, err)
	}
}

func TestHooksHearOfCommitsThatAnnounce(t *testing.T) {
	f := newFixture(t)
	var heard []pool.Committed
	f.OnCommit(func(c pool.Committed) { heard = append(heard, c) })
	contact := f.create("contact", row.Fields{"name": "A"})
	f.update(contact, row.Fields{"name": "A"}) // changes nothing
	_, err := f.Commit(t.Context(), f.change(row.Write{Object: "contact", ID: id.New(), Op: entry.Updated}))
	f.refused(err, fault.NotFound)
	if len(heard) != 1 || !reflect.DeepEqual(heard[0], pool.Committed{Organization: f.org, Entries: 1, Objects: []string{"contact"}, IDs: []id.ID{contact.ID}}) {
		t.Errorf("heard %v", heard)
	}
}

func TestWhatDoesNotFitIsRefused(t *testing.T) {
	f := newFixture(t)
	evil := `x" = 1; DROP SCHEMA core CASCADE; --`
	for what, w := range map[string]row.Write{
		"unknown object":    {Object: evil, Op: entry.Created},
		"unknown field":     {Object: "contact", Op: entry.Created, Set: row.Fields{evil: "x"}},
		"derived field":     {Object: "twilio_conversation", Op: entry.Created, Set: row.Fields{"unread_messages": int64(1)}},
		"number for text":   {Object: "contact", Op: entry.Created, Set: row.Fields{"name": 5}},
		"text for time":     {Object: "call", Op: entry.Created, Set: row.Fields{"start_time": "now"}},
		"bad id in lookup":  {Object: "contact", Op: entry.Created, Set: row.Fields{"owner": id.ID(evil)}},
		"bad id in list":    {Object: "chat", Op: entry.Created, Set: row.Fields{"members": []id.ID{"}"}}},
		"NUL in text":       {Object: "contact", Op: entry.Created, Set: row.Fields{"name": "a\x00"}},
		"broken UTF-8":      {Object: "contact", Op: entry.Created, Set: row.Fields{"tags": []string{"\xff"}}},
		"NUL in composite":  {Object: "contact", Op: entry.Created, Set: row.Fields{"phone": json.RawMessage(`{"a":"\u0000"}`)}},
		"broken composite":  {Object: "contact", Op: entry.Created, Set: row.Fields{"phone": json.RawMessage(`{"a"`)}},
		"no operation":      {Object: "contact", Op: "drop"},
		"bulk":              {Object: "contact", Op: entry.Bulk},
		"update without id": {Object: "contact", Op: entry.Updated},
		"bad id":            {Object: "contact", ID: id.ID(evil), Op: entry.Created},
	} {
		_, err := f.Commit(t.Context(), f.change(w))
		if !fault.Is(err, fault.Invalid) {
			t.Errorf("%s: %v", what, err)
		}
	}
	c := f.change(row.Write{Object: "contact", Op: entry.Created})
	for _, org := range []id.ID{"", "x", id.New()} {
		c.Organization = org
		_, err := f.Commit(t.Context(), c)
		f.refused(err, fault.NotFound)
	}
	c = f.change(make([]row.Write, 10_001)...)
	_, err := f.Commit(t.Context(), c)
	f.refused(err, fault.TooLarge)
}

func TestHostileValuesAreValues(t *testing.T) {
	f := newFixture(t)
	for _, evil := range []string{`'; DROP SCHEMA core CASCADE; --`, `"`, `\`, `$1`, `%s`, `{}`, `{"a","b"}`, `NULL`, `\'; --`} {
		contact := f.create("contact", row.Fields{"name": evil, "tags": []string{evil, evil}, "phone": row.JSONValue(map[string]string{"phone_number": evil})})
		for _, c := range []row.Condition{
			{Field: "name", Operator: "=", Value: evil},
			{Field: "name", Operator: "IN", Value: []string{evil}},
			{Field: "tags", Operator: "CONTAINS", Value: evil},
			{Field: "tags", Operator: "IN", Value: []string{"other", evil}},
			{Field: "phone", SubField: "phone_number", Operator: "=", Value: evil},
		} {
			got := f.find(row.Query{Object: "contact", Where: []row.Condition{c, {Field: "id", Operator: "=", Value: contact.ID}}})
			if len(got) != 1 || got[0] != evil {
				t.Errorf("%s %s %q found %q", c.Field, c.Operator, evil, got)
			}
		}
	}
}

func TestACancelledCommitLeavesNothing(t *testing.T) {
	f := newFixture(t)
	contact := f.create("contact", row.Fields{"name": "A"})
	holder, err := f.conn.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	schemaName := "org_" + f.org.Compact()
	if _, err := holder.Exec(t.Context(), `SELECT 1 FROM `+schemaName+`.contact FOR UPDATE`); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err = f.Commit(ctx, f.change(row.Write{Object: "contact", ID: contact.ID, Op: entry.Updated, Set: row.Fields{"name": "B"}}))
	f.refused(err, fault.Unavailable)
	if err := holder.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := f.find(row.Query{Object: "contact"}); len(got) != 1 || got[0] != "A" {
		t.Errorf("found %v", got)
	}
}
