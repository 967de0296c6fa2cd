package records

import (
	"context"
	"encoding/json"
	"time"

	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

const (
	defaultHistory = 30
	maxHistory     = 100
	// historyPages bounds the pages read for one response: a user with few rights may find little
	// in each.
	historyPages = 4
)

// HistoryRequest asks for what became of a record, the newest change first.
type HistoryRequest struct {
	// Before is the version before which to go on (History.Next), 0 for the newest.
	Before int64
	Limit  int // 30 unless told, 100 at most
}

// History is a page of what became of a record.
type History struct {
	Items []Revision
	Next  int64 // before which it goes on, 0 at its end
	// Off says that the history of the object's records is switched off: what happens now is
	// not told.
	Off   bool
	Took  time.Duration
	Bytes int
}

// Revision is one change of a record, as far as its reader may know of it.
type Revision struct {
	// Version is the record's since then.
	Version int64     `json:"version"`
	At      time.Time `json:"at"`
	// Op is created, updated, removed or restored.
	Op entry.Op `json:"op"`
	// By are the fields of the record that say who did it: modified_by.
	By entry.Fields `json:"by"`
	// Cause says what happened in the domain's words, for example call.accepted.
	Cause string `json:"cause,omitempty"`
	// Via is the door by which it came: ui, api, webhook or system.
	Via string `json:"via"`
	// Address and Request are from where it came, for superusers.
	Address string `json:"address,omitempty"`
	Request string `json:"request_id,omitempty"`
	// Changes are the fields that an update changed.
	Changes map[string]Changed `json:"changes,omitempty"`
}

// Changed is a field's value before and after a change, in wire shape, with the names
// that records have now.
type Changed struct {
	Before json.RawMessage `json:"before"`
	After  json.RawMessage `json:"after"`
}

// changed says which fields a change changed.
func (r *Revision) changed(before, after entry.Fields) {
	if len(after) == 0 {
		return
	}
	r.Changes = make(map[string]Changed, len(after))
	for name := range after {
		r.Changes[name] = Changed{before[name], after[name]}
	}
}

// History returns the changes of a record that the principal may see, limited to fields that they
// may read now; changes of other fields are omitted. Errors: as of Get.
func (s *Service) History(ctx context.Context, p *access.Principal, object string, record id.ID, q HistoryRequest) (History, error) {
	var out History
	o, rights, err := s.object(p, object)
	if err != nil {
		return out, err
	}
	out.Off = !o.Remembered()
	item, err := sight.Of(ctx, s.store, p, o.APIName, record)
	if err != nil {
		return out, err
	}
	visible := rights.Visible(&item.Route)
	if q.Limit <= 0 {
		q.Limit = defaultHistory
	}
	q.Limit = min(q.Limit, maxHistory)
	out.Next = q.Before
	for range historyPages {
		page, err := s.store.History(ctx, p.Organization, row.HistoryRequest{Object: o.APIName, Record: item.ID, Before: out.Next, Limit: q.Limit - len(out.Items)})
		out.Took += page.Took
		if err != nil {
			return out, err
		}
		for i := range page.Revisions {
			r := &page.Revisions[i]
			out.Next = r.Version
			one := Revision{Version: r.Version, At: r.At, Op: r.Op, Cause: r.Cause, Via: r.From.Via}
			one.By = access.Project(o, entry.Fields{"modified_by": r.Actor}, visible)
			if p.Superuser {
				one.Address, one.Request = r.From.Address, r.From.Request
			}
			before, after := access.Project(o, r.Before, visible), access.Project(o, r.After, visible)
			if r.Op == entry.Updated && len(after) == 0 {
				continue
			}
			out.Bytes += before.Size() + after.Size()
			one.changed(before, after)
			out.Items = append(out.Items, one)
		}
		if !page.More {
			out.Next = 0
			return out, nil
		}
		if len(out.Items) >= q.Limit {
			break
		}
	}
	return out, nil
}
