package queries

import (
	"context"
	"encoding/json"

	"switchboard/storage/id"
	"switchboard/storage/query"
	"switchboard/storage/schema"
)

// Bare runs a text that no compiler has seen, behind the walls in the database alone; or
// without the role among them.
func (r *Runner) Bare(ctx context.Context, organization id.ID, text string, sources int, roleless bool) ([][]any, error) {
	p, err := r.bare(ctx, organization, text, sources, most)
	if err != nil {
		return nil, err
	}
	return p.rows(ctx, roleless)
}

// BarePage is a page of such a text.
func (r *Runner) BarePage(ctx context.Context, organization id.ID, text string, limit int) (query.Answer, error) {
	p, err := r.bare(ctx, organization, text, 1, limit)
	if err != nil {
		return query.Answer{}, err
	}
	return p.Run(ctx)
}

func (r *Runner) bare(ctx context.Context, organization id.ID, text string, sources, limit int) (*prepared, error) {
	of, err := r.tables.Of(ctx, organization)
	// An enum has no size, so that the text is run as it is.
	statement := &query.Statement{Body: text, Sources: sources, Columns: []*schema.Field{{Name: "a", Type: schema.Enum}}}
	return &prepared{Compiled: &query.Compiled{Statement: statement}, runner: r, organization: organization, of: of, limit: limit}, err
}

// Roleless runs a prepared query without the role.
func Roleless(ctx context.Context, q query.Prepared) ([][]any, error) {
	p, _ := q.(*prepared)
	return p.rows(ctx, true)
}

func (p *prepared) rows(ctx context.Context, roleless bool) (page [][]any, err error) {
	var role granted
	if !roleless {
		if role, err = p.runner.role(ctx, p.organization, p.of); err != nil {
			return nil, err
		}
	}
	role.files = true
	conn, err := p.runner.pool.Lists.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Release()
	lines, _, err := p.page(ctx, conn, role)
	for i := range lines {
		values := make([]any, len(p.Compiled.Columns))
		for j := range values {
			if text, there := lines[i].Show(nil, j, nobody{}); there {
				if err := json.Unmarshal(text, &values[j]); err != nil {
					return nil, err
				}
			}
		}
		page = append(page, values)
	}
	return page, err
}

// Statement is the text and the arguments of a prepared query.
func Statement(q query.Prepared) (string, []any) {
	p, _ := q.(*prepared)
	return p.text(), p.arguments()
}

// Deep has a prepared query's page be read as a deep one is, or as any other; false if it can't.
func Deep(q query.Prepared, deep bool) bool {
	p, _ := q.(*prepared)
	p.deep = deep && p.Singly()
	return p.deep == deep
}
