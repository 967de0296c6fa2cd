package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"switchboard/actors/features"
	"switchboard/actors/records"
	"switchboard/cmd/switchboard/demo"
	"switchboard/storage/access"
	"switchboard/storage/pg"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/queries"
)

// bare sends the statements that the product's records send, and nothing
// else: they are recorded once, with their arguments, and replayed with other
// ids.
type bare struct {
	store   *pg.Store
	notes   *notes
	records *records.Service
	who     access.Principal
	pool    *pgxpool.Pool
}

func newBare(ctx context.Context, w *world) (*bare, error) {
	b := &bare{notes: &notes{}}
	var err error
	b.store, err = pg.Open(ctx, pg.Config{DSN: w.database.DSN(), Registry: features.Registry(), Logger: slog.New(slog.DiscardHandler), Tracer: b.notes, MaxConns: 4})
	if err != nil {
		return nil, err
	}
	registry, err := b.store.Registry(ctx, demo.Organization)
	if err != nil {
		b.close()
		return nil, err
	}
	b.records = records.New(b.store)
	b.who = access.Build(registry, access.Inputs{Organization: demo.Organization, User: demo.Users()[0].ID, Superuser: true})
	cfg, err := pgxpool.ParseConfig(w.database.DSN())
	if err == nil {
		cfg.MaxConns = int32(w.clients)
		cfg.ConnConfig.RuntimeParams["jit"] = "off"
		if w.queries { // as for queries and reports
			maps.Copy(cfg.ConnConfig.RuntimeParams, map[string]string{"max_parallel_workers_per_gather": "0", "work_mem": queries.Bounds().Memory, "plan_cache_mode": "force_custom_plan"})
		}
		b.pool, err = pgxpool.NewWithConfig(ctx, cfg)
	}
	if err != nil {
		b.close()
	}
	return b, err
}

func (b *bare) close() {
	b.store.Close()
	if b.pool != nil {
		b.pool.Close()
	}
}

// roundTrip is what is sent in one round trip.
type roundTrip []sent

type sent struct {
	text string
	args []any
}

// notes records statements. It is a pgx.QueryTracer and a pgx.BatchTracer.
type notes struct {
	mu    sync.Mutex
	trips []roundTrip
}

// TraceQueryStart implements pgx.QueryTracer.
func (n *notes) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.trips = append(n.trips, roundTrip{{data.SQL, data.Args}})
	return ctx
}

// TraceQueryEnd implements pgx.QueryTracer.
func (*notes) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// TraceBatchStart implements pgx.BatchTracer.
func (n *notes) TraceBatchStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceBatchStartData) context.Context {
	n.mu.Lock()
	defer n.mu.Unlock()
	var of roundTrip
	for _, q := range data.Batch.QueuedQueries {
		of = append(of, sent{q.SQL, q.Arguments})
	}
	n.trips = append(n.trips, of)
	return ctx
}

// TraceBatchQuery implements pgx.BatchTracer.
func (*notes) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

// TraceBatchEnd implements pgx.BatchTracer.
func (*notes) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData) {}

// taken runs do twice and returns what was sent the second time, when all
// caches are filled.
func (b *bare) taken(ctx context.Context, do func(ctx context.Context) error) ([]roundTrip, error) {
	if err := do(ctx); err != nil {
		return nil, err
	}
	b.notes.mu.Lock()
	b.notes.trips = nil
	b.notes.mu.Unlock()
	err := do(ctx)
	b.notes.mu.Lock()
	defer b.notes.mu.Unlock()
	return b.notes.trips, err
}

// writesSeen is the prefix of statements that only overwrite rows seen
// before.
const writesSeen = "WITH written AS ("

var errUnwritten = errors.New("a statement was to write a record and did not")

// later returns the round trips for records that have been written n more
// times.
func later(trips []roundTrip, n int64) []roundTrip {
	out := make([]roundTrip, len(trips))
	for i, of := range trips {
		out[i] = slices.Clone(of)
		for j, q := range of {
			if !strings.HasPrefix(q.text, writesSeen) {
				continue
			}
			out[i][j].args = slices.Clone(q.args)
			for k, arg := range q.args {
				if version, is := arg.(int64); is {
					out[i][j].args[k] = version + n
				}
			}
		}
	}
	return out
}

// send sends the round trips with other ids and reads all results.
func (b *bare) send(ctx context.Context, trips []roundTrip, other *strings.Replacer) error {
	ctx, cancel := context.WithTimeout(ctx, responseTimeout)
	defer cancel()
	conn, err := b.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	for _, of := range trips {
		if len(of) == 1 {
			if rows, err := conn.Query(ctx, of[0].text, replaced(of[0].args, other)...); err != nil {
				return err
			} else if err := readAll(rows); err != nil && !outOfTime(err) {
				return fmt.Errorf("%w (in %.200s)", err, of[0].text)
			} else if strings.HasPrefix(of[0].text, writesSeen) && rows.CommandTag().RowsAffected() == 0 {
				return fmt.Errorf("%w: %s", errUnwritten, of[0].text)
			}
			continue
		}
		batch := &pgx.Batch{}
		for _, q := range of {
			batch.Queue(q.text, replaced(q.args, other)...).Query(readAll)
		}
		if err := conn.SendBatch(ctx, batch).Close(); err != nil && !outOfTime(err) {
			return fmt.Errorf("%w (in %.200s)", err, of[0].text)
		}
	}
	return nil
}

// outOfTime reports whether a count or a typo search exceeded its time limit,
// or was not executed after one that did: the product works without it.
func outOfTime(err error) bool {
	const behind = "25P02" // in_failed_sql_transaction
	return pool.Is(err, pool.QueryCanceled, pool.RegexCanceled, behind)
}

func readAll(rows pgx.Rows) error {
	defer rows.Close()
	for rows.Next() {
		if _, err := rows.Values(); err != nil {
			return err
		}
	}
	return rows.Err()
}

func replaced(args []any, other *strings.Replacer) []any {
	if other == nil {
		return args
	}
	out := make([]any, len(args))
	for i, arg := range args {
		switch v := arg.(type) {
		case string:
			out[i] = other.Replace(v)
		case []string:
			texts := make([]string, len(v))
			for j, text := range v {
				texts[j] = other.Replace(text)
			}
			out[i] = texts
		default:
			out[i] = arg
		}
	}
	return out
}
