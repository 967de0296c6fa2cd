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
	"switchboard/storage/schema"
)

// me reads the state of the topic me: the user, their rights, and their
// unread counts.
func me(r feature.Reader, features []feature.Running) hub.Snapshot {
	return func(ctx context.Context, p *access.Principal, _ topic.Topic) (json.RawMessage, error) {
		user, err := sight.Shown(ctx, r, p, p.Registry().Role(schema.Person).APIName, p.User)
		if err != nil {
			return nil, err
		}
		badges, err := badges(ctx, r, features, p)
		if err != nil {
			return nil, err
		}
		return encode(wire.MeSnapshot{User: user, Rights: Rights(p), System: p.System(), Administers: p.Administered(), Without: p.Without(), Badges: badges, Version: p.Version()})
	}
}

// Rights returns what the principal may do, by object.
func Rights(p *access.Principal) map[string]wire.Rights {
	out := map[string]wire.Rights{}
	for _, o := range p.Registry().Objects() {
		if r := p.Rights(o.APIName); r != nil {
			out[o.APIName] = wire.Rights{Create: r.Create, Read: r.Readable() != nil, Update: r.MayUpdate(), Delete: r.MayDelete(), Rows: string(r.Scope())}
		}
	}
	return out
}

// badges reads the principal's unread counts, by the features' keys.
func badges(ctx context.Context, r feature.Reader, features []feature.Running, p *access.Principal) (wire.Badges, error) {
	out := wire.Badges{}
	for _, f := range features {
		for _, b := range f.Badges {
			unread, err := b.Read(ctx, r, p)
			if err != nil {
				return nil, err
			}
			out[b.Key] = unread
		}
	}
	return out, nil
}
