package records

import (
	"context"
	"encoding/json"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// CreateAt is Create of one record under an id that is known before: that of the record from which
// it was copied in another organization. A removed record of the id comes back with these values.
// Live records are refused.
func (s *Service) CreateAt(ctx context.Context, p *access.Principal, object string, record id.ID, input map[string]json.RawMessage) error {
	o, rights, err := s.object(p, object)
	if err != nil {
		return err
	}
	if err := p.MayCreate(object); err != nil {
		return err
	}
	if o.Live {
		return fault.New(fault.Invalid, "Records of %s can't be copied.", o.Title)
	}
	if _, err := s.Restore(ctx, p, object, record, RestoreRequest{}); err == nil {
		input["id"] = row.JSONValue(record)
		_, err := s.Patch(ctx, p, object, []Input{input}, 0, "")
		return err
	} else if fault.Is(err, fault.Invalid) {
		return fault.New(fault.Conflict, "%s %s is there already and belongs to something else. It is not overwritten.", o.Title, record)
	} else if !fault.Is(err, fault.NotFound) {
		return err
	}
	in, err := creation(o, p, rights, input)
	if err == nil {
		in.record = record
		err = s.checks.row(ctx, p, o, nil, in)
	}
	if err != nil {
		return err
	}
	_, err = s.plain.create(ctx, p, o, []*intake{in}, "")
	return err
}
