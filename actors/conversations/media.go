package conversations

import (
	"context"
	"strconv"
	"strings"

	"switchboard/actors/carrier"
	"switchboard/actors/feature"
	"switchboard/actors/runtime"
	"switchboard/actors/sight"
	"switchboard/actors/thread"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Bounds on attachments.
const (
	// maxFiles is the number of files of one text.
	maxFiles = 10
	// maxArrived is the largest attachment that is stored of a message that comes in, in bytes.
	maxArrived = 20 << 20
)

// The states of an attachment without a file of ours.
const (
	mediaWaiting = "waiting" // it is being fetched
	mediaMissing = "missing" // the provider does not have it
	mediaRefused = "refused" // its size, type or address is not accepted
)

// Media is an attachment of a message, as its record describes it.
type Media struct {
	SID         string `json:"sid,omitempty"`
	ContentType string `json:"content_type"`
	Filename    string `json:"filename"`
	Size        int64  `json:"size,omitempty"`
	// File is our file, or "" as long as there is none. State then says why, and Detail explains
	// it to users.
	File   id.ID  `json:"file,omitempty"`
	State  string `json:"state,omitempty"`
	Detail string `json:"detail,omitempty"`
	// Links lead to the content.
	Links *MediaLinks `json:"links,omitempty"`
}

// MediaLinks leads to an attachment's content.
type MediaLinks struct {
	Direct string `json:"content_direct_temporary"`
}

// Files stores and reads files (actors/files).
type Files interface {
	Keep(ctx context.Context, a feature.Arrived) (row.Record, error)
	Content(ctx context.Context, organization, file id.ID) (feature.Stored, error)
}

// shownMedia returns attachments as a message's record has them, with the links of those that have
// a file.
func shownMedia(message id.ID, list []Media) any {
	for i := range list {
		if list[i].File != "" {
			list[i].Links = &MediaLinks{Direct: "/v1/twilio/media/" + string(message) + "." + strconv.Itoa(i)}
		}
	}
	return row.JSONValue(list)
}

// mediaOf returns the attachments of a message.
func mediaOf(message row.Record) []Media {
	var list []Media
	if message.JSON("media", &list) != nil {
		return nil
	}
	return list
}

// arriving returns the attachments of a message that comes in.
func arriving(list []carrier.Media) []Media {
	out := make([]Media, 0, min(len(list), maxFiles))
	for _, m := range list[:min(len(list), maxFiles)] {
		out = append(out, Media{SID: m.SID, ContentType: m.ContentType, Filename: m.Filename, State: mediaWaiting})
	}
	return out
}

// fetching returns the effect that stores a new message's attachments. It has no subject, so that
// texts do not wait for it.
func fetching(s State, c Event, in runtime.Input) []row.Effect {
	if len(c.Event.Media) == 0 {
		return nil
	}
	return []row.Effect{{
		ID: in.NewID(), Kind: EffectFetch, Payload: row.JSONValue(FetchPayload{
			Conversation: s.Who.ID, Message: id.Derived(c.Event.MessageSID), Contact: c.Contact.ID,
			ServiceSID: c.Event.ServiceSID, Media: arriving(c.Event.Media),
		}),
	}}
}

// Fetched says what became of a message's attachments. Reply: Ref.
type Fetched struct {
	Message id.ID
	Media   []Media
}

// decideFetched stores what became of attachments.
func decideFetched(s State, c Fetched) runtime.Decision {
	d := runtime.Decision{Reply: reply(s)}
	have := mediaOf(s.Message)
	if s.Message.ID == "" || len(have) == 0 { // it was erased
		return d
	}
	for i := range have {
		for _, m := range c.Media {
			if m.SID == have[i].SID && have[i].File == "" {
				have[i] = m
			}
		}
	}
	d.Writes = []row.Write{{
		Object: "twilio_message", ID: s.Message.ID, Op: entry.Updated, Expect: s.Message.Version, Cause: "message.media",
		Set: row.Fields{"media": shownMedia(s.Message.ID, have)},
	}}
	return d
}

// attachable returns files as attachments, if the principal may read them and phones take them.
func (s *Service) attachable(ctx context.Context, p *access.Principal, list []id.ID) ([]Media, error) {
	if len(list) > maxFiles {
		return nil, fault.Field("files", "A text has at most %d files.", maxFiles)
	}
	var out []Media
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
		m := Media{ContentType: kind, Filename: record.Text("name"), Size: record.Int("size"), File: file}
		switch {
		case m.Size > carrier.MaxMedia:
			return nil, fault.Field("files", "%s is too large for a text: a file may have %d MB.", m.Filename, carrier.MaxMedia>>20)
		case !isTaken(kind):
			return nil, fault.Field("files", "%s can't be sent in a text: phones take images, sound, video, PDF, text and contact cards.", m.Filename)
		}
		out = append(out, m)
	}
	return out, nil
}

// isTaken reports whether phones take files of a media type.
// https://www.twilio.com/docs/messaging/guides/accepted-mime-types
func isTaken(kind string) bool {
	group, _, _ := strings.Cut(kind, "/")
	switch group {
	case "image", "audio", "video", "text":
		return kind != "image/svg+xml" && kind != "text/html"
	default:
		return kind == "application/pdf" || kind == "application/vcard" || kind == "application/rtf"
	}
}

// Media finds an attachment's content for a user who may read its message. name is the message's id,
// a dot and the attachment's position.
func (s *Service) Media(ctx context.Context, p *access.Principal, name string) (feature.Stored, error) {
	return thread.Attachment(ctx, s.store, s.files(), p, "twilio_message", name, func(message row.Record) []id.ID {
		media := mediaOf(message)
		files := make([]id.ID, len(media))
		for i, m := range media {
			files[i] = m.File
		}
		return files
	})
}
