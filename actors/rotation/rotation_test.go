package rotation_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"go.uber.org/goleak"

	"switchboard/actors/feature"
	"switchboard/actors/features"
	"switchboard/actors/jobs"
	"switchboard/actors/rotation"
	"switchboard/cmd/storetest"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/panics"
	"switchboard/storage/pg"
	queue "switchboard/storage/pg/jobs"
	"switchboard/storage/pg/pgtest"
	"switchboard/storage/row"
	"switchboard/storage/seal"
	"switchboard/storage/waittest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(pgtest.Wrap(m)) }

const org = storetest.Organization

// many values are more than three portions.
const many = 650

func ringOf(t *testing.T, first ...byte) *seal.Ring {
	t.Helper()
	var keys [][]byte
	for _, b := range first {
		keys = append(keys, bytes.Repeat([]byte{b}, seal.KeyBytes))
	}
	r, err := seal.NewRing(keys...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// vault is an organization with values of a former key.
type vault struct {
	*testing.T
	*pg.Store
	conn *pgx.Conn
	ones []id.ID
}

func newVault(t *testing.T) *vault {
	t.Helper()
	store, dsn := storetest.WithDSN(t)
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	v := &vault{T: t, Store: store, conn: conn}
	v.Jobs.SetPace(queue.Pace{Pause: time.Millisecond})
	former := ringOf(t, 1)
	var writes []row.Write
	for i := range many {
		one := id.New()
		text, err := former.Seal(place(one), []byte(fmt.Sprint("secret ", i)))
		if err != nil {
			t.Fatal(err)
		}
		v.ones = append(v.ones, one)
		writes = append(writes, row.Write{Object: "auth_credential", ID: one, Op: entry.Created, Set: row.Fields{"name": fmt.Sprint("secret ", i), "api_key": text}})
	}
	if err := v.CommitMany(t.Context(), row.Change{Organization: org, Writes: writes}); err != nil {
		t.Fatal(err)
	}
	return v
}

func place(one id.ID) seal.Place {
	return seal.Place{Organization: org, Object: "auth_credential", Record: one, Field: "api_key"}
}

// ActsFor implements jobs.Principals.
func (*vault) ActsFor(_ context.Context, organization, user id.ID) (access.Principal, error) {
	return access.Build(features.Registry(), access.Inputs{Organization: organization, User: user, Superuser: true}), nil
}

// ActsForProduct implements jobs.Principals.
func (v *vault) ActsForProduct(ctx context.Context, organization id.ID) (access.Principal, error) {
	return v.ActsFor(ctx, organization, "")
}

// halting is a store that stops within a portion, after it has written.
type halting struct {
	*pg.Store

	at func(ctx context.Context, sealed int64) error
}

func (h halting) SealAgain(ctx context.Context, ring *seal.Ring, organization id.ID, from row.SealedPlace) (row.SealedPlace, int64, int64, error) {
	next, sealed, left, err := h.Store.SealAgain(ctx, ring, organization, from)
	if err == nil && h.at != nil {
		err = h.at(ctx, sealed)
	}
	return next, sealed, left, err
}

// node is a node that has a ring of keys.
func (v *vault) node(ring *seal.Ring, at func(context.Context, int64) error) *jobs.Service {
	s := jobs.New(v.Store, v.Jobs, v, panics.New(slog.New(slog.DiscardHandler)))
	service := rotation.New(halting{v.Store, at}, s, ring)
	for _, j := range rotation.Feature.Jobs {
		s.Handle(j, service)
	}
	return s
}

// runs has a node work until the test ends or it is killed.
func (v *vault) runs(s *jobs.Service) (kill func()) {
	ctx, cancel := context.WithCancel(v.Context())
	var ended sync.WaitGroup
	ended.Go(func() { s.Run(ctx) })
	kill = func() { cancel(); ended.Wait() }
	v.Cleanup(kill)
	return kill
}

// sealed counts the values that a ring's first key sealed, and opens all of them.
func (v *vault) sealed(ring, opens *seal.Ring) (n int) {
	v.Helper()
	rows, err := v.conn.Query(v.Context(), `SELECT id::text, name, api_key, version FROM "org_`+org.Compact()+`".auth_credential`)
	if err != nil {
		v.Fatal(err)
	}
	var one id.ID
	var name, text string
	var version int
	if _, err := pgx.ForEachRow(rows, []any{&one, &name, &text, &version}, func() error {
		if plain, err := opens.Open(place(one), text); err != nil || string(plain) != name || version != 1 {
			v.Errorf("%s of version %d holds %q: %v", name, version, plain, err)
		}
		if strings.HasPrefix(text, ring.Begins()) {
			n++
		}
		return nil
	}); err != nil {
		v.Fatal(err)
	}
	return n
}

// job waits until the one job is in a state.
func (v *vault) job(status string) row.Record {
	v.Helper()
	var r row.Record
	waittest.Until(v.T, "the job to be "+status, func() bool {
		found, err := v.Find(v.Context(), org, row.Query{Object: jobs.Object, Limit: 2})
		if err != nil || len(found) > 1 {
			v.Fatal(found, err)
		}
		if len(found) == 1 {
			r = found[0]
		}
		return len(found) == 1 && r.Text("status") == status
	})
	return r
}

// The product starts it by itself, once, and only where there is something to be sealed again.
func TestARotationIsStartedByTheProduct(t *testing.T) {
	v := newVault(t)
	both, former := ringOf(t, 2, 1), ringOf(t, 1)
	for name, ring := range map[string]*seal.Ring{"one key": former, "a new one behind": ringOf(t, 1, 2)} {
		if next, left, err := v.node(ring, nil).Round(t.Context(), rotation.Kind, "", time.Now().Add(time.Minute)); next != "" || left != nil || err != nil {
			t.Errorf("%s: %s %v %v", name, next, left, err)
		}
	}
	if n, err := v.Find(t.Context(), org, row.Query{Object: jobs.Object, Limit: 2}); len(n) != 0 || err != nil {
		t.Fatalf("it was started for nothing: %v %v", n, err)
	}
	s := v.node(both, nil)
	v.runs(s)
	r := v.job(jobs.Done)
	if r.Lookup("owner") != "" || r.Int("done") != many || r.Int("total") != many || r.Text("result") != fmt.Sprintf("Values encrypted by the first key: %d.", many) {
		t.Errorf("it says %v", r.Fields)
	}
	if n := v.sealed(both, ringOf(t, 2)); n != many {
		t.Errorf("%d values are sealed by the first key", n)
	}
	// A superuser of the organization sees it, as he sees all jobs.
	p, _ := v.ActsFor(t.Context(), org, id.New())
	if all, err := s.Jobs(t.Context(), &p); err != nil || len(all.Data) != 1 {
		t.Errorf("a superuser sees %v: %v", all.Data, err)
	}
	for range 2 { // nothing is left to be done
		if _, left, err := s.Round(t.Context(), rotation.Kind, "", time.Now().Add(time.Minute)); left != nil || err != nil {
			t.Error(left, err)
		}
	}
	v.job(jobs.Done)
}

// A node that dies within a portion keeps nothing of it; another one goes on from there, and
// no value stays under the old key.
func TestARotationWhoseNodeDiedGoesOn(t *testing.T) {
	v := newVault(t)
	both := ringOf(t, 2, 1)
	reached, portions := make(chan struct{}), 0
	kill := v.runs(v.node(both, func(ctx context.Context, _ int64) error {
		if portions++; portions < 3 {
			return nil
		}
		if portions == 3 {
			close(reached)
		}
		<-ctx.Done()
		return ctx.Err()
	}))
	<-reached
	kill()
	if n := v.sealed(both, both); n != 400 {
		t.Errorf("%d values are sealed again, want those of two portions", n)
	}
	if _, err := v.conn.Exec(t.Context(), `UPDATE river.river_job SET state = 'running', attempted_at = now() - interval '1 hour', attempt = 1 WHERE kind = 'job'`); err != nil {
		t.Fatal(err)
	}
	var again int64
	v.runs(v.node(both, func(_ context.Context, sealed int64) error { again += sealed; return nil }))
	if r := v.job(jobs.Done); r.Int("done") != many {
		t.Errorf("it says %v", r.Fields)
	}
	if n := v.sealed(both, ringOf(t, 2)); n != many || again != many-400 {
		t.Errorf("%d values are sealed by the first key, %d of them by the second node", n, again)
	}
}

// One that is canceled leaves all values to be opened by the ring, and goes on when retried.
func TestACanceledRotationGoesOn(t *testing.T) {
	v := newVault(t)
	both := ringOf(t, 2, 1)
	p, _ := v.ActsFor(t.Context(), org, id.New())
	var s *jobs.Service
	portions, job := 0, id.ID("")
	s = v.node(both, func(context.Context, int64) error {
		if portions++; portions == 2 {
			return s.CancelJob(context.WithoutCancel(t.Context()), &p, job)
		}
		return nil
	})
	var err error
	if job, err = s.StartJob(t.Context(), &p, rotation.Kind, rotation.Work{Key: both.Begins()}, ""); err != nil {
		t.Fatal(err)
	}
	ticket := func() row.Ticket {
		return row.Ticket{Organization: org, Job: job, Number: v.job(status(v, job)).Int("ticket")}
	}
	if again, err := s.Work(t.Context(), ticket(), time.Now().Add(time.Minute)); err != nil || again {
		t.Fatal(again, err)
	}
	v.job(jobs.Canceled)
	if n := v.sealed(both, both); n != 200 {
		t.Errorf("%d values are sealed again, want those of one portion", n)
	}
	if err := s.RetryJob(t.Context(), &p, job); err != nil {
		t.Fatal(err)
	}
	if again, err := s.Work(t.Context(), ticket(), time.Now().Add(time.Minute)); err != nil || again {
		t.Fatal(again, err)
	}
	v.job(jobs.Done)
	if n := v.sealed(both, ringOf(t, 2)); n != many {
		t.Errorf("%d values are sealed by the first key", n)
	}
}

func status(v *vault, job id.ID) string {
	v.Helper()
	r, err := v.Get(v.Context(), org, jobs.Object, job)
	if err != nil {
		v.Fatal(err)
	}
	return r.Text("status")
}

// A node that was not started again yet seals nothing by its own key for the job of another.
func TestANodeOfAnotherKeyLeavesTheJobAlone(t *testing.T) {
	v := newVault(t)
	both := ringOf(t, 2, 1)
	service := rotation.New(v.Store, nil, ringOf(t, 1, 2))
	_, err := service.Portion(t.Context(), feature.Portion{Organization: org}, rotation.Work{Key: both.Begins()})
	if !fault.Is(err, fault.Unavailable) {
		t.Errorf("it was carried out: %v", err)
	}
	if n := v.sealed(both, both); n != 0 {
		t.Errorf("%d values are sealed again", n)
	}
}

func TestOnlySuperusersStartARotation(t *testing.T) {
	v := newVault(t)
	s := v.node(ringOf(t, 2, 1), nil)
	plain := access.Build(features.Registry(), access.Inputs{Organization: org, User: id.New()})
	if _, err := s.StartJob(t.Context(), &plain, rotation.Kind, rotation.Work{}, ""); !fault.Is(err, fault.Forbidden) {
		t.Errorf("anybody may: %v", err)
	}
}
