package files

import (
	"context"
	"errors"

	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// Keep stores a file that arrived, attaches it to a record, and returns its record, or that of its
// first arrival. Size and type are bounded as those of uploads. Errors: fault.Unsupported, TooLarge,
// Invalid (it is empty), Full, Unavailable.
func (s *Service) Keep(ctx context.Context, a feature.Arrived) (stored row.Record, err error) {
	stored, err = s.store.Get(ctx, a.Organization, fileObject, a.Record)
	if !fault.Is(err, fault.NotFound) {
		return stored, err
	}
	set, err := s.settings.Settings(ctx, a.Organization)
	if err != nil {
		return row.Record{}, err
	}
	u := &upload{Service: s, p: &access.Principal{Organization: a.Organization}, limits: set.Files, record: a.Record}
	if u.used, err = s.used(ctx, a.Organization); err != nil {
		return row.Record{}, err
	}
	defer func() {
		s.hold(a.Organization, -u.held)
		if err != nil && len(u.keys) > 0 {
			err = errors.Join(err, s.blobs.Delete(context.WithoutCancel(ctx), u.keys...))
		}
	}()
	if err := u.file(ctx, a.Name, a.Body); err != nil {
		return row.Record{}, err
	}
	file := u.writes[0]
	file.Set["public"] = false
	delete(file.Set, "owner")
	writes := []row.Write{file, {
		Object: "related_file", ID: id.Derived("related:" + string(a.Record)), Op: entry.Created, Cause: "related_file.created",
		Set: row.Fields{"name": file.Set["name"], "file": a.Record, "link": file.Set["link"], "related_record": row.JSONValue(schema.AnyObjectValue{Schema: a.Object, ID: a.About})},
	}}
	if _, err = s.store.Commit(ctx, row.Change{Organization: a.Organization, Writes: writes}); err != nil {
		return row.Record{}, err
	}
	return row.Record{Object: fileObject, ID: a.Record, Fields: file.Set}, nil
}

// Content finds the content of a file, for those who may read a record that shows it.
func (s *Service) Content(ctx context.Context, organization, file id.ID) (feature.Stored, error) {
	record, err := s.store.Get(ctx, organization, fileObject, file)
	if err != nil {
		return feature.Stored{}, err
	}
	return s.stored(record)
}
