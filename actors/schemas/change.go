package schemas

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/schema"
)

// meetings bounds how often a change is decided again because of another one.
const meetings = 10

// anyVersion is what a client expects who names no version.
const anyVersion = -1

// errMet says that the definition changed between the decision and the write.
var errMet = errors.New("the definition has changed meanwhile")

// Change lays the JSON of a client over the definition of an object (RFC 7396). expect is the
// version that he has seen, or anyVersion. Where records have to be checked or filled for a part
// of it, that part is being executed when it returns (Definition.Change). Errors:
// fault.Forbidden, fault.NotFound, fault.Invalid, fault.VersionConflict, and fault.Conflict where
// another change is being executed.
func (s *Service) Change(ctx context.Context, p *access.Principal, object string, members map[string]json.RawMessage, expect int64) (*Definition, error) {
	may, err := s.rights(ctx, p)
	if err != nil {
		return nil, err
	}
	for try := 1; ; try++ {
		var job id.ID
		d, err := s.decide(ctx, p, may, object, members, expect)
		if err == nil {
			job, err = s.execute(ctx, p, d)
		}
		switch {
		case err == nil:
			return s.changed(ctx, p, object, job)
		case (errors.Is(err, errMet) || fault.Is(err, fault.VersionConflict)) && expect == anyVersion && try < meetings:
		case errors.Is(err, errMet): // what was changed is told by the next look
			expect = max(expect, 0)
		default:
			return nil, err
		}
	}
}

// changed shows an object that is being changed by a job, "" for none. It may be over by now:
// whoever asked for it is told of it all the same.
func (s *Service) changed(ctx context.Context, p *access.Principal, object string, job id.ID) (*Definition, error) {
	shown, err := s.Definition(ctx, p, object)
	if err == nil && job != "" && shown.Change == nil {
		shown.Change = &Change{Job: job, By: s.person(ctx, p, p.User)}
	}
	return shown, err
}

// decided is a change that was decided on a version of the definition.
type decided struct {
	*draft

	object  string
	version int64
	changes bool // something is in force at once
}

// decide reads what a client wants of an object as it stands.
func (s *Service) decide(ctx context.Context, p *access.Principal, may rights, object string, members map[string]json.RawMessage, expect int64) (*decided, error) {
	have, err := s.store.Definitions(ctx, p.Organization)
	if err != nil {
		return nil, err
	}
	o, err := s.usable(have, object)
	if err != nil {
		return nil, err
	}
	stands := have.Of(object)
	if err := s.expected(ctx, p, stands, expect); err != nil {
		return nil, err
	}
	if err := s.free(ctx, p, stands.Own); err != nil {
		return nil, err
	}
	d := changing(have, o, p.User, s.now(), may)
	d.read(members)
	if err := d.failure(); err != nil {
		return nil, err
	}
	for _, a := range d.asks {
		if err := s.ask(ctx, p, d, a); err != nil {
			return nil, err
		}
	}
	was, err := schema.EncodeOwn(changing(have, o, p.User, d.at, may).own)
	if err != nil {
		return nil, err
	}
	is, err := schema.EncodeOwn(d.own)
	return &decided{draft: d, object: object, version: stands.Version, changes: string(was) != string(is)}, err
}

// execute has a change in force at once, and starts the job that does the rest, "" for none.
func (s *Service) execute(ctx context.Context, p *access.Principal, d *decided) (job id.ID, err error) {
	if len(d.later) > 0 || d.search != nil {
		return s.start(ctx, p, d)
	}
	if !d.changes {
		return "", nil
	}
	return "", s.redefine(ctx, p, d, nil)
}

// redefine writes the part of a change that is in force at once.
func (s *Service) redefine(ctx context.Context, p *access.Principal, d *decided, later *schema.Changing) error {
	_, err := s.store.Redefine(ctx, p.Organization, p.User, d.object, "object.changed", func(have *schema.Definitions) (*schema.Own, error) {
		if have.Of(d.object).Version != d.version {
			return nil, errMet
		}
		next := edited(d.own, d.version+1, p.User, d.at, d.what...)
		next.Changing = later
		return next, nil
	})
	return err
}

// expected refuses who has seen another version, and tells him what was changed since.
func (s *Service) expected(ctx context.Context, p *access.Principal, stands schema.Defined, expect int64) error {
	if expect == anyVersion || expect == stands.Version {
		return nil
	}
	own := stands.Own
	if own == nil {
		own = &schema.Own{}
	}
	return fault.New(fault.VersionConflict, "%s. Look at it again before you save.", since(own, expect, func(user id.ID) string {
		if who := s.person(ctx, p, user); who != nil && who.Name != "" {
			return who.Name
		}
		return "somebody"
	}))
}

// free refuses a change while another one is being executed.
func (s *Service) free(ctx context.Context, p *access.Principal, own *schema.Own) error {
	if own == nil || own.Changing == nil || !s.isOpen(ctx, p.Organization, own.Changing.Job) {
		return nil
	}
	name := "Somebody"
	if who := s.person(ctx, p, own.Changing.By); who != nil && who.Name != "" {
		name = who.Name
	}
	return fault.New(fault.Conflict, "%s is changing this object: wait until the job is done, or cancel it.", name)
}

// ask refuses what the records don't allow.
func (s *Service) ask(ctx context.Context, p *access.Principal, d *draft, a ask) error {
	values, others := a.lost, false
	if a.lost == nil {
		values, others = a.within, true
	}
	n, err := s.store.HaveOptions(ctx, p.Organization, d.own.APIName, a.field.Name, values, others)
	if err != nil || n == 0 {
		return err
	}
	if others {
		return fault.Field(a.path, "%s: %s none of these options", a.field.Title, fault.Count(n, "record has", "records have"))
	}
	return fault.Field(a.path, "%s: %s %s. Set it to active: false instead of removing it", a.field.Title, fault.Count(n, "record has", "records have"), strings.Join(a.lost, " or "))
}

// Remove takes an object of the organization's own out of use. Errors: fault.Forbidden,
// fault.NotFound, fault.Conflict where others refer to it.
func (s *Service) Remove(ctx context.Context, p *access.Principal, object string) error {
	may, err := s.rights(ctx, p)
	if err != nil {
		return err
	}
	have, err := s.store.Definitions(ctx, p.Organization)
	if err != nil {
		return err
	}
	o, err := s.usable(have, object)
	if err != nil {
		return err
	}
	if !o.Custom {
		return fault.New(fault.Forbidden, "%s belongs to the product and stays.", o.Title)
	}
	if !may.may(o.App) {
		return errOthers
	}
	if err := s.free(ctx, p, have.Of(object).Own); err != nil {
		return err
	}
	now := s.now()
	_, err = s.store.Redefine(ctx, p.Organization, p.User, object, "object.retired", func(have *schema.Definitions) (*schema.Own, error) {
		stands := have.Of(object)
		if stands.Own == nil || stands.Own.Retired != nil {
			return nil, fault.New(fault.NotFound, "There is no object %q.", object)
		}
		var by []string
		for _, c := range have.Registry.Children(object) {
			if other := have.Registry.Object(c.Object); c.Object != object {
				by = append(by, other.Title+" ("+other.Field(c.Field).Title+")")
			}
		}
		if by != nil {
			return nil, fault.New(fault.Conflict, "Other fields link to it: %s. Retire these fields first.", strings.Join(by, ", "))
		}
		next := edited(copyOf(stands.Own), stands.Version+1, p.User, now, "-"+object)
		next.Retired, next.Changing = &schema.Retirement{At: now, By: p.User}, nil
		return next, nil
	})
	return err
}

// Restore brings an object, or a field of one, back into use. A field comes back without
// being required: records were made without it. Errors: fault.Forbidden, fault.NotFound,
// fault.Conflict where something else has its name.
func (s *Service) Restore(ctx context.Context, p *access.Principal, object, field string) (*Definition, error) {
	may, err := s.rights(ctx, p)
	if err != nil {
		return nil, err
	}
	now := s.now()
	if have, err := s.store.Definitions(ctx, p.Organization); err != nil {
		return nil, err
	} else if err := s.free(ctx, p, have.Of(object).Own); err != nil {
		return nil, err
	}
	_, err = s.store.Redefine(ctx, p.Organization, p.User, object, "object.restored", func(have *schema.Definitions) (*schema.Own, error) {
		stands := have.Of(object)
		if stands.Own == nil || field == "" && stands.Own.Retired == nil || field != "" && stands.Own.Retired != nil {
			return nil, fault.New(fault.NotFound, "No retired object has this name.")
		}
		next := edited(copyOf(stands.Own), stands.Version+1, p.User, now, "+"+object+field)
		if field == "" {
			if !may.may(next.App) {
				return nil, errOthers
			}
			next.Retired = nil
			return next, nil
		}
		err := back(next, field)
		if f := next.Named(field); err == nil && !may.may(next.App) && !may.may(f.App) {
			return nil, errOthers
		}
		return next, err
	})
	if err != nil {
		return nil, err
	}
	return s.Definition(ctx, p, object)
}

// back brings the newest former field of a name back.
func back(own *schema.Own, name string) error {
	newest := -1
	for i, f := range own.Former {
		if f.Field.Name == name {
			newest = i
		}
	}
	switch {
	case newest < 0:
		return fault.New(fault.NotFound, "No retired field has this name.")
	case own.Named(name) != nil:
		return fault.New(fault.Conflict, "Another field %q exists now. Retire it first.", name)
	}
	f := *own.Former[newest].Field
	f.Required = false
	own.Former = slices.Delete(own.Former, newest, newest+1)
	own.Fields = append(own.Fields, &f)
	return nil
}
