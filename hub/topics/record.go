package topics

import (
	"context"
	"encoding/json"

	"switchboard/actors/feature"
	"switchboard/actors/sight"
	"switchboard/hub"
	"switchboard/hub/topic"
	"switchboard/hub/wire"
	"switchboard/storage/access"
	"switchboard/storage/fault"
)

func record(r feature.Reader) hub.Snapshot {
	return func(ctx context.Context, p *access.Principal, t topic.Topic) (json.RawMessage, error) {
		fields, err := sight.Shown(ctx, r, p, t.Object, t.ID)
		if err != nil {
			return nil, err
		}
		return encode(wire.RecordSnapshot{Record: fields})
	}
}

func snapshotOf(r feature.Reader, look feature.Look) hub.Snapshot {
	return func(ctx context.Context, p *access.Principal, t topic.Topic) (json.RawMessage, error) {
		state, err := look(ctx, r, p, t.ID)
		if err != nil {
			return nil, err
		}
		return encode(state)
	}
}

func encode(snapshot any) (json.RawMessage, error) {
	raw, err := json.Marshal(snapshot)
	if err != nil {
		return nil, fault.Wrap(err, fault.Internal, "Something went wrong on our side. Please try again.")
	}
	return raw, nil
}
