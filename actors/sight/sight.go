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

// Of gives the record in wire shape when the principal sees it. Its route
// answers every further question about rights. Errors: fault.Forbidden,
// fault.NotFound.
func Of(ctx context.Context, reader Reader, p *access.Principal, object string, record id.ID) (row.Item, error) {
	if !record.Valid() {
		return row.Item{}, notFound()
	}
	if rights := p.Rights(object); rights != nil {
		page, err := reader.Read(ctx, p.Organization, row.ReadRequest{
			Object:  object,
			Where:   []row.Condition{{Field: "id", Operator: "=", Value: record}},
			Visible: rights.Relations(),
			Limit:   1,
		})
		if err != nil {
			return row.Item{}, err
		}
		// The row rule of the store and that of access say the same; what one of them
		// hides stays hidden.
		if len(page.Items) == 1 && rights.Visible(&page.Items[0].Route) != nil {
			return page.Items[0], nil
		}
	}
	return row.Item{}, Unseen(ctx, reader, p, object, record)
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

// Changeable splits the fields that the principal wants to set into those he may
// and those that are ignored because they are nobody's to set; a field that
// others may set but he may not is refused with fault.Forbidden.
func Changeable(p *access.Principal, object string, item *row.Item, set row.Fields) (row.Fields, []string, error) {
	rights := p.Rights(object)
	may := rights.Updatable(&item.Route)
	if may == nil {
		return nil, nil, fault.New(fault.Forbidden, "You may not change this record.")
	}
	out, ignored := row.Fields{}, []string(nil)
	for name, value := range set {
		field := rights.Object.Field(name)
		switch {
		case field == nil || field.Internal:
			return nil, nil, fault.Field(name, "Unknown field.")
		case may.Has(name):
			out[name] = value
		case field.Settable() && !field.Protected:
			return nil, nil, fault.New(fault.Forbidden, "You may not change the field %s.", field.Title)
		default:
			ignored = append(ignored, name)
		}
	}
	return out, ignored, nil
}
