package indexing

import (
	"context"
	"errors"
	"maps"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/id"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
	"switchboard/storage/wait"
)

const (
	// lookEvery is how often the tables that were written to are looked at.
	lookEvery = 5 * time.Second
	// forgetEvery is how often a Builder forgets which tables have all their indexes: fields
	// may have been added to their objects.
	forgetEvery = 10 * time.Minute
)

// written names a table: an object of an organization.
type written struct {
	organization id.ID
	object       string
}

// Builder makes the late indexes of tables that have grown.
type Builder struct {
	pool   *pool.Pool
	tables *tables.Cache

	mu      sync.Mutex
	written map[written]bool // since they were last looked at
	whole   map[written]bool // have all their indexes
	forgot  time.Time
}

// New makes the builder of a database.
func New(db *pool.Pool, of *tables.Cache) *Builder {
	return &Builder{pool: db, tables: of, written: map[written]bool{}, whole: map[written]bool{}, forgot: time.Now()}
}

// Committed notes which tables a commit wrote to.
func (b *Builder) Committed(organization id.ID, objects []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, object := range objects {
		if t := (written{organization, object}); !b.whole[t] {
			b.written[t] = true
		}
	}
}

// RunIndexing makes the late indexes of all large tables, and then of those that grow, until ctx
// ends. A failure is logged and tried again.
func (b *Builder) RunIndexing(ctx context.Context) {
	ctx = tables.Passing(ctx)
	if err := b.IndexLargeTables(ctx); err != nil && ctx.Err() == nil {
		b.pool.Log.WarnContext(ctx, "the tables that have grown could not be found", "error", err)
	}
	wait.Every(ctx, lookEvery, func() {
		if err := b.IndexWritten(ctx); err != nil && ctx.Err() == nil {
			b.pool.Log.WarnContext(ctx, "the tables that were written to could not be looked at", "error", err)
		}
	})
}

// IndexLargeTables makes the late indexes of every large table of every organization, and waits
// where another session builds one.
func (b *Builder) IndexLargeTables(ctx context.Context) error {
	rows, err := b.pool.Query(ctx, `SELECT o.id::text, c.relname::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		JOIN core.organization o ON o.schema_name = n.nspname WHERE c.relkind = 'r' AND pg_relation_size(c.oid) >= $1`, tables.IndexedFrom)
	if err != nil {
		return b.pool.Failure(err)
	}
	large := map[id.ID]map[string]bool{}
	var organization, name string
	_, err = pgx.ForEachRow(rows, []any{&organization, &name}, func() error {
		of := id.ID(organization)
		if large[of] == nil {
			large[of] = map[string]bool{}
		}
		large[of][name] = true
		return nil
	})
	if err != nil {
		return b.pool.Failure(err)
	}
	for organization, names := range large {
		of, err := b.tables.Of(ctx, organization)
		if err != nil {
			return err
		}
		for object, t := range of.ByName {
			if names[t.Object.Key()] {
				for b.index(ctx, written{organization, object}, t) && ctx.Err() == nil {
				}
			}
		}
	}
	return ctx.Err()
}

// IndexWritten makes the late indexes of the tables that were written to since it was last
// called and have grown.
func (b *Builder) IndexWritten(ctx context.Context) error {
	look := b.takeWritten()
	keys, names, found := make([]written, 0, len(look)), make([]string, 0, len(look)), make(map[written]*tables.Table, len(look))
	for key := range look {
		t, err := b.tables.Table(ctx, key.organization, key.object)
		if err != nil { // an object that is in use no more
			continue
		}
		found[key] = t
		keys, names = append(keys, key), append(names, t.Name)
	}
	if len(keys) == 0 {
		return nil
	}
	rows, err := b.pool.Query(ctx, `SELECT n FROM unnest($1::text[]) WITH ORDINALITY AS x (name, n)
		WHERE pg_relation_size(to_regclass(name)) >= $2`, names, tables.IndexedFrom)
	var large []int
	if err == nil {
		large, err = pgx.CollectRows(rows, pgx.RowTo[int])
	}
	if err != nil {
		b.putBack(look)
		return b.pool.Failure(err)
	}
	for _, n := range large {
		b.index(ctx, keys[n-1], found[keys[n-1]])
	}
	return ctx.Err()
}

// takeWritten empties the list of the tables that were written to.
func (b *Builder) takeWritten() map[written]bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if time.Since(b.forgot) >= forgetEvery {
		clear(b.whole)
		b.forgot = time.Now()
	}
	look := b.written
	b.written = map[written]bool{}
	return look
}

func (b *Builder) putBack(look map[written]bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	maps.Copy(b.written, look)
}

// index makes the late indexes that a table lacks, and reports whether another session is building
// one. A failure is logged, and tried again when the written tables are looked at.
func (b *Builder) index(ctx context.Context, key written, t *tables.Table) (isBuilt bool) {
	isWhole, err := b.complete(ctx, t)
	if err != nil && ctx.Err() == nil {
		b.pool.Log.WarnContext(ctx, "the indexes of a table could not be made", "organization", key.organization, "object", key.object, "error", err)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if isWhole {
		b.whole[key] = true
	} else {
		b.written[key] = true
	}
	return !isWhole && err == nil
}

// complete builds the late indexes that a table lacks; false while another session builds one.
func (b *Builder) complete(ctx context.Context, t *tables.Table) (isWhole bool, err error) {
	rows, err := b.pool.Query(ctx, `SELECT c.relname::text FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
		WHERE i.indrelid = to_regclass($1) AND i.indisvalid`, t.Name)
	if err != nil {
		return false, b.pool.Failure(err)
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return false, b.pool.Failure(err)
	}
	have := make(map[string]bool, len(names))
	for _, name := range names {
		have[name] = true
	}
	isWhole = true
	computed := false
	for _, x := range tables.IndexesOf(t) {
		if !x.Late() || have[x.Name] {
			continue
		}
		isDone, err := BuildLate(ctx, b.pool, t, x)
		if err != nil {
			return false, err
		}
		isWhole = isWhole && isDone
		computed = computed || isDone && x.Computed
	}
	if computed {
		return isWhole, Analyze(ctx, b.pool, t)
	}
	return isWhole, nil
}

// BuildLate builds a late index of a table. A value that no index holds leaves the table without
// it, which is logged: queries are slower, and right.
func BuildLate(ctx context.Context, db *pool.Pool, t *tables.Table, x tables.Index) (isDone bool, err error) {
	began := time.Now()
	isDone, err = Build(ctx, db, t, x.Name, x.Statement("CONCURRENTLY "))
	switch {
	case errors.Is(err, row.ErrMisfit):
		db.Log.WarnContext(ctx, "an index can't be made, since a value is too large for it", "table", t.Name, "index", x.Name)
		return true, nil
	case isDone:
		db.Log.InfoContext(ctx, "made an index of a table that has grown", "table", t.Name, "index", x.Name, "took", time.Since(began))
	}
	return isDone, err
}
