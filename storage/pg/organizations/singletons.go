package organizations

import (
	"context"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"switchboard/storage/id"
	"switchboard/storage/pg/tables"
)

// executor is a transaction or a connection.
type executor interface {
	Exec(ctx context.Context, sql string, arguments ...any) (pgconn.CommandTag, error)
}

// MakeSingletons makes the records that every organization has one of
// (schema.Object.Singleton) and that it lacks. Nobody follows an organization before it
// stands, so that they need no entry in the log.
func (s *Directory) MakeSingletons(ctx context.Context, db executor, organization id.ID, name string) error {
	of, err := s.tables.Of(ctx, organization)
	if err != nil {
		return err
	}
	for _, o := range of.Registry.Objects() {
		if !o.Singleton {
			continue
		}
		t, err := of.Find(o.APIName)
		if err != nil {
			return err
		}
		now := time.Now().UTC().Truncate(time.Millisecond)
		set := map[string]any{
			"id": organization, "organization_id": organization, "name": name,
			"created_date": now, "modified_date": now, "version": int64(1),
		}
		var names, places []string
		var values []any
		for _, c := range t.Columns {
			value, given := set[c.Field.Name]
			if !given {
				value = c.Field.Default
			}
			if value != nil {
				values = append(values, tables.Parameter(value))
				names = append(names, c.Name)
				places = append(places, tables.Place(len(values), c))
			}
		}
		_, err = db.Exec(ctx, "INSERT INTO "+t.Name+" ("+strings.Join(names, ", ")+") VALUES ("+
			strings.Join(places, ", ")+") ON CONFLICT (id) DO NOTHING", values...)
		if err != nil {
			return err
		}
	}
	return nil
}
