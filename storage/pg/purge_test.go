package pg_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/waittest"
)

// count counts what a query finds.
func (f *fixture) count(query string, args ...any) (n int) {
	f.Helper()
	if err := f.conn.QueryRow(f.Context(), "SELECT count(*) FROM "+query, args...).Scan(&n); err != nil {
		f.Fatal(err)
	}
	return n
}

// purge deletes for good what was removed longer ago than keep, a batch in each transaction,
// and tells how many records and parts there were.
func (f *fixture) purge(keep time.Duration, batch int) (removed int64) {
	f.Helper()
	for {
		var isAll bool
		var records, parts int64
		err := f.Together(context.WithoutCancel(f.Context()), func(ctx context.Context) (err error) {
			records, parts, isAll, err = f.Purge(ctx, f.org, keep, batch)
			return err
		})
		if removed += records + parts; err != nil {
			f.Error(err)
		}
		if isAll || err != nil {
			return removed
		}
	}
}

// removed removes a record, as long ago as that.
func (f *fixture) removed(object string, one id.ID, ago time.Duration) {
	f.Helper()
	f.commit(f.change(row.Write{Object: object, ID: one, Op: entry.Removed}))
	if _, err := f.conn.Exec(f.Context(), `UPDATE "org_`+f.org.Compact()+`".`+object+` SET deleted_date = now() - $1::interval WHERE id = $2`, ago, string(one)); err != nil {
		f.Fatal(err)
	}
}

func TestWhatWasRemovedIsDeletedForGood(t *testing.T) {
	const day = 24 * time.Hour
	f := newFixture(t)
	in := `"org_` + f.org.Compact() + `".`
	stays := f.create("contact", row.Fields{"name": "Stays"})
	young, old := f.create("contact", row.Fields{"name": "Young"}), f.create("contact", row.Fields{"name": "Old", "company": "Navy"})
	f.update(old, row.Fields{"company": "Vassar"})
	f.update(stays, row.Fields{"company": "Vassar"})
	chat, other := f.create("chat", row.Fields{"name": "Old"}), f.create("chat", row.Fields{"name": "Other"})
	for range 7 {
		f.create("chat_message", row.Fields{"chat": chat.ID, "body": "x"})
	}
	f.create("chat_message", row.Fields{"chat": other.ID, "body": "x"})
	f.removed("contact", young.ID, 29*day)
	f.removed("contact", old.ID, 31*day)
	f.removed("chat", chat.ID, 31*day)
	for range 5 {
		f.removed("contact", f.create("contact", row.Fields{"name": "One of many"}).ID, 40*day)
	}
	log := f.count("core.event_log")

	purge := func(keep time.Duration, want int64) {
		t.Helper()
		if n := f.purge(keep, 3); n != want {
			t.Fatalf("purged %d, want %d", n, want)
		}
	}
	due := func(keep time.Duration, want int64) {
		t.Helper()
		if n, err := f.Removed(t.Context(), f.org, keep); err != nil || n != want {
			t.Fatalf("%d are due, want %d: %v", n, want, err)
		}
	}
	purge(90*day, 0) // it keeps them longer
	due(90*day, 0)
	due(30*day, 5+1+1)
	purge(30*day, 5+1+1+7)
	purge(30*day, 0)
	due(30*day, 0)
	if n := f.count(in + "contact"); n != 2 {
		t.Errorf("%d contacts", n)
	}
	if chats, messages := f.count(in+"chat"), f.count(in+"chat_message WHERE chat = $1", string(other.ID)); chats != 1 || messages != 1 || f.count(in+"chat_message") != 1 {
		t.Errorf("%d chats, %d messages of the other", chats, messages)
	}
	if n := f.count("core.event_log"); n != log {
		t.Errorf("the log moved from %d to %d", log, n)
	}
	// Its history says that it was there, and nothing of what it was.
	if n := f.count("core.record_change WHERE record_id = $1", string(old.ID)); n != 3 {
		t.Errorf("%d rows of its history", n)
	}
	if n := f.count("core.record_change WHERE record_id = $1 AND (before IS NOT NULL OR after IS NOT NULL)", string(old.ID)); n != 0 {
		t.Errorf("%d of them tell what it was", n)
	}
	if h := f.history("contact", stays.ID); len(h) != 2 || string(h[0].After["company"]) != `"Vassar"` {
		t.Errorf("another's: %+v", h)
	}
	restore := func(one id.ID) error {
		_, err := f.Commit(t.Context(), f.change(row.Write{Object: "contact", ID: one, Op: row.Restored}))
		return err
	}
	if err := restore(old.ID); !fault.Is(err, fault.NotFound) {
		t.Errorf("it comes back: %v", err)
	}
	if err := restore(young.ID); err != nil {
		t.Errorf("the younger one: %v", err)
	}
}

// A record that is brought back while it is being deleted for good stays.
func TestWhatIsBroughtBackIsNotDeleted(t *testing.T) {
	f := newFixture(t)
	one := f.create("contact", row.Fields{"name": "Grace"})
	f.removed("contact", one.ID, 1000*time.Hour)
	restoring, err := pgx.Connect(t.Context(), f.conn.Config().ConnString())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = restoring.Close(context.Background()) }()
	restore, err := restoring.Begin(t.Context())
	if err == nil {
		_, err = restore.Exec(t.Context(), `UPDATE "org_`+f.org.Compact()+`".contact SET deleted_date = NULL WHERE id = $1`, string(one.ID))
	}
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan int64)
	go func() { done <- f.purge(time.Hour, 1000) }()
	waittest.Until(t, "the purge to wait", func() bool { return f.waiting() > 0 })
	if err := restore.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := <-done; n != 0 {
		t.Errorf("it deleted %d", n)
	}
	if n := f.count(`"org_` + f.org.Compact() + `".contact`); n != 1 {
		t.Errorf("%d contacts", n)
	}
}

// What a record stands for elsewhere is to be deleted there in the same transaction as it.
func TestWhatIsKeptElsewhereGoesWithItsRecord(t *testing.T) {
	const day = 24 * time.Hour
	f := newFixture(t)
	call := f.create("call", row.Fields{"name": "Call"})
	stays := f.create("twilio_recording", row.Fields{"name": "Stays", "sid": "RE1", "call": call.ID})
	f.removed("twilio_recording", f.create("twilio_recording", row.Fields{"name": "Young", "sid": "RE2", "call": call.ID}).ID, 29*day)
	f.removed("twilio_recording", f.create("twilio_recording", row.Fields{"name": "Old", "sid": "RE3", "call": call.ID}).ID, 31*day)
	owed := `core.effect WHERE kind = 'call.recording_delete' AND organization_id = $1`
	refused := errors.New("refused")
	err := f.Together(context.WithoutCancel(t.Context()), func(ctx context.Context) error {
		if records, _, _, err := f.Purge(ctx, f.org, 30*day, 10); err != nil || records != 1 {
			t.Errorf("purged %d: %v", records, err)
		}
		return refused
	})
	if !errors.Is(err, refused) || f.count(owed, string(f.org)) != 0 {
		t.Fatalf("what was not purged is to be deleted elsewhere: %v", err)
	}
	if n := f.purge(30*day, 10); n != 1 {
		t.Errorf("purged %d", n)
	}
	if n := f.count(owed+` AND payload = '{"sid": "RE3"}'`, string(f.org)); n != 1 || f.count(owed, string(f.org)) != 1 {
		t.Errorf("%d are to be deleted elsewhere", n)
	}
	if _, err := f.Get(t.Context(), f.org, "twilio_recording", stays.ID); err != nil {
		t.Error(err)
	}
}
