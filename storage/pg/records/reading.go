package records

import (
	"context"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/id"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/projection"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
)

// reading is a page being read.
type reading struct {
	*Reader

	from         pool.Source
	organization id.ID
	of           *tables.Tables
	table        *tables.Table
	request      *row.ReadRequest
	columns      []*tables.Column
	wanted       []*tables.Column // those of columns that are shown
	within       bool             // a transaction, of which nobody else may know yet
	trips        *pool.Questions  // that carry its statement, nil where it goes by itself
	bounded      bool             // its statement ends behind the record that fills it (untilFull)
}

// travels has the question for one record asked together with those of others.
func (p *reading) travels() {
	if !p.within && !p.request.Browse && onlyOne(p.request) != "" {
		p.trips = p.pool.Questions
	}
}

// shown reads a page that is shown as the database sends it. found are the records of its
// statement, of which items are as many as fit into a page; cut says that more follow.
func (p *reading) shown(ctx context.Context, text string, args []any, beside *pgx.Batch) (items []row.Item, found int, cut bool, err error) {
	cells := tables.CellsOf(p.table, p.columns)
	how := paged[tables.Row]{trips: p.trips, row: func(r pgx.CollectableRow) (tables.Row, int, error) {
		one, err := cells.Row(r)
		return one, one.Bytes, err
	}}
	if p.bounded {
		how.entire = cells.Beside()
	}
	keep := p.around(beside)
	rows, cut, err := collectUntilFull(ctx, p.from, how, text, args, beside)
	known := keep(err == nil)
	if err != nil {
		return nil, 0, false, err
	}
	names, err := p.names(ctx, known, len(rows), func(i int) row.Record { return rows[i].Known })
	if err != nil {
		return nil, 0, false, err
	}
	shown := projection.CellsOf(p.table.Object, p.columns, names, len(rows))
	items, cut = fitting(len(rows), cut, func(i int) row.Item { return shown.Item(&rows[i]) })
	return items, len(rows), cut, nil
}

// stored reads a page for who changes it, or one as it was.
func (p *reading) stored(ctx context.Context, text string, args []any, beside *pgx.Batch) (items []row.Item, found int, cut bool, err error) {
	scan := tables.ScannerOf(p.table, p.columns)
	how := paged[row.Record]{trips: p.trips, row: func(r pgx.CollectableRow) (row.Record, int, error) {
		one, err := scan.Record(r)
		return one, tables.BytesOf(one.Fields), err
	}}
	if p.bounded {
		scan.More, how.entire = true, &scan.Beside
	}
	keep := p.around(beside)
	records, cut, err := collectUntilFull(ctx, p.from, how, text, args, beside)
	known := keep(err == nil)
	if err != nil {
		return nil, 0, false, err
	}
	if r := p.request; r.AsOf != nil {
		if err := p.lastChanges(ctx, p.from, p.organization, p.table.Object, r.AsOf.At, records); err != nil {
			return nil, 0, false, err
		}
	}
	shown := records
	if p.request.Seen {
		shown = parts(records, p.wanted)
	}
	names, err := p.names(ctx, known, len(shown), func(i int) row.Record { return shown[i] })
	if err != nil {
		return nil, 0, false, err
	}
	shape := projection.Item
	if p.request.Stored {
		shape = projection.Stored
	}
	items, cut = fitting(len(shown), cut, func(i int) row.Item {
		item := shape(p.table.Object, shown[i], names)
		if p.request.Seen {
			item.Seen = &row.Seen{Record: records[i], Table: p.table}
		}
		return item
	})
	return items, len(records), cut, nil
}

// parts are the records with some of their columns.
func parts(records []row.Record, columns []*tables.Column) []row.Record {
	out := make([]row.Record, len(records))
	for i, r := range records {
		out[i] = row.Record{Object: r.Object, ID: r.ID, Version: r.Version, Fields: make(row.Fields, len(columns))}
		for _, c := range columns {
			out[i].Fields[c.Field.Name] = r.Fields[c.Field.Name]
		}
	}
	return out
}

// names asks for what n records refer to.
func (p *reading) names(ctx context.Context, known *projection.Resolved, n int, record func(i int) row.Record) (*projection.Resolved, error) {
	ask := projection.Ask(p.of)
	ask.Knowing(known)
	for i := range n {
		one := record(i)
		ask.Record(p.table.Object, one)
		ask.Route(p.table.Object, one)
	}
	return p.Resolve(ctx, p.from, p.organization, ask)
}

// fitting brings records into shape, as many as fit into a page.
func fitting(n int, cut bool, item func(i int) row.Item) ([]row.Item, bool) {
	out := make([]row.Item, 0, n)
	for i, size := 0, 0; i < n && size < readBytes; i++ {
		one := item(i)
		for _, value := range one.Fields {
			size += len(value)
		}
		out = append(out, one)
	}
	return out, cut || len(out) < n
}
