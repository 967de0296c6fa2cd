package users

import (
	"context"
	"slices"
	"time"

	"switchboard/actors/runtime"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/origin"
	"switchboard/storage/row"
)

// Dots returns the presence that others see.
type Dots interface {
	// Effective returns the user's dot, and the reasons if it differs from the chosen
	// status.
	Effective(organization, user id.ID, chosen string, calls *Calls) (dot string, reasons []string)
	// Reach splits users who chose to be available: those that a call rings, and
	// those who are absent. Users in neither left a moment ago.
	Reach(organization id.ID, users []id.ID) (ringing, missing []id.ID)
	// Phoned records the state of a browser's phone. It returns false if the socket
	// is unknown.
	Phoned(p *access.Principal, socket string, state PhoneState) bool
}

// Service executes commands on users for the edges.
type Service struct {
	engine runtime.Engine
	store  runtime.Store
	dots   Dots
}

// New returns a Service. dots returns the presence that others see.
func New(engine runtime.Engine, store runtime.Store, dots Dots) *Service {
	return &Service{engine: engine, store: store, dots: dots}
}

// SetStatus sets the principal's own availability. Errors: fault.Invalid.
func (s *Service) SetStatus(ctx context.Context, p *access.Principal, status, command string) (Status, error) {
	who := runtime.Identity{Organization: p.Organization, ID: p.User}
	st, err := runtime.AskFor[Status](ctx, s.engine, Kind, who, SetStatus{CommandMeta: runtime.CommandMeta{By: p.User, Command: command}, Status: status})
	if err != nil {
		return Status{}, err
	}
	user, err := s.store.Get(ctx, p.Organization, "user", p.User)
	if err != nil {
		return Status{}, err
	}
	st.Effective, st.Reasons = s.dots.Effective(p.Organization, p.User, st.CallStatus, CallsOf(rawOf(user, "availability")))
	if st.Reasons == nil {
		st.Reasons = []string{}
	}
	return st, nil
}

// Phone records the state of the phone of the browser that sent the command. Errors:
// fault.Invalid (no such state), Unavailable (its socket is not known yet, or
// closed).
func (s *Service) Phone(ctx context.Context, p *access.Principal, state PhoneState) error {
	if !slices.Contains(phoneStates, state) {
		return fault.Field("state", "state must be ready, starting, failed or no_microphone")
	}
	if !s.dots.Phoned(p, origin.Of(ctx).Socket, state) {
		return fault.New(fault.Unavailable, "This connection is not known. Please send it again.")
	}
	return nil
}

// Patch changes fields of users after the checks in actors/records. Errors:
// fault.Invalid, VersionConflict.
func (s *Service) Patch(ctx context.Context, p *access.Principal, rows []row.ChangeRequest) error {
	return runtime.PatchRows(ctx, s.engine, Kind, p.Organization, p.User, rows, func(c runtime.Patch) any { return Patch{c} })
}

// Candidates lists the users that an inbound call rings, by id: all active ones who
// chose to be available and are (Dots.Reach), whose calls are on and within whose
// hours it is. Because a caller is waiting, it reads only the ids of users who chose
// to be available, through an index, and the availability of those who are present.
func (s *Service) Candidates(ctx context.Context, organization id.ID) ([]id.ID, error) {
	var chosen []id.ID
	err := Everyone(ctx, s.store, organization, row.Query{Fields: []string{"id"}, Where: choosing()},
		func(u row.Record) { chosen = append(chosen, u.ID) })
	if err != nil {
		return nil, err
	}
	there, _ := s.dots.Reach(organization, chosen)
	return s.callable(ctx, organization, there)
}

// Rings splits users into those that a call rings now and those that it no longer
// rings. Users in neither had a socket a moment ago: no new call rings for them, but
// one that rings continues.
func (s *Service) Rings(ctx context.Context, organization id.ID, users []id.ID) (ringing, missing []id.ID, err error) {
	can, err := s.callable(ctx, organization, users)
	if err != nil {
		return nil, nil, err
	}
	ringing, missing = s.dots.Reach(organization, can)
	for _, user := range users {
		if !slices.Contains(can, user) {
			missing = append(missing, user)
		}
	}
	return ringing, missing, nil
}

// choosing selects the active users who chose to be available.
func choosing() []row.Condition {
	return []row.Condition{
		{Field: "chosen_status", Operator: "=", Value: Available},
		{Field: "is_active", Operator: "=", Value: true},
	}
}

// callable returns those of the users who chose to be available, whose calls are on
// and within whose hours it is, by id.
func (s *Service) callable(ctx context.Context, organization id.ID, users []id.ID) (out []id.ID, err error) {
	now := time.Now()
	for some := range slices.Chunk(users, pageOfUsers) {
		found, err := s.store.Find(ctx, organization, row.Query{
			Object: "user", Fields: []string{"id", "availability"}, Limit: len(some),
			Where: append(choosing(), row.Condition{Field: "id", Operator: "IN", Value: some}), Order: []row.Order{{Field: "id"}},
		})
		if err != nil {
			return nil, err
		}
		for _, u := range found {
			if callable(rawOf(u, "availability"), now) {
				out = append(out, u.ID)
			}
		}
	}
	return out, nil
}

// OnCalls returns the users whose stored status is on a call, with their calls.
func (s *Service) OnCalls(ctx context.Context, organization id.ID) (map[id.ID][]id.ID, error) {
	on := map[id.ID][]id.ID{}
	err := Everyone(ctx, s.store, organization, row.Query{
		Fields: []string{"id", "availability"},
		Where:  []row.Condition{{Field: "chosen_status", Operator: "=", Value: OnCallStatus}},
	}, func(u row.Record) { on[u.ID] = stored(u).calls() })
	return on, err
}

// LeftCall reports that a user is no longer on this call. The user's other calls
// stay.
func (s *Service) LeftCall(ctx context.Context, organization, user, call id.ID) error {
	_, err := s.engine.Ask(ctx, Kind, runtime.Identity{Organization: organization, ID: user}, OffCall{Call: call})
	return err
}

// pageOfUsers bounds the users read at once.
const pageOfUsers = 1000

// Finder reads users.
type Finder interface {
	Find(ctx context.Context, organization id.ID, query row.Query) ([]row.Record, error)
}

// Everyone reads the users that a query selects, by id, page after page, since an
// organization may have any number of them.
func Everyone(ctx context.Context, store Finder, organization id.ID, query row.Query, each func(row.Record)) error {
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

// Decode decodes a claimed EffectOnCall or EffectOffCall into the command for the
// user actor.
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
