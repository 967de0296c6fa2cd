package schemas

import (
	"context"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// rights say what somebody may change: a superuser everything, an administrator of apps the
// objects and fields that belong to these.
type rights struct {
	all  bool
	apps map[id.ID]bool
}

// may reports whether something that belongs to an app, or to none, may be changed.
func (r rights) may(app id.ID) bool { return r.all || app != "" && r.apps[app] }

// errForbidden refuses who may change nothing, errOthers who may change other things.
var (
	errForbidden = fault.New(fault.Forbidden, "Only a superuser may change objects and fields")
	errOthers    = fault.New(fault.Forbidden, "Only a superuser can change objects outside your apps")
)

// rights is the one place that says who may change objects and fields. Who may change nothing
// is fault.Forbidden.
func (s *Service) rights(ctx context.Context, p *access.Principal) (rights, error) {
	if p.Superuser {
		return rights{all: true}, nil
	}
	found, err := s.store.Find(ctx, p.Organization, row.Query{
		Object: "app", Fields: []string{"app_admins"}, Where: []row.Condition{{Field: "app_admins", Operator: "CONTAINS", Value: p.User}},
	})
	if err != nil {
		return rights{}, err
	}
	if len(found) == 0 {
		return rights{}, errForbidden
	}
	r := rights{apps: map[id.ID]bool{}}
	for _, app := range found {
		r.apps[app.ID] = true
	}
	return r, nil
}
