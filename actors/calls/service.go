package calls

import (
	"context"
	"errors"
	"slices"
	"time"

	"switchboard/actors/carrier"
	"switchboard/actors/numbers"
	"switchboard/actors/runtime"
	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/settings"
)

// RingTargets decides which users an inbound call rings (actors/users).
type RingTargets interface {
	// Candidates returns the users that a new call rings.
	Candidates(ctx context.Context, organization id.ID) ([]id.ID, error)
	// Rings splits users into those that calls can ring now and those that calls can
	// no longer ring. Users in neither stay as they are.
	Rings(ctx context.Context, organization id.ID, users []id.ID) (ringing, missing []id.ID, err error)
}

// Speaker makes the answer to a caller when there is nobody to ring
// (carrier.Webhooks).
type Speaker interface {
	Say(sentence string) carrier.Answer
}

// Guard decides whether a user may call a number, and at what price
// (actors/outbound).
type Guard interface {
	Call(ctx context.Context, p *access.Principal, to string) (row.Charge, error)
}

// Settings reads the organizations' settings (actors/organizations).
type Settings interface {
	Settings(ctx context.Context, organization id.ID) (settings.Organization, error)
	// Uses reports whether an organization uses a feature, by its name.
	Uses(ctx context.Context, organization id.ID, feature string) (bool, error)
}

// nobodySentence is what callers hear if nobody is available or nobody answers.
const nobodySentence = "We are sorry. Nobody is available to take your call right now. Please try again later."

// Service executes commands on calls for the edges.
type Service struct {
	engine     runtime.Engine
	store      runtime.Store
	targets    RingTargets
	speaker    Speaker
	guard      Guard
	settings   Settings
	tokens     Tokens
	principals Principals
}

// New returns a Service.
func New(engine runtime.Engine, store runtime.Store, candidates RingTargets, speaker Speaker, guard Guard, settings Settings, tokens Tokens, principals Principals) *Service {
	return &Service{engine: engine, store: store, targets: candidates, speaker: speaker, guard: guard, settings: settings, tokens: tokens, principals: principals}
}

// Inbound handles a call that arrived at phone and returns the answer to the
// provider. mark holds the event's key and the answer that joins the caller. If there
// is nobody to ring, another answer is stored instead.
func (s *Service) Inbound(ctx context.Context, organization, phone id.ID, call carrier.InboundCall, mark row.Inbound) (carrier.Answer, error) {
	contact, err := s.contactByNumber(ctx, organization, call.From)
	if err != nil {
		return carrier.Answer{}, err
	}
	candidates, err := s.ringTargets(ctx, organization)
	if err != nil {
		return carrier.Answer{}, err
	}
	rules, err := s.settings.Settings(ctx, organization)
	if err != nil {
		return carrier.Answer{}, err
	}
	identity := runtime.Identity{Organization: organization, ID: call.ID()}
	answer, err := runtime.AskFor[carrier.Answer](ctx, s.engine, Kind, identity, Inbound{
		Call: call, Phone: phone, Contact: contact, Candidates: candidates, RingFor: time.Duration(rules.RingSeconds) * time.Second,
		Join: mark, Nobody: s.speaker.Say(nobodySentence),
	})
	if err != nil {
		return carrier.Answer{}, err
	}
	// The caller gets the answer even if this fails. Then users who connected in
	// these milliseconds miss this call.
	_ = s.catchUp(ctx, organization, call.ID(), candidates)
	return answer, nil
}

// ringTargets returns the users that a new call rings: none if the organization does
// not use the phone.
func (s *Service) ringTargets(ctx context.Context, organization id.ID) ([]id.ID, error) {
	if used, err := s.settings.Uses(ctx, organization, Name); err != nil || !used {
		return nil, err
	}
	return s.targets.Candidates(ctx, organization)
}

// requireFeature rejects principals owners organization does not use the phone. Calls
// in progress continue.
func (s *Service) requireFeature(ctx context.Context, p *access.Principal) error {
	if used, err := s.settings.Uses(ctx, p.Organization, Name); err != nil || used {
		return err
	}
	return fault.New(fault.Forbidden, "Your organization does not use the phone. A superuser can add its app to those that the organization uses.")
}

// catchUp rings a call that was just stored for users who became available after its
// candidates were read and before it was stored. Their own pass over the ringing
// calls did not find it.
func (s *Service) catchUp(ctx context.Context, organization, call id.ID, candidates []id.ID) error {
	if len(candidates) == 0 {
		return nil // it has ended
	}
	now, err := s.targets.Candidates(ctx, organization)
	if err != nil {
		return err
	}
	known := map[id.ID]bool{}
	for _, user := range candidates {
		known[user] = true
	}
	return s.offer(ctx, organization, call, true, slices.DeleteFunc(now, func(user id.ID) bool { return known[user] }))
}

// LegEvent handles a leg's status callback.
func (s *Service) LegEvent(ctx context.Context, organization id.ID, event carrier.LegEvent, mark row.Inbound) error {
	_, err := s.ask(ctx, organization, event.Call, LegChanged{Event: event, Inbound: mark})
	return err
}

// ConferenceEvent handles a conference's callback.
func (s *Service) ConferenceEvent(ctx context.Context, organization id.ID, event carrier.ConferenceEvent, mark row.Inbound) error {
	_, err := s.ask(ctx, organization, event.Call, ConferenceChanged{Event: event, Inbound: mark})
	return err
}

// Dial calls a number, or a contact's number if to is "". It needs the right to
// create calls. The same command id returns the same call. Errors: fault.Forbidden
// (the organization does not use the phone; the right; the country, the kind of
// number, the month's spending), Limited (too many in a minute), Invalid (the number;
// a contact who asked not to be called), Conflict (no number of ours; the principal
// is on a call).
func (s *Service) Dial(ctx context.Context, p *access.Principal, to string, contact id.ID, command string) (Ref, error) {
	call := id.New()
	if command != "" {
		call = id.Derived("call.dial:" + string(p.Organization) + ":" + string(p.User) + ":" + command)
	}
	dial := Dial{CommandMeta: runtime.CommandMeta{By: p.User, Command: command}}
	return s.call(ctx, p, call, dial, to, contact)
}

// call completes a dial command and starts the call.
func (s *Service) call(ctx context.Context, p *access.Principal, call id.ID, dial Dial, to string, contact id.ID) (Ref, error) {
	if err := s.requireFeature(ctx, p); err != nil {
		return Ref{}, err
	}
	if err := p.MayCreate("call"); err != nil {
		return Ref{}, err
	}
	contactParty, to, err := s.destination(ctx, p, to, contact)
	if err != nil {
		return Ref{}, err
	}
	phone, err := numbers.Ours(ctx, s.store, p.Organization, p.User, numbers.Any)
	if err != nil {
		return Ref{}, err
	}
	dial.To, dial.From, dial.Phone, dial.Contact = to, phone.Text("phone_number"), phone.ID, contactParty
	if _, err := s.store.Get(ctx, p.Organization, "call", call); err == nil {
		return s.ask(ctx, p.Organization, call, dial) // a repeat dials nothing and costs nothing
	}
	if contactParty.DoNotCall {
		return Ref{}, doNotCall(contactParty)
	}
	if err := s.requireNoOtherCall(ctx, p, call); err != nil {
		return Ref{}, err
	}
	if dial.Charge, err = s.guard.Call(ctx, p, to); err != nil {
		return Ref{}, err
	}
	ref, err := s.ask(ctx, p.Organization, call, dial)
	if isDuplicateDial(err) { // of two simultaneous dials this one came later
		if err = s.requireNoOtherCall(ctx, p, call); err == nil {
			return s.ask(ctx, p.Organization, call, dial) // the other is already over
		}
	}
	return ref, err
}

// destination resolves the contact and the number to call. It also finds contacts
// with this number who asked not to be called.
func (s *Service) destination(ctx context.Context, p *access.Principal, to string, contact id.ID) (Party, string, error) {
	var found Party
	if contact != "" {
		if _, err := sight.Of(ctx, s.store, p, "contact", contact); err != nil {
			return Party{}, "", err
		}
		record, err := s.store.Get(ctx, p.Organization, "contact", contact)
		if err != nil {
			return Party{}, "", err
		}
		found = party(record)
		if to == "" {
			var phone struct {
				Number string `json:"phone_number"`
			}
			if err := record.JSON("phone", &phone); err != nil {
				return Party{}, "", err
			}
			to = phone.Number
		}
	}
	country, err := numbers.Country(ctx, s.store, s.settings, p.Organization, p.User)
	if err != nil {
		return Party{}, "", err
	}
	to, err = Number(to, country)
	if err != nil {
		return Party{}, "", err
	}
	if found.ID == "" {
		if found, err = s.contactByNumber(ctx, p.Organization, to); err != nil {
			return Party{}, "", err
		}
	}
	blocked, err := s.doNotCallContact(ctx, p.Organization, to)
	if err != nil || blocked.ID == "" {
		return found, to, err
	}
	visible, hidden := sight.Of(ctx, s.store, p, "contact", blocked.ID)
	if hidden != nil || !p.Rights("contact").Visible(&visible.Route).Has("name") {
		blocked.Name = "The contact with this number" // an error must not reveal a name that the principal may not read
	}
	return blocked, to, nil
}

// Accept accepts a ringing call for the principal, after holding the principal's
// other call. Errors: fault.Conflict, with the name of the user who was faster, if it
// is taken; fault.Forbidden if it does not ring for the principal or the organization
// does not use the phone.
func (s *Service) Accept(ctx context.Context, p *access.Principal, call id.ID, command string) (Ref, error) {
	if err := s.requireFeature(ctx, p); err != nil {
		return Ref{}, err
	}
	if err := s.checkVisible(ctx, p, call); err != nil {
		return Ref{}, err
	}
	return s.withName(ctx, p)(s.accept(ctx, p, call, Accept{
		CommandMeta: runtime.CommandMeta{By: p.User, Command: command}, Supervisor: p.Has(access.SuperviseCalls),
	}))
}

// Decline stops the ringing of a call for the principal.
func (s *Service) Decline(ctx context.Context, p *access.Principal, call id.ID, command string) (Ref, error) {
	if err := s.checkVisible(ctx, p, call); err != nil {
		return Ref{}, err
	}
	return s.withName(ctx, p)(s.ask(ctx, p.Organization, call, Decline{CommandMeta: runtime.CommandMeta{By: p.User, Command: command}}))
}

// Hangup ends the principal's call. Supervisors may end any call.
func (s *Service) Hangup(ctx context.Context, p *access.Principal, call id.ID, command string) (Ref, error) {
	return s.askVisible(ctx, p, call, Hangup{CommandMeta: runtime.CommandMeta{By: p.User, Command: command}, Supervisor: p.Has(access.SuperviseCalls)})
}

// Notice marks missed calls as seen by the principal. Errors: fault.Forbidden (a call
// that did not ring for the principal), NotFound.
func (s *Service) Notice(ctx context.Context, p *access.Principal, calls []id.ID, command string) error {
	for _, call := range calls {
		if err := s.checkVisible(ctx, p, call); err != nil {
			return err
		}
		if _, err := s.ask(ctx, p.Organization, call, Notice{CommandMeta: runtime.CommandMeta{By: p.User, Command: command}}); err != nil {
			return err
		}
	}
	return nil
}

// askVisible sends a command to a call that the principal may see.
func (s *Service) askVisible(ctx context.Context, p *access.Principal, call id.ID, command any) (Ref, error) {
	if err := s.checkVisible(ctx, p, call); err != nil {
		return Ref{}, err
	}
	return s.ask(ctx, p.Organization, call, command)
}

// checkVisible rejects commands on calls that the principal may not see. Users for
// whom the call rang until another user accepted may not see it any more, but pass:
// the error then names who accepted.
func (s *Service) checkVisible(ctx context.Context, p *access.Principal, call id.ID) error {
	if p.Has(access.SuperviseCalls) {
		return nil
	}
	_, err := sight.Of(ctx, s.store, p, "call", call)
	if !fault.Is(err, fault.Forbidden) {
		return err
	}
	record, getErr := s.store.Get(ctx, p.Organization, "call", call)
	if getErr != nil {
		return getErr
	}
	state := withCall(runtime.Identity{}, record)
	if slices.Contains(state.Facts.allTargets(), p.User) {
		return nil
	}
	return err
}

// withName puts the name of the user who accepted a call into the error.
func (s *Service) withName(ctx context.Context, p *access.Principal) func(Ref, error) (Ref, error) {
	return func(ref Ref, err error) (Ref, error) {
		var e *fault.Error
		if !errors.As(err, &e) || e.Code != fault.Conflict || len(e.Fields["user"]) == 0 {
			return ref, err
		}
		user, getErr := s.store.Get(ctx, p.Organization, "user", id.ID(e.Fields["user"][0]))
		if getErr != nil {
			return ref, err
		}
		return ref, fault.New(fault.Conflict, "%s has taken this call.", user.Text("name"))
	}
}

// Patch changes fields of calls after the checks in actors/records.
func (s *Service) Patch(ctx context.Context, p *access.Principal, rows []row.ChangeRequest) error {
	return runtime.PatchRows(ctx, s.engine, Kind, p.Organization, p.User, rows, func(c runtime.Patch) any { return Patch{c} })
}

// Available updates which of the users every ringing call rings. It uses the current
// availability, so it may be called late, repeatedly and by several nodes.
func (s *Service) Available(ctx context.Context, organization id.ID, users ...id.ID) error {
	ringing, err := s.store.Find(ctx, organization, row.Query{Object: "call", Where: []row.Condition{
		{Field: "status", Operator: "=", Value: Ringing}, {Field: "direction", Operator: "=", Value: "inbound"},
	}, Limit: maxLive})
	if err != nil || len(ringing) == 0 {
		return err
	}
	here, missing, err := s.targets.Rings(ctx, organization, users)
	if err != nil {
		return err
	}
	var failed error
	for _, call := range ringing {
		state, known := withCall(runtime.Identity{}, call), map[id.ID]bool{}
		for _, user := range state.Facts.canAccept() { // also while a user is being connected
			known[user] = true
		}
		failed = errors.Join(failed,
			s.offer(ctx, organization, call.ID, true, filter(here, func(user id.ID) bool { return !known[user] })),
			s.offer(ctx, organization, call.ID, false, filter(missing, func(user id.ID) bool { return known[user] })))
	}
	return failed
}

func filter(users []id.ID, wanted func(id.ID) bool) []id.ID {
	return slices.DeleteFunc(slices.Clone(users), func(user id.ID) bool { return !wanted(user) })
}

// offer reports users who became available or unavailable to a call.
func (s *Service) offer(ctx context.Context, organization, call id.ID, available bool, users []id.ID) error {
	if len(users) == 0 {
		return nil
	}
	_, err := s.ask(ctx, organization, call, Offer{User: users[0], Available: available, More: users[1:]})
	return err
}

// live lists the calls that are not over.
func (s *Service) live(ctx context.Context, organization id.ID, where ...row.Condition) ([]row.Record, error) {
	return s.store.Find(ctx, organization, row.Query{
		Object: "call",
		Where:  append(where, row.Condition{Field: "status", Operator: "IN", Value: LiveStatuses()}),
		Limit:  maxLive,
	})
}

// ownersOf returns the owners of those calls that are not over: more than one user
// while a call is being transferred.
func (s *Service) ownersOf(ctx context.Context, organization id.ID, on map[id.ID][]id.ID) (map[id.ID][]id.ID, error) {
	var all []id.ID
	for _, calls := range on {
		all = append(all, slices.DeleteFunc(slices.Clone(calls), func(call id.ID) bool { return !call.Valid() })...)
	}
	owners := make(map[id.ID][]id.ID, len(all))
	for some := range slices.Chunk(all, maxLive) {
		live, err := s.store.Find(ctx, organization, row.Query{Object: "call", Fields: []string{"id", "user", "transfer_to", "transfer_state"}, Where: []row.Condition{
			{Field: "id", Operator: "IN", Value: some}, {Field: "status", Operator: "IN", Value: LiveStatuses()},
		}, Limit: maxLive})
		if err != nil {
			return nil, err
		}
		for _, call := range live {
			owners[call.ID] = []id.ID{call.Lookup("user")}
			if state := call.Text("transfer_state"); state == TransferAccepted || state == TransferTalking {
				owners[call.ID] = append(owners[call.ID], call.Lookup("transfer_to"))
			}
		}
	}
	return owners, nil
}

// maxLive bounds the live calls that one reconciliation reads.
const maxLive = 1000

func (s *Service) ask(ctx context.Context, organization, call id.ID, command any) (Ref, error) {
	return runtime.AskFor[Ref](ctx, s.engine, Kind, runtime.Identity{Organization: organization, ID: call}, command)
}
