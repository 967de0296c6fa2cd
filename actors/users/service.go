package users

import (
	"context"
	"slices"

	"switchboard/actors/runtime"
	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Dots tells the presence that others see.
type Dots interface {
	// Effective gives the user's dot and the reasons where it is not what he chose.
	Effective(organization, user id.ID, chosen string) (dot string, reasons []string)
}

// Service is the door to users for the edges.
type Service struct {
	engine runtime.Engine
	store  Store
	dots   Dots
}

// New makes the service.
func New(engine runtime.Engine, store Store, dots Dots) *Service {
	return &Service{engine: engine, store: store, dots: dots}
}

// SetStatus chooses the principal's own availability (POST
// v1/twilio/call/available, decision 81). Errors: fault.Invalid.
func (s *Service) SetStatus(ctx context.Context, p *access.Principal, status, command string) (Status, error) {
	reply, err := s.ask(ctx, p.Organization, p.User, SetStatus{By: p.User, Command: command, Status: status})
	if err != nil {
		return Status{}, err
	}
	st, ok := reply.(Status)
	if !ok {
		return Status{}, fault.New(fault.Internal, "A user answered with %T.", reply)
	}
	st.Effective, st.Reasons = s.dots.Effective(p.Organization, p.User, st.CallStatus)
	if st.Reasons == nil {
		st.Reasons = []string{}
	}
	return st, nil
}

// Patch changes a user: himself within the whitelist of decision 19, others with
// the right to. set is in storage shape; expect is the version he was read at, or
// 0. Errors: fault.Forbidden, NotFound, Invalid, TooLarge, VersionConflict.
func (s *Service) Patch(ctx context.Context, p *access.Principal, user id.ID, set row.Fields, expect int64, command string) (Patched, error) {
	item, err := sight.Of(ctx, s.store, p, "user", user)
	if err != nil {
		return Patched{}, err
	}
	may := p.Rights("user").Updatable(&item.Route)
	if may == nil {
		return Patched{}, fault.New(fault.Forbidden, "You may not change this user.")
	}
	c := Patch{
		By: p.User, Command: command, Set: set, Expect: expect,
		Own: p.User == user, Administrator: p.Has(access.AdministerUsers), Superuser: p.Superuser,
		Others: map[string]bool{},
	}
	for name := range set {
		// A permission set that may change users does so within its fields, but
		// what is protected takes the right to administer users.
		field := p.Rights("user").Object.Field(name)
		c.Others[name] = field != nil && !field.Protected && !c.Own && may.Has(name)
	}
	reply, err := s.ask(ctx, p.Organization, user, c)
	if err != nil {
		return Patched{}, err
	}
	patched, ok := reply.(Patched)
	if !ok {
		return Patched{}, fault.New(fault.Internal, "A user answered with %T.", reply)
	}
	return patched, nil
}

// Candidates lists the users that an inbound call rings for: all active ones
// whose chosen status is available, by id. While a caller waits no
// more is read than the ids, which an index finds.
func (s *Service) Candidates(ctx context.Context, organization id.ID) ([]id.ID, error) {
	var out []id.ID
	err := everyone(ctx, s.store, organization, row.Query{
		Fields: []string{"id"},
		Where: []row.Condition{
			{Field: "chosen_status", Operator: "=", Value: Available},
			{Field: "is_active", Operator: "=", Value: true},
		},
	}, func(u row.Record) { out = append(out, u.ID) })
	return out, err
}

// pageOfUsers bounds the users that are read at once.
const pageOfUsers = 1000

// everyone reads the users that a query selects, by id, page after page until the
// last: an organisation may have any number of them.
func everyone(ctx context.Context, store Finder, organization id.ID, query row.Query, each func(row.Record)) error {
	query.Object, query.Order, query.Limit = "user", []row.Order{{Field: "id"}}, pageOfUsers
	where := query.Where
	for {
		users, err := store.Find(ctx, organization, query)
		if err != nil {
			return err
		}
		for _, u := range users {
			each(u)
		}
		if len(users) < pageOfUsers {
			return nil
		}
		last := users[len(users)-1].ID
		query.Where = append(slices.Clone(where), row.Condition{Field: "id", Operator: ">", Value: last})
	}
}

// Decode turns a claimed EffectOnCall or EffectOffCall into the command that the
// user actor is asked: the work is the command itself.
func Decode(e row.Effect) (any, error) {
	p, err := payload(e)
	if err != nil {
		return nil, err
	}
	if e.Kind == EffectOnCall {
		return OnCall(p), nil
	}
	return OffCall(p), nil
}

func (s *Service) ask(ctx context.Context, organization, user id.ID, command any) (any, error) {
	return s.engine.Ask(ctx, Kind, runtime.Identity{Organization: organization, ID: user}, command)
}
