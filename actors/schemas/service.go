package schemas

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/schema"
)

// Service makes and changes objects and fields of organizations.
type Service struct {
	store    Store
	jobs     Jobs
	settings Settings
	now      func() time.Time
}

// New makes the service.
func New(store Store, jobs Jobs, settings Settings) *Service {
	return &Service{store: store, jobs: jobs, settings: settings, now: time.Now}
}

// Formats lists the kinds of fields.
func (s *Service) Formats(ctx context.Context, p *access.Principal) ([]Format, error) {
	if _, err := s.rights(ctx, p); err != nil {
		return nil, err
	}
	return Formats(), nil
}

// Definition shows an object to those who may change it. Errors: fault.Forbidden,
// fault.NotFound.
func (s *Service) Definition(ctx context.Context, p *access.Principal, object string) (*Definition, error) {
	if _, err := s.rights(ctx, p); err != nil {
		return nil, err
	}
	have, err := s.store.Definitions(ctx, p.Organization)
	if err != nil {
		return nil, err
	}
	return s.show(ctx, p, have, object)
}

// Create makes an object of the JSON of a client. Errors: fault.Forbidden, fault.Invalid with
// what is wrong where, fault.Conflict where there is one of its name.
func (s *Service) Create(ctx context.Context, p *access.Principal, members map[string]json.RawMessage) (*Definition, error) {
	may, err := s.rights(ctx, p)
	if err != nil {
		return nil, err
	}
	name, ok := textOf(members["api_name"])
	if !ok {
		return nil, fault.Field("api_name", "An object has an api_name")
	}
	if why := named(name, reservedObjects); why != "" {
		return nil, fault.Field("api_name", "%s", why)
	}
	now := s.now()
	_, err = s.store.Redefine(ctx, p.Organization, p.User, name, "object.defined", func(have *schema.Definitions) (*schema.Own, error) {
		if had := have.Of(name).Own; had != nil && had.Retired != nil {
			return nil, fault.New(fault.Conflict, "A retired object %q exists. Restore it, or choose another name.", name)
		}
		if have.Registry.Object(name) != nil || have.Of(name).Own != nil {
			return nil, fault.New(fault.Conflict, "There is an object %q already.", name)
		}
		if n := len(slices.DeleteFunc(slices.Clone(have.All), func(d schema.Defined) bool { return d.Own.Extends })); n >= maxObjects {
			return nil, fault.New(fault.Invalid, "An organization can have at most %d custom objects.", maxObjects)
		}
		d := creating(have, name, p.User, now, may)
		d.read(members)
		return edited(d.own, 1, p.User, now, "everything"), d.failure()
	})
	if err != nil {
		return nil, err
	}
	return s.Definition(ctx, p, name)
}

// Retired lists the objects that can be brought back.
func (s *Service) Retired(ctx context.Context, p *access.Principal) ([]Retired, error) {
	may, err := s.rights(ctx, p)
	if err != nil {
		return nil, err
	}
	have, err := s.store.Definitions(ctx, p.Organization)
	if err != nil {
		return nil, err
	}
	out := []Retired{}
	for _, d := range have.All {
		if r := d.Own.Retired; r != nil && may.may(d.Own.App) {
			out = append(out, Retired{APIName: d.Own.APIName, Title: d.Own.Title, RetiredDate: r.At, RetiredBy: s.person(ctx, p, r.By), PurgeDate: s.purged(ctx, p, r.At)})
		}
	}
	slices.SortFunc(out, func(a, b Retired) int { return b.RetiredDate.Compare(a.RetiredDate) })
	return out, nil
}

// show is an object in use, of the definitions as they stand.
func (s *Service) show(ctx context.Context, p *access.Principal, have *schema.Definitions, object string) (*Definition, error) {
	o, err := s.usable(have, object)
	if err != nil {
		return nil, err
	}
	stands := have.Of(object)
	d := &Definition{
		APIName: o.APIName, Title: o.Title, Plural: o.Plural, Custom: o.Custom, App: o.App, Version: stands.Version, NameField: o.NameField,
		TrackHistory: o.Remembered(), HistoryStays: o.HistoryStays(), DuplicateFields: []string{},
		Columns: slices.Concat([]string{}, o.Columns), Search: slices.Concat([]string{}, o.SearchFields()), Order: []string{}, Properties: Properties{}, Retired: []Retired{},
	}
	for _, f := range o.DuplicatesBy() {
		d.DuplicateFields = append(d.DuplicateFields, f.Name)
	}
	if set, err := s.settings.Settings(ctx, p.Organization); err == nil {
		d.KeptDays = set.Retention.DeletedDays
	}
	for _, f := range shown(o) {
		if stands.Own != nil && stands.Own.Named(f.Name) != nil {
			f = stands.Own.Named(f.Name) // without the options that records give it: these are changed there
		}
		d.Order = append(d.Order, f.Name)
		d.Properties = append(d.Properties, propertyOf(f))
	}
	if stands.Own == nil {
		return d, nil
	}
	for _, f := range stands.Own.Former {
		d.Retired = append(d.Retired, Retired{
			Name: f.Field.Name, Title: f.Field.Title, Format: f.Field.Type.Name, App: f.Field.App, RetiredDate: f.Retired.At,
			RetiredBy: s.person(ctx, p, f.Retired.By), PurgeDate: s.purged(ctx, p, f.Retired.At),
		})
	}
	if c := stands.Own.Changing; c != nil && s.isOpen(ctx, p.Organization, c.Job) {
		d.Change = &Change{Job: c.Job, By: s.person(ctx, p, c.By)}
	}
	return d, nil
}

// usable finds an object that may be changed.
func (s *Service) usable(have *schema.Definitions, object string) (*schema.Object, error) {
	o := have.Registry.Object(object)
	if o == nil || o.Internal {
		return nil, fault.New(fault.NotFound, "There is no object %q.", shortened(object))
	}
	if !o.Extendable() {
		return nil, fault.New(fault.Forbidden, "%s belongs to the product as it is: it can't have fields of your own.", o.Title)
	}
	return o, nil
}

// person is somebody, nil if he is gone or was nobody.
func (s *Service) person(ctx context.Context, p *access.Principal, user id.ID) *Person {
	if user == "" {
		return nil
	}
	r, err := s.store.Get(ctx, p.Organization, p.Registry().Role(schema.Person).APIName, user)
	if err != nil {
		return &Person{ID: user}
	}
	return &Person{ID: user, Name: r.Text("name")}
}

// purged is when something that was taken out of use then is deleted, nil if nobody knows.
func (s *Service) purged(ctx context.Context, p *access.Principal, at time.Time) *time.Time {
	set, err := s.settings.Settings(ctx, p.Organization)
	if err != nil {
		return nil
	}
	due := at.AddDate(0, 0, set.Retention.DeletedDays)
	return &due
}

// isOpen reports whether a job is queued or at work.
func (s *Service) isOpen(ctx context.Context, organization, job id.ID) bool {
	r, err := s.store.Get(ctx, organization, "job", job)
	return err == nil && (r.Text("status") == "queued" || r.Text("status") == "running")
}

// since says what was changed of an object since a version.
func since(own *schema.Own, version int64, name func(id.ID) string) string {
	var parts []string
	for _, e := range own.Edits {
		if e.Version <= version {
			break
		}
		parts = append(parts, fmt.Sprintf("%s changed %s", name(e.By), strings.Join(e.What, ", ")))
	}
	if parts == nil {
		return "Somebody else changed this object meanwhile"
	}
	return "Meanwhile " + strings.Join(parts, "; ")
}
