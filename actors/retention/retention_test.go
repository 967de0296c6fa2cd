package retention_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"go.uber.org/goleak"

	"switchboard/actors/features"
	"switchboard/actors/jobs"
	"switchboard/actors/retention"
	"switchboard/cmd/storetest"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/panics"
	"switchboard/storage/pg"
	queue "switchboard/storage/pg/jobs"
	"switchboard/storage/pg/pgtest"
	"switchboard/storage/row"
	"switchboard/storage/settings"
	"switchboard/storage/waittest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(pgtest.Wrap(m)) }

const org = storetest.Organization

// many records are more than two portions.
const many = 1_200

// attic is an organization that removed contacts long ago.
type attic struct {
	*testing.T
	*pg.Store
	conn *pgx.Conn
	keep settings.Organization
	err  error // of reading the settings
}

func newAttic(t *testing.T) *attic {
	t.Helper()
	store, dsn := storetest.WithDSN(t)
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	a := &attic{T: t, Store: store, conn: conn, keep: settings.Default()}
	a.Jobs.SetPace(queue.Pace{Pause: time.Millisecond})
	var made, gone []row.Write
	for i := range many {
		one := id.New()
		made = append(made, row.Write{Object: "contact", ID: one, Op: entry.Created, Set: row.Fields{"name": fmt.Sprint("Old ", i)}})
		gone = append(gone, row.Write{Object: "contact", ID: one, Op: entry.Removed})
	}
	stays := id.New()
	made = append(made, row.Write{Object: "contact", ID: stays, Op: entry.Created, Set: row.Fields{"name": "Stays"}})
	changed := []row.Write{{Object: "contact", ID: stays, Op: entry.Updated, Set: row.Fields{"company": "Vassar"}}}
	for _, writes := range [][]row.Write{made, changed, gone} {
		if err := store.CommitMany(t.Context(), row.Change{Organization: org, Writes: writes}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := conn.Exec(t.Context(), `UPDATE "org_`+org.Compact()+`".contact SET deleted_date = now() - interval '31 days' WHERE deleted_date IS NOT NULL`); err != nil {
		t.Fatal(err)
	}
	return a
}

// StoredSettings implements retention.Settings.
func (a *attic) StoredSettings(context.Context, id.ID) (settings.Organization, error) {
	return a.keep, a.err
}

// ActsFor implements jobs.Principals.
func (*attic) ActsFor(_ context.Context, organization, user id.ID) (access.Principal, error) {
	return access.Build(features.Registry(), access.Inputs{Organization: organization, User: user, Superuser: true}), nil
}

// ActsForProduct implements jobs.Principals.
func (a *attic) ActsForProduct(ctx context.Context, organization id.ID) (access.Principal, error) {
	return a.ActsFor(ctx, organization, "")
}

// counting is a store that tells what was deleted in each portion, after it was.
type counting struct {
	*pg.Store

	at func(ctx context.Context, records int64) error
}

func (c counting) Purge(ctx context.Context, organization id.ID, keep time.Duration, batch int) (records, parts int64, isAll bool, err error) {
	records, parts, isAll, err = c.Store.Purge(ctx, organization, keep, batch)
	if err == nil && c.at != nil {
		err = c.at(ctx, records)
	}
	return records, parts, isAll, err
}

func (a *attic) node(at func(context.Context, int64) error) *jobs.Service {
	s := jobs.New(a.Store, a.Jobs, a, panics.New(slog.New(slog.DiscardHandler)))
	service := retention.New(counting{a.Store, at}, a)
	for _, j := range retention.Feature.Jobs {
		s.Handle(j, service)
	}
	return s
}

// runs has a node work until the test ends or it is killed.
func (a *attic) runs(s *jobs.Service) (kill func()) {
	ctx, cancel := context.WithCancel(a.Context())
	var ended sync.WaitGroup
	ended.Go(func() { s.Run(ctx) })
	kill = func() { cancel(); ended.Wait() }
	a.Cleanup(kill)
	return kill
}

func (a *attic) count(from string) (n int) {
	a.Helper()
	if err := a.conn.QueryRow(a.Context(), "SELECT count(*) FROM "+from).Scan(&n); err != nil {
		a.Fatal(err)
	}
	return n
}

func (a *attic) contacts() int {
	a.Helper()
	return a.count(`"org_` + org.Compact() + `".contact`)
}

// round has one node look once.
func (a *attic) round(s *jobs.Service) (left []error) {
	a.Helper()
	next, left, err := s.Round(a.Context(), retention.Kind, "", time.Now().Add(time.Minute))
	if err != nil || next != "" {
		a.Error(next, err)
	}
	return left
}

// job waits until the newest of n jobs is in a state.
func (a *attic) job(n int, status string) row.Record {
	a.Helper()
	var r row.Record
	waittest.Until(a.T, "the job to be "+status, func() bool {
		found, err := a.Find(a.Context(), org, row.Query{Object: jobs.Object, Limit: 5, Order: []row.Order{{Field: "created_date", Descending: true}}})
		if err != nil || len(found) > n {
			a.Fatal(found, err)
		}
		if len(found) == n {
			r = found[0]
		}
		return len(found) == n && r.Text("status") == status
	})
	return r
}

// whole says that the removed records are gone once, with what they were, and no others.
func (a *attic) whole() {
	a.Helper()
	if n := a.contacts(); n != 1 {
		a.Errorf("%d contacts, want the one that stays", n)
	}
	if n := a.count("core.record_change WHERE object = 'contact' AND (before IS NOT NULL OR after IS NOT NULL)"); n != 1 {
		a.Errorf("%d changes tell what a contact was", n)
	}
	if n := a.count("core.record_change WHERE object = 'contact' AND op = 'removed'"); n != many {
		a.Errorf("%d changes say that a contact was removed", n)
	}
}

// The product starts it by itself, where something is due and nobody keeps it longer.
func TestWhatWasRemovedGoesByItself(t *testing.T) {
	a := newAttic(t)
	s := a.node(nil)
	longer := a.keep
	longer.Retention.DeletedDays = 60
	for name, set := range map[string]struct {
		keep settings.Organization
		err  error
	}{"kept longer": {longer, nil}, "nobody knows for how long": {settings.Organization{}, nil}, "no settings": {a.keep, errors.New("away")}} {
		usual := a.keep
		a.keep, a.err = set.keep, set.err
		left := a.round(s)
		if isLeft := name != "kept longer"; (len(left) > 0) != isLeft {
			t.Errorf("%s: left %v", name, left)
		}
		if n := a.count(`"org_` + org.Compact() + `".job`); n != 0 {
			t.Errorf("%s: %d jobs", name, n)
		}
		a.keep, a.err = usual, nil
	}
	a.runs(s)
	r := a.job(1, jobs.Done)
	if r.Int("done") != many || r.Int("total") != many || r.Lookup("owner") != "" || r.Text("result") != fmt.Sprintf("Deleted for good: %d records.", many) {
		t.Errorf("it says %v", r.Fields)
	}
	a.whole()
	a.round(s)
	a.job(1, jobs.Done)
}

// A node that dies within a portion keeps nothing of it; another one goes on from there, and
// nothing is deleted twice.
func TestADeletionWhoseNodeDiedGoesOn(t *testing.T) {
	a := newAttic(t)
	reached, portions := make(chan struct{}), 0
	kill := a.runs(a.node(func(ctx context.Context, _ int64) error {
		if portions++; portions < 2 {
			return nil
		}
		if portions == 2 {
			close(reached)
		}
		<-ctx.Done()
		return ctx.Err()
	}))
	<-reached
	kill()
	if n := a.contacts(); n != 1+many-500 {
		t.Errorf("%d contacts, want all but those of one portion", n)
	}
	if _, err := a.conn.Exec(t.Context(), `UPDATE river.river_job SET state = 'running', attempted_at = now() - interval '1 hour', attempt = 1 WHERE kind = 'job'`); err != nil {
		t.Fatal(err)
	}
	var second int64
	a.runs(a.node(func(_ context.Context, records int64) error { second += records; return nil }))
	if r := a.job(1, jobs.Done); r.Int("done") != many || second != many-500 {
		t.Errorf("it says %v, the second node deleted %d", r.Fields, second)
	}
	a.whole()
}

// Two nodes that do the same portion at once delete nothing twice.
func TestADeletionThatIsDoubledHappensOnce(t *testing.T) {
	a := newAttic(t)
	a.round(a.node(nil))
	r := a.job(1, jobs.Queued)
	ticket := row.Ticket{Organization: org, Job: r.ID, Number: r.Int("ticket")}
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			if again, err := a.node(nil).Work(context.WithoutCancel(t.Context()), ticket, time.Now().Add(time.Minute)); err != nil || again {
				t.Error(again, err)
			}
		})
	}
	both.Wait()
	if r := a.job(1, jobs.Done); r.Int("done") != many {
		t.Errorf("it says %v", r.Fields)
	}
	a.whole()
}

// What is canceled stays canceled until the next time, keeps nothing of the portion that was
// under way, and is not begun twice in one time.
func TestACanceledDeletionKeepsWhatItHasNotReached(t *testing.T) {
	a := newAttic(t)
	p, _ := a.ActsFor(t.Context(), org, id.New())
	var s *jobs.Service
	portions := 0
	var job id.ID
	s = a.node(func(context.Context, int64) error {
		if portions++; portions == 2 {
			return s.CancelJob(context.WithoutCancel(t.Context()), &p, job)
		}
		return nil
	})
	a.round(s)
	r := a.job(1, jobs.Queued)
	job = r.ID
	if again, err := s.Work(t.Context(), row.Ticket{Organization: org, Job: job, Number: r.Int("ticket")}, time.Now().Add(time.Minute)); err != nil || again {
		t.Fatal(again, err)
	}
	if r := a.job(1, jobs.Canceled); r.Int("done") != 500 || a.contacts() != 1+many-500 {
		t.Errorf("it says %v, %d contacts", r.Fields, a.contacts())
	}
	a.round(s)
	a.job(1, jobs.Canceled)
	if err := s.RetryJob(t.Context(), &p, job); err != nil {
		t.Fatal(err)
	}
	r = a.job(1, jobs.Queued)
	if again, err := s.Work(t.Context(), row.Ticket{Organization: org, Job: job, Number: r.Int("ticket")}, time.Now().Add(time.Minute)); err != nil || again {
		t.Fatal(again, err)
	}
	a.job(1, jobs.Done)
	a.whole()
}
