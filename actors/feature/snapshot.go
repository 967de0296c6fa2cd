package feature

import (
	"context"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Reader reads rows as clients are shown them (storage/pg).
type Reader interface {
	Read(ctx context.Context, organization id.ID, request row.ReadRequest) (row.Page, error)
	Get(ctx context.Context, organization id.ID, object string, record id.ID) (row.Record, error)
}

// Look reads something for a principal: a value that encodes as a JSON object. record is "" if it
// is not about one.
type Look func(ctx context.Context, r Reader, p *access.Principal, record id.ID) (any, error)

// Snapshot reads the state of the topics that an object names.
type Snapshot struct {
	Object string
	// Read reads a thread, or of what goes on that which concerns the principal; All
	// reads all that goes on, and is nil for a thread.
	Read, All Look
}

// Badge reads what a person has not read, in the topic me: the counts above zero by the
// ids of threads.
type Badge struct {
	Key  string
	Read func(ctx context.Context, r Reader, p *access.Principal) (map[id.ID]int64, error)
}

// Standing is something that a phone number is or is not, such as barred, in the topic of the
// number. What several features say under one key adds up.
type Standing struct {
	Key string

	read func(ctx context.Context, door any, p *access.Principal, number string) (is, known bool, err error)
}

// Stands declares how numbers stand: whose door tells it, of a number in E.164. Door is an
// interface that the running feature implements. fault.Forbidden leaves it to other features.
func Stands[Door any](key string, of func(d Door, ctx context.Context, p *access.Principal, number string) (bool, error)) Standing {
	return Standing{Key: key, read: func(ctx context.Context, door any, p *access.Principal, number string) (bool, bool, error) {
		d, ok := door.(Door)
		if !ok {
			return false, false, nil
		}
		is, err := of(d, ctx, p, number)
		if fault.Is(err, fault.Forbidden) {
			return false, false, nil
		}
		return is, err == nil, err
	}}
}

// Standing reads the state of a phone number into a map by the features' keys. It leaves
// out what the principal may not know.
func (r *Running) Standing(ctx context.Context, p *access.Principal, number string, into map[string]bool) error {
	for _, s := range r.Standings {
		is, known, err := s.read(ctx, r.Service, p, number)
		if err != nil {
			return err
		}
		if known {
			into[s.Key] = into[s.Key] || is
		}
	}
	return nil
}
