package commit

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/fault"
	"switchboard/storage/pg/accounts"
	"switchboard/storage/pg/effects"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/projection"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// maxWrites bounds one change, so that no transaction holds the log up.
const maxWrites = 10_000

// Committer writes every change, and answers what its transactions keep beside the
// records: charges, marks of providers' events and keys of requests.
type Committer struct {
	pool   *pool.Pool
	tables *tables.Cache
	bulk   chan struct{} // holds one for each bulk change at work
}

// NewCommitter makes the committer of a database.
func NewCommitter(db *pool.Pool, of *tables.Cache) *Committer {
	return &Committer{pool: db, tables: of, bulk: make(chan struct{}, max(1, db.Size/bulkShare))}
}

// Commit writes a change in one transaction: rows, entries, effects and the mark of the
// provider's event. It returns, in the order of the writes, each record as it stands then (a
// removed one with its deleted_date).
//
// fault.VersionConflict where a row is not at the expected version, fault.NotFound where it is
// absent or removed, fault.Conflict where a unique value is taken, the provider's event was
// processed already or an effect can't be taken back, row.ErrRepeated where the command was
// executed already, fault.Invalid where a field is unknown or a value does not fit it.
func (s *Committer) Commit(ctx context.Context, c row.Change) ([]row.Record, error) {
	p, err := s.execute(ctx, plan{change: c})
	if err != nil {
		return nil, err
	}
	records := make([]row.Record, len(c.Writes))
	for i, step := range p.steps[:len(c.Writes)] {
		records[i] = step.after
	}
	return records, nil
}

// CommitItems is Commit for those who show the records: it returns them in the shape
// in which Read gives them.
func (s *Committer) CommitItems(ctx context.Context, c row.Change) ([]row.Item, error) {
	p, err := s.execute(ctx, plan{change: c, shown: true})
	if err != nil {
		return nil, err
	}
	items := make([]row.Item, len(c.Writes))
	for i, step := range p.steps[:len(c.Writes)] {
		items[i] = projection.Told(step.table.Object, step.after, step.told, p.names)
	}
	return items, nil
}

// CommitMany is Commit for those who don't need the records: of each it reads what
// the entries say alone, so that a small change of many large records is small.
func (s *Committer) CommitMany(ctx context.Context, c row.Change) error {
	_, err := s.execute(ctx, plan{change: c, brief: true})
	return err
}

// execute repeats a change until it is committed or refused.
func (s *Committer) execute(ctx context.Context, what plan) (p *plan, err error) {
	c := what.change
	if len(c.Writes) > maxWrites {
		return nil, fault.New(fault.TooLarge, "One change may write at most %d records.", maxWrites)
	}
	var entries int
	once := func(wait pool.LockWait) (err error) {
		p = &plan{pool: s.pool, cache: s.tables, change: c, states: map[key]row.Record{}, shown: what.shown, brief: what.brief, wait: wait}
		entries, err = p.commit(ctx)
		return err
	}
	if err := s.indexTables(ctx, c); err != nil {
		if t := s.pool.Transaction(ctx); t != nil {
			t.Failed = err
		}
		return nil, err
	}
	if t := s.pool.Transaction(ctx); t != nil {
		if err := s.pool.Failure(once(pool.FullLockWait)); err != nil { // trying again is for who began it
			t.Failed = err
			return nil, err
		}
		t.Committed = append(t.Committed, p.committed(entries))
		return p, nil
	}
	if err := s.pool.Repeat(ctx, once); err != nil {
		return nil, err
	}
	s.pool.Tell(p.committed(entries))
	return p, nil
}

// commit is one try. The transaction takes up to three round trips, its begin and its end
// sent with what stands beside them: the rows are locked for as long. A change of one
// record takes one, where all that it writes is known before.
func (p *plan) commit(ctx context.Context) (entries int, err error) {
	if err := p.prepare(ctx); err != nil {
		return 0, err
	}
	if p.wait == pool.BriefLockWait && p.isSingle(ctx) {
		if entries, done, err := p.single(ctx); done || err != nil {
			return entries, err
		}
		p.again()
	}
	if t := p.pool.Transaction(ctx); t != nil {
		return p.carryOn(ctx, t.Conn, false)
	}
	conn, err := p.pool.Acquire(ctx)
	if err != nil {
		return 0, err
	}
	defer conn.Release()
	defer func() {
		if err != nil {
			pool.Abandon(ctx, conn)
		}
	}()
	return p.carryOn(ctx, conn, true)
}

// carryOn locks, decides and writes the change, in a transaction of its own or in one
// that was begun already.
func (p *plan) carryOn(ctx context.Context, conn pool.Batcher, own bool) (entries int, err error) {
	p.at = schema.WholeMilliseconds(time.Now())
	if err := p.lock(ctx, conn, own); err != nil {
		return 0, err
	}
	if err := p.decide(); err != nil {
		return 0, err
	}
	if err := p.mirrorMembership(ctx, conn); err != nil {
		return 0, err
	}
	log, err := p.write(ctx, conn)
	if err != nil {
		return 0, err
	}
	batch := &pgx.Batch{}
	announce(batch, p.change.Organization, log)
	if err := p.history(ctx, batch); err != nil {
		return 0, err
	}
	if err := effects.Add(batch, p.change); err != nil {
		return 0, err
	}
	if err := accounts.Join(batch, p.change.Organization, p.change.Join); err != nil {
		return 0, err
	}
	if own {
		batch.Queue("commit")
	}
	return len(log), conn.SendBatch(ctx, batch).Close()
}
