package queries_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"switchboard/actors/features"
	"switchboard/storage/access"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/query"
	"switchboard/storage/schema"
)

// noon is when tests ask, in UTC.
func noon() (query.Clock, error) {
	return query.Clock{Now: time.Date(2026, 3, 11, 12, 0, 0, 0, time.UTC), Zone: time.UTC, WeekStart: time.Sunday}, nil
}

func sample() *schema.Object {
	return &schema.Object{APIName: "sample", Title: "Sample", Fields: []*schema.Field{{Name: "name", Title: "Name", Type: schema.Text}}}
}

// principal is somebody with the objects of the organization as they are now.
func principal(t testing.TB, store *pg.Store, org id.ID, superuser bool, sets ...access.PermissionSet) *access.Principal {
	t.Helper()
	registry, err := store.Registry(t.Context(), org)
	if err != nil {
		registry = features.Registry()
	}
	p := access.Build(registry, access.Inputs{Organization: org, User: id.Derived("somebody"), Superuser: superuser, Sets: sets})
	return &p
}

func run(t testing.TB, store *pg.Store, p *access.Principal, text string) ([]json.RawMessage, error) {
	t.Helper()
	prepared, err := store.PrepareQuery(t.Context(), p.Organization, query.Request{Text: text, Reader: p, Clock: noon})
	if err != nil {
		return nil, err
	}
	answer, err := prepared.Run(t.Context())
	return answer.Rows, err
}

func printed(rows [][]any) string { return fmt.Sprint(rows) }
