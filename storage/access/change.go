package access

import (
	"strings"

	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/schema"
)

// Change is what a principal may write into one record. The executor of a change trusts what
// Takes accepted.
type Change struct {
	verb      string       // set or change, for refusals
	known     [2]*FieldSet // the fields that the principal may know of
	takes     *FieldSet
	himself   bool // the record is the principal's own
	principal *Principal
}

// MayCreate refuses who may create no record of the object, which the registry has:
// fault.Forbidden.
func (p *Principal) MayCreate(object string) error {
	o, rights := p.registry.Object(object), p.Rights(object)
	switch {
	case rights != nil && rights.Create:
		return p.mayWrite(o)
	case o.SuperuserOnly && !p.Superuser:
		return onlySuperusers(o)
	case o.Making != "":
		return fault.New(fault.Forbidden, "You may not %s.", o.Making)
	default:
		return fault.New(fault.Forbidden, "You don't have permission to create a record of %s", o.Title)
	}
}

// MayChange refuses who may change no record of the object: fault.Forbidden.
func (p *Principal) MayChange(object string) error {
	o := p.registry.Object(object)
	if o.SuperuserOnly && !p.Rights(o.APIName).MayUpdate() {
		return onlySuperusers(o)
	}
	if !p.Rights(o.APIName).MayUpdate() && !o.Commanded() {
		return fault.New(fault.Forbidden, "You don't have permission to change a record of %s", o.Title)
	}
	return p.mayWrite(o)
}

// MayDelete refuses who may delete no record of the object, and objects whose records are
// kept: fault.Forbidden.
func (p *Principal) MayDelete(object string) error {
	o := p.registry.Object(object)
	if o.Kept != "" {
		return fault.New(fault.Forbidden, "%s", o.Kept)
	}
	if o.SuperuserOnly && !p.Rights(o.APIName).MayDelete() {
		return onlySuperusers(o)
	}
	if !p.Rights(o.APIName).MayDelete() {
		return fault.New(fault.Forbidden, "You don't have permission to delete a record of %s", o.Title)
	}
	return p.mayWrite(o)
}

// MayPlace refuses who may not have a record of the object belong to that app, "" for none:
// where it belongs to one, those who administer the app and superusers may. It is
// fault.Forbidden.
func (p *Principal) MayPlace(o *schema.Object, app id.ID) error {
	if o.Route.App == "" || p.Administers(app) {
		return nil
	}
	return fault.New(fault.Forbidden, "%s must be an app that you administer.", o.Field(o.Route.App).Title)
}

func onlySuperusers(o *schema.Object) error {
	who := "Only a superuser"
	if o.Route.App != "" {
		who = "Only a superuser, or who administers their app,"
	}
	return fault.New(fault.Forbidden, "%s may change %s", who, strings.ToLower(o.Plural))
}

// mayWrite asks for what writing the object takes beside the right to it: teams (which
// widen scopes) are an administrator's.
func (p *Principal) mayWrite(o *schema.Object) error {
	switch {
	case o.WriteRight != "" && !p.Has(o.WriteRight):
		return fault.New(fault.Forbidden, "You need the system right %s to change %s", o.WriteRight, strings.ToLower(o.Plural))
	default:
		return nil
	}
}

// Creating is what the principal may write into a new record.
func (r *Rights) Creating(p *Principal) Change {
	creatable := r.Creatable()
	return Change{verb: "set", known: [2]*FieldSet{r.Readable(), creatable}, takes: creatable, principal: p}
}

// Changing is what the principal may write into the record with this route.
func (r *Rights) Changing(p *Principal, route *entry.Route) Change {
	updatable := r.Updatable(route)
	return Change{
		verb: "change", known: [2]*FieldSet{r.Visible(route), updatable}, takes: updatable,
		himself: r.Object.Role == schema.Person && route.Owner == p.User, principal: p,
	}
}

// Knows reports whether the field may be named at all: to who can neither read nor write it, it
// is as one that does not exist. f may be nil.
func (c *Change) Knows(f *schema.Field) bool {
	return f != nil && !f.Internal && (c.known[0].Has(f.Name) || c.known[1].Has(f.Name))
}

// Takes reports whether a new value of the field is accepted. A read-only field is ignored, as
// are unwritable fields of users who send back their whole own record. Otherwise the change is
// refused: fault.Forbidden.
func (c *Change) Takes(f *schema.Field) (bool, error) {
	switch {
	case f.Protected && !c.principal.Has(AdministerUsers):
		return false, c.refusal(f)
	case f.SuperuserOnly && !c.principal.Superuser:
		return false, fault.New(fault.Forbidden, "Only a superuser may %s %s.", c.verb, f.Title)
	case !f.Settable():
		return false, nil
	case c.takes.Has(f.Name):
		return true, nil
	case c.himself:
		return false, nil
	default:
		return false, c.refusal(f)
	}
}

func (c *Change) refusal(f *schema.Field) error {
	return fault.New(fault.Forbidden, "You may not %s %s.", c.verb, f.Title)
}
