package files

import (
	"context"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// reviewer looks at records of files that clients write.
type reviewer struct{ service *Service }

// Watches implements feature.Watcher.
func (reviewer) Watches() []string {
	return []string{"public", "link", "url", "content_type", "type", "extension"}
}

// Review keeps what a record says of stored content true, and makes and withdraws its public link.
// The record of a file elsewhere says what its author wants.
func (r reviewer) Review(_ context.Context, p *access.Principal, record id.ID, before row.Record, set row.Fields) ([]row.Write, error) {
	if before.Text("storage_key") == "" {
		return nil, nil
	}
	for _, name := range []string{"link", "url", "content_type", "type", "extension"} {
		if value, given := set[name]; given && value != before.Fields[name] {
			return nil, fault.Field(name, "%s follows from the content of the file and can't be changed. Upload another file instead.", p.Registry().Object(fileObject).Field(name).Title)
		}
	}
	was, _ := before.Bool("public")
	if public, given := set["public"].(bool); given && public != was {
		r.service.publish(p.Organization, record, public, set)
	}
	return nil, nil
}
