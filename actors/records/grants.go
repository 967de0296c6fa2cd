package records

import (
	"context"
	"encoding/json"
	"slices"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// maxSets bounds the permission sets of an organization that are looked at.
const maxSets = 1000

// Grants decides who may grant which rights: users can't grant rights that they lack.
type Grants struct{ store Store }

// Granting refuses a write that would give somebody rights that its author lacks:
// permission sets beyond his own rights, and teams whose rows he can't see; and any
// write to a superuser by somebody else who is none. item is the record as it stands
// and is stored, nil for a new one.
func (g *Grants) Granting(ctx context.Context, p *access.Principal, o *schema.Object, item *row.Item, set row.Fields) error {
	if p.Superuser || len(set) == 0 {
		return nil
	}
	for _, f := range o.Fields {
		if f.SuperuserOnly && item != nil && item.Stored[f.Name] == true && item.Route.Owner != p.User {
			return fault.New(fault.Forbidden, "Only a superuser may change a superuser.")
		}
		if _, given := set[f.Name]; !given || f.Grants == "" {
			continue
		}
		after, _ := set[f.Name].([]id.ID)
		before := storedList(f, item)
		changed := append(without(after, before), without(before, after)...)
		var err error
		switch f.Grants {
		case schema.GrantsSets:
			err = g.mayGiveSets(ctx, p, o, item, set, changed)
		case schema.GrantsTeams:
			for _, team := range changed {
				if err == nil {
					err = g.mayPlace(ctx, p, f, recordOf(item), team, item == nil)
				}
			}
		case schema.GrantsAdministration: // superusers alone write it
		case schema.GrantsMembers, schema.GrantsSupervisors:
			for _, user := range changed {
				if err == nil {
					err = g.mayPlace(ctx, p, f, user, recordOf(item), false)
				}
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Covers refuses if a user record has rights that the principal lacks: an invitation grants the
// rights of the record, whoever entered them.
func (g *Grants) Covers(ctx context.Context, p *access.Principal, record row.Record) error {
	o := p.Registry().Object(record.Object)
	if o == nil {
		return fault.New(fault.NotFound, "There is no object %q.", record.Object)
	}
	if p.Superuser {
		return nil
	}
	inputs, _, err := g.store.UserInputs(ctx, p.Organization, record.ID)
	if err != nil {
		return err
	}
	given := row.Fields{}
	for _, f := range o.Fields {
		if super, _ := record.Bool(f.Name); f.SuperuserOnly && super {
			return fault.New(fault.Forbidden, "Only a superuser may do this for a superuser.")
		}
		switch f.Grants {
		case schema.GrantsSets:
			given[f.Name] = record.Lookups(f.Name)
		case schema.GrantsTeams: // those that name him, too
			given[f.Name] = inputs.Teams
		case schema.GrantsMembers, schema.GrantsSupervisors, schema.GrantsAdministration: // give to others
		}
	}
	return g.Granting(ctx, p, o, nil, given)
}

// mayGiveSets compares each permission set with the author's own rights. The right to rows of the
// user's teams is covered if those teams are the author's too.
func (g *Grants) mayGiveSets(ctx context.Context, p *access.Principal, o *schema.Object, item *row.Item, set row.Fields, changed []id.ID) error {
	if len(changed) == 0 {
		return nil
	}
	var teams []id.ID
	for _, other := range o.Fields {
		if other.Grants == schema.GrantsTeams {
			teams, _ = set[other.Name].([]id.ID)
		}
	}
	if item != nil {
		inputs, _, err := g.store.UserInputs(ctx, p.Organization, item.ID)
		if err != nil {
			return err
		}
		teams = append(inputs.Teams, teams...)
	}
	sets, err := g.permissionSets(ctx, p, row.Condition{Field: "id", Operator: "IN", Value: changed})
	if err != nil {
		return err
	}
	throughTeams := len(without(teams, p.Teams)) == 0
	for _, one := range sets {
		if lacking := p.Lacks(one.PermissionSet, throughTeams); lacking != "" {
			return fault.New(fault.Forbidden, "The permission set %s includes a right that you don't have: %s. Ask a superuser.", one.name, lacking)
		}
	}
	return nil
}

// mayPlace reports whether the author may put a person into a team or take him out. The person
// then sees the team's rows and the team sees his, so the author must see both: by scopes of all,
// or as a member of the team who shares a team with the person. What the team's members show to
// their teams opens too, whatever the scopes: the author must be in the team, and in one with a
// person who has teams already.
func (g *Grants) mayPlace(ctx context.Context, p *access.Principal, f *schema.Field, user, team id.ID, newUser bool) error {
	through := team == "" || slices.Contains(p.Teams, team)
	shared := through
	if through && !newUser {
		inputs, _, err := g.store.UserInputs(ctx, p.Organization, user)
		if err != nil && !fault.Is(err, fault.NotFound) {
			return err
		}
		through = len(without(inputs.Teams, p.Teams)) < len(inputs.Teams)
		shared = through || len(inputs.Teams) == 0
	}
	sets, err := g.permissionSets(ctx, p, row.Condition{})
	if err != nil {
		return err
	}
	for _, one := range sets {
		if lacking := p.LacksOfTeams(one.PermissionSet, through, shared); lacking != "" {
			return fault.New(fault.Forbidden, "You can't change %s here: it would grant access to records that you can't see (%s). Ask a superuser.", f.Title, lacking)
		}
	}
	return nil
}

// namedSet is a permission set with its name.
type namedSet struct {
	access.PermissionSet
	id   id.ID
	name string
}

// permissionSets reads the sets that fit the condition, all without one.
func (g *Grants) permissionSets(ctx context.Context, p *access.Principal, where row.Condition) ([]namedSet, error) {
	query := row.Query{Object: p.Registry().Role(schema.PermissionSet).APIName, Limit: maxSets}
	if where.Field != "" {
		query.Where = []row.Condition{where}
	}
	found, err := g.store.Find(ctx, p.Organization, query)
	if err != nil {
		return nil, err
	}
	sets := make([]namedSet, 0, len(found))
	for _, r := range found {
		raw := func(field string) json.RawMessage {
			value, _ := r.Fields[field].(json.RawMessage)
			return value
		}
		system, _ := r.Fields["system"].([]string)
		set, err := access.ParsePermissionSet(raw("object_permissions"), raw("object_field_permissions"), raw("scopes"), system)
		if err != nil {
			continue // what can't be read grants nothing (storage/pg)
		}
		sets = append(sets, namedSet{set, r.ID, r.Text("name")})
	}
	return sets, nil
}

func recordOf(item *row.Item) id.ID {
	if item == nil {
		return ""
	}
	return item.ID
}

func storedList(f *schema.Field, item *row.Item) []id.ID {
	if item == nil {
		return nil
	}
	list, _ := item.Stored[f.Name].([]id.ID)
	return list
}

// without returns what stands in the first list alone.
func without(list, other []id.ID) []id.ID {
	var out []id.ID
	for _, one := range list {
		if !slices.Contains(other, one) {
			out = append(out, one)
		}
	}
	return out
}
