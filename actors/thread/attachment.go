package thread

import (
	"context"
	"strconv"
	"strings"

	"switchboard/actors/feature"
	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Files reads the content of files (actors/files).
type Files interface {
	Content(ctx context.Context, organization, file id.ID) (feature.Stored, error)
}

// Attachment finds the content of a file for a user who may read its message, a record of the
// object. name is the message's id, a dot and the file's position; filesOf returns the files of a
// message by position, "" for one that is not stored. Errors: fault.Forbidden, NotFound.
func Attachment(ctx context.Context, messages sight.Reader, files Files, p *access.Principal, object, name string, filesOf func(row.Record) []id.ID) (feature.Stored, error) {
	gone := fault.New(fault.NotFound, "This attachment could not be found")
	first, position, _ := strings.Cut(name, ".")
	message, ok := id.Parse(first)
	at, err := strconv.Atoi(position)
	if !ok || err != nil {
		return feature.Stored{}, gone
	}
	item, err := sight.Of(ctx, messages, p, object, message)
	if err != nil {
		return feature.Stored{}, err
	}
	if !p.Rights(object).Visible(&item.Route).Has("media") {
		return feature.Stored{}, fault.New(fault.Forbidden, "You don't have permission to read this attachment")
	}
	record, err := messages.Get(ctx, p.Organization, object, message)
	if err != nil {
		return feature.Stored{}, err
	}
	all := filesOf(record)
	if at < 0 || at >= len(all) || all[at] == "" {
		return feature.Stored{}, gone
	}
	stored, err := files.Content(ctx, p.Organization, all[at])
	if fault.Is(err, fault.NotFound) {
		return feature.Stored{}, gone
	}
	return stored, err
}
