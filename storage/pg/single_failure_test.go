package pg_test

import (
	"fmt"
	"testing"

	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// fails has the database refuse what is written into a table, the first so many times or
// always, and says how it takes that back. A deferred refusal comes at the commit.
func (f *fixture) fails(table, code string, times int, deferred bool) (mend func()) {
	f.Helper()
	kind := "TRIGGER fails BEFORE"
	if deferred {
		kind = "CONSTRAINT TRIGGER fails AFTER"
	}
	how := " FOR EACH ROW EXECUTE FUNCTION core.fails()"
	if deferred {
		how = " DEFERRABLE INITIALLY DEFERRED" + how
	}
	f.exec(fmt.Sprintf(`CREATE SEQUENCE core.failures;
		CREATE FUNCTION core.fails() RETURNS trigger LANGUAGE plpgsql AS $$
		BEGIN
		  IF nextval('core.failures') <= %d THEN RAISE 'injected' USING ERRCODE = '%s'; END IF;
		  RETURN NEW;
		END $$;
		CREATE %s INSERT OR UPDATE ON %s%s`, times, code, kind, table, how))
	return func() {
		f.Helper()
		f.exec("DROP TRIGGER fails ON " + table + "; DROP FUNCTION core.fails(); DROP SEQUENCE core.failures")
	}
}

func (f *fixture) exec(text string) {
	f.Helper()
	if _, err := f.conn.Exec(f.Context(), text); err != nil {
		f.Fatal(err)
	}
}

// stands is all that a change may leave.
func (f *fixture) stands() string {
	f.Helper()
	return fmt.Sprint(
		f.texts(`SELECT concat_ws(' ', name, company, version) FROM `+f.contactTable()+` ORDER BY id`),
		f.texts(`SELECT entry::text FROM core.outbox ORDER BY id`),
		f.texts(`SELECT concat_ws(' ', record_id, version, before, after) FROM core.record_change ORDER BY record_id, version`),
		f.texts(`SELECT command FROM core.command ORDER BY command`),
		f.texts(`SELECT delta::text FROM core.record_count_moved`),
	)
}

func (f *fixture) contactTable() string { return `"org_` + f.org.Compact() + `".contact` }

// Wherever a change of one record fails, nothing of it is left, it is told as before, and the
// connection takes the next one. What the database asks to try again is tried again.
func TestOneStatementThatFailsLeavesNothing(t *testing.T) {
	f, count := counting(t) // of one connection
	ada := f.user("Ada")
	made := func() (row.Record, error) {
		c := f.change(row.Write{Object: "contact", Op: entry.Created, Set: row.Fields{"name": "New"}})
		c.By, c.Command, c.Once = ada, string(id.New()), "test"
		records, err := f.Commit(t.Context(), c)
		if err != nil {
			return row.Record{}, err
		}
		return records[0], nil
	}
	contact, err := made()
	f.ok(err)
	changed := func() (row.Record, error) {
		c := f.over(f.seen("contact", contact.ID), row.Fields{"company": string(id.New())})
		c.By, c.Command, c.Once = ada, string(id.New()), "test"
		records, err := f.Commit(t.Context(), c)
		if err != nil {
			return row.Record{}, err
		}
		return records[0], nil
	}
	_, err = changed()
	f.ok(err)
	for _, table := range []string{f.contactTable(), "core.outbox", "core.record_change", "core.command", "the commit"} {
		deferred := table == "the commit"
		if deferred {
			table = f.contactTable()
		}
		for what, do := range map[string]func() (row.Record, error){"made": made, "changed": changed} {
			before := f.stands()
			mend := f.fails(table, "23514", 1_000, deferred)
			_, err := do()
			f.refused(err, fault.Internal)
			if after := f.stands(); after != before {
				t.Errorf("%s, %s (deferred %v): it left\n%s\nwhere there was\n%s", table, what, deferred, after, before)
			}
			mend()
			mend = f.fails(table, "40P01", 2, deferred)
			if _, err := do(); err != nil {
				t.Errorf("%s, %s (deferred %v): a deadlock: %v", table, what, deferred, err)
			}
			mend()
			mend = f.fails(table, "40001", 1_000, deferred)
			_, err = do()
			f.refused(err, fault.Unavailable)
			mend()
			count.N.Store(0)
			if _, err := do(); err != nil || count.N.Load() > 2 {
				t.Errorf("%s, %s (deferred %v): afterwards: %v, in %d round trips", table, what, deferred, err, count.N.Load())
			}
		}
	}
}

// A value that another record has is refused with its field, as ever.
func TestOneStatementSaysWhichValueIsTaken(t *testing.T) {
	f := newFixture(t)
	f.create("tag", row.Fields{"value": "a", "label": "a", "key": "one"})
	_, err := f.Commit(t.Context(), f.change(row.Write{Object: "tag", Op: entry.Created, Set: row.Fields{"value": "b", "label": "b", "key": "one"}}))
	if e := f.refused(err, fault.Conflict); len(e.Fields["key"]) != 1 {
		t.Errorf("it names %v", e.Fields)
	}
	other := f.create("tag", row.Fields{"value": "c", "label": "c", "key": "two"})
	_, err = f.Commit(t.Context(), f.over(f.seen("tag", other.ID), row.Fields{"key": "one"}))
	if e := f.refused(err, fault.Conflict); len(e.Fields["key"]) != 1 {
		t.Errorf("of a change it names %v", e.Fields)
	}
	if got := f.kept(other.ID); len(got) != 1 {
		t.Errorf("the history says %v", got)
	}
	f.ok(f.Ping(t.Context()))
}
