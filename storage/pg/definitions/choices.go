package definitions

import (
	"context"
	"encoding/json"
	"hash/fnv"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/id"
	"switchboard/storage/pg/tables"
	"switchboard/storage/schema"
)

// mostChoices bounds how many options an organization's registry holds beside those of
// definitions: it is read whole, and kept in memory.
const mostChoices = 20_000

// choices reads the options that an organization gives its pick-lists, the oldest first. The
// version is made of them: it is 0 if there are none, the same on every node that has read the
// same, and stays so when removed ones are purged.
func (r *Reader) choices(ctx context.Context, organization id.ID, base *schema.Registry) (out []schema.OptionChoice, version int64, err error) {
	o := base.Role(schema.Choice)
	if o == nil {
		return nil, 0, nil
	}
	table := tables.Quote(tables.SchemaOf(organization)) + "." + tables.Quote(o.APIName)
	from := r.Pool.Source(ctx)
	// A database of a release that had no colors of options is about to be given them.
	added := []string{schema.ChoiceColor, schema.ChoiceOrder, schema.ChoiceActive}
	var columns int
	err = from.QueryRow(ctx, "SELECT count(*) FROM pg_attribute WHERE attrelid = to_regclass($1) AND attname = ANY ($2::text[]) AND NOT attisdropped", table, added).Scan(&columns)
	if err != nil || columns < len(added) {
		return nil, 0, r.Pool.Failure(err)
	}
	q := tables.Quote
	value := "coalesce(" + q(schema.ChoiceValue) + ", " + q(schema.ChoiceLabel) + ")"
	rows, err := from.Query(ctx, "SELECT "+q(schema.ChoiceObject)+", "+q(schema.ChoiceField)+", "+value+", coalesce("+q(schema.ChoiceLabel)+", ''), coalesce("+
		q(schema.ChoiceColor)+", ''), coalesce("+q(schema.ChoiceActive)+", true), "+q(schema.ChoiceOrder)+" FROM "+table+
		" WHERE deleted_date IS NULL AND "+q(schema.ChoiceObject)+" IS NOT NULL AND "+q(schema.ChoiceField)+" IS NOT NULL AND "+value+" <> '' ORDER BY created_date, id LIMIT $1", mostChoices)
	if err != nil {
		return nil, 0, r.Pool.Failure(err)
	}
	sum := fnv.New64a()
	var c schema.OptionChoice
	_, err = pgx.ForEachRow(rows, []any{&c.Object, &c.Field, &c.Option.Value, &c.Option.Label, &c.Option.Color, &c.Option.Active, &c.Order}, func() error {
		out = append(out, c)
		return json.NewEncoder(sum).Encode(out[len(out)-1])
	})
	if err != nil || len(out) == 0 {
		return nil, 0, r.Pool.Failure(err)
	}
	return out, int64(sum.Sum64() >> 2), nil // two bits are left for what is added
}
