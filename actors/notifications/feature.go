package notifications

import (
	"context"
	"encoding/json"

	"switchboard/actors/effects"
	"switchboard/actors/feature"
	"switchboard/actors/mail"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/eventlog"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// Feature declares notifications.
var Feature = feature.Feature{
	Name:    "notifications",
	Objects: []*schema.Object{notification()},
	Badges:  []feature.Badge{{Key: "notifications", Read: unread(nil)}, {Key: "inbox", Read: unread(countedElsewhere())}},
	Notices: []feature.Notice{{Read: updated}, {Read: assigned}},
	Jobs:    []feature.Job{clearing()},
	Start:   start,
}

// maxBadge bounds the unread notifications that are counted.
const maxBadge = 100

// countedElsewhere are the kinds that the unread counts of chats and conversations count, too.
func countedElsewhere() []string {
	return []string{Mention, DirectMessage, ThreadReply, ChatMessage, UnreadTexts, InboundText}
}

// unread counts a user's unread notifications but for some kinds, each by its id.
func unread(without []string) func(context.Context, feature.Reader, *access.Principal) (map[id.ID]int64, error) {
	return func(ctx context.Context, r feature.Reader, p *access.Principal) (map[id.ID]int64, error) {
		out := map[id.ID]int64{}
		visible := p.Rights(Object).Relations()
		if len(visible) == 0 {
			return out, nil
		}
		where := []row.Condition{{Field: "user", Operator: "=", Value: p.User}, {Field: "read", Operator: "=", Value: false}, {Field: "in_app", Operator: "=", Value: true}}
		if len(without) > 0 {
			where = append(where, row.Condition{Field: "kind", Operator: "NOT IN", Value: without})
		}
		page, err := r.Read(ctx, p.Organization, row.ReadRequest{
			Object: Object, Fields: []string{}, Visible: visible, Limit: maxBadge, Where: where, Order: []row.Order{{Field: "created_date", Descending: true}},
		})
		for i := range page.Items {
			out[page.Items[i].ID] = 1
		}
		return out, err
	}
}

func start(h *feature.Host) feature.Running {
	store := feature.Need[Store](h)
	engine := New(Config{
		Store: store, Principals: feature.Need[Principals](h), Presence: feature.Need[Presence](h), Notices: h.Notices, Logger: h.Logger, Panics: h.Panics,
	})
	return feature.Running{
		Service:    &Keeper{store},
		Reviewers:  map[string]feature.Reviewer{Object: reviewer{}},
		Effects:    map[string]feature.Effect{EffectEmail: {Handler: Postman{Store: store, Mail: feature.Need[mail.Mail](h), URL: feature.Need[PublicURL](h)}, Retry: effects.Days()}},
		Followers:  []eventlog.Follower{engine},
		Background: []feature.Work{{Name: "notifications", Run: engine.Run}},
	}
}

// reviewer refuses notifications that clients create: the log alone leads to one.
type reviewer struct{}

// Review implements feature.Reviewer.
func (reviewer) Review(_ context.Context, _ *access.Principal, _ id.ID, before row.Record, _ row.Fields) ([]row.Write, error) {
	if before.ID == "" {
		return nil, fault.New(fault.Forbidden, "Notifications can't be created directly")
	}
	return nil, nil
}

// updated notifies subscribers of any record of changes of its tracked fields.
func updated(_ context.Context, _ feature.NoticeReader, e *entry.Entry) ([]feature.Happening, error) {
	if e.Op != entry.Updated || e.By == "" {
		return nil, nil
	}
	return []feature.Happening{{Kind: Updated, Object: e.Object, Record: e.ID}}, nil
}

// assigned notifies the new owner of a record.
func assigned(_ context.Context, _ feature.NoticeReader, e *entry.Entry) ([]feature.Happening, error) {
	owner := ownerIn(e.After)
	if e.Op == entry.Removed || e.By == "" || owner == "" || owner == e.By || owner == ownerIn(e.Before) {
		return nil, nil
	}
	return []feature.Happening{{Kind: Assignment, Object: e.Object, Record: e.ID, To: []id.ID{owner}}}, nil
}

// ownerIn returns the owner among changed fields, "" if they have none.
func ownerIn(fields entry.Fields) id.ID {
	var owner struct {
		ID id.ID `json:"id"`
	}
	if raw := fields["owner"]; len(raw) == 0 || json.Unmarshal(raw, &owner) != nil {
		return ""
	}
	return owner.ID
}
