package records

import (
	"context"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg/pool"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

const (
	readLimit = 100
	maxRead   = 1000
)

// Read gives a page of records that stand in one of the request's relations, in
// wire shape. What is internal is not there: an internal object is unknown, and
// an internal field can neither filter nor sort. A page ends once it holds readBytes,
// at its limit at the latest; it has a record at least.
func (s *Reader) Read(ctx context.Context, organization id.ID, r row.ReadRequest) (out row.Page, err error) {
	of, err := s.tables.Of(ctx, organization)
	if err != nil {
		return out, err
	}
	t, err := of.Find(r.Object)
	if err != nil {
		return out, err
	}
	if t.Object.Internal {
		return out, fault.New(fault.Invalid, "There is no object %q.", r.Object)
	}
	ctx, cancel := context.WithTimeout(ctx, s.Patience)
	defer cancel()
	q := &statement{tables: of, table: t, limited: true}
	count, err := q.selection(organization, &r)
	if err != nil {
		return out, err
	}
	order, err := q.orderBy(r.Order)
	if err != nil {
		return out, err
	}
	page, err := paging(r.Limit, r.Offset, readLimit, maxRead)
	if err != nil {
		return out, err
	}
	columns, list, err := readable(t, r.Fields)
	if err != nil {
		return out, err
	}
	wanted := columns
	if r.Seen {
		columns, list = t.Columns, t.List
	}
	limit := r.Limit
	if limit == 0 {
		limit = readLimit
	}
	from := s.pool.Source(ctx)
	count.from = s.pool.Pool
	if r.Browse {
		conn, err := s.pool.Lists.Acquire(ctx)
		if err != nil {
			return out, s.pool.Failure(err)
		}
		defer conn.Release()
		from, count.from = conn, conn
	}
	began := time.Now()
	defer func() { out.Took = time.Since(began) }()
	if r.Search != nil && r.Search.Ranked {
		r.Total = false
	}
	text, args, total, err := s.pageOf(ctx, from, q, &r, count, list, order, page, limit)
	if err != nil {
		return out, err
	}
	whole := kept{table: count.whole}
	beside := &pgx.Batch{}
	if r.Total && count.whole != nil {
		whole.ask(beside)
	}
	bounded := limit > FewRecords
	if bounded {
		text = untilFull(text, list, columns)
	}
	p := &reading{Reader: s, from: from, organization: organization, of: of, table: t, request: &r, columns: columns, wanted: wanted, bounded: bounded, within: s.pool.Transaction(ctx) != nil}
	p.travels()
	var found int
	if r.AsOf != nil || r.Stored || r.Seen {
		out.Items, found, out.Cut, err = p.stored(ctx, text, args, beside)
	} else {
		out.Items, found, out.Cut, err = p.shown(ctx, text, args, beside)
	}
	if err != nil {
		return out, s.pool.Failure(err)
	}
	if !r.Total {
		return out, nil
	}
	if whole.known {
		s.fold(ctx, &whole)
		total = whole.n
	}
	if total >= 0 {
		out.Total = total
		return out, nil
	}
	if !out.Cut && r.After == nil && found < limit && (r.Offset == 0 || found > 0) {
		out.Total = int64(r.Offset + found) // the last page shows it
		return out, nil
	}
	out.Total, out.Estimated, err = s.total(ctx, count)
	if out.Estimated && found > 0 { // the planner may guess fewer than are shown
		out.Total = max(out.Total, int64(r.Offset+found))
	}
	return out, err
}

// pageOf is the statement of a page of a selection, with its arguments. total is how many it selects, -1 where that is to be
// counted.
func (s *Reader) pageOf(ctx context.Context, from pool.Source, q *statement, r *row.ReadRequest, sel selection, list, order, page string, limit int) (
	text string, args []any, total int64, err error,
) {
	switch {
	case r.After != nil:
		text, err = q.behind(r, list, sel.text, order, page)
		return text, q.args, -1, err
	case sought(r):
		return s.sorted(ctx, from, sel, q, list, " ORDER BY "+order+page)
	case r.Search != nil && r.Search.Alike:
		text, args, err = s.alike(ctx, q, r.Search, sel, list, limit)
		return text, args, -1, err
	case r.Search != nil && r.Search.Ranked:
		text = q.ranked(r.Search, list, sel, limit) // which has arguments of its own
		return text, q.args, -1, nil
	case onlyOne(r) != "" && r.Offset == 0:
		return "SELECT " + list + sel.text, q.args, -1, nil // there is nothing to put in order
	case r.AsOf == nil && Deep(r.Offset, limit):
		return q.deep(sel, list, order, page), q.args, -1, nil
	default:
		return "SELECT " + list + sel.text + " ORDER BY " + order + page, q.args, -1, nil
	}
}

// selection compiles what a request asks for, whatever its order and page.
func (q *statement) selection(organization id.ID, r *row.ReadRequest) (selection, error) {
	where, err := q.where(r.Where, r.Any)
	if err != nil {
		return selection{}, err
	}
	joins, where, err := q.filtered(r.Filter, where)
	if err != nil {
		return selection{}, err
	}
	search, err := q.search(r.Search)
	if err != nil {
		return selection{}, err
	}
	source, stands, err := q.source(organization, r)
	unsearched := " FROM " + source + joins + " WHERE " + stands + " AND " + where
	sel := selection{text: unsearched + " AND " + search, unsearched: unsearched, args: q.args}
	if len(r.Where) == 0 && r.Filter == nil && search == all && stands == living && r.AsOf == nil {
		sel.whole = q.table
	}
	return sel, err
}

// seesAll is the row rule of a reader who sees every record.
const seesAll = "(true)"

// visible compiles the row rule: any relation will do, but a private record
// stands in those of its members and candidates only (access.Rights decides the
// same from a Route).
func (q *statement) visible(relations []row.Relation) (string, error) {
	var open, named []string // relations that privacy shuts out, and those it doesn't
	for _, r := range relations {
		before := len(open)
		switch r.Kind {
		case schema.ToShared:
			open = append(open, q.shared(schema.SharedWithOrganization))
		case schema.ToTeamShared:
			open = append(open, q.shared(schema.SharedWithTeam)+" AND "+q.ownedByTeams(r.IDs))
		case schema.ToAll:
			open = append(open, "true")
		case schema.ToOwner:
			open = append(open, q.owner()+" = ANY("+q.arg(r.IDs, "uuid[]")+")")
		case schema.ToTeam:
			open = append(open, q.ownedByTeams(r.IDs))
		case schema.ToApp:
			open = append(open, q.table.Column(q.table.Object.Route.App).Alias+" = ANY("+q.arg(r.IDs, "uuid[]")+")")
		case schema.ToMember:
			if text := q.overlaps(q.table.Object.Route.Members, r.IDs); text != "" {
				named = append(named, text)
			} else if text := q.inherited(func(p *statement) string { return p.overlaps(p.table.Object.Route.Members, r.IDs) }); text != "" {
				named = append(named, text)
			}
		case schema.ToCandidate:
			if text := q.overlaps(q.table.Object.Route.Candidates, r.IDs); text != "" {
				named = append(named, text)
			}
		default:
			return "", fault.New(fault.Invalid, "There is no relation %q.", r.Kind)
		}
		if r.About != nil && len(open) > before {
			open[before] = "(" + open[before] + " AND " + q.about(r.About) + ")"
		}
	}
	if len(open) > 0 {
		text := "(" + strings.Join(open, " OR ") + ")"
		if private := q.private(); private != "" {
			text = "(" + text + " AND NOT " + private + ")"
		}
		named = append(named, text)
	}
	switch len(named) {
	case 0:
		return "false", nil
	case 1:
		return named[0], nil
	default:
		return "(" + strings.Join(named, " OR ") + ")", nil
	}
}

// shared asks for records that are shared so.
func (q *statement) shared(with string) string {
	return q.table.Column(q.table.Object.Route.Shared).Alias + " = " + q.arg(with, "text")
}

// about asks for records that are about one of the objects, or about none.
func (q *statement) about(objects []string) string {
	of := q.table.Column(q.table.Object.Route.About).Alias
	return "(" + of + " IS NULL OR " + of + " = ANY(" + q.arg(objects, "text[]") + "))"
}

func (q *statement) owner() string { return q.table.Column(q.table.Object.Route.Owner).Alias }

// ownedByTeams asks for records whose owner is in one of the teams: those he
// names and those that name him.
func (q *statement) ownedByTeams(teams []id.ID) string {
	ids := q.arg(teams, "uuid[]")
	return q.owner() + " IN (" + q.table.People.InTeams(ids) + ")"
}

// overlaps asks whether a list of users holds one of the ids, "" where there is
// no such list.
func (q *statement) overlaps(field string, ids []id.ID) string {
	c := q.table.Column(field)
	if c == nil {
		return ""
	}
	return c.Alias + " && " + q.arg(ids, "uuid[]")
}

// private asks whether the record is private, "" where its object knows no privacy.
func (q *statement) private() string {
	own := func(p *statement) string {
		if c := p.table.Column(p.table.Object.Route.Private); c != nil {
			return "coalesce(" + c.Alias + ", false)"
		}
		return ""
	}
	if text := own(q); text != "" {
		return text
	}
	if text := q.inherited(own); text != "" {
		return "coalesce(" + text + ", false)" // a record without a thread hides nothing
	}
	return ""
}

func (q *statement) inherited(ask func(parent *statement) string) string {
	rule := q.table.Object.Route
	if rule.Inherit == "" {
		return ""
	}
	thread := q.table.Column(rule.Thread)
	parents, err := q.tables.Find(thread.Field.Target)
	if err != nil {
		return ""
	}
	p := &statement{tables: q.tables, table: parents, limited: q.limited, args: q.args}
	text := ask(p)
	q.args = p.args
	if text == "" {
		return ""
	}
	// The alias t means the parent inside, this record outside.
	return thread.Alias + " IN (SELECT t.id FROM " + parents.Name + " t WHERE " + text + ")"
}
