package queries

import (
	"context"
	"encoding/json"

	"switchboard/storage/id"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/projection"
	"switchboard/storage/pg/tables"
	"switchboard/storage/query"
	"switchboard/storage/row"
)

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

// known are the columns of which more is needed than what is shown of them: records that
// are named, what derived fields are made of, and keys.
func (p *prepared) known() []bool {
	out := make([]bool, len(p.Compiled.Columns))
	for i := range p.Outputs {
		o := &p.Outputs[i]
		if o.Derived != nil {
			for _, column := range o.Columns {
				out[column] = true
			}
		} else if o.View != nil && o.Of.Type.References != nil {
			out[o.Columns[0]] = true
		}
	}
	if p.key > 0 && p.key <= len(p.Outputs) {
		out[p.Outputs[p.key-1].Columns[0]] = true
	}
	return out
}

// show makes JSON of rows, one behind the other in one piece of memory.
func (p *prepared) show(page []tables.Line, names *projection.Resolved) ([]json.RawMessage, int) {
	members, about := p.members(), 0
	for i := range page {
		about += page[i].Bytes
	}
	text, ends := make([]byte, 0, 2*about+40*len(page)*len(p.Outputs)), make([]int, 0, len(page))
	for i := range page {
		if len(text) >= answerBytes {
			break
		}
		text = p.row(text, members, &page[i], names)
		ends = append(ends, len(text))
	}
	rows, from := make([]json.RawMessage, len(ends)), 0
	for i, end := range ends {
		rows[i], from = text[from:end:end], end
	}
	return rows, len(text)
}

// refers gathers the records that rows refer to.
func (p *prepared) refers(page []tables.Line) *projection.Wanted {
	ask := projection.Ask(p.of)
	for i := range page {
		for j := range p.Outputs {
			if o := &p.Outputs[j]; o.Of != nil && o.View != nil {
				ask.Value(o.Of, page[i].Value(o.Columns[0]))
			}
		}
	}
	return ask
}

// cells are the values of rows by their columns.
func (p *prepared) cells(ctx context.Context, from pool.Batcher, page []tables.Line) (rows [][]json.RawMessage, size int, err error) {
	names, err := projection.Resolve(ctx, from, p.refers(page))
	if err != nil {
		return nil, 0, p.runner.pool.Failure(err)
	}
	rows = make([][]json.RawMessage, len(page))
	for i := range page {
		rows[i] = make([]json.RawMessage, len(p.Outputs))
		for j := range p.Outputs {
			rows[i][j] = p.value(nil, &p.Outputs[j], &page[i], names)
			size += len(rows[i][j])
		}
	}
	return rows, size, nil
}

func (p *prepared) row(to []byte, members []*member, line *tables.Line, names *projection.Resolved) []byte {
	to = append(to, '{')
	for i, m := range members {
		if i > 0 {
			to = append(to, ',')
		}
		to = append(to, m.key...)
		switch {
		case m.inner == nil:
			to = p.value(to, m.outputs[0], line, names)
		case m.outputs[0].Present >= 0 && !line.There(m.outputs[0].Present): // no record stands there
			to = append(to, "null"...)
		default:
			to = p.row(to, m.inner, line, names)
		}
	}
	return append(to, '}')
}

// value appends a value as clients are shown it; the name of a record that its reader may not
// know is left out.
func (p *prepared) value(to []byte, o *query.Output, line *tables.Line, names *projection.Resolved) []byte {
	if o.Derived != nil {
		record := row.Record{Object: o.View.Object.APIName, Fields: row.Fields{}}
		for i, name := range o.Derived.Derived.From {
			record.Fields[name] = line.Value(o.Columns[i])
		}
		return append(to, projection.Derive(o.View.Object, o.Derived, record, names)...)
	}
	if o.View == nil {
		out, there := line.Show(to, o.Columns[0], nobody{})
		if !there {
			out = append(out, projection.Null...)
		}
		return out
	}
	f, from := o.Of, len(to)
	to, there := line.Show(to, o.Columns[0], names)
	if !there {
		return append(to, projection.Nothing(f)...)
	}
	shown := json.RawMessage(to[from:])
	if f.Hides() {
		shown = f.Hide(shown, func(object string) bool { return o.View.Names(o.Right, f, object) })
	}
	if complete := f.Type.Complete; complete != nil && len(shown) > 0 && shown[0] != 'n' {
		shown = complete(p.of.Registry, f, shown)
	}
	return append(to[:from], shown...)
}

// nobody knows no names: what a query computes refers to no record.
type nobody struct{}

// Name implements schema.Names.
func (nobody) Name(string, id.ID) *string { return nil }
