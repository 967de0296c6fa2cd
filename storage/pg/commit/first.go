package commit

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/entry"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
)

// indexTables makes the indexes of tables that get their first record, before anything of a
// change is written. What names no table is refused later.
func (s *Committer) indexTables(ctx context.Context, c row.Change) error {
	var of *tables.Tables
	for _, w := range c.Writes {
		if w.Op != entry.Created {
			continue
		}
		if of == nil {
			var err error
			if of, err = s.tables.Of(ctx, c.Organization); err != nil {
				return err
			}
		}
		t := of.ByName[w.Object]
		if t == nil || t.HasIndexes.Load() {
			continue
		}
		if err := indexFirst(ctx, s.pool, t); err != nil {
			return s.pool.Failure(err)
		}
	}
	return nil
}

// indexFirst makes a table's FirstIndexes unless it has them. In a transaction they stand and
// fall with it: another one that writes a first record, too, waits until it has ended.
func indexFirst(ctx context.Context, db *pool.Pool, t *tables.Table) error {
	joined := db.Transaction(ctx)
	if joined != nil && joined.Indexed[t.Name] {
		return nil
	}
	key := t.Schema + "." + tables.Quote(tables.KeyName(t))
	var exists, has bool
	if err := db.Source(ctx).QueryRow(ctx, "SELECT to_regclass($1) IS NOT NULL, to_regclass($2) IS NOT NULL", t.Name, key).Scan(&exists, &has); err != nil {
		return err
	}
	if !exists || has { // what is wrong with a table that is not there, the write says
		t.HasIndexes.Store(has)
		return nil
	}
	// All at once and unprepared: statements that run once would drive others out of the
	// connection's cache.
	statements := strings.Join(append([]string{"SELECT pg_advisory_xact_lock(hashtextextended('" + key + "', 0))"}, tables.FirstIndexes(t)...), ";\n")
	if joined == nil {
		err := db.RunInTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
			_, err := tx.Exec(ctx, statements, pgx.QueryExecModeSimpleProtocol)
			return err
		})
		t.HasIndexes.Store(err == nil)
		return err
	}
	if joined.Indexed == nil {
		joined.Indexed = map[string]bool{}
	}
	joined.Indexed[t.Name] = true
	_, err := joined.Conn.Exec(ctx, statements, pgx.QueryExecModeSimpleProtocol)
	return err
}
