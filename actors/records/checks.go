package records

import (
	"context"
	"encoding/json"

	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// checks are what a row must pass that is to be written, beyond the types of its fields.
type checks struct {
	store  Store
	grants *Grants
}

// row checks what is set in a record, which is nil for a new one.
func (c *checks) row(ctx context.Context, p *access.Principal, o *schema.Object, item *row.Item, in *intake) error {
	set := in.set
	if err := c.references(ctx, p, o, in.named()); err != nil {
		return err
	}
	if err := c.meaningful(ctx, p, o, set); err != nil {
		return err
	}
	if err := placed(p, o, item, set); err != nil {
		return err
	}
	return c.grants.Granting(ctx, p, o, item, set)
}

// placed checks to which app a new record belongs, or one that is moved to another.
func placed(p *access.Principal, o *schema.Object, item *row.Item, set row.Fields) error {
	value, given := set[o.Route.App]
	if item != nil && !given {
		return nil
	}
	app, _ := value.(id.ID)
	return p.MayPlace(o, app)
}

// meaningful checks what a row sets beyond what the types of its fields say.
func (c *checks) meaningful(ctx context.Context, p *access.Principal, o *schema.Object, set row.Fields) error {
	for _, f := range o.Fields {
		if number, given := set[f.Name].(string); given && f.Number {
			if err := c.ownNumber(ctx, p, f, number); err != nil {
				return err
			}
		}
	}
	switch o.Role {
	case schema.PermissionSet:
		part := func(name string) json.RawMessage {
			raw, _ := set[name].(json.RawMessage)
			return raw
		}
		system, _ := set["system"].([]string)
		return access.CheckPermissionSet(p.Registry(), part("object_permissions"), part("object_field_permissions"), part("scopes"), system)
	default:
		return nil
	}
}

// ownNumber refuses a phone number that nobody can call, and one of another
// organization: its calls and texts would arrive here. Of two that claim one at once
// the commit refuses the second.
func (c *checks) ownNumber(ctx context.Context, p *access.Principal, f *schema.Field, number string) error {
	if !schema.IsE164(number) {
		return fault.Field(f.Name, "%s must be in the form +15551234567.", f.Title)
	}
	holder, _, err := c.store.OrganizationByNumber(ctx, number)
	switch {
	case fault.Is(err, fault.NotFound) || err == nil && holder == p.Organization:
		return nil
	case err != nil:
		return err
	}
	taken := fault.Field(f.Name, "This number belongs to another organization of this installation.")
	taken.Code = fault.Conflict
	return taken
}

// references checks that the ids that a client gave name records that the principal can
// see: a second record inside a body is authorised like the first.
func (c *checks) references(ctx context.Context, p *access.Principal, o *schema.Object, set row.Fields) error {
	for _, f := range o.Fields { // in their order, so that the same row is refused for the same field
		value, given := set[f.Name]
		if !given {
			continue
		}
		if err := c.namedObject(p, f, value); err != nil {
			return err
		}
		if f.Type.References == nil {
			continue
		}
		var target string
		var ids []id.ID
		f.Type.References(f, value, func(object string, record id.ID) {
			target, ids = object, append(ids, record)
		})
		if len(ids) == 0 {
			continue
		}
		if err := c.visible(ctx, p, f, target, ids); err != nil {
			return err
		}
	}
	return nil
}

// namedObject refuses a name of no object that the principal may know of.
func (c *checks) namedObject(p *access.Principal, f *schema.Field, value any) error {
	if f.Type.NamesObject == nil || value == nil {
		return nil
	}
	name := f.Type.NamesObject(value)
	if o := p.Registry().Object(name); name != "" && (o == nil || o.Internal || p.Rights(name) == nil) {
		return fault.Field(f.Name, "%s names an object that does not exist or that you can't read: %s", f.Title, name)
	}
	return nil
}

func (c *checks) visible(ctx context.Context, p *access.Principal, f *schema.Field, target string, ids []id.ID) error {
	o := p.Registry().Object(target)
	if o == nil || o.Internal {
		return fault.Field(f.Name, "%s names an object that does not exist", f.Title)
	}
	for start := 0; start < len(ids); start += maxRows {
		part := ids[start:min(len(ids), start+maxRows)]
		found, _, err := sight.Some(ctx, c.store, p, part, row.ReadRequest{Object: target, Fields: none})
		if err != nil {
			return err
		}
		for _, one := range part {
			if found[one] == nil {
				return fault.Field(f.Name, "%s names a %s that does not exist or that you can't see", f.Title, o.Title)
			}
		}
	}
	return nil
}

// MassRows is how many records one change or removal may name without the right
// mass_update.
const MassRows = access.MassRows

func massive(p *access.Principal, rows int) error {
	if rows > MassRows && !p.Has(access.MassUpdate) {
		return fault.New(fault.Forbidden, "You may change or delete %d records at once, not %d: more take the system right %s.", MassRows, rows, access.MassUpdate)
	}
	return nil
}

func count(rows []Input) error {
	if len(rows) == 0 || len(rows) > maxRows {
		return fault.New(fault.Invalid, "Send 1 to %d records", maxRows)
	}
	return nil
}

// idsOf reads the ids of a PATCH: each row names one record, none twice.
func idsOf(rows []Input) ([]id.ID, error) {
	if err := count(rows); err != nil {
		return nil, err
	}
	ids := make([]id.ID, len(rows))
	seen := make(map[id.ID]bool, len(rows))
	for i, input := range rows {
		var text string
		if json.Unmarshal(input["id"], &text) != nil {
			return nil, fault.Field("id", "Each record needs its id").At(i)
		}
		record, ok := id.Parse(text)
		if !ok {
			return nil, fault.Field("id", "The id is not a UUID").At(i)
		}
		if seen[record] {
			return nil, fault.Field("id", "The record %s is listed twice", record).At(i)
		}
		seen[record] = true
		ids[i] = record
	}
	return ids, nil
}
