package records

import (
	"context"
	"slices"

	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// ExplainRequest asks why somebody holds a right, or does not.
type ExplainRequest struct {
	User   id.ID // whose right it is, the asker's own where it is ""
	Object string
	Right  string // create, read, update or delete; read where it is ""
	Field  string // "" for the record itself
	Record id.ID  // "" for any record
}

var explained = []string{access.RightCreate, access.RightRead, access.RightUpdate, access.RightDelete}

// Explain reports whether somebody holds a right, and why. Of others than oneself it needs the
// right to administer users. What the asker can't see is not explained to him: closed objects and
// records that he may not see are refused as everywhere, a field that he may neither read nor
// write is as one that does not exist.
func (s *Service) Explain(ctx context.Context, p *access.Principal, q ExplainRequest) (access.Explanation, error) {
	user, err := askedAbout(p, q.User)
	if err != nil {
		return access.Explanation{}, err
	}
	question, err := s.question(ctx, p, q)
	if err != nil {
		return access.Explanation{}, err
	}
	inputs, active, err := s.store.UserInputs(ctx, p.Organization, user)
	if err != nil {
		return access.Explanation{}, err
	}
	sets, err := s.labelled(ctx, p, inputs.Permissions)
	if err != nil {
		return access.Explanation{}, err
	}
	if question.Teams, err = s.teamNames(ctx, p, inputs.Teams); err != nil {
		return access.Explanation{}, err
	}
	out := access.Explain(inputs, sets, question)
	if !active {
		out.Allowed = false
		out.Because = append(out.Because, access.Reason{Source: access.FromPerson, Text: inputs.Name + " is deactivated, or was not yet let in."})
	}
	return out, nil
}

// Effective builds the principal of somebody, the asker's own where user is "", from the rights
// as they stand; active is false if he may not come in at all. Of others it needs the right to
// administer users. What of it the asker may know is the caller's to decide.
func (s *Service) Effective(ctx context.Context, p *access.Principal, user id.ID) (of access.Principal, active bool, err error) {
	if user, err = askedAbout(p, user); err != nil {
		return of, false, err
	}
	inputs, active, err := s.store.UserInputs(ctx, p.Organization, user)
	if err != nil {
		return of, false, err
	}
	return access.Build(p.Registry(), inputs), active, nil
}

// askedAbout is whose rights are asked for, the asker's own where user is "". Those of
// others are an administrator's to know.
func askedAbout(p *access.Principal, user id.ID) (id.ID, error) {
	if user == "" || user == p.User {
		return p.User, nil
	}
	if !p.Has(access.AdministerUsers) {
		return "", fault.New(fault.Forbidden, "You need the system right %s to see the rights of others", access.AdministerUsers)
	}
	return user, nil
}

// question finds what is asked for, as far as the asker may know of it.
func (s *Service) question(ctx context.Context, p *access.Principal, q ExplainRequest) (access.Question, error) {
	o, rights, err := s.object(p, q.Object)
	if err != nil {
		return access.Question{}, err
	}
	out := access.Question{Object: o, Right: q.Right, Registry: p.Registry()}
	if out.Right == "" {
		out.Right = access.RightRead
	}
	if !slices.Contains(explained, out.Right) {
		return out, fault.Field("right", "There is no right %q; there are create, read, update and delete", q.Right)
	}
	if q.Field != "" {
		known := rights.Creating(p)
		if out.Field = o.Field(q.Field); !known.Knows(out.Field) {
			return out, fault.Field("field", "%s has no field %q", o.Title, q.Field)
		}
		if out.Right == access.RightDelete {
			return out, fault.Field("field", "Records are deleted whole: leave the field out")
		}
	}
	if q.Record != "" {
		if out.Right == access.RightCreate {
			return out, fault.Field("id", "A record that is created has no id yet: leave the id out")
		}
		item, err := sight.Of(ctx, s.store, p, o.APIName, q.Record)
		if err != nil {
			return out, err
		}
		out.Route = &item.Route
	}
	return out, nil
}

// labelled reads permission sets, with their names where the asker may read them or may
// give them.
func (s *Service) labelled(ctx context.Context, p *access.Principal, ids []id.ID) ([]access.LabelledSet, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	sets, err := s.Grants.permissionSets(ctx, p, row.Condition{Field: "id", Operator: "IN", Value: ids})
	if err != nil {
		return nil, err
	}
	o := p.Registry().Role(schema.PermissionSet)
	isNamed := p.Has(access.AdministerUsers) || p.Rights(o.APIName).Everywhere().Has(o.NameField)
	out := make([]access.LabelledSet, len(sets))
	for i, one := range sets {
		out[i].PermissionSet = one.PermissionSet
		if isNamed {
			out[i].ID, out[i].Name = one.id, one.name
		}
	}
	return out, nil
}

// teamNames reads the names of a user's teams, of those that exist.
func (s *Service) teamNames(ctx context.Context, p *access.Principal, teams []id.ID) (map[id.ID]string, error) {
	if len(teams) == 0 {
		return nil, nil //nolint:nilnil // no names
	}
	o := p.Registry().Role(schema.Team)
	found, err := s.store.Find(ctx, p.Organization, row.Query{
		Object: o.APIName, Where: []row.Condition{{Field: "id", Operator: "IN", Value: teams}}, Limit: len(teams),
	})
	out := make(map[id.ID]string, len(found))
	for _, team := range found {
		out[team.ID] = team.Text(o.NameField)
	}
	return out, err
}
