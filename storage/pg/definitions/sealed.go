package definitions

import (
	"context"

	"switchboard/storage/id"
	"switchboard/storage/pg/tables"
	"switchboard/storage/schema"
)

// SealedColumns lists the columns of an organization whose values are sealed: those in use,
// and those of fields and objects that are out of use and may come back.
func (m *Maker) SealedColumns(ctx context.Context, organization id.ID) ([]tables.Sealed, error) {
	of, err := m.tables.Of(ctx, organization)
	if err != nil {
		return nil, err
	}
	stored, err := m.reader.stored(ctx, organization, m.base)
	if err != nil {
		return nil, err
	}
	var more []tables.Sealed
	for _, d := range stored.all {
		table := d.Own.Key()
		if base := m.base.Object(d.Own.APIName); d.Own.Extends && base != nil {
			table = base.Key()
		}
		out := []*schema.Field{}
		for _, f := range d.Own.Former {
			out = append(out, f.Field)
		}
		if d.Own.Retired != nil {
			out = append(out, d.Own.Fields...)
		}
		for _, f := range out {
			if f.Type.Sealed {
				more = append(more, tables.SealedField(tables.SchemaOf(organization), table, d.Own.APIName, f))
			}
		}
	}
	return of.SealedColumns(more...), nil
}
