package topics

import (
	"context"
	"encoding/json"

	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Reader reads rows in wire shape (storage/pg).
type Reader interface {
	Read(ctx context.Context, organization id.ID, request row.ReadRequest) (row.Page, error)
	Get(ctx context.Context, organization id.ID, object string, record id.ID) (row.Record, error)
}

// partsOf gives the rows that are part of a thread, to those who may read of them that
// they are: the topic's changes name it to nobody else. more says that the page was full,
// in rows or in bytes.
func partsOf(ctx context.Context, r Reader, p *access.Principal, thread string, request row.ReadRequest) (parts []entry.Fields, more bool, err error) {
	return readWith(ctx, r, p, request, func(fields *access.FieldSet) bool { return fields.Has(thread) })
}

// read gives the rows of the object that the principal may see, projected.
func read(ctx context.Context, r Reader, p *access.Principal, request row.ReadRequest) ([]entry.Fields, error) {
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
			out = append(out, access.Project(rights.Object, item.Fields, fields))
		}
	}
	return out, page.Cut || len(page.Items) >= request.Limit, nil
}

// one gives a record; an invisible one of the organisation is fault.Forbidden, an
// absent one fault.NotFound (decision 29).
func one(ctx context.Context, r Reader, p *access.Principal, object string, record id.ID) (entry.Fields, error) {
	found, err := read(ctx, r, p, row.ReadRequest{
		Object: object, Where: []row.Condition{{Field: "id", Operator: "=", Value: record}}, Limit: 1,
	})
	if err != nil {
		return nil, err
	}
	if len(found) == 1 {
		return found[0], nil
	}
	if p.Rights(object) != nil {
		if _, err := r.Get(ctx, p.Organization, object, record); err != nil {
			return nil, err
		}
	}
	return nil, fault.New(fault.Forbidden, "You don't have permission to read this record")
}

func encode(snapshot any) (json.RawMessage, error) {
	raw, err := json.Marshal(snapshot)
	if err != nil {
		return nil, fault.Wrap(err, fault.Internal, "Something went wrong on our side. Please try again.")
	}
	return raw, nil
}
