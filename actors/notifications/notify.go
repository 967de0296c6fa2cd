package notifications

import (
	"context"
	"maps"
	"slices"
	"time"

	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// mailDelay is how long an email waits for further notifications, which it then includes. What the
// user reads in the meantime is not sent.
const mailDelay = 2 * time.Minute

// notify makes the notifications of events.
func (e *Engine) notify(ctx context.Context, organization id.ID, all []event) (row.Change, error) {
	everybody := map[id.ID]bool{}
	for i := range all {
		for _, user := range all[i].to {
			everybody[user] = true
		}
	}
	p := &people{engine: e, organization: organization, users: map[id.ID]row.Record{}, principals: map[id.ID]*access.Principal{}}
	if len(everybody) == 0 {
		return row.Change{}, nil
	}
	if err := p.load(ctx, slices.Sorted(maps.Keys(everybody))); err != nil {
		return row.Change{}, err
	}
	change := row.Change{Organization: organization}
	mailed := map[id.ID]bool{}
	for _, t := range strongest(all) {
		write, byMail, err := e.one(ctx, p, t)
		if err != nil {
			return row.Change{}, err
		}
		if write == nil {
			continue
		}
		change.Writes = append(change.Writes, *write)
		if byMail && !mailed[t.user] {
			mailed[t.user] = true
			change.Effects = append(change.Effects, row.Effect{
				ID: id.New(), Kind: EffectEmail, Actor: consumer, Subject: t.user,
				Payload: row.JSONValue(emailPayload{User: t.user}), NotBefore: time.Now().Add(mailDelay),
			})
		}
	}
	return change, nil
}

// toOne is one event for one user.
type toOne struct {
	*event

	user id.ID
}

// strongest keeps of the events of one entry, user and record the kind that comes first: a user who is
// mentioned is not notified again of the message.
func strongest(all []event) []toOne {
	type key struct {
		seq    int64
		user   id.ID
		record id.ID
	}
	at := map[key]int{}
	var out []toOne
	for i := range all {
		t := &all[i]
		for _, user := range t.to {
			if user == t.entry.By {
				continue
			}
			k := key{t.entry.Seq, user, t.record}
			had, is := at[k]
			switch {
			case !is:
				at[k] = len(out)
				out = append(out, toOne{t, user})
			case rank(t.kind) < rank(out[had].kind):
				out[had].event = t
			}
		}
	}
	return out
}

// one makes one notification; nil where the user is not notified.
func (e *Engine) one(ctx context.Context, p *people, t toOne) (write *row.Write, byMail bool, err error) {
	user, active := p.users[t.user]
	if !active {
		return nil, false, nil
	}
	fields, named, err := p.sees(ctx, t.user, t.event)
	if err != nil || fields == nil {
		return nil, false, err
	}
	wants := preferencesOf(user)
	away := false
	if wants.OnlyAway {
		if away, err = p.isAway(ctx, t.user); err != nil {
			return nil, false, err
		}
	}
	ways := wants.of(t.kind, t.record, t.broad, away)
	if ways.none() {
		return nil, false, nil
	}
	set := row.Fields{
		"name": t.kind, "kind": t.kind, "user": t.user, "owner": t.user, "in_app": ways.inApp, "desktop": ways.desktop,
		"record": row.JSONValue(schema.AnyObjectValue{Schema: t.object, ID: t.record}),
	}
	if t.entry.By != "" {
		set["actor"] = t.entry.By
	}
	if named && t.name != "" {
		set["subject"] = t.name
	}
	if t.text != "" && fields.Has(t.quotes) {
		set["text"] = cut(t.text)
	}
	if ways.email {
		set["mail"] = mailDue
	}
	return &row.Write{Object: Object, ID: id.New(), Op: entry.Created, Set: set, Cause: "notification.created"}, ways.email, nil
}
