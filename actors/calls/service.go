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

// Candidates tells whom an inbound call rings for (actors/users).
type Candidates interface {
	// Candidates are those it rings for when it arrives.
	Candidates(ctx context.Context, organization id.ID) ([]id.ID, error)
	// Rings tells of users whom calls ring for now, and whom they ring for no more; who is
	// in neither stays as he is.
	Rings(ctx context.Context, organization id.ID, users []id.ID) (ringing, missing []id.ID, err error)
}

// Speaker makes the answer for a caller whom nobody can be rung for
// (carrier.Webhooks).
type Speaker interface {
	Say(sentence string) carrier.Answer
}

// Guard says whether a user may call a number, and at what price (actors/outbound).
type Guard interface {
	Call(ctx context.Context, p *access.Principal, to string) (row.Charge, error)
}

// Settings are the organizations' own (actors/organizations).
type Settings interface {
	Settings(ctx context.Context, organization id.ID) (settings.Organization, error)
	// Uses tells whether an organization uses a feature, by its name.
	Uses(ctx context.Context, organization id.ID, feature string) (bool, error)
}

// nobodySentence is what a caller hears when nobody is available, or nobody takes his
// call.
const nobodySentence = "We are sorry. Nobody is available to take your call right now. Please try again later."

// Service is the door to calls for the edges.
type Service struct {
	engine     runtime.Engine
	store      runtime.Store
	candidates Candidates
	speaker    Speaker
	guard      Guard
	settings   Settings
	tokens     Tokens
	principals Principals
}

// New makes the service.
func New(engine runtime.Engine, store runtime.Store, candidates Candidates, speaker Speaker, guard Guard, settings Settings, tokens Tokens, principals Principals) *Service {
	return &Service{engine: engine, store: store, candidates: candidates, speaker: speaker, guard: guard, settings: settings, tokens: tokens, principals: principals}
}

// Inbound takes in a call that arrived at phone, and gives the provider's answer.
// mark holds the event's key and the answer that joins the caller; where nobody
// can be rung another answer is stored instead.
func (s *Service) Inbound(ctx context.Context, organization, phone id.ID, call carrier.InboundCall, mark row.Inbound) (carrier.Answer, error) {
	contact, err := s.contactByNumber(ctx, organization, call.From)
	if err != nil {
		return carrier.Answer{}, err
	}
	candidates, err := s.called(ctx, organization)
	if err != nil {
		return carrier.Answer{}, err
	}
	rules, err := s.settings.Settings(ctx, organization)
	if err != nil {
		return carrier.Answer{}, err
	}
	who := runtime.Identity{Organization: organization, ID: call.ID()}
	answer, err := runtime.AskFor[carrier.Answer](ctx, s.engine, Kind, who, Inbound{
		Call: call, Phone: phone, Contact: contact, Candidates: candidates, RingFor: time.Duration(rules.RingSeconds) * time.Second,
		Join: mark, Nobody: s.speaker.Say(nobodySentence),
	})
	if err != nil {
		return carrier.Answer{}, err
	}
	// The caller gets his answer even where this fails: then users who connected in these
	// milliseconds miss this call.
	_ = s.catchUp(ctx, organization, call.ID(), candidates)
	return answer, nil
}

// called are those whom a call that arrives now rings for: nobody of an organization that
// doesn't use the phone.
func (s *Service) called(ctx context.Context, organization id.ID) ([]id.ID, error) {
	if used, err := s.settings.Uses(ctx, organization, Name); err != nil || !used {
		return nil, err
	}
	return s.candidates.Candidates(ctx, organization)
}

// used refuses who is of an organization that doesn't use the phone. Calls that are up go on.
func (s *Service) used(ctx context.Context, p *access.Principal) error {
	if used, err := s.settings.Uses(ctx, p.Organization, Name); err != nil || used {
		return err
	}
	return fault.New(fault.Forbidden, "Your organization does not use the phone. A superuser can add its app to those that the organization uses.")
}

// catchUp rings a call that was just stored for those who became available after its
// candidates were read and before it was stored: their own look at the ringing calls did
// not find it.
func (s *Service) catchUp(ctx context.Context, organization, call id.ID, candidates []id.ID) error {
	if len(candidates) == 0 {
		return nil // it has ended
	}
	now, err := s.candidates.Candidates(ctx, organization)
	if err != nil {
		return err
	}
	known := map[id.ID]bool{}
	for _, user := range candidates {
		known[user] = true
	}
	return s.offer(ctx, organization, call, true, slices.DeleteFunc(now, func(user id.ID) bool { return known[user] }))
}

// LegEvent takes in a leg's status callback.
func (s *Service) LegEvent(ctx context.Context, organization id.ID, event carrier.LegEvent, mark row.Inbound) error {
	_, err := s.ask(ctx, organization, event.Call, LegChanged{Event: event, Inbound: mark})
	return err
}

// ConferenceEvent takes in a conference's callback.
func (s *Service) ConferenceEvent(ctx context.Context, organization id.ID, event carrier.ConferenceEvent, mark row.Inbound) error {
	_, err := s.ask(ctx, organization, event.Call, ConferenceChanged{Event: event, Inbound: mark})
	return err
}

// Dial calls a number, or a contact's number where to is "". It needs the right
// to create calls. The same command id gives the same call. Errors:
// fault.Forbidden (the organization does not use the phone; the right; the country, the kind of number, the month's spending),
// Limited (too many in a minute), Invalid (the number; a contact who is not to be
// called), Conflict (no number of ours; he is on a call).
func (s *Service) Dial(ctx context.Context, p *access.Principal, to string, contact id.ID, command string) (Ref, error) {
	call := id.New()
	if command != "" {
		call = id.Derived("call.dial:" + string(p.Organization) + ":" + string(p.User) + ":" + command)
	}
	dial := Dial{Given: runtime.Given{By: p.User, Command: command}}
	return s.call(ctx, p, call, dial, to, contact)
}

// call completes a dial and has its call begin.
func (s *Service) call(ctx context.Context, p *access.Principal, call id.ID, dial Dial, to string, contact id.ID) (Ref, error) {
	if err := s.used(ctx, p); err != nil {
		return Ref{}, err
	}
	if err := p.MayCreate("call"); err != nil {
		return Ref{}, err
	}
	who, to, err := s.dialled(ctx, p, to, contact)
	if err != nil {
		return Ref{}, err
	}
	phone, err := numbers.Ours(ctx, s.store, p.Organization, p.User, numbers.Any)
	if err != nil {
		return Ref{}, err
	}
	dial.To, dial.From, dial.Phone, dial.Contact = to, phone.Text("phone_number"), phone.ID, who
	if _, err := s.store.Get(ctx, p.Organization, "call", call); err == nil {
		return s.ask(ctx, p.Organization, call, dial) // a repeat dials nothing, and costs nothing
	}
	if who.DoNotCall {
		return Ref{}, doNotCall(who)
	}
	if err := s.free(ctx, p, call); err != nil {
		return Ref{}, err
	}
	if dial.Charge, err = s.guard.Call(ctx, p, to); err != nil {
		return Ref{}, err
	}
	ref, err := s.ask(ctx, p.Organization, call, dial)
	if second(err) { // of two at once this one came later
		if err = s.free(ctx, p, call); err == nil {
			return s.ask(ctx, p.Organization, call, dial) // the other is over already
		}
	}
	return ref, err
}

// dialled finds out who is called at which number. A contact who is not to be
// called is found by his number too.
func (s *Service) dialled(ctx context.Context, p *access.Principal, to string, contact id.ID) (Party, string, error) {
	var who Party
	if contact != "" {
		if _, err := sight.Of(ctx, s.store, p, "contact", contact); err != nil {
			return Party{}, "", err
		}
		record, err := s.store.Get(ctx, p.Organization, "contact", contact)
		if err != nil {
			return Party{}, "", err
		}
		who = party(record)
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
	if who.ID == "" {
		if who, err = s.contactByNumber(ctx, p.Organization, to); err != nil {
			return Party{}, "", err
		}
	}
	refusing, err := s.refusing(ctx, p.Organization, to)
	if err != nil || refusing.ID == "" {
		return who, to, err
	}
	found, hidden := sight.Of(ctx, s.store, p, "contact", refusing.ID)
	if hidden != nil || !p.Rights("contact").Visible(&found.Route).Has("name") {
		refusing.Name = "Whoever has this number" // a refusal must not show a name that the caller may not read
	}
	return refusing, to, nil
}

// Accept takes a ringing call for the principal; another one that he speaks on is held
// first. fault.Conflict, with the name of who was faster, where it is taken;
// fault.Forbidden where it does not ring for him, or his organization does not use the
// phone.
func (s *Service) Accept(ctx context.Context, p *access.Principal, call id.ID, command string) (Ref, error) {
	if err := s.used(ctx, p); err != nil {
		return Ref{}, err
	}
	if err := s.seen(ctx, p, call); err != nil {
		return Ref{}, err
	}
	return s.named(ctx, p)(s.takes(ctx, p, call, Accept{
		Given: runtime.Given{By: p.User, Command: command}, Supervisor: p.Has(access.SuperviseCalls),
	}))
}

// Decline takes the principal off the ringing of a call.
func (s *Service) Decline(ctx context.Context, p *access.Principal, call id.ID, command string) (Ref, error) {
	if err := s.seen(ctx, p, call); err != nil {
		return Ref{}, err
	}
	return s.named(ctx, p)(s.ask(ctx, p.Organization, call, Decline{Given: runtime.Given{By: p.User, Command: command}}))
}

// Hangup ends the principal's call, or with the right to supervise any.
func (s *Service) Hangup(ctx context.Context, p *access.Principal, call id.ID, command string) (Ref, error) {
	return s.tell(ctx, p, call, Hangup{Given: runtime.Given{By: p.User, Command: command}, Supervisor: p.Has(access.SuperviseCalls)})
}

// Notice notes that the principal knows of calls that he missed. Errors: fault.Forbidden
// (one that did not ring for him), NotFound.
func (s *Service) Notice(ctx context.Context, p *access.Principal, calls []id.ID, command string) error {
	for _, call := range calls {
		if err := s.seen(ctx, p, call); err != nil {
			return err
		}
		if _, err := s.ask(ctx, p.Organization, call, Notice{Given: runtime.Given{By: p.User, Command: command}}); err != nil {
			return err
		}
	}
	return nil
}

// tell gives the call a command of the principal's, who sees it.
func (s *Service) tell(ctx context.Context, p *access.Principal, call id.ID, command any) (Ref, error) {
	if err := s.seen(ctx, p, call); err != nil {
		return Ref{}, err
	}
	return s.ask(ctx, p.Organization, call, command)
}

// seen lets those give commands who see the call. A user for whom it rang until somebody
// else took it does not see it any more; he is told who took it.
func (s *Service) seen(ctx context.Context, p *access.Principal, call id.ID) error {
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
	if slices.Contains(state.Facts.rang(), p.User) {
		return nil
	}
	return err
}

// named puts the name of who took a call into the refusal.
func (s *Service) named(ctx context.Context, p *access.Principal) func(Ref, error) (Ref, error) {
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

// Patch changes fields of calls, which actors/records has decided on.
func (s *Service) Patch(ctx context.Context, p *access.Principal, rows []row.ChangeRequest) error {
	return runtime.PatchRows(ctx, s.engine, Kind, p.Organization, p.User, rows, func(c runtime.Patch) any { return Patch{c} })
}

// Available has every ringing call ring for those of the users whom it rings for now, and
// no more for those whom it rings for no more. It goes by the present state, so that it
// may be called late, twice and by several nodes.
func (s *Service) Available(ctx context.Context, organization id.ID, users ...id.ID) error {
	ringing, err := s.store.Find(ctx, organization, row.Query{Object: "call", Where: []row.Condition{
		{Field: "status", Operator: "=", Value: Ringing}, {Field: "direction", Operator: "=", Value: "inbound"},
	}, Limit: maxLive})
	if err != nil || len(ringing) == 0 {
		return err
	}
	here, missing, err := s.candidates.Rings(ctx, organization, users)
	if err != nil {
		return err
	}
	var failed error
	for _, call := range ringing {
		state, rung := withCall(runtime.Identity{}, call), map[id.ID]bool{}
		for _, user := range state.Facts.takers() { // of one that is being taken too
			rung[user] = true
		}
		failed = errors.Join(failed,
			s.offer(ctx, organization, call.ID, true, keep(here, func(user id.ID) bool { return !rung[user] })),
			s.offer(ctx, organization, call.ID, false, keep(missing, func(user id.ID) bool { return rung[user] })))
	}
	return failed
}

func keep(users []id.ID, wanted func(id.ID) bool) []id.ID {
	return slices.DeleteFunc(slices.Clone(users), func(user id.ID) bool { return !wanted(user) })
}

// offer tells a call of users whom it rings for, or rings for no more.
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

// whose gives, of the calls that users are said to be on, those that are not over, and
// whose they are: more than one person's while one is transferred.
func (s *Service) whose(ctx context.Context, organization id.ID, on map[id.ID][]id.ID) (map[id.ID][]id.ID, error) {
	var named []id.ID
	for _, calls := range on {
		named = append(named, slices.DeleteFunc(slices.Clone(calls), func(call id.ID) bool { return !call.Valid() })...)
	}
	whose := make(map[id.ID][]id.ID, len(named))
	for some := range slices.Chunk(named, maxLive) {
		live, err := s.store.Find(ctx, organization, row.Query{Object: "call", Fields: []string{"id", "user", "transfer_to", "transfer_state"}, Where: []row.Condition{
			{Field: "id", Operator: "IN", Value: some}, {Field: "status", Operator: "IN", Value: LiveStatuses()},
		}, Limit: maxLive})
		if err != nil {
			return nil, err
		}
		for _, call := range live {
			whose[call.ID] = []id.ID{call.Lookup("user")}
			if state := call.Text("transfer_state"); state == TransferAccepted || state == TransferTalking {
				whose[call.ID] = append(whose[call.ID], call.Lookup("transfer_to"))
			}
		}
	}
	return whose, nil
}

// maxLive bounds how many live calls one reconciliation takes in.
const maxLive = 1000

func (s *Service) ask(ctx context.Context, organization, call id.ID, command any) (Ref, error) {
	return runtime.AskFor[Ref](ctx, s.engine, Kind, runtime.Identity{Organization: organization, ID: call}, command)
}
