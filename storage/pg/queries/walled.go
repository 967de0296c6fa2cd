package queries

import (
	"context"
	"crypto/sha256"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"switchboard/storage/pg/pool"
)

// walled is a transaction that only reads, under a role and its bounds. What is queued is
// sent together, its begin and its end with it; the server passes over all that stands
// behind what failed.
type walled struct {
	conn  *pgxpool.Conn
	batch *pgx.Batch
}

// send has all that is queued be done.
func (w *walled) send(ctx context.Context) error {
	batch := w.batch
	w.batch = &pgx.Batch{}
	return w.conn.SendBatch(ctx, batch).Close()
}

// How a transaction begins.
const (
	eachItsOwn  = "begin read only" // each statement sees what was committed before it
	oneSnapshot = "begin isolation level repeatable read read only"
)

// way is how something is read under the role.
type way struct {
	begin string
	limit time.Duration // of each statement
	// before and beside, where they are set, ask in the same round trips for what is read
	// without the role: in the transaction before it is taken, and after its end.
	before, beside func(*pgx.Batch)
}

// under does something in a transaction that only reads, under a role and its bounds. It is
// over when under returns; what is queued in the end is read by then.
func (p *prepared) under(ctx context.Context, conn *pgxpool.Conn, role granted, how way, do func(w *walled) error) (err error) {
	w := &walled{conn: conn, batch: &pgx.Batch{}}
	defer func() {
		if err != nil {
			pool.Abandon(ctx, conn)
		}
	}()
	w.batch.Queue(how.begin)
	if how.before != nil {
		how.before(w.batch)
	}
	role.take(w.batch, p.runner.QueryLimits, how.limit)
	known := p.seen(role)
	if !known {
		if err := w.send(ctx); err != nil {
			return err
		}
	}
	if err := do(w); err != nil {
		return err
	}
	w.batch.Queue("commit")
	if !known {
		if err := w.send(ctx); err != nil {
			return err
		}
		p.runner.texts.add(p.digest(role))
	}
	if how.beside != nil {
		how.beside(w.batch)
	}
	if w.batch.Len() == 0 {
		return nil
	}
	return w.send(ctx)
}

// take makes a transaction run under the role and its bounds from here on until it ends.
func (g granted) take(batch *pgx.Batch, l Limits, limit time.Duration) {
	text := "SELECT set_config('statement_timeout', $1, true), set_config('work_mem', $2, true), set_config('plan_cache_mode', 'force_custom_plan', true)"
	args := []any{pool.Milliseconds(limit) + "ms", l.Memory}
	if g.files {
		text += ", set_config('temp_file_limit', $3, true)"
		args = append(args, l.TempFile)
	}
	if g.name != "" { // last: the role may set nothing itself
		text += ", set_config('role', '" + g.name + "', true)"
	}
	batch.Queue(text, args...)
}

// seen reports whether the database has read the query's text under the role.
func (p *prepared) seen(role granted) bool {
	return role.name == "" || p.runner.texts.has(p.digest(role))
}

// digest names a query's text, in which way its pages are asked for, and the role that it
// runs under.
func (p *prepared) digest(role granted) [sha256.Size]byte {
	pages := "\x00"
	if p.deep {
		pages = "\x01"
	}
	return sha256.Sum256([]byte(role.name + "\x00" + p.Body + pages + p.Order))
}

// knownTexts bounds the texts that are known to have been read under a role.
const knownTexts = 10_000

// texts are those that the database has read under their role. A statement that is sent
// together with the begin of its transaction is prepared before it, under our own rights,
// where names are found that the role may not look up. So a text is sent for the first
// time when the role is taken; after that, nothing in it is hidden from the role.
type texts struct {
	mu    sync.Mutex
	known map[[sha256.Size]byte]struct{}
}

func (t *texts) has(key [sha256.Size]byte) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	_, known := t.known[key]
	return known
}

func (t *texts) add(key [sha256.Size]byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.known == nil || len(t.known) >= knownTexts {
		t.known = map[[sha256.Size]byte]struct{}{}
	}
	t.known[key] = struct{}{}
}
