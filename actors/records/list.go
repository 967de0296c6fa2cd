package records

import (
	"context"
	"strings"
	"time"

	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/query"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// FilterRow is one row of the filter builder.
type FilterRow = query.FilterRow

// ListRequest asks for a page of an object's records.
type ListRequest struct {
	Filter []FilterRow
	// Any joins the filter's rows by OR.
	Any bool
	// Search is what was typed to find records by their search fields (SearchRequest.Text),
	// "" for nothing.
	Search string
	// Order holds field names, a minus before one that descends.
	Order  []string
	Limit  int // 1 to 1000; above is clamped
	Offset int
	Total  bool
	// Cursors asks for pages by place, not by offset: Cursor is where the page begins
	// (Listing.Cursor), "" for the first.
	Cursors bool
	Cursor  string
	// AsOf asks for the list as it was at that moment, the zero time for how it is.
	AsOf time.Time
	// Removed asks for the records that were removed and can be brought back, of those that
	// the principal may delete.
	Removed bool
}

// Listing is a page of records as the principal may see them.
type Listing struct {
	Records []entry.Fields
	Limit   int
	Offset  int
	// Next is the offset of the record behind the last one: a page that is full ends
	// before its limit.
	Next int
	// Cursor is where the next page begins, "" for none or where it wasn't asked for.
	Cursor    string
	HasNext   bool
	Total     int64
	Estimated bool
	// Took is how long the database worked for it, Bytes what the records hold. Took
	// stands beside an error too.
	Took  time.Duration
	Bytes int
}

const (
	defaultLimit = 100
	maxOffset    = 10_000_000
	maxFilters   = 30
	maxOrders    = 4
)

// List reads a page. Only fields that are readable in every row that could match
// may filter or sort, else the value would show by the order or the presence of
// rows; others are fault.Invalid, as unknown ones are.
func (s *Service) List(ctx context.Context, p *access.Principal, object string, q ListRequest) (Listing, error) {
	o, rights, err := s.object(p, object)
	if err != nil {
		return Listing{}, err
	}
	request, err := s.requestOf(ctx, p, rights, &q)
	if err != nil {
		return Listing{}, err
	}
	page, err := s.store.Read(ctx, p.Organization, request)
	if request.After != nil && fault.Is(err, fault.Invalid) {
		err = unreadCursor()
	}
	if err == nil && request.AsOf != nil {
		err = s.standing(ctx, p, o, &page)
	}
	if err != nil {
		return Listing{Took: page.Took}, err
	}
	out := Listing{Took: page.Took, Records: []entry.Fields{}, Limit: q.Limit, Offset: q.Offset, Next: q.Offset, Total: page.Total, Estimated: page.Estimated}
	for i := range page.Items[:min(len(page.Items), q.Limit)] {
		if out.Bytes >= answerBytes {
			page.Cut = true
			break
		}
		item := &page.Items[i]
		out.Next++
		if fields := rights.Give(item); fields != nil {
			out.Bytes += fields.Size()
			out.Records = append(out.Records, fields)
		}
	}
	if q.Cursors {
		err = s.goesOn(ctx, p, &out, request, page)
		return out, err
	}
	out.HasNext = page.Cut || len(page.Items) > q.Limit || q.Total && int64(q.Offset+len(page.Items)) < page.Total
	return out, nil
}

// requestOf is what the store is asked for a list, whose bounds q is given.
func (s *Service) requestOf(ctx context.Context, p *access.Principal, rights *access.Rights, q *ListRequest) (row.ReadRequest, error) {
	var out row.ReadRequest
	o := rights.Object
	relations, err := listed(p, rights, *q)
	if err != nil {
		return out, err
	}
	usable := rights.Everywhere()
	asked, err := s.filter(ctx, p, o, q.Filter, q.Any)
	if err != nil {
		return out, err
	}
	search, err := searchOf(o, usable, q.Search)
	if err != nil {
		return out, err
	}
	order, err := orders(o, usable, *q)
	if err != nil {
		return out, err
	}
	if q.Limit <= 0 {
		q.Limit = defaultLimit
	}
	q.Limit = min(q.Limit, maxRows)
	if q.Offset < 0 || q.Offset > maxOffset {
		return out, fault.Field("offset", "The offset must be between 0 and %d", maxOffset)
	}
	out = row.ReadRequest{
		Object: o.APIName, Where: among(o, q.Filter), Filter: asked, Search: search, Visible: relations,
		Order: order, Limit: q.Limit, Offset: q.Offset, Total: q.Total, Removed: q.Removed, Browse: true,
	}
	if !q.AsOf.IsZero() {
		if search != nil {
			return out, fault.Field("search", "A list of the past can't be searched. Use a filter instead")
		}
		if out.AsOf, err = s.asOf(ctx, p, rights, q.AsOf); err != nil {
			return out, err
		}
		out.Fields = recalled(o)
	}
	if q.Cursors {
		if search != nil || out.AsOf != nil || q.Offset > 0 {
			return out, fault.Field("cursor", "A cursor can't be combined with search, as_of or offset")
		}
		if out.After, err = placeIn(q.Cursor, order); err != nil {
			return out, err
		}
	}
	if (!q.Total || q.Cursors) && q.Limit < maxRows {
		out.Limit++ // one more reports whether there is a next page
	}
	return out, nil
}

// listed says which rows a list has: those that the principal may read, or of the removed
// ones those that he may bring back.
func listed(p *access.Principal, rights *access.Rights, q ListRequest) ([]row.Relation, error) {
	relations := rights.Relations()
	if len(relations) == 0 {
		return nil, fault.New(fault.Forbidden, "You don't have permission to read this object")
	}
	if !q.Removed {
		return relations, nil
	}
	if err := p.MayDelete(rights.Object.APIName); err != nil {
		return nil, err
	}
	if rights.Object.Live {
		return nil, notRestored(rights.Object)
	}
	if !q.AsOf.IsZero() {
		return nil, fault.Field("deleted", "A list of the past includes records deleted since. Leave deleted out")
	}
	return rights.DeleteRelations(), nil
}

// removedDate is when a removed record was removed: nothing changes it since.
const removedDate = "modified_date"

func orders(o *schema.Object, usable *access.FieldSet, q ListRequest) ([]row.Order, error) {
	if len(q.Order) > maxOrders {
		return nil, fault.Field("order", "A list may be sorted by %d fields", maxOrders)
	}
	var out []row.Order
	for _, text := range q.Order {
		name, descending := strings.CutPrefix(strings.TrimSpace(text), "-")
		f := o.Field(name)
		if f == nil || !usableBy(usable, f) {
			return nil, fault.Field(name, "%s", errField)
		}
		if !f.Sortable() {
			return nil, fault.Field(name, "%s can't be sorted by", f.Title)
		}
		out = append(out, row.Order{Field: name, Descending: descending})
	}
	if len(out) == 0 && q.Removed && Sortable(o, usable, removedDate) {
		return []row.Order{{Field: removedDate, Descending: true}}, nil
	}
	if len(out) == 0 { // the store breaks ties by id
		first, descending := strings.CutPrefix(o.DefaultOrder(func(field string) bool {
			return Sortable(o, usable, field) && (q.AsOf.IsZero() || o.Recalled(o.Field(field)))
		}), "-")
		out = append(out, row.Order{Field: first, Descending: descending})
	}
	return out, nil
}

// Sortable reports whether a user may sort lists of an object by a field; usable are the fields
// the user reads in every row that could match.
func Sortable(o *schema.Object, usable *access.FieldSet, field string) bool {
	f := o.Field(field)
	return f != nil && f.Sortable() && usableBy(usable, f)
}

// usableBy reports whether a field may order: a lookup does by its target's name, which must be
// readable too.
func usableBy(usable *access.FieldSet, f *schema.Field) bool {
	return usable.Has(f.Name) && (!f.Type.ByName || usable.Has(f.Name+".name"))
}
