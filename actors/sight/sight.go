package sight

import (
	"context"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Reader is what sight needs of storage.
type Reader interface {
	Get(ctx context.Context, organization id.ID, object string, record id.ID) (row.Record, error)
	Read(ctx context.Context, organization id.ID, request row.ReadRequest) (row.Page, error)
}

// Of returns the record in wire shape when the principal sees it. Its route answers every further
// question about rights. Errors: fault.Forbidden, fault.NotFound.
func Of(ctx context.Context, reader Reader, p *access.Principal, object string, record id.ID) (row.Item, error) {
	if !record.Valid() {
		return row.Item{}, notFound()
	}
	found, _, err := Some(ctx, reader, p, []id.ID{record}, row.ReadRequest{Object: object})
	if err != nil {
		return row.Item{}, err
	}
	if item := found[record]; item != nil {
		return *item, nil
	}
	return row.Item{}, Unseen(ctx, reader, p, object, record)
}

// Some reads those of the records that the principal sees, by id, as the request says of object,
// fields and shape. An answer has its size: rest are the ids that did not fit and are to be read
// again.
func Some(ctx context.Context, reader Reader, p *access.Principal, ids []id.ID, request row.ReadRequest) (found map[id.ID]*row.Item, rest []id.ID, err error) {
	found = make(map[id.ID]*row.Item, len(ids))
	rights := p.Rights(request.Object)
	relations := rights.Relations()
	if len(relations) == 0 || len(ids) == 0 {
		return found, nil, nil
	}
	request.Visible, request.Limit = relations, len(ids)
	request.Where, request.Order = []row.Condition{{Field: "id", Operator: "IN", Value: ids}}, []row.Order{{Field: "id"}}
	page, err := reader.Read(ctx, p.Organization, request)
	if err != nil {
		return nil, nil, err
	}
	for i := range page.Items {
		item := &page.Items[i]
		// The row rule of the store and that of access say the same; what one of them
		// hides stays hidden.
		if rights.Visible(&item.Route) != nil {
			found[item.ID] = item
		}
	}
	if page.Cut {
		last := page.Items[len(page.Items)-1].ID
		for _, one := range ids {
			if one > last {
				rest = append(rest, one)
			}
		}
	}
	return found, rest, nil
}

// Unseen is the refusal of a record that the principal can't see: fault.Forbidden where
// there is one of an object that he may read, fault.NotFound where there is none.
func Unseen(ctx context.Context, reader Reader, p *access.Principal, object string, record id.ID) error {
	if p.Rights(object) != nil {
		if _, err := reader.Get(ctx, p.Organization, object, record); fault.Is(err, fault.NotFound) {
			return notFound()
		} else if err != nil {
			return err
		}
	}
	return fault.New(fault.Forbidden, "You don't have permission to read this record")
}

func notFound() error { return fault.New(fault.NotFound, "Record not found") }
