package records

import (
	"context"
	"encoding/json"
	"errors"

	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
	"switchboard/storage/seal"
)

// seals closes and opens encrypted fields. Values are sealed here, before anything else
// gets them: neither stores nor actors, logs nor the history ever see one open.
type seals struct{ ring *seal.Ring } // nil if there are no keys

// close seals what is set in a record whose id is known.
func (s *seals) close(p *access.Principal, o *schema.Object, in *intake) error {
	for name, value := range in.set {
		secret, given := value.(schema.Secret)
		if !given {
			continue
		}
		if s.ring == nil {
			return fault.New(fault.Unavailable, "%s can't be kept: this server has no keys for encrypted fields.", o.Field(name).Title)
		}
		sealed, err := s.ring.Seal(seal.Place{Organization: p.Organization, Object: o.APIName, Record: in.record, Field: name}, secret)
		if err != nil {
			return err
		}
		in.set[name] = sealed
	}
	return nil
}

// Reveal opens an encrypted field of a record that the principal may read, for who has the system
// right decrypt, as JSON; null if it is empty. The audit tells of it, or nothing is revealed.
// Errors: as of Get; fault.Invalid for a field that is not encrypted or that he may not read;
// fault.Conflict for a value whose key this server lacks.
func (s *Service) Reveal(ctx context.Context, p *access.Principal, object string, record id.ID, field string) (json.RawMessage, error) {
	o, rights, err := s.object(p, object)
	if err != nil {
		return nil, err
	}
	found, _, err := sight.Some(ctx, s.store, p, []id.ID{record}, row.ReadRequest{Object: o.APIName, Fields: sealedFields(o), Stored: true})
	if err != nil {
		return nil, err
	}
	item := found[record]
	if item == nil {
		return nil, sight.Unseen(ctx, s.store, p, o.APIName, record)
	}
	f := o.Field(field)
	switch {
	case f == nil || !rights.Visible(&item.Route).Has(field):
		return nil, fault.Field("field", "%s", errField)
	case !f.Type.Sealed:
		return nil, fault.Field("field", "%s is not encrypted: it is shown as it is", f.Title)
	case !p.Has(access.Decrypt):
		return nil, fault.New(fault.Forbidden, "You need the system right %s to see %s", access.Decrypt, f.Title)
	}
	sealed, _ := item.Stored[field].(string)
	if sealed == "" {
		return json.RawMessage("null"), nil
	}
	if s.seals.ring == nil {
		return nil, lacksKey(f, nil)
	}
	plain, err := s.seals.ring.Open(seal.Place{Organization: p.Organization, Object: o.APIName, Record: item.ID, Field: field}, sealed)
	switch {
	case errors.Is(err, seal.ErrKey):
		return nil, lacksKey(f, err)
	case err != nil:
		return nil, fault.Wrap(err, fault.Conflict, "%s of this record can't be decrypted: it was changed outside of Switchboard. Enter it anew.", f.Title)
	}
	if err := s.store.Happened(ctx, row.Happening{
		Organization: p.Organization, Object: o.APIName, Record: item.ID, Actor: p.User, Cause: o.APIName + ".revealed",
		Fields: row.Fields{field: schema.Mask},
	}); err != nil {
		return nil, err
	}
	return plain, nil
}

func lacksKey(f *schema.Field, cause error) error {
	return fault.Wrap(cause, fault.Conflict, "%s was encrypted with a key that this server does not have. Ask who operates it for the former key.", f.Title)
}

func sealedFields(o *schema.Object) []string {
	out := []string{}
	for _, f := range o.Fields {
		if f.Type.Sealed {
			out = append(out, f.Name)
		}
	}
	return out
}
