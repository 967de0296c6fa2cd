package records

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"time"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

const (
	maxGroups = 1_000
	maxSums   = 5
)

// BoardRequest asks for the records of a list as a board shows them: in columns by a field
// with options, and in swimlanes by another field.
type BoardRequest struct {
	Columns   string
	Swimlanes string // "" for none
	// Sums are fields of numbers that are added up.
	Sums   []string
	Filter []FilterRow
	Any    bool
	Search string
}

// Board is the answer to a BoardRequest.
type Board struct {
	Count     int64                      `json:"count"`
	Sums      map[string]json.RawMessage `json:"sums"`
	Columns   []Pile                     `json:"columns"`
	Swimlanes []Pile                     `json:"swimlanes"`
	Cells     []Cell                     `json:"cells"`

	Took time.Duration `json:"-"`
}

// Pile are the records with one value; null for those without any.
type Pile struct {
	Value json.RawMessage            `json:"value"`
	Count int64                      `json:"count"`
	Sums  map[string]json.RawMessage `json:"sums"`
}

// Cell are the records of a column in a swimlane. Empty ones are left out.
type Cell struct {
	Column   json.RawMessage            `json:"column"`
	Swimlane json.RawMessage            `json:"swimlane"`
	Count    int64                      `json:"count"`
	Sums     map[string]json.RawMessage `json:"sums"`
}

// Board counts records by column and swimlane. All options of the columns' field are there,
// in their order; then what records hold that is no option any more, and those without a
// value. The fields must be readable in every row that could match, as a list's order must.
func (s *Service) Board(ctx context.Context, p *access.Principal, object string, q BoardRequest) (Board, error) {
	o, rights, err := s.object(p, object)
	if err != nil {
		return Board{}, err
	}
	if len(rights.Relations()) == 0 {
		return Board{}, fault.New(fault.Forbidden, "You don't have permission to read this object")
	}
	usable := rights.Everywhere()
	columns, by, err := boardFields(o, usable, q)
	if err != nil {
		return Board{}, err
	}
	asked, err := s.filter(ctx, p, o, q.Filter, q.Any)
	if err != nil {
		return Board{}, err
	}
	search, err := searchOf(o, usable, q.Search)
	if err != nil {
		return Board{}, err
	}
	groups, took, err := s.store.Groups(ctx, p.Organization, row.GroupRequest{
		ReadRequest: row.ReadRequest{Object: o.APIName, Where: among(o, q.Filter), Filter: asked, Search: search, Visible: rights.Relations()},
		By:          by, Sums: q.Sums, Most: maxGroups,
	})
	if err != nil {
		return Board{Took: took}, err
	}
	out := laid(columns, q, groups)
	out.Took = took
	return out, nil
}

// boardFields checks by which fields a board is made.
func boardFields(o *schema.Object, usable *access.FieldSet, q BoardRequest) (columns *schema.Field, by []string, err error) {
	if q.Columns == "" {
		return nil, nil, fault.Field("columns", "Name the field of the columns: one with options")
	}
	columns = o.Field(q.Columns)
	switch {
	case columns == nil || !usableBy(usable, columns):
		return nil, nil, fault.Field(q.Columns, "%s", errField)
	case !columns.Type.Optioned || columns.Kind().Column.Element != nil || !columns.Filterable():
		return nil, nil, fault.Field("columns", "%s has no options to make columns of", columns.Title)
	}
	by = []string{q.Columns}
	if q.Swimlanes != "" {
		lanes := o.Field(q.Swimlanes)
		switch {
		case lanes == nil || !usableBy(usable, lanes):
			return nil, nil, fault.Field(q.Swimlanes, "%s", errField)
		case lanes == columns:
			return nil, nil, fault.Field("swimlanes", "The swimlanes need another field than the columns")
		case !parted(lanes):
			return nil, nil, fault.Field("swimlanes", "%s can't make swimlanes", lanes.Title)
		}
		by = append(by, q.Swimlanes)
	}
	if len(q.Sums) > maxSums {
		return nil, nil, fault.Field("sums", "A board can total at most %d fields", maxSums)
	}
	for _, name := range q.Sums {
		f := o.Field(name)
		switch {
		case f == nil || !usable.Has(name):
			return nil, nil, fault.Field(name, "%s", errField)
		case !f.Filterable() || !slices.Contains([]string{"number", "integer"}, f.Type.JSONType):
			return nil, nil, fault.Field("sums", "%s is no number", f.Title)
		}
	}
	return columns, by, nil
}

// parted reports whether records fall into parts by a field: it has one text, one record or yes
// and no.
func parted(f *schema.Field) bool {
	column := f.Kind().Column
	if !f.Filterable() || f.Composite() || column.Element != nil {
		return false
	}
	_, record := column.Zero.(id.ID)
	_, yesNo := column.Zero.(bool)
	return column.IsText || record || yesNo
}

// laid puts groups where the board has them.
func laid(columns *schema.Field, q BoardRequest, groups []row.Group) Board {
	out := Board{Sums: summed(q.Sums, nil), Columns: []Pile{}, Swimlanes: []Pile{}, Cells: []Cell{}}
	for _, option := range columns.Options {
		value, err := json.Marshal(option)
		if err == nil {
			out.Columns = append(out.Columns, Pile{Value: value, Sums: summed(q.Sums, nil)})
		}
	}
	for _, g := range groups {
		column, lane := g.Keys[0], json.RawMessage(nil)
		if len(g.Keys) > 1 {
			lane = g.Keys[1]
		}
		pile := Pile{Value: column, Count: g.Count, Sums: summed(q.Sums, g.Sums)}
		switch {
		case column == nil && lane == nil:
			out.Count, out.Sums = pile.Count, pile.Sums
		case column == nil:
			pile.Value = lane
			out.Swimlanes = append(out.Swimlanes, pile)
		case lane == nil:
			at := slices.IndexFunc(out.Columns, func(had Pile) bool { return bytes.Equal(had.Value, column) })
			if at >= 0 {
				out.Columns[at] = pile
			} else {
				out.Columns = append(out.Columns, pile)
			}
		default:
			out.Cells = append(out.Cells, Cell{Column: column, Swimlane: lane, Count: pile.Count, Sums: pile.Sums})
		}
	}
	return out
}

func summed(fields []string, sums []json.RawMessage) map[string]json.RawMessage {
	out := map[string]json.RawMessage{}
	for i, name := range fields {
		out[name] = json.RawMessage("null")
		if sums != nil {
			out[name] = sums[i]
		}
	}
	return out
}
