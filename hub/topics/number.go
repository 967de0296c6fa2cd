package topics

import (
	"context"
	"encoding/json"

	"switchboard/actors/feature"
	"switchboard/hub"
	"switchboard/hub/topic"
	"switchboard/hub/wire"
	"switchboard/storage/access"
	"switchboard/storage/fault"
)

// number reads the state of a phone number, no matter what the reader may see
// of its contacts.
func number(features []feature.Running) hub.Snapshot {
	return func(ctx context.Context, p *access.Principal, t topic.Topic) (json.RawMessage, error) {
		out := wire.NumberSnapshot{}
		for i := range features {
			if err := features[i].Standing(ctx, p, t.Phone, out); err != nil {
				return nil, err
			}
		}
		if len(out) == 0 {
			return nil, fault.New(fault.Forbidden, "You may neither call nor text.")
		}
		return encode(out)
	}
}
