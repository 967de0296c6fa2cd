package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"go.uber.org/goleak"

	"switchboard/actors/feature"
	"switchboard/actors/features"
	"switchboard/actors/jobs"
	"switchboard/cmd/storetest"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/panics"
	"switchboard/storage/pg"
	queue "switchboard/storage/pg/jobs"
	"switchboard/storage/pg/organizations"
	"switchboard/storage/pg/pgtest"
	"switchboard/storage/pg/pool"
	"switchboard/storage/row"
	"switchboard/storage/waittest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(pgtest.Wrap(m)) }

// portions is how many a job of the tests has; each makes one contact.
const portions = 8

// making is what a job of the tests is started with.
type making struct {
	Name string `json:"name"`
}

// maker does the jobs of the tests. during is called within a portion, after it has written.
type maker struct {
	store  *pg.Store
	during func(ctx context.Context, portion int64) error
}

func kinds() feature.Job {
	may := func(p *access.Principal, _ making) error {
		if !p.Superuser {
			return fault.New(fault.Forbidden, "Only a superuser may make many contacts")
		}
		return nil
	}
	return feature.Portions(feature.Job{Name: "many", Title: "Make many contacts"}, may, func(ctx context.Context, m *maker, on feature.Portion, in making) (feature.Progress, error) {
		_, err := m.store.Commit(ctx, row.Change{Organization: on.Organization, By: on.By.User, Writes: []row.Write{{
			Object: "contact", Op: entry.Created, Set: row.Fields{"name": fmt.Sprint(in.Name, " ", on.Done)},
		}}})
		if err == nil && m.during != nil {
			err = m.during(ctx, on.Done)
		}
		on.Done, on.Total, on.Cursor = on.Done+1, portions, fmt.Sprint(on.Done+1)
		on.Over, on.Link = on.Done == portions, "/made"
		return on.Progress, err
	})
}

// office is two organizations of one database, and a person who starts jobs in each.
type office struct {
	*testing.T
	*pg.Store
	conn  *pgx.Conn
	maker *maker
	here  access.Principal
	other access.Principal
	fired atomic.Bool
}

func newOffice(t *testing.T) *office {
	t.Helper()
	store, dsn := storetest.WithDSN(t)
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	o := &office{T: t, Store: store, conn: conn, maker: &maker{store: store}}
	another := id.New()
	if err := store.CreateOrganization(t.Context(), organizations.Organization{ID: another, Name: "Other"}); err != nil {
		t.Fatal(err)
	}
	o.here, o.other = o.superuser(storetest.Organization), o.superuser(another)
	o.Jobs.SetPace(queue.Pace{Pause: time.Millisecond})
	return o
}

func (o *office) superuser(organization id.ID) access.Principal {
	made, err := o.Commit(o.Context(), row.Change{Organization: organization, Writes: []row.Write{{
		Object: "user", Op: entry.Created, Set: row.Fields{"name": "Robin", "email": "robin@" + organization.String() + ".test", "is_superuser": true},
	}}})
	if err != nil {
		o.Fatal(err)
	}
	return access.Build(features.Registry(), access.Inputs{Organization: organization, User: made[0].ID, Superuser: true})
}

// ActsFor implements jobs.Principals.
func (o *office) ActsFor(_ context.Context, organization, user id.ID) (access.Principal, error) {
	return access.Build(features.Registry(), access.Inputs{Organization: organization, User: user, Superuser: !o.fired.Load()}), nil
}

// ActsForProduct implements jobs.Principals.
func (*office) ActsForProduct(_ context.Context, organization id.ID) (access.Principal, error) {
	return access.Build(features.Registry(), access.Inputs{Organization: organization, Superuser: true}), nil
}

// node is the service as one node has it.
func (o *office) node() *jobs.Service {
	s := jobs.New(o.Store, o.Jobs, o, panics.New(slog.New(slog.DiscardHandler)))
	s.Handle(kinds(), o.maker)
	return s
}

// runs has a node execute jobs, until the test ends or stop is called.
func (o *office) runs(s *jobs.Service) (stop func()) {
	ctx, cancel := context.WithCancel(o.Context())
	var ended sync.WaitGroup
	ended.Go(func() { s.Run(ctx) })
	stop = func() { cancel(); ended.Wait() }
	o.Cleanup(stop)
	return stop
}

func (o *office) start(s *jobs.Service, p *access.Principal) id.ID {
	o.Helper()
	job, err := s.StartJob(o.Context(), p, "many", making{"Made"}, "")
	if err != nil {
		o.Fatal(err)
	}
	return job
}

func (o *office) job(p *access.Principal, job id.ID) row.Record {
	o.Helper()
	r, err := o.Get(o.Context(), p.Organization, jobs.Object, job)
	if err != nil {
		o.Fatal(err)
	}
	return r
}

func (o *office) ticket(p *access.Principal, job id.ID) row.Ticket {
	o.Helper()
	return row.Ticket{Organization: p.Organization, Job: job, Number: o.job(p, job).Int("ticket")}
}

func (o *office) becomes(p *access.Principal, job id.ID, status string) row.Record {
	o.Helper()
	var r row.Record
	waittest.Until(o.T, "the job is "+status, func() bool {
		r = o.job(p, job)
		return r.Text("status") == status
	})
	return r
}

// whole fails where a job is not done, or its effects did not happen once.
func (o *office) whole(p *access.Principal, job id.ID) {
	o.Helper()
	r := o.job(p, job)
	if r.Text("status") != jobs.Done || r.Int("done") != portions || r.Int("total") != portions || r.Text("link") != "/made" || r.Time("finished_date").IsZero() || r.Time("started_date").IsZero() {
		o.Errorf("the job stands at %v", r.Fields)
	}
	o.made(p, portions)
}

// made fails where there are not as many contacts, each once.
func (o *office) made(p *access.Principal, want int) {
	o.Helper()
	found, err := o.Find(o.Context(), p.Organization, row.Query{Object: "contact"})
	names := map[string]bool{}
	for _, r := range found {
		names[r.Text("name")] = true
	}
	if err != nil || len(found) != want || len(names) != want {
		o.Errorf("%d contacts, %d names, want %d: %v", len(found), len(names), want, err)
	}
}

func TestAJobIsDoneAndTold(t *testing.T) {
	o := newOffice(t)
	s := o.node()
	o.runs(s)
	job := o.start(s, &o.here)
	o.becomes(&o.here, job, jobs.Done)
	o.whole(&o.here, job)
	if r := o.job(&o.here, job); r.Fields["payload"] != nil || r.Fields["cursor"] != nil || r.Lookup("owner") != o.here.User || r.Text("name") != "Make many contacts" {
		t.Errorf("it keeps %v", r.Fields)
	}
	// The other organization knows nothing of it.
	if r := o.job(&o.here, job); r.ID != job {
		t.Error("lost")
	}
	if found, err := s.Jobs(t.Context(), &o.other); err != nil || len(found.Data) != 0 {
		t.Errorf("the other organization sees %v: %v", found, err)
	}
	for name, err := range map[string]error{"cancel": s.CancelJob(t.Context(), &o.other, job), "retry": s.RetryJob(t.Context(), &o.other, job)} {
		if !fault.Is(err, fault.NotFound) {
			t.Errorf("the other organization may %s: %v", name, err)
		}
	}
	o.made(&o.other, 0)
}

func TestARepeatedCommandStartsNothingAnew(t *testing.T) {
	o := newOffice(t)
	s := o.node()
	first, err := s.StartJob(t.Context(), &o.here, "many", making{"Made"}, "c-1")
	again, err2 := s.StartJob(t.Context(), &o.here, "many", making{"Made"}, "c-1")
	if err != nil || err2 != nil || first != again {
		t.Fatal(first, again, err, err2)
	}
	var at sync.WaitGroup
	for range 4 { // and at once
		at.Go(func() {
			if _, err := s.StartJob(t.Context(), &o.here, "many", making{"Made"}, "c-2"); err != nil {
				t.Error(err)
			}
		})
	}
	at.Wait()
	var n int
	if err := o.conn.QueryRow(t.Context(), "SELECT count(*) FROM river.river_job").Scan(&n); err != nil || n != 2 {
		t.Errorf("%d tickets: %v", n, err)
	}
}

func TestAJobIsQueuedOnlyWithWhatQueuesIt(t *testing.T) {
	o := newOffice(t)
	s, refused := o.node(), errors.New("refused")
	err := o.Together(t.Context(), func(ctx context.Context) error {
		if _, err := s.StartJob(ctx, &o.here, "many", making{"Made"}, ""); err != nil {
			return err
		}
		return refused
	})
	var n int
	if scan := o.conn.QueryRow(t.Context(), "SELECT count(*) FROM river.river_job").Scan(&n); !errors.Is(err, refused) || n != 0 || scan != nil {
		t.Errorf("%d tickets: %v, %v", n, err, scan)
	}
	if _, err := o.Jobs.QueueJob(t.Context(), o.here.Organization, id.New(), true); err == nil {
		t.Error("queued without a transaction")
	}
}

// TestAJobWhoseNodeDiedGoesOn kills a node in the middle of a portion: its transaction ends
// with it, and River has it down as at work.
func TestAJobWhoseNodeDiedGoesOn(t *testing.T) {
	o := newOffice(t)
	dead := o.node()
	reached := make(chan struct{})
	o.maker.during = func(ctx context.Context, portion int64) error {
		if portion != 3 {
			return nil
		}
		close(reached)
		<-ctx.Done()
		return ctx.Err()
	}
	kill := o.runs(dead)
	job := o.start(dead, &o.here)
	<-reached
	kill()
	o.made(&o.here, 3)
	if _, err := o.conn.Exec(t.Context(), `UPDATE river.river_job SET state = 'running', attempted_at = now() - interval '1 hour', attempt = 1`); err != nil {
		t.Fatal(err)
	}
	o.maker.during = nil
	o.runs(o.node())
	o.becomes(&o.here, job, jobs.Done)
	o.whole(&o.here, job)
}

func TestAJobThatIsDoubledHasItsEffectsOnce(t *testing.T) {
	o := newOffice(t)
	s := o.node()
	job := o.start(s, &o.here)
	ticket := o.ticket(&o.here, job)
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			if again, err := o.node().Work(t.Context(), ticket, time.Now().Add(time.Minute)); err != nil || again {
				t.Error(again, err)
			}
		})
	}
	both.Wait()
	o.whole(&o.here, job)
	if again, err := s.Work(t.Context(), ticket, time.Now().Add(time.Minute)); err != nil || again {
		t.Error("done once more:", again, err)
	}
	o.whole(&o.here, job)
}

// TestAPortionIsNotAppliedByTwoNodes has another node do the same portion, and all after it,
// between this one's work and its commit.
func TestAPortionIsNotAppliedByTwoNodes(t *testing.T) {
	o := newOffice(t)
	slow := &maker{store: o.Store}
	s := jobs.New(o.Store, o.Jobs, o, nil)
	s.Handle(kinds(), slow)
	job := o.start(s, &o.here)
	ticket := o.ticket(&o.here, job)
	var overtaken atomic.Bool
	slow.during = func(_ context.Context, portion int64) error {
		if portion == 2 && overtaken.CompareAndSwap(false, true) {
			again, err := o.node().Work(t.Context(), ticket, time.Now().Add(time.Minute))
			if err != nil || again {
				t.Error(again, err)
			}
		}
		return nil
	}
	if again, err := s.Work(t.Context(), ticket, time.Now().Add(time.Minute)); err != nil || again {
		t.Error(again, err)
	}
	if !overtaken.Load() {
		t.Error("nobody overtook it")
	}
	o.whole(&o.here, job)
}

func TestACanceledJobStopsWithinItsPortionAndGoesOnWhenRetried(t *testing.T) {
	o := newOffice(t)
	s := o.node()
	within, goOn := make(chan struct{}), make(chan struct{})
	var once sync.Once
	o.maker.during = func(ctx context.Context, portion int64) error {
		if portion == 2 {
			once.Do(func() { close(within) })
			select {
			case <-goOn:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	}
	o.runs(s)
	job := o.start(s, &o.here)
	<-within
	if err := s.CancelJob(t.Context(), &o.here, job); err != nil {
		t.Fatal(err)
	}
	waittest.Until(t, "its node lets go of it", func() bool {
		var state string
		err := o.conn.QueryRow(t.Context(), "SELECT state FROM river.river_job").Scan(&state)
		return err == nil && state == "cancelled"
	})
	o.made(&o.here, 2)
	if r := o.job(&o.here, job); r.Text("status") != jobs.Canceled || r.Int("done") != 2 {
		t.Errorf("the job stands at %v", r.Fields)
	}
	if err := s.CancelJob(t.Context(), &o.here, job); !fault.Is(err, fault.Conflict) {
		t.Error("canceled twice:", err)
	}
	close(goOn)
	if err := s.RetryJob(t.Context(), &o.here, job); err != nil {
		t.Fatal(err)
	}
	o.becomes(&o.here, job, jobs.Done)
	o.whole(&o.here, job)
	if err := s.RetryJob(t.Context(), &o.here, job); !fault.Is(err, fault.Conflict) {
		t.Error("a done job was retried:", err)
	}
}

// TestACancelDuringAPortionUndoesIt cancels where nothing ends the portion's context.
func TestACancelDuringAPortionUndoesIt(t *testing.T) {
	o := newOffice(t)
	s := o.node()
	job := o.start(s, &o.here)
	o.maker.during = func(_ context.Context, portion int64) error {
		if portion == 2 {
			return s.CancelJob(t.Context(), &o.here, job)
		}
		return nil
	}
	if again, err := s.Work(t.Context(), o.ticket(&o.here, job), time.Now().Add(time.Minute)); err != nil || again {
		t.Error(again, err)
	}
	o.made(&o.here, 2)
	if r := o.job(&o.here, job); r.Text("status") != jobs.Canceled || r.Int("done") != 2 {
		t.Errorf("the job stands at %v", r.Fields)
	}
}

func TestWhatFailsIsTriedAgainOrTold(t *testing.T) {
	o := newOffice(t)
	s := o.node()
	tries := 0
	o.maker.during = func(_ context.Context, portion int64) error {
		if portion == 1 {
			switch tries++; tries {
			case 1:
				return fault.New(fault.Unavailable, "Away")
			case 2:
				panic("on purpose")
			case 3:
				return fault.New(fault.Invalid, "There is a wrong row")
			}
		}
		return nil
	}
	o.runs(s)
	job := o.start(s, &o.here)
	if r := o.becomes(&o.here, job, jobs.Failed); r.Text("error") != "There is a wrong row" || r.Int("done") != 1 || r.Time("finished_date").IsZero() {
		t.Errorf("it says %v", r.Fields)
	}
	o.made(&o.here, 1)
	var errs string
	if err := o.conn.QueryRow(t.Context(), "SELECT coalesce(array_to_string(errors, ' '), '') FROM river.river_job").Scan(&errs); err != nil || errs == "" {
		t.Errorf("River was told %q: %v", errs, err)
	}
	if err := s.RetryJob(t.Context(), &o.here, job); err != nil {
		t.Fatal(err)
	}
	o.becomes(&o.here, job, jobs.Done)
	o.whole(&o.here, job)
}

func TestAPermanentFailureIsNotTriedAgain(t *testing.T) {
	o := newOffice(t)
	s := o.node()
	tries := 0
	o.maker.during = func(context.Context, int64) error {
		tries++
		return (&pool.Pool{}).Failure(&pgconn.PgError{Code: "42P17", Message: "functions in index predicate must be marked IMMUTABLE"})
	}
	o.runs(s)
	job := o.start(s, &o.here)
	if r := o.becomes(&o.here, job, jobs.Failed); !strings.Contains(r.Text("error"), "would refuse it again") || !strings.Contains(r.Text("error"), "42P17") {
		t.Errorf("it says %v", r.Fields)
	}
	waittest.UntilIs(t, "the queue to give it up", "cancelled", func() (state string) {
		if err := o.conn.QueryRow(t.Context(), "SELECT state::text FROM river.river_job").Scan(&state); err != nil {
			t.Error(err)
		}
		return state
	})
	if tries != 1 {
		t.Errorf("it was tried %d times", tries)
	}
}

func TestAJobActsWithTheRightsThatItsStarterHasNow(t *testing.T) {
	o := newOffice(t)
	s := o.node()
	plain := access.Build(features.Registry(), access.Inputs{Organization: o.here.Organization, User: o.here.User})
	if _, err := s.StartJob(t.Context(), &plain, "many", making{"Made"}, ""); !fault.Is(err, fault.Forbidden) {
		t.Error("started without the right:", err)
	}
	job := o.start(s, &o.here)
	o.fired.Store(true)
	o.runs(s)
	if r := o.becomes(&o.here, job, jobs.Failed); r.Text("error") != "Only a superuser may make many contacts" {
		t.Errorf("it says %v", r.Fields)
	}
	o.made(&o.here, 0)
}

func TestOnePersonHasFewJobsUnderWay(t *testing.T) {
	o := newOffice(t)
	s := o.node()
	for range 10 {
		o.start(s, &o.here)
	}
	if _, err := s.StartJob(t.Context(), &o.here, "many", making{"Made"}, ""); !fault.Is(err, fault.Limited) {
		t.Error("one more:", err)
	}
	o.start(s, &o.other)
}

// TestWhoStartedAJobIsShownItUntilHePutsItAway asks what the topic me says when it is joined.
func TestWhoStartedAJobIsShownItUntilHePutsItAway(t *testing.T) {
	o := newOffice(t)
	s := o.node()
	job := o.start(s, &o.here)
	shown := func(p *access.Principal) int {
		t.Helper()
		found, err := jobs.Feature.Badges[0].Read(t.Context(), o.Store, p)
		if err != nil {
			t.Fatal(err)
		}
		return len(found)
	}
	colleague := access.Build(features.Registry(), access.Inputs{Organization: o.here.Organization, User: id.New(), Superuser: true})
	if mine, theirs, others := shown(&o.here), shown(&colleague), shown(&o.other); mine != 1 || theirs != 0 || others != 0 {
		t.Errorf("%d of mine, %d of a superuser's, %d elsewhere", mine, theirs, others)
	}
	if _, err := o.Commit(t.Context(), row.Change{Organization: o.here.Organization, Writes: []row.Write{{Object: jobs.Object, ID: job, Op: entry.Updated, Set: row.Fields{"dismissed": true}}}}); err != nil {
		t.Fatal(err)
	}
	if mine := shown(&o.here); mine != 0 {
		t.Errorf("%d are shown after all", mine)
	}
}

// TestAJobThatKillsItsNodesIsGivenUp has node after node die with a job: it is told in the
// job, and nobody tries it again by himself.
func TestAJobThatKillsItsNodesIsGivenUp(t *testing.T) {
	o := newOffice(t)
	s := o.node()
	job := o.start(s, &o.here)
	if _, err := o.conn.Exec(t.Context(), `UPDATE river.river_job SET state = 'running', attempted_at = now() - interval '1 hour', attempt = 10`); err != nil {
		t.Fatal(err)
	}
	o.runs(s)
	if r := o.becomes(&o.here, job, jobs.Failed); r.Text("error") == "" {
		t.Errorf("it says %v", r.Fields)
	}
	o.made(&o.here, 0)
	if err := s.RetryJob(t.Context(), &o.here, job); err != nil {
		t.Fatal(err)
	}
	o.becomes(&o.here, job, jobs.Done)
	o.whole(&o.here, job)
}
