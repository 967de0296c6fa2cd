package pg_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"switchboard/actors/features"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/pg/pgtest"
	"switchboard/storage/row"
	"switchboard/storage/schema"
	"switchboard/storage/waittest"
)

// counting is a fixture whose store has few connections, and counts their round trips.
func counting(t *testing.T) (*fixture, *pgtest.Trips) {
	t.Helper()
	f, count := newFixture(t), &pgtest.Trips{}
	store, err := pg.Open(t.Context(), pg.Config{DSN: f.conn.Config().ConnString(), Registry: features.Registry(), MaxConns: 2, Logger: slog.New(slog.DiscardHandler), Tracer: count})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	f.Store = store
	return f, count
}

// seen reads a record as who changes it does.
func (f *fixture) seen(object string, record id.ID) *row.Seen {
	f.Helper()
	page, err := f.Read(f.Context(), f.org, row.ReadRequest{
		Object: object, Visible: everything, Where: []row.Condition{{Field: "id", Operator: "IN", Value: []id.ID{record}}}, Fields: []string{}, Stored: true, Seen: true,
	})
	if err != nil || len(page.Items) != 1 {
		f.Fatalf("%d records, %v", len(page.Items), err)
	}
	return page.Items[0].Seen
}

// over is a change of a record as it was seen.
func (f *fixture) over(seen *row.Seen, set row.Fields) row.Change {
	return f.change(row.Write{Object: seen.Record.Object, ID: seen.Record.ID, Op: entry.Updated, Expect: seen.Record.Version, Seen: seen, Set: set, Cause: "test.updated"})
}

// kept is the history of a record, a text for each change.
func (f *fixture) kept(record id.ID) []string {
	f.Helper()
	return f.texts(`SELECT concat_ws(' ', version, object, op, actor, cause, via, before, after, audit IS NOT NULL)
		FROM core.record_change WHERE record_id = $1 ORDER BY version`, string(record))
}

func TestOneRecordIsWrittenInOneRoundTrip(t *testing.T) {
	f, count := counting(t)
	ada := f.user("Ada")
	f.create("contact", row.Fields{"name": "First"})
	var contact row.Record
	create := func() {
		c := f.change(row.Write{Object: "contact", Op: entry.Created, Cause: "contact.created", Set: row.Fields{"name": "C", "phone": json.RawMessage(`{"phone_number":"+15551234567","extension":""}`)}})
		c.By = ada
		contact = f.commit(c)[0]
	}
	update := func() {
		c := f.over(f.seen("contact", contact.ID), row.Fields{"company": id.New().Compact()})
		c.By, c.Command, c.Once = ada, string(id.New()), "test"
		count.N.Store(0)
		contact = f.commit(c)[0]
	}
	for _, step := range []struct {
		what  string
		do    func()
		trips int32
	}{
		{"a new record, of people who are not known yet", create, 2},
		{"another one", create, 1},
		{"a change", update, 1},
		{"another one", update, 1},
	} {
		count.N.Store(0)
		if step.do(); count.N.Load() != step.trips {
			t.Errorf("%s: %d round trips, not %d", step.what, count.N.Load(), step.trips)
		}
	}
	// What is known of people is never believed: the entry names them as they are named.
	red := f.create("team", row.Fields{"name": "Red", "members": []id.ID{ada}}).ID
	f.update(row.Record{Object: "user", ID: ada}, row.Fields{"name": "Ada Lovelace"})
	for _, step := range []struct {
		what  string
		do    func()
		trips int32
	}{
		{"who was renamed meanwhile", update, 4}, // which wrote nothing, and then step by step
		{"and is asked for anew", create, 2},
		{"and known again", create, 1},
	} {
		f.entries()
		count.N.Store(0)
		if step.do(); count.N.Load() != step.trips {
			t.Errorf("%s: %d round trips, not %d", step.what, count.N.Load(), step.trips)
		}
		e := f.entry()
		if e.Op == entry.Created && string(e.Record["owner"]) != `{"id":"`+string(ada)+`","name":"Ada Lovelace"}` || !reflect.DeepEqual(e.Route.After.Teams, []id.ID{red}) {
			t.Errorf("%s: the entry says %s of teams %v", step.what, e.Record["owner"], e.Route.After.Teams)
		}
	}
}

// Whatever is written by one statement comes to the same, in every object, as what is
// written step by step: the record, its entry byte by byte, and its history.
func TestOneStatementSaysWhatStepsSay(t *testing.T) {
	f := newFixture(t)
	ada, now := f.user("Ada"), regexp.MustCompile(`20\d\d-\d\d-\d\dT[^"]*`)
	steps := func(c row.Change) (out row.Record) {
		f.ok(f.Together(t.Context(), func(ctx context.Context) error {
			records, err := f.Commit(ctx, c)
			if err == nil {
				out = records[0]
			}
			return err
		}))
		return out
	}
	for _, o := range features.Registry().Objects() {
		if o.Role == schema.Definition { // which would become an object
			continue
		}
		var first string
		set := func(turn int) row.Fields {
			out := row.Fields{}
			for _, field := range o.Fields {
				if !field.System && field.Stored() && !field.Unique && !field.Number && field.Name != o.Route.Private {
					out[field.Name] = sample(field, turn)
					first = cmp.Or(first, field.Name)
				}
			}
			return out
		}
		told := func(commit func(row.Change) row.Record) (told []string) {
			one := id.New()
			for turn, values := range []row.Fields{set(1), set(2), {first: nil}, empty(o)} {
				c := f.change(row.Write{Object: o.APIName, ID: one, Op: entry.Created, Set: values, Cause: "test.written"})
				switch {
				case turn == 0:
				case o.Internal: // nobody sees it
					c.Writes[0].Op, c.Writes[0].Cause = entry.Updated, "test.updated"
				default:
					c = f.over(f.seen(o.APIName, one), values)
				}
				c.By, c.Command, c.Once = ada, fmt.Sprint("command ", turn, one), "test"
				after := commit(c)
				if read, err := f.Get(t.Context(), f.org, o.APIName, one); err != nil || !reflect.DeepEqual(after, read) {
					t.Errorf("%s: commit returned\n%v, Get\n%v, %v", o.APIName, after, read, err)
				}
				told = append(told, string(row.JSONValue(after.Fields)))
			}
			told = append(append(told, f.texts(`WITH taken AS (DELETE FROM core.outbox RETURNING id, entry) SELECT entry::text FROM taken ORDER BY id`)...), f.kept(one)...)
			told = append(told, f.texts(`SELECT concat_ws(' ', user_id, command, what) FROM core.command ORDER BY received DESC LIMIT 4`)...)
			for i := range told {
				told[i] = now.ReplaceAllString(strings.ReplaceAll(told[i], string(one), "ID"), "AT")
				told[i] = strings.ReplaceAll(told[i], `"modified_date":"AT",`, "") // the same millisecond is no change
			}
			return told
		}
		f.entries()
		whole, byStep := told(func(c row.Change) row.Record { return f.commit(c)[0] }), told(steps)
		if !reflect.DeepEqual(whole, byStep) {
			t.Errorf("%s: one statement tells\n%s\nsteps tell\n%s", o.APIName, strings.Join(whole, "\n"), strings.Join(byStep, "\n"))
		}
	}
}

// empty has every value of an object that is there and holds nothing.
func empty(o *schema.Object) row.Fields {
	out := row.Fields{}
	for _, f := range o.Fields {
		if f.System || !f.Stored() || f.Unique || f.Number || f.Type.Sealed {
			continue
		}
		switch f.Type.Column.Zero.(type) {
		case []string:
			out[f.Name] = []string{}
		case []id.ID:
			out[f.Name] = []id.ID{}
		case json.RawMessage:
			out[f.Name] = json.RawMessage("{}")
		case string:
			out[f.Name] = ""
		case float64:
			out[f.Name] = math.Copysign(0, -1)
		}
	}
	return out
}

// JSON that the database writes in a way of its own is told as it is stored, whether that was
// foretold or not.
func TestJSONIsToldAsItIsStored(t *testing.T) {
	f, count := counting(t)
	f.create("contact", row.Fields{"name": "First"})
	for text, trips := range map[string]int32{
		`{}`: 1, `[]`: 1, `"a\"\\\/\b\f\n\r\t\u001f\u007f"`: 1, `{"bb":1,"a":2,"ab":[1.50,-7,true,null,{"z":"","é":"<&>\u2028"}]}`: 1,
		`{"a":1,"b":2,"a":3}`: 1, `"\ud83d\ude00 ü"`: 1, `0`: 1, `123456789012345678901234567890`: 1, `false`: 1,
		`1e2`: 2, `[1E-3]`: 2, `-0`: 2, `-0.50`: 2,
	} {
		count.N.Store(0)
		made := f.create("contact", row.Fields{"name": text, "phone": json.RawMessage(text)})
		if n := count.N.Load(); n != trips {
			t.Errorf("%s: %d round trips, not %d", text, n, trips)
		}
		read, err := f.Get(t.Context(), f.org, "contact", made.ID)
		if err != nil || !reflect.DeepEqual(made, read) {
			t.Errorf("%s: told as %s, stored as %s, %v", text, made.Fields["phone"], read.Fields["phone"], err)
		}
	}
}

// What was seen counts where it still stands, and else for nothing.
func TestWhatWasSeenMustStillStand(t *testing.T) {
	f := newFixture(t)
	contact := f.create("contact", row.Fields{"name": "A"})
	seen := f.seen("contact", contact.ID)
	f.update(contact, row.Fields{"company": "Acme"})
	_, err := f.Commit(t.Context(), f.over(seen, row.Fields{"name": "B"}))
	f.refused(err, fault.VersionConflict)
	seen = f.seen("contact", contact.ID)
	if same := f.commit(f.over(seen, row.Fields{"name": "A"}))[0]; same.Version != 2 {
		t.Errorf("nothing was changed, and it has version %d", same.Version)
	}
	f.commit(f.change(row.Write{Object: "contact", ID: contact.ID, Op: entry.Removed}))
	_, err = f.Commit(t.Context(), f.over(seen, row.Fields{"name": "B"}))
	f.refused(err, fault.NotFound)
	if got := f.kept(contact.ID); len(got) != 3 {
		t.Errorf("the history says %v", got)
	}
}

// A command is carried out once, whichever of two comes first.
func TestOneStatementIsCarriedOutOnce(t *testing.T) {
	f := newFixture(t)
	ada := f.user("Ada")
	a, b := f.create("contact", row.Fields{"name": "A"}), f.create("contact", row.Fields{"name": "B"})
	marked := func(r row.Record, set string) row.Change {
		c := f.over(f.seen("contact", r.ID), row.Fields{"company": set})
		c.By, c.Command, c.Once = ada, "the same", "test"
		return c
	}
	mark := func(r row.Record, set string) error {
		_, err := f.Commit(t.Context(), marked(r, set))
		return err
	}
	f.ok(mark(a, "once"))
	if err := mark(a, "again"); !errors.Is(err, row.ErrRepeated) {
		t.Errorf("a repeat: %v", err)
	}
	if err := mark(b, "elsewhere"); !errors.Is(err, row.ErrRepeated) {
		t.Errorf("on another record: %v", err)
	}
	// Somebody else is at it, and has not committed yet: he is waited for.
	if _, err := f.conn.Exec(t.Context(), "DELETE FROM core.command"); err != nil {
		t.Fatal(err)
	}
	other, err := pgx.Connect(t.Context(), f.conn.Config().ConnString())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = other.Close(context.Background()) }()
	holder, err := other.Begin(t.Context())
	if err == nil {
		_, err = holder.Exec(t.Context(), "INSERT INTO core.command (organization_id, user_id, command, what) VALUES ($1, $2, 'the same', 'test')", string(f.org), string(ada))
	}
	if err != nil {
		t.Fatal(err)
	}
	done, beside := make(chan error, 1), marked(b, "beside")
	go func() {
		_, err := f.Commit(t.Context(), beside)
		done <- err
	}()
	waittest.Until(t, "the change to wait for the other one", func() bool { return f.waiting() > 0 })
	f.ok(holder.Commit(t.Context()))
	if err := <-done; !errors.Is(err, row.ErrRepeated) {
		t.Errorf("beside another one: %v", err)
	}
	if r, err := f.Get(t.Context(), f.org, "contact", b.ID); err != nil || r.Version != 1 || len(f.kept(b.ID)) != 1 {
		t.Errorf("it left %v, %v", r.Fields, err)
	}
}

// texts are what a question answers, a text for each row.
func (f *fixture) texts(question string, args ...any) []string {
	f.Helper()
	rows, err := f.conn.Query(f.Context(), question, args...)
	if err != nil {
		f.Fatal(err)
	}
	out, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		f.Fatal(err)
	}
	return out
}
