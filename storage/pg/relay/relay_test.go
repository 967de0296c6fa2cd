package relay_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/pg/relay"
	"switchboard/storage/row"
	"switchboard/storage/waittest"
)

var errRollBack = errors.New("roll back")

// writers runs concurrent transactions that change probes of two organizations,
// take their time and partly roll back. It returns how many entries each
// organization must have.
func (r *relays) writers(poke func(), organizations ...id.ID) map[id.ID]int {
	const count, each, probes = 6, 40, 5
	r.exec(`CREATE TABLE public.probe (organization uuid, id int, version int NOT NULL, PRIMARY KEY (organization, id))`)
	for _, o := range organizations {
		r.exec(`INSERT INTO public.probe SELECT $1, i, 0 FROM generate_series(0, $2) i`, string(o), probes)
	}
	var mu sync.Mutex
	committed := map[id.ID]int{}
	var wg sync.WaitGroup
	for w := range count {
		random := rand.New(rand.NewPCG(7, uint64(w)))
		wg.Go(func() {
			for range each {
				o := organizations[random.IntN(len(organizations))]
				size, rollBack := 1+random.IntN(3), random.IntN(4) == 0
				first := random.IntN(probes - 2)
				err := pgx.BeginFunc(r.Context(), r.pool, func(tx pgx.Tx) error {
					for i := range size {
						if err := change(r.Context(), tx, o, first+i, random); err != nil {
							return err
						}
					}
					if rollBack {
						return errRollBack
					}
					return nil
				})
				switch {
				case err == nil:
					mu.Lock()
					committed[o] += size
					mu.Unlock()
					poke()
				case !rollBack || !errors.Is(err, errRollBack):
					r.Errorf("writer: %v", err)
				}
			}
		})
	}
	wg.Wait()
	return committed
}

// change moves one probe to its next version, as Commit does: lock, then entry;
// the transaction dawdles before and after it drew its place.
func change(ctx context.Context, tx pgx.Tx, o id.ID, probe int, random *rand.Rand) error {
	var version int64
	if err := tx.QueryRow(ctx, `UPDATE public.probe SET version = version + 1 WHERE organization = $1 AND id = $2 RETURNING version`, string(o), probe).Scan(&version); err != nil {
		return err
	}
	raw, err := json.Marshal(entry.Entry{Object: "probe", Cause: fmt.Sprint(probe), Op: entry.Updated, Version: version})
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `WITH before AS MATERIALIZED (SELECT pg_sleep($3)) INSERT INTO core.outbox (organization_id, entry) SELECT $1, $2 FROM before`,
		string(o), string(raw), random.Float64()*0.004)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `SELECT pg_sleep($1)`, random.Float64()*0.012)
	return err
}

// whole checks that entries are dense from 1 and each probe's versions too.
func whole(t testing.TB, entries []entry.Entry, want int) {
	t.Helper()
	if len(entries) != want {
		t.Fatalf("%d entries, want %d", len(entries), want)
	}
	versions := map[string]int64{}
	for i, e := range entries {
		if e.Seq != int64(i+1) {
			t.Fatalf("seq %d at place %d", e.Seq, i+1)
		}
		if versions[e.Cause]++; versions[e.Cause] != e.Version {
			t.Fatalf("seq %d: probe %s is at version %d, want %d", e.Seq, e.Cause, e.Version, versions[e.Cause])
		}
	}
}

func TestRelayMovesEachCommittedRowOnceAndInOrder(t *testing.T) {
	for name, cfg := range map[string]relay.Config{
		"poked":     {Poll: time.Hour, Batch: 7},
		"poll only": {Poll: 10 * time.Millisecond, PollOnly: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRelays(t)
			relay, told := r.leading(cfg)
			other := id.New()
			for o, n := range r.writers(relay.Poke, r.org, other) {
				whole(t, told.await(t, o, n), n)
				logged, ok, err := r.store.Log().Read(t.Context(), o, 0, 5000)
				if err != nil || !ok {
					t.Fatalf("read: %v %v", ok, err)
				}
				whole(t, logged, n)
			}
		})
	}
}

func TestRelaysSurviveCutsAndAgree(t *testing.T) {
	t.Parallel()
	r := newRelays(t)
	cfg := relay.Config{Poll: 10 * time.Millisecond}
	one, toldOne := r.leading(cfg)
	two, toldTwo := r.run(cfg)
	stop, cuts := make(chan struct{}), make(chan int)
	go func() {
		tick := time.NewTicker(60 * time.Millisecond)
		defer tick.Stop()
		n := 0
		for {
			select {
			case <-tick.C:
				n += r.cut()
			case <-stop:
				cuts <- n
				return
			}
		}
	}()
	committed := r.writers(func() { one.Poke(); two.Poke() }, r.org)
	close(stop)
	if n := <-cuts; n == 0 {
		t.Fatal("no session was cut")
	}
	whole(t, toldOne.await(t, r.org, committed[r.org]), committed[r.org])
	whole(t, toldTwo.await(t, r.org, committed[r.org]), committed[r.org])
	waittest.Until(t, "the outbox is empty", func() bool {
		var left int
		return r.pool.QueryRow(t.Context(), `SELECT count(*) FROM core.outbox`).Scan(&left) == nil && left == 0
	})
}

func TestAnotherRelayTakesOver(t *testing.T) {
	t.Parallel()
	r := newRelays(t)
	cfg := relay.Config{Poll: 10 * time.Millisecond}
	first, _ := r.leading(cfg)
	second, told := r.run(cfg)
	r.put(r.org, "a", "b")
	told.await(t, r.org, 2)
	if second.Leading() {
		t.Fatal("two lead")
	}
	r.ends[first]()
	waittest.Until(t, "the second leads", second.Leading)
	r.put(r.org, "c")
	if got := causes(told.await(t, r.org, 3)); !slices.Equal(got, []string{"a", "b", "c"}) {
		t.Errorf("told %v", got)
	}
	waittest.Until(t, "what was told is applied", func() bool { return second.Applied(r.org) == 3 })
}

func TestStoppedRelayLosesTheLock(t *testing.T) {
	t.Parallel()
	r := newRelays(t)
	conn, got, err := relay.Seize(t.Context(), r.pool.Config().ConnConfig)
	if err != nil || !got {
		t.Fatalf("seize: %v %v", got, err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	relay, told := r.run(relay.Config{Poll: 20 * time.Millisecond})
	if relay.Leading() {
		t.Fatal("leads beside the holder of the lock")
	}
	r.put(r.org, "a")
	told.await(t, r.org, 1) // only once the silent session was ended
	if err := conn.Ping(t.Context()); err == nil {
		t.Error("the silent session lives")
	}
}

func TestIdleRelayKeepsItsSession(t *testing.T) {
	t.Parallel()
	r := newRelays(t)
	relay, told := r.leading(relay.Config{Poll: time.Hour}) // only touches keep it
	waittest.Until(t, "its first pass", func() bool { return relay.Stats().Passes == 1 })
	idle := time.NewTimer(5 * time.Second / 2) // above the server's timeout with a silent session
	<-idle.C
	if !relay.Leading() || relay.Stats().Passes != 1 || relay.Healthy() != nil {
		t.Fatalf("the session was lost: %+v", relay.Stats())
	}
	r.put(r.org, "a")
	relay.Poke()
	told.await(t, r.org, 1)
}

func TestLowWaterWaitsForWritersAndNotForABackup(t *testing.T) {
	t.Parallel()
	r := newRelays(t)
	slow, err := r.pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = slow.Rollback(context.Background()) }()
	var place int64
	if err := slow.QueryRow(t.Context(), `INSERT INTO core.outbox (organization_id, entry) VALUES ($1, '{"cause":"slow"}') RETURNING id`, string(r.org)).Scan(&place); err != nil {
		t.Fatal(err)
	}
	backup, err := r.pool.BeginTx(t.Context(), pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = backup.Rollback(context.Background()) }()
	if _, err := backup.Exec(t.Context(), `SELECT count(*) FROM core.outbox`); err != nil { // takes its snapshot
		t.Fatal(err)
	}
	relay, told := r.leading(relay.Config{Poll: 5 * time.Millisecond, Batch: 100})
	bulk := func() {
		r.exec(`INSERT INTO core.outbox (organization_id, entry) SELECT $1, '{"cause":"quick"}' FROM generate_series(1, 600)`, string(r.org))
	}
	bulk()
	told.await(t, r.org, 600)
	passes := relay.Stats().Passes
	waittest.Until(t, "some more passes", func() bool { return relay.Stats().Passes > passes+5 })
	if low := relay.Stats().LowWater; low >= place {
		t.Fatalf("low water %d went past the open place %d", low, place)
	}
	if err := slow.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if last := told.await(t, r.org, 601)[600]; last.Cause != "slow" {
		t.Errorf("last came %q", last.Cause)
	}
	bulk()
	told.await(t, r.org, 1201)
	waittest.Until(t, "low water rises beside the backup", func() bool { return relay.Stats().LowWater > place })
}

func TestUnreadableEntryKeepsItsPlace(t *testing.T) {
	t.Parallel()
	r := newRelays(t)
	_, told := r.leading(relay.Config{Poll: 5 * time.Millisecond})
	r.put(r.org, "a")
	r.exec(`INSERT INTO core.outbox (organization_id, entry) VALUES ($1, '[1]')`, string(r.org))
	r.put(r.org, "b")
	got := told.await(t, r.org, 3)
	if !slices.Equal(causes(got), []string{"a", "unreadable", "b"}) || got[1].Object != "" || got[2].Seq != 3 {
		t.Errorf("told %+v", got)
	}
}

func TestRelayBeginsAtTheHead(t *testing.T) {
	t.Parallel()
	r := newRelays(t)
	first, told := r.leading(relay.Config{Poll: 5 * time.Millisecond})
	r.put(r.org, "a", "b")
	told.await(t, r.org, 2)
	r.ends[first]()
	r.put(r.org, "while nobody ran")
	second, told := r.leading(relay.Config{Poll: 5 * time.Millisecond})
	if got := told.await(t, r.org, 1); got[0].Seq != 3 {
		t.Errorf("began with %d", got[0].Seq)
	}
	if err := second.Run(t.Context()); err == nil {
		t.Error("ran twice")
	}
}

// broken is a follower that can't take anything.
type broken struct{}

func (broken) Append(id.ID, []entry.Entry) { panic("on purpose") }

func TestAFollowerThatPanicsKeepsNothingFromTheOthers(t *testing.T) {
	t.Parallel()
	r := newRelays(t)
	behind := newCollector()
	r.also = append(r.also, broken{}, behind)
	relay, told := r.leading(relay.Config{})
	r.contacts(2)
	told.await(t, r.org, 2)
	behind.await(t, r.org, 2)
	if caught := relay.Stats().Panics; caught == 0 {
		t.Error("no panic is counted")
	}
}

func TestCommitPokesTheRelay(t *testing.T) {
	t.Parallel()
	r := newRelays(t)
	_, told := r.leading(relay.Config{Poll: time.Hour})
	contact := id.New()
	if _, err := r.store.Commit(t.Context(), row.Change{Organization: r.org, Writes: []row.Write{
		{Object: "contact", ID: contact, Op: entry.Created, Cause: "contact.made", Set: row.Fields{"name": "Ann"}},
	}}); err != nil {
		t.Fatal(err)
	}
	e := told.await(t, r.org, 1)[0]
	if e.Seq != 1 || e.ID != contact || e.Cause != "contact.made" || e.Op != entry.Created {
		t.Errorf("told %+v", e)
	}
}

func TestRelayWithoutDatabaseIsUnhealthy(t *testing.T) {
	t.Parallel()
	r := newRelays(t)
	relay := pg.NewRelay(r.store, relay.Config{})
	if relay.Healthy() == nil || relay.Leading() {
		t.Error("healthy before it ran")
	}
}
