package conversations

import (
	"context"
	"encoding/json"
	"io"
	"mime"
	"time"

	"switchboard/actors/carrier"
	"switchboard/actors/effects"
	"switchboard/actors/feature"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// fetchTime bounds the fetching of one attachment.
const fetchTime = 2 * time.Minute

// fetchRetry is the policy of EffectFetch.
func fetchRetry() effects.Retry { return effects.AnHour() }

// FetchPayload is the payload of EffectFetch.
type FetchPayload struct {
	Conversation id.ID   `json:"conversation"`
	Message      id.ID   `json:"message"`
	Contact      id.ID   `json:"contact,omitempty"`
	ServiceSID   string  `json:"service_sid"`
	Media        []Media `json:"media"`
}

// MediaSource opens attachments (carrier.Carrier).
type MediaSource interface {
	OpenMedia(ctx context.Context, serviceSID, sid string) (carrier.MediaContent, error)
}

// MediaStore stores attachments at the provider (carrier.Carrier).
type MediaStore interface {
	StoreMedia(ctx context.Context, m carrier.StoreMedia) (sid string, err error)
}

// Fetcher executes EffectFetch: it stores the attachments of a message in our files, once.
type Fetcher struct {
	Source  MediaSource
	Service *Service
}

// Do fetches a message's attachments and reports to its conversation. What can't be had now is tried
// again; at the last attempt it counts as missing.
func (f Fetcher) Do(ctx context.Context, e row.ClaimedEffect) (any, error) {
	var p FetchPayload
	if err := json.Unmarshal(e.Payload, &p); err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "effect %s has no payload", e.ID)
	}
	isLast := e.Tries() >= fetchRetry().Attempts
	for i := range p.Media {
		if err := f.fetch(ctx, e.Organization, &p, i); err != nil && !isLast {
			return nil, err
		} else if err != nil {
			p.Media[i].State = mediaMissing
		}
	}
	_, err := f.Service.ask(ctx, e.Organization, p.Conversation, Fetched{Message: p.Message, Media: p.Media})
	return nil, err
}

// fetch stores one attachment. An error is worth another attempt.
func (f Fetcher) fetch(ctx context.Context, organization id.ID, p *FetchPayload, at int) error {
	m := &p.Media[at]
	ctx, cancel := context.WithTimeout(ctx, fetchTime)
	defer cancel()
	stored, err := f.store(ctx, organization, p, m)
	problem := fault.From(err)
	switch {
	case err == nil:
		m.State, m.File, m.Filename, m.Size = "", stored.ID, stored.Text("name"), stored.Int("size")
		if kind, _, err := mime.ParseMediaType(stored.Text("content_type")); err == nil {
			m.ContentType = kind
		}
	case problem.Code == fault.NotFound:
		m.State = mediaMissing
	case problem.Code == fault.Invalid, problem.Code == fault.TooLarge, problem.Code == fault.Unsupported:
		m.State, m.Detail = mediaRefused, problem.Detail
	default:
		return err
	}
	return nil
}

func (f Fetcher) store(ctx context.Context, organization id.ID, p *FetchPayload, m *Media) (row.Record, error) {
	content, err := f.Source.OpenMedia(ctx, p.ServiceSID, m.SID)
	if err != nil {
		return row.Record{}, err
	}
	defer func() { _ = content.Close() }()
	tooLarge := fault.New(fault.TooLarge, "The file is larger than %d MB.", maxArrived>>20)
	if content.Size > maxArrived {
		return row.Record{}, tooLarge
	}
	object, about := "contact", p.Contact
	if about == "" {
		object, about = "twilio_conversation", p.Conversation
	}
	return f.Service.files().Keep(ctx, feature.Arrived{
		Organization: organization, Record: id.Derived("media:" + string(p.Message) + ":" + m.SID),
		Name: nameOf(*m, content), Body: &most{from: content, left: maxArrived, over: tooLarge}, Object: object, About: about,
	})
}

// nameOf returns the name of an attachment; phones often send none.
func nameOf(m Media, content carrier.MediaContent) string {
	if name := either(m.Filename, content.Filename); name != "" {
		return name
	}
	if known := map[string]string{"image/jpeg": "photo.jpg", "image/png": "picture.png", "video/mp4": "video.mp4", "text/vcard": "contact.vcf", "text/x-vcard": "contact.vcf"}[m.ContentType]; known != "" {
		return known
	}
	return "attachment"
}

// most reads up to a bound and fails beyond it.
type most struct {
	from io.Reader
	left int64
	over error
}

// Read implements io.Reader.
func (m *most) Read(p []byte) (int, error) {
	n, err := m.from.Read(p)
	if m.left -= int64(n); m.left < 0 {
		return 0, m.over
	}
	return n, err
}

// Failed returns no command: the attachments stay as they are.
func (Fetcher) Failed(row.ClaimedEffect, error) any { return nil }

// stored gives a text's file to the provider.
func (n Sender) stored(ctx context.Context, organization id.ID, p SendPayload) (string, error) {
	content, err := n.Files().Content(ctx, organization, p.Media.File)
	if fault.Is(err, fault.NotFound) {
		return "", fault.New(fault.Invalid, "This attachment could not be found")
	}
	if err != nil {
		return "", err
	}
	if content.Size > carrier.MaxMedia {
		return "", fault.New(fault.Invalid, "%s is too large for a text: a file may have %d MB.", p.Media.Filename, carrier.MaxMedia>>20)
	}
	reader, err := content.Open(ctx, 0, content.Size)
	if err != nil {
		return "", err
	}
	defer func() { _ = reader.Close() }()
	raw, err := io.ReadAll(reader)
	if err != nil {
		return "", fault.Wrap(err, fault.Unavailable, "The attachment can't be read. Please try again.")
	}
	return n.Media.StoreMedia(ctx, carrier.StoreMedia{
		ServiceSID: p.Text.ServiceSID, Filename: p.Media.Filename, ContentType: p.Media.ContentType, Content: raw,
	})
}
