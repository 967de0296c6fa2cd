package chat

import (
	"context"
	"strconv"
	"strings"

	"switchboard/actors/feature"
	"switchboard/actors/sight"
	"switchboard/actors/thread"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// maxFiles is the number of files of one message.
const maxFiles = 10

// Media is a file of a message, as the message's record describes it.
type Media struct {
	ContentType string `json:"content_type"`
	Filename    string `json:"filename"`
	Size        int64  `json:"size,omitempty"`
	File        id.ID  `json:"file"`
	// Links lead to the content, for those who may read the message.
	Links *MediaLinks `json:"links,omitempty"`
}

// MediaLinks leads to the content of a file.
type MediaLinks struct {
	Direct string `json:"content_direct_temporary"`
}

// shownMedia returns the files of a message as its record has them.
func shownMedia(message id.ID, list []Media) (shown any, files []id.ID) {
	out := make([]Media, len(list))
	for i, m := range list {
		m.Links = &MediaLinks{Direct: "/v1/chat/media/" + string(message) + "." + strconv.Itoa(i)}
		out[i] = m
		files = append(files, m.File)
	}
	return row.JSONValue(out), files
}

// named returns the names of files, as a preview of a message without words.
func named(list []Media) string {
	names := make([]string, len(list))
	for i, m := range list {
		names[i] = m.Filename
	}
	return strings.Join(names, ", ")
}

// attachable returns files as those of a message, if the principal may read them.
func (s *Service) attachable(ctx context.Context, p *access.Principal, list []id.ID) ([]Media, error) {
	if len(list) > maxFiles {
		return nil, fault.Field("files", "A message has at most %d files.", maxFiles)
	}
	out := make([]Media, 0, len(list))
	for _, file := range list {
		item, err := sight.Of(ctx, s.store, p, "file", file)
		if fault.Is(err, fault.NotFound) {
			return nil, fault.Field("files", "This attachment could not be found")
		}
		if err != nil {
			return nil, err
		}
		if !p.Rights("file").Visible(&item.Route).Has("link") {
			return nil, fault.New(fault.Forbidden, "You don't have permission to read the content of this file")
		}
		record, err := s.store.Get(ctx, p.Organization, "file", file)
		if err != nil {
			return nil, err
		}
		kind, _, _ := strings.Cut(record.Text("content_type"), ";")
		out = append(out, Media{ContentType: kind, Filename: record.Text("name"), Size: record.Int("size"), File: file})
	}
	return out, nil
}

// Media finds the content of a file for a user who may read its message. name is the message's id, a
// dot and the file's position.
func (s *Service) Media(ctx context.Context, p *access.Principal, name string) (feature.Stored, error) {
	return thread.Attachment(ctx, s.store, s.files(), p, "chat_message", name, func(message row.Record) []id.ID {
		var list []Media
		if message.JSON("media", &list) != nil {
			return nil
		}
		files := make([]id.ID, len(list))
		for i, m := range list {
			files[i] = m.File
		}
		return files
	})
}
