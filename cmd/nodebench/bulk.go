//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"github.com/jackc/pgx/v5"

	"switchboard/actors/features"
	"switchboard/cmd/switchboard/demo"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/pg/commit"
	"switchboard/storage/row"
)

// contacts returns the table of the demo's contacts.
func contacts() string {
	return "org_" + strings.ReplaceAll(demo.Organization.String(), "-", "") + ".contact"
}

// bulkName is the name of contacts that the bulk writer changes.
const bulkName = "Bulk contact"

// fill creates contacts.
func fill(ctx context.Context, conn *pgx.Conn, rows int) error {
	const batch = 20_000
	for from := 0; from < rows; from += batch {
		_, err := conn.Exec(ctx, `INSERT INTO `+contacts()+` (id, organization_id, version, created_date, modified_date, name, company, email, do_not_call)
			SELECT gen_random_uuid(), $1::uuid, 1, now(), now(), $2, 'Company ' || n % 5000, 'bulk' || n || '@example.test', false
			FROM generate_series($3::bigint, $4::bigint) AS n`,
			demo.Organization.String(), bulkName, from, min(from+batch, rows)-1)
		if err != nil {
			return err
		}
	}
	store, err := pg.Open(ctx, pg.Config{DSN: conn.Config().ConnString(), Registry: features.Registry(), Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	defer store.Close()
	if err := store.IndexLargeTables(ctx); err != nil { // otherwise it would happen during a measurement
		return err
	}
	_, err = conn.Exec(ctx, "ANALYZE "+contacts())
	return err
}

// writeBulk changes every such contact once, in a process and with a pool of
// its own.
func writeBulk(ctx context.Context, dsn, company string) error {
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	store, err := pg.Open(ctx, pg.Config{DSN: dsn, Registry: features.Registry(), Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	defer store.Close()
	for last := id.ID("00000000-0000-0000-0000-000000000000"); ; {
		rows, err := conn.Query(ctx, "SELECT c.id::text FROM "+contacts()+" c WHERE c.id > $1::uuid AND c.name = $2 ORDER BY c.id LIMIT $3", last.String(), bulkName, commit.MaxBulk)
		if err != nil {
			return err
		}
		ids, err := pgx.CollectRows(rows, pgx.RowTo[id.ID])
		if err != nil || len(ids) == 0 {
			return err
		}
		last = ids[len(ids)-1]
		changed, err := store.CommitBulk(ctx, commit.Bulk{
			Organization: demo.Organization, Object: "contact", Cause: "contact.bulk", IDs: ids, Set: row.Fields{"company": company},
		})
		if err != nil {
			return err
		}
		if len(changed) != len(ids) {
			return errors.New("a bulk change left records alone: " + fmt.Sprint(len(changed), " of ", len(ids)))
		}
	}
}
