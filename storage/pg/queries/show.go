package queries

import (
	"context"
	"encoding/json"

	"switchboard/storage/id"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/projection"
	"switchboard/storage/query"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// noObject stands for the table of columns that belong to none.
var noObject = &schema.Object{APIName: "query"}

// member is a key of a row: one output, or the outputs of a nested object.
type member struct {
	key     string
	outputs []*query.Output
	nested  bool
}

func (p *prepared) members() (out []*member) {
	nests := map[string]*member{}
	for i := range p.Outputs {
		o := &p.Outputs[i]
		if o.Nest == "" {
			out = append(out, &member{key: o.Key, outputs: []*query.Output{o}})
			continue
		}
		if nests[o.Nest] == nil {
			nests[o.Nest] = &member{key: o.Nest, nested: true}
			out = append(out, nests[o.Nest])
		}
		nests[o.Nest].outputs = append(nests[o.Nest].outputs, o)
	}
	return out
}

// show makes JSON of rows.
func (p *prepared) show(page [][]any, names *projection.Resolved) ([]json.RawMessage, int) {
	members := p.members()
	rows, size := make([]json.RawMessage, 0, len(page)), 0
	for _, values := range page {
		if size >= answerBytes {
			break
		}
		row := p.row(nil, members, values, names)
		size += len(row)
		rows = append(rows, row)
	}
	return rows, size
}

// refers gathers the records that rows refer to.
func (p *prepared) refers(page [][]any) *projection.Wanted {
	ask := projection.Ask(p.of)
	for _, values := range page {
		for i := range p.Outputs {
			if o := &p.Outputs[i]; o.Of != nil && o.View != nil {
				ask.Value(o.Of, values[o.Columns[0]])
			}
		}
	}
	return ask
}

// cells are the values of rows by their columns.
func (p *prepared) cells(ctx context.Context, from pool.Batcher, page [][]any) (rows [][]json.RawMessage, size int, err error) {
	names, err := projection.Resolve(ctx, from, p.refers(page))
	if err != nil {
		return nil, 0, p.runner.pool.Failure(err)
	}
	rows = make([][]json.RawMessage, len(page))
	for i, values := range page {
		rows[i] = make([]json.RawMessage, len(p.Outputs))
		for j := range p.Outputs {
			rows[i][j] = p.value(&p.Outputs[j], values, names)
			size += len(rows[i][j])
		}
	}
	return rows, size, nil
}

func (p *prepared) row(to []byte, members []*member, values []any, names *projection.Resolved) []byte {
	to = append(to, '{')
	for i, m := range members {
		if i > 0 {
			to = append(to, ',')
		}
		to = append(append(to, row.JSONValue(m.key)...), ':')
		switch {
		case !m.nested:
			to = append(to, p.value(m.outputs[0], values, names)...)
		case m.outputs[0].Present >= 0 && values[m.outputs[0].Present] == nil: // no record stands there
			to = append(to, "null"...)
		default:
			inner := make([]*member, len(m.outputs))
			for i, o := range m.outputs {
				inner[i] = &member{key: o.Key, outputs: []*query.Output{o}}
			}
			to = p.row(to, inner, values, names)
		}
	}
	return append(to, '}')
}

// value is a value as clients are shown it; the name of a record that its reader may not
// know is left out.
func (p *prepared) value(o *query.Output, values []any, names *projection.Resolved) json.RawMessage {
	if o.Derived != nil {
		record := row.Record{Object: o.View.Object.APIName, Fields: row.Fields{}}
		for i, name := range o.Derived.Derived.From {
			record.Fields[name] = values[o.Columns[i]]
		}
		return projection.Derive(o.View.Object, o.Derived, record, names)
	}
	f, stored := o.Of, values[o.Columns[0]]
	if stored == nil {
		if o.View == nil {
			return projection.Null
		}
		return projection.Nothing(f)
	}
	if o.View == nil {
		return f.Kind().Wire(f, stored, nobody{})
	}
	shown := projection.Value(f, stored, names)
	if hide := f.Type.HideNames; hide != nil {
		shown = hide(f, shown, func(object string) bool { return o.View.Names(o.Right, f, object) })
	}
	if complete := f.Type.Complete; complete != nil && len(shown) > 0 && shown[0] != 'n' {
		shown = complete(p.of.Registry, f, shown)
	}
	return shown
}

// nobody knows no names: what a query computes refers to no record.
type nobody struct{}

// Name implements schema.Names.
func (nobody) Name(string, id.ID) *string { return nil }
