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
	key     []byte // as JSON, with its colon
	outputs []*query.Output
	inner   []*member // the keys of a nested object
}

func (p *prepared) members() (out []*member) {
	nests := map[string]*member{}
	for i := range p.Outputs {
		o := &p.Outputs[i]
		if o.Nest == "" {
			out = append(out, memberOf(o.Key, o))
			continue
		}
		nest := nests[o.Nest]
		if nest == nil {
			nest = memberOf(o.Nest)
			nests[o.Nest] = nest
			out = append(out, nest)
		}
		nest.outputs, nest.inner = append(nest.outputs, o), append(nest.inner, memberOf(o.Key, o))
	}
	return out
}

func memberOf(key string, outputs ...*query.Output) *member {
	return &member{key: append(row.JSONValue(key), ':'), outputs: outputs}
}

// show makes JSON of rows.
func (p *prepared) show(page [][]any, names *projection.Resolved) ([]json.RawMessage, int) {
	members := p.members()
	rows, size, about := make([]json.RawMessage, 0, len(page)), 0, 0 // about as long as the last one will the next row be
	for _, values := range page {
		if size >= answerBytes {
			break
		}
		row := p.row(make([]byte, 0, about), members, values, names)
		size, about = size+len(row), len(row)+len(row)/8
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
		to = append(to, m.key...)
		switch {
		case m.inner == nil:
			to = append(to, p.value(m.outputs[0], values, names)...)
		case m.outputs[0].Present >= 0 && values[m.outputs[0].Present] == nil: // no record stands there
			to = append(to, "null"...)
		default:
			to = p.row(to, m.inner, values, names)
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
