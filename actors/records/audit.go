package records

import (
	"context"
	"time"

	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

const (
	defaultAudit = 50
	maxAudit     = 200
)

// AuditRequest asks for what the organization's audit tells, the newest first.
type AuditRequest struct {
	// Before is the number before which to go on (Audit.Next), 0 for the newest.
	Before int64
	Limit  int // 50 unless told, 200 at most
	// Objects are those whose records are asked about, nil for all.
	Objects []string
}

// Audit is a page of what the audit tells.
type Audit struct {
	Items []Audited
	Next  int64 // before which it goes on, 0 at its end
	Took  time.Duration
	Bytes int
}

// Audited is one thing that the audit tells: a change, as a history tells it, or what
// happened without one (op happened).
type Audited struct {
	Revision

	Number int64   `json:"number"`
	Object string  `json:"object"`
	Record Subject `json:"record"`
}

// Subject is the record that it is about; its name is null if there is no such record any more.
type Subject struct {
	ID   id.ID   `json:"id"`
	Name *string `json:"name"`
}

// Audit tells superusers who signed in, or tried to, and who changed what anybody may do,
// with all fields whose history is kept. Errors: fault.Forbidden for everybody else.
func (s *Service) Audit(ctx context.Context, p *access.Principal, q AuditRequest) (Audit, error) {
	var out Audit
	if !p.Superuser {
		return out, fault.New(fault.Forbidden, "Only a superuser can read the audit log")
	}
	for _, name := range q.Objects {
		if p.Registry().Object(name) == nil {
			return out, fault.Field("object", "There is no object %q", name)
		}
	}
	if q.Limit <= 0 {
		q.Limit = defaultAudit
	}
	page, err := s.store.Audit(ctx, p.Organization, row.AuditRequest{Before: q.Before, Limit: min(q.Limit, maxAudit), Objects: q.Objects})
	out.Took = page.Took
	if err != nil {
		return out, err
	}
	for i := range page.Told {
		told := &page.Told[i]
		one := Audited{Number: told.Number, Object: told.Object, Record: Subject{told.Record, told.Name}, Revision: Revision{
			Version: told.Version, At: told.At, Op: told.Op, Cause: told.Cause, Via: told.From.Via,
			Address: told.From.Address, Request: told.From.Request, By: entry.Fields{"modified_by": told.Actor},
		}}
		one.changed(told.Before, told.After)
		out.Bytes += told.Before.Size() + told.After.Size()
		out.Items = append(out.Items, one)
	}
	if page.More && len(out.Items) > 0 {
		out.Next = out.Items[len(out.Items)-1].Number
	}
	return out, nil
}
