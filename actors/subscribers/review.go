package subscribers

import (
	"context"

	"switchboard/actors/feature"
	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// Reviewers look at subscriptions that are about to be written.
func Reviewers(store sight.Reader, principals Principals) map[string]feature.Reviewer {
	return map[string]feature.Reviewer{subscriberObject: reviewer{store, principals}}
}

type reviewer struct {
	store      sight.Reader
	principals Principals
}

// Watches implements feature.Watcher.
func (reviewer) Watches() []string { return []string{"user", "record_id", "object"} }

// Review refuses a record that the author or the subscriber may not read, and somebody else's
// subscription by who may not change such. It keeps the record as a reference, too.
func (r reviewer) Review(ctx context.Context, p *access.Principal, _ id.ID, before row.Record, set row.Fields) ([]row.Write, error) {
	after := row.Record{Fields: row.Fields{}}
	for _, name := range r.Watches() {
		after.Fields[name] = before.Fields[name]
		if value, given := set[name]; given {
			after.Fields[name] = value
		}
	}
	record, ok := id.Parse(after.Text("record_id"))
	if !ok {
		return nil, fault.Field("record_id", "Record must be the id of a record, a UUID.")
	}
	object := after.Text("object")
	if err := r.readable(ctx, p, object, record, "that you can't see"); err != nil {
		return nil, err
	}
	if user := after.Lookup("user"); user != p.User {
		if err := r.another(ctx, p, user, object, record); err != nil {
			return nil, err
		}
	}
	set["record_id"] = record.String()
	set["record"] = row.JSONValue(schema.AnyObjectValue{Schema: object, ID: record})
	return nil, nil
}

// another looks at the subscription of somebody other than its author.
func (r reviewer) another(ctx context.Context, p *access.Principal, user id.ID, object string, record id.ID) error {
	other, err := r.principals.ActsFor(ctx, p.Organization, user)
	switch {
	case fault.Is(err, fault.Unauthenticated):
		return fault.Field("user", "This user is inactive. Choose another.")
	case err != nil:
		return err
	}
	if !p.Rights(subscriberObject).Updatable(&entry.Route{Owner: user, Teams: other.Teams}).Has("record_id") {
		return fault.New(fault.Forbidden, "You can only subscribe yourself.")
	}
	return r.readable(ctx, &other, object, record, "that this user can't see")
}

// readable refuses a record that is none, or that somebody may not read.
func (r reviewer) readable(ctx context.Context, p *access.Principal, object string, record id.ID, why string) error {
	found, _, err := sight.Some(ctx, r.store, p, []id.ID{record}, row.ReadRequest{Object: object, Fields: []string{}})
	if err == nil && found[record] == nil {
		return fault.Field("record_id", "Record names a record of %s that does not exist or %s.", object, why)
	}
	return err
}
