package sight

import (
	"context"

	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Parts returns the rows that are part of a thread, to those who may read of them that they are:
// the topic's changes name it to nobody else. more says that the page was full, in rows or in
// bytes.
func Parts(ctx context.Context, r Reader, p *access.Principal, thread string, request row.ReadRequest) (parts []entry.Fields, more bool, err error) {
	return readWith(ctx, r, p, request, func(fields *access.FieldSet) bool { return fields.Has(thread) })
}

// List returns the rows of the object that the principal may see, projected.
func List(ctx context.Context, r Reader, p *access.Principal, request row.ReadRequest) ([]entry.Fields, error) {
	found, _, err := readWith(ctx, r, p, request, func(*access.FieldSet) bool { return true })
	return found, err
}

func readWith(ctx context.Context, r Reader, p *access.Principal, request row.ReadRequest, shown func(*access.FieldSet) bool) (out []entry.Fields, more bool, err error) {
	rights := p.Rights(request.Object)
	request.Visible = rights.Relations()
	out = []entry.Fields{}
	if len(request.Visible) == 0 {
		return out, false, nil
	}
	page, err := r.Read(ctx, p.Organization, request)
	if err != nil {
		return nil, false, err
	}
	for i := range page.Items {
		item := &page.Items[i]
		if fields := rights.Visible(&item.Route); fields != nil && shown(fields) {
			out = append(out, rights.Give(item))
		}
	}
	return out, page.Cut || len(page.Items) >= request.Limit, nil
}

// Shown is Of, projected to what the principal may read.
func Shown(ctx context.Context, r Reader, p *access.Principal, object string, record id.ID) (entry.Fields, error) {
	item, err := Of(ctx, r, p, object, record)
	if err != nil {
		return nil, err
	}
	return p.Rights(object).Give(&item), nil
}
