package calls

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"switchboard/actors/carrier"
	"switchboard/actors/runtime"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// EffectTransferOut returns a call if the transfer target does not answer in time.
const EffectTransferOut = "call.transfer_out"

// The states of a transfer. Pending, accepted and talking transfers are in progress;
// the other states are final.
const (
	TransferPending   = "pending"   // it rings for the target
	TransferAccepted  = "accepted"  // the target is being connected
	TransferTalking   = "talking"   // warm only: owner and target talk while the customer waits
	TransferCompleted = "completed" // the target owns the call
	TransferDeclined  = "declined"
	TransferReturned  = "returned" // the target did not answer, or left
	TransferCanceled  = "canceled"
)

// Transfer offers the call to another user. After a cold transfer the target owns the
// call as soon as they are connected; in a warm one the owner and the target talk
// first. The customer waits on hold. A cold transfer of a call that still rings
// routes it: it rings only for the target. Reply: Ref.
type Transfer struct {
	runtime.CommandMeta
	To         id.ID
	Warm       bool
	Supervisor bool
}

// CompleteTransfer completes a warm transfer after the consultation. Reply: Ref.
type CompleteTransfer struct {
	runtime.CommandMeta
	Supervisor bool
}

// CancelTransfer takes back the call. Reply: Ref.
type CancelTransfer struct {
	runtime.CommandMeta
	Supervisor bool
}

// TransferOut reports that a transfer was in a state for the maximum time. Reply:
// Ref.
type TransferOut struct {
	Transfer id.ID
	State    string
}

// TransferOutPayload is the payload of EffectTransferOut.
type TransferOutPayload struct {
	Call     id.ID  `json:"call"`
	Transfer id.ID  `json:"transfer"`
	State    string `json:"state"`
}

// transfer is the newest transfer of a call.
type transfer struct {
	ID   id.ID `json:"id"`
	From id.ID `json:"from"`
	To   id.ID `json:"to"`
	Warm bool  `json:"warm,omitempty"`
	// Routed is set if nobody had accepted the call.
	Routed bool      `json:"routed,omitempty"`
	At     time.Time `json:"at"`
	State  string    `json:"state"`
	// Effect dials the target's leg. SID is the leg.
	Effect id.ID  `json:"effect,omitempty"`
	SID    string `json:"sid,omitempty"`
	// Before are the target's earlier legs on this call.
	Before []string `json:"before,omitempty"`
}

// handover is a completed transfer in the call's field transfers. It names users by
// id only: whether a reader may see their names is decided at the time of reading.
type handover struct {
	From id.ID     `json:"from"`
	To   id.ID     `json:"to"`
	At   time.Time `json:"at"`
	Kind string    `json:"transfer"` // Cold or Warm, as in the field transfer
}

// maxHandovers bounds the field transfers, which keeps the newest.
const maxHandovers = 50

func (t *transfer) kind() string {
	if t.Warm {
		return "Warm"
	}
	return "Cold"
}

// underWay reports whether the transfer is in progress. It returns false for nil.
func (t *transfer) underWay() bool {
	return t != nil && (t.State == TransferPending || t.State == TransferAccepted || t.State == TransferTalking)
}

// awaited reports whether the target may still join.
func (t *transfer) awaited() bool { return t.underWay() && t.State != TransferTalking }

// decideTransfer accepts the command from the call's owner or a supervisor.
func decideTransfer(s State, c Transfer, in runtime.Input) (runtime.Decision, error) {
	v := derive(&s.Facts)
	switch {
	case s.over(v):
		return runtime.Decision{}, overFault()
	case v.User == "" && v.Status == Ringing && !s.Facts.Outbound:
		return decideRoute(s, c, in)
	case v.User != c.By && !c.Supervisor:
		return runtime.Decision{}, fault.New(fault.Forbidden, "Only the person on this call can transfer it.")
	case v.Status != InProgress:
		return runtime.Decision{}, fault.New(fault.Conflict, "Nobody is on the line yet.")
	case c.To == v.User:
		return runtime.Decision{}, fault.Field("user", "This user already has the call")
	case s.Facts.Transfer.underWay() && s.Facts.Transfer.To == c.To && s.Facts.Transfer.Warm == c.Warm:
		return runtime.Decision{Reply: ref(s)}, nil
	case s.Facts.Transfer.underWay():
		return runtime.Decision{}, fault.New(fault.Conflict, "This call is being transferred already. Cancel that first.")
	}
	f := s.Facts.clone()
	f.Transfer = &transfer{ID: in.NewID(), From: v.User, To: c.To, Warm: c.Warm, At: in.Now, State: TransferPending}
	f.staff(func(sid string, user id.ID, _ *leg) {
		if user == c.To {
			f.Transfer.Before = append(f.Transfer.Before, sid)
		}
	})
	slices.Sort(f.Transfer.Before)
	effects := append(f.hold(s, true, in), transferOutEffect(s, f.Transfer, staffTimeout*time.Second, in))
	d := outcome(s, f, c.By, "call.transferring", in)
	d.Effects = append(d.Effects, effects...)
	return d, nil
}

// acceptTransfer connects the target.
func acceptTransfer(s State, c Accept, in runtime.Input) runtime.Decision {
	if s.Facts.Transfer.State != TransferPending {
		return runtime.Decision{Reply: ref(s)}
	}
	f := s.Facts.clone()
	t := f.Transfer
	t.State, t.Effect = TransferAccepted, in.NewID()
	d := outcome(s, f, c.By, "call.transfer_accepted", in)
	d.Effects = append(d.Effects,
		dialEffect(s, DialPayload{AddParticipant: carrier.AddParticipant{
			To: browser(t.To, s.Who.ID), From: ourNumber(s), Label: userLabel(t.To), TimeoutSeconds: staffTimeout,
		}}, t.Effect),
		transferOutEffect(s, t, (staffTimeout+10)*time.Second, in)) // its callbacks may be lost
	if t.Routed {
		d.Effects = append(d.Effects, reconcileEffects(s, in)...)
	}
	return d
}

func decideComplete(s State, c CompleteTransfer, in runtime.Input) (runtime.Decision, error) {
	f, err := transferOf(s, c.By, c.Supervisor)
	if err != nil {
		return runtime.Decision{}, err
	}
	if f.Transfer.State != TransferTalking {
		return runtime.Decision{}, fault.New(fault.Conflict, "The transfer target is not on the line yet.")
	}
	return finish(s, f, c.By, f.complete(s, in), in), nil
}

func decideCancel(s State, c CancelTransfer, in runtime.Input) (runtime.Decision, error) {
	f, err := transferOf(s, c.By, c.Supervisor)
	if err != nil {
		return runtime.Decision{}, err
	}
	return finish(s, f, c.By, f.giveBack(s, TransferCanceled, in), in), nil
}

func decideTransferOut(s State, c TransferOut, in runtime.Input) (runtime.Decision, error) {
	t := s.Facts.Transfer
	if !t.awaited() || t.ID != c.Transfer || t.State != c.State || derive(&s.Facts).over() {
		return runtime.Decision{Reply: ref(s)}, nil
	}
	f := s.Facts.clone()
	return finish(s, f, "", f.giveBack(s, TransferReturned, in), in), nil
}

// transferOf returns a copy of the facts if a transfer is in progress and the user
// may change it.
func transferOf(s State, by id.ID, supervisor bool) (facts, error) {
	v := derive(&s.Facts)
	owner := v.User
	if s.Facts.routing() {
		owner = s.Facts.Transfer.From
	}
	switch {
	case s.over(v):
		return facts{}, overFault()
	case owner != by && !supervisor:
		return facts{}, fault.New(fault.Forbidden, "Only the person on this call can transfer it.")
	case !s.Facts.Transfer.underWay():
		return facts{}, fault.New(fault.Conflict, "This call is not being transferred.")
	}
	return s.Facts.clone(), nil
}

func finish(s State, f facts, by id.ID, effects []row.Effect, in runtime.Input) runtime.Decision {
	d := outcome(s, f, by, "call.transfer_"+f.Transfer.State, in)
	d.Effects = append(d.Effects, effects...)
	return d
}

// advance updates the transfer from the users' legs.
func (f *facts) advance(s State, in runtime.Input) []row.Effect {
	t := f.Transfer
	if !t.underWay() || derive(f).over() {
		return nil
	}
	if t.SID == "" {
		t.SID = f.arrived(t)
	}
	target := f.Legs[t.SID]
	switch {
	case target == nil:
		return nil
	case !target.Over.IsZero() || target.Status.Over():
		return f.giveBack(s, TransferReturned, in)
	case target.Joined.IsZero():
		return nil
	case !t.Warm || !f.present(t.From):
		return f.complete(s, in)
	default:
		t.State = TransferTalking
		return nil
	}
}

// arrived returns the target's new leg. Its callback may arrive before the result of
// dialing it.
func (f *facts) arrived(t *transfer) string {
	var found string
	f.staff(func(sid string, user id.ID, _ *leg) {
		isNew := user == t.To && !slices.Contains(t.Before, sid) && !slices.Contains(f.FailedLegs, sid)
		if isNew && t.State != TransferPending && (found == "" || sid < found) {
			found = sid
		}
	})
	return found
}

// present reports whether a user has a leg that is not over.
func (f *facts) present(user id.ID) bool {
	return len(f.legsOf(func(u id.ID) bool { return u == user })) > 0
}

// legsOf returns the open legs of the wanted users.
func (f *facts) legsOf(wanted func(id.ID) bool) []string {
	var out []string
	f.staff(func(sid string, user id.ID, l *leg) {
		if wanted(user) && l.Over.IsZero() && !l.Status.Over() {
			out = append(out, sid)
		}
	})
	slices.Sort(out)
	return out
}

// complete makes the target the owner: the customer is taken off hold and the other
// users leave.
func (f *facts) complete(s State, in runtime.Input) []row.Effect {
	t := f.Transfer
	t.State = TransferCompleted
	f.Taken = &taken{User: t.To, At: in.Now, Effect: t.Effect, SID: t.SID}
	f.Handovers = append(f.Handovers, handover{From: t.From, To: t.To, At: in.Now.UTC().Truncate(time.Millisecond), Kind: t.kind()})
	f.Handovers = f.Handovers[max(0, len(f.Handovers)-maxHandovers):]
	return f.clear(s, func(user id.ID) bool { return user != t.To }, in)
}

// giveBack ends the transfer: the customer is taken off hold and the target leaves.
// If no other user is left, the call is over. A routed call rings again for its
// earlier targets.
func (f *facts) giveBack(s State, state string, in runtime.Input) []row.Effect {
	t := f.Transfer
	t.State = state
	if t.SID != "" {
		f.FailedLegs = append(f.FailedLegs, t.SID)
	}
	effects := f.clear(s, func(user id.ID) bool { return user == t.To }, in)
	if t.Routed {
		f.endIfNoTargets(in)
	} else if len(f.legsOf(func(user id.ID) bool { return user != t.To })) == 0 {
		f.Ended = &ended{At: in.Now, Status: Completed}
	}
	return effects
}

// clear takes the customer off hold and ends some users' legs.
func (f *facts) clear(s State, leaving func(id.ID) bool, in runtime.Input) []row.Effect {
	effects := f.hold(s, false, in)
	if legs := f.legsOf(leaving); len(legs) > 0 {
		effects = append(effects, endEffect(s, EndPayload{Legs: legs}, in))
	}
	return effects
}

// transferFields returns the row's fields about the newest transfer.
func (f *facts) transferFields(v derived) row.Fields {
	t := f.Transfer
	if t == nil {
		return row.Fields{"transfer": "", "transfer_state": "", "transfer_to": id.ID("")}
	}
	state := t.State
	if v.over() && t.underWay() {
		state = TransferCanceled
	}
	out := row.Fields{"transfer": t.kind(), "transfer_state": state, "transfer_to": t.To}
	if len(f.Handovers) > 0 {
		out["transfers"] = row.JSONValue(f.Handovers)
	}
	return out
}

// ourNumber returns our number on this call.
func ourNumber(s State) string {
	if s.Facts.Outbound {
		return s.Call.Text("from_number")
	}
	return s.Call.Text("to_number")
}

// transferOutEffect has no subject, like ringOutEffect.
func transferOutEffect(s State, t *transfer, after time.Duration, in runtime.Input) row.Effect {
	return row.Effect{
		ID: in.NewID(), Kind: EffectTransferOut, Actor: Kind, NotBefore: in.Now.Add(after),
		Payload: row.JSONValue(TransferOutPayload{Call: s.Who.ID, Transfer: t.ID, State: t.State}),
	}
}

// TransferTimer executes EffectTransferOut.
type TransferTimer struct{ Service *Service }

// Do notifies the call that the transfer was in its state for the maximum time.
func (r TransferTimer) Do(ctx context.Context, e row.ClaimedEffect) (any, error) {
	var p TransferOutPayload
	if err := json.Unmarshal(e.Payload, &p); err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "effect %s has no payload", e.ID)
	}
	_, err := r.Service.ask(ctx, e.Organization, p.Call, TransferOut{Transfer: p.Transfer, State: p.State})
	return nil, err
}

// Failed returns no command: the owner can cancel the transfer.
func (TransferTimer) Failed(row.ClaimedEffect, error) any { return nil }
