package calls

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"switchboard/actors/carrier"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// talking returns a call that Anna accepted and speaks on.
func talking(t *testing.T) *desk {
	t.Helper()
	d := newDesk(t)
	d.do(ring(anna, ben))
	d.do(Accept{CommandMeta: by(anna)})
	d.do(conference("participant-join", "CA1", customerLabel, 2))
	d.do(LegAdded{Effect: d.took(EffectAddParticipant)[0].ID, Label: userLabel(anna), Leg: carrier.Leg{SID: "CA2", Status: carrier.LegQueued}})
	d.do(conference("participant-join", "CA2", userLabel(anna), 6))
	d.expect(InProgress, anna)
	d.effects = nil
	return d
}

// holds returns the hold effects decided since its last call.
func (d *desk) holds() []bool {
	d.t.Helper()
	var out []bool
	for _, e := range d.took(EffectHold) {
		var p HoldPayload
		if err := json.Unmarshal(e.Payload, &p); err != nil || !slices.Equal(p.Legs, []string{"CA1"}) {
			d.t.Errorf("the hold is of %+v (%v)", p, err)
		}
		out = append(out, p.On)
	}
	return out
}

// ends returns the legs to end decided since its last call.
func (d *desk) ends() []string {
	d.t.Helper()
	var out []string
	for _, e := range d.took(EffectEnd) {
		var p EndPayload
		if err := json.Unmarshal(e.Payload, &p); err != nil {
			d.t.Error(err)
		}
		if p.Call != "" {
			out = append(out, "all")
		}
		out = append(out, p.Legs...)
	}
	return out
}

func (d *desk) expectTransfer(state string) {
	d.t.Helper()
	if got := d.state.Call.Text("transfer_state"); got != state {
		d.t.Errorf("the transfer is %q, want %q", got, state)
	}
}

// expectOnCall checks which users were marked as on the call.
func (d *desk) expectOnCall(users ...id.ID) {
	d.t.Helper()
	told := slices.DeleteFunc([]id.ID{d.state.Facts.OnCall, d.state.Facts.OnCallTarget}, func(u id.ID) bool { return u == "" })
	if !slices.Equal(told, users) {
		d.t.Errorf("on the call are %v, want %v", told, users)
	}
}

// expectHolds checks the hold effects.
func (d *desk) expectHolds(on ...bool) {
	d.t.Helper()
	if got := d.holds(); !slices.Equal(got, on) {
		d.t.Errorf("the customer's hold was turned %v, want %v", got, on)
	}
}

func (d *desk) expectEnds(legs ...string) {
	d.t.Helper()
	if got := d.ends(); !slices.Equal(got, legs) {
		d.t.Errorf("the legs %v were ended, want %v", got, legs)
	}
}

// arrives has the transfer target accept, and the target's leg join as CA3.
func (d *desk) arrives(user id.ID) {
	d.t.Helper()
	d.do(Accept{CommandMeta: by(user)})
	dials := d.took(EffectAddParticipant)
	if len(dials) != 1 {
		d.t.Fatalf("%d legs were dialled", len(dials))
	}
	d.do(LegAdded{Effect: dials[0].ID, Label: userLabel(user), Leg: carrier.Leg{SID: "CA3", Status: carrier.LegQueued}})
	d.do(legEvent("CA3", userLabel(user), carrier.LegInProgress, 2, 20))
	d.do(conference("participant-join", "CA3", userLabel(user), 21))
}

func TestHold(t *testing.T) {
	d := talking(t)
	d.do(Hold{CommandMeta: by(anna), On: true})
	d.do(Hold{CommandMeta: by(anna), On: true}) // once
	d.expectHolds(true)
	if since := d.state.Call.Time("held_at"); since.IsZero() {
		t.Error("the call does not say since when it is on hold")
	}
	d.now = d.now.Add(9 * time.Second)
	d.do(Hold{CommandMeta: by(anna)})
	d.expectHolds(false)
	if got := d.state.Call.Fields["hold_seconds"]; got != int64(11) {
		t.Errorf("the customer was %v seconds on hold, want 11", got)
	}
	if _, err := d.try(Hold{CommandMeta: by(ben), On: true}); !fault.Is(err, fault.Forbidden) {
		t.Errorf("somebody else put the call on hold: %v", err)
	}
	d.do(Hold{CommandMeta: by(anna), On: true})
	d.now = d.now.Add(4 * time.Second)
	d.do(Hangup{CommandMeta: by(anna)})
	if got := d.state.Call.Fields["hold_seconds"]; got != int64(16) || !d.state.Call.Time("held_at").IsZero() {
		t.Errorf("when it ended the customer was %v seconds on hold, since %v", got, d.state.Call.Time("held_at"))
	}
	if _, err := d.try(Hold{CommandMeta: by(anna), On: true}); !fault.Is(err, fault.Conflict) {
		t.Errorf("a call that is over was put on hold: %v", err)
	}
}

func TestFailedHoldIsUndone(t *testing.T) {
	d := talking(t)
	d.do(Hold{CommandMeta: by(anna), On: true})
	on := d.took(EffectHold)[0]
	d.do(HoldFailed{Effect: on.ID, On: true})
	if !d.state.Call.Time("held_at").IsZero() {
		t.Error("the call says that it is on hold")
	}
	d.do(Hold{CommandMeta: by(anna), On: true})
	d.do(Hold{CommandMeta: by(anna)})
	off := d.took(EffectHold)[1]
	d.do(HoldFailed{Effect: on.ID, On: true}) // of an earlier effect, since replaced
	d.do(HoldFailed{Effect: off.ID})
	if d.state.Call.Time("held_at").IsZero() {
		t.Error("the call says that it is not on hold")
	}
}

func TestColdTransfer(t *testing.T) {
	d := talking(t)
	d.do(Transfer{CommandMeta: by(anna), To: carla})
	d.expect(InProgress, anna, carla)
	d.expectTransfer(TransferPending)
	d.expectHolds(true)
	d.arrives(carla)
	d.expect(InProgress, carla)
	d.expectTransfer(TransferCompleted)
	d.expectHolds(false)
	d.expectEnds("CA2")
	d.expectOnCall(carla)
	d.do(conference("participant-leave", "CA2", userLabel(anna), 22))
	d.do(legEvent("CA2", userLabel(anna), carrier.LegCompleted, 3, 22))
	d.expect(InProgress, carla)
	d.do(legEvent("CA1", customerLabel, carrier.LegCompleted, 1, 60))
	d.expect(Completed, carla)
	if got := d.state.Call.Fields["duration"]; got != int64(54) {
		t.Errorf("it lasted %v s, want 54", got)
	}
	d.expectOnCall()
	if got := d.state.Call.Text("transfer"); got != "Cold" {
		t.Errorf("the transfer is %q", got)
	}
}

func TestCallKeepsCompletedTransfers(t *testing.T) {
	d := talking(t)
	kept := func() (out []handover) {
		t.Helper()
		if err := d.state.Call.JSON("transfers", &out); err != nil {
			t.Fatal(err)
		}
		return out
	}
	d.do(Transfer{CommandMeta: by(anna), To: ben})
	d.do(Decline{CommandMeta: by(ben)})
	if got := kept(); len(got) > 0 {
		t.Errorf("a declined transfer is kept as %v", got)
	}
	d.do(Transfer{CommandMeta: by(anna), To: carla})
	d.arrives(carla)
	first := d.now
	d.do(conference("participant-leave", "CA2", userLabel(anna), 22))
	d.do(Transfer{CommandMeta: by(carla), To: ben, Warm: true})
	d.do(Accept{CommandMeta: by(ben)})
	d.do(LegAdded{Effect: d.took(EffectAddParticipant)[0].ID, Label: userLabel(ben), Leg: carrier.Leg{SID: "CA4", Status: carrier.LegQueued}})
	d.do(conference("participant-join", "CA4", userLabel(ben), 40))
	d.do(CompleteTransfer{CommandMeta: by(carla)})
	want := []handover{{From: anna, To: carla, At: first, Kind: "Cold"}, {From: carla, To: ben, At: d.now, Kind: "Warm"}}
	if got := kept(); !slices.Equal(got, want) {
		t.Errorf("it was handed over as %v, want %v", got, want)
	}
}

func TestWarmTransfer(t *testing.T) {
	begin := func(t *testing.T) *desk {
		d := talking(t)
		d.do(Transfer{CommandMeta: by(anna), To: carla, Warm: true})
		d.arrives(carla)
		d.expectTransfer(TransferTalking)
		d.expect(InProgress, anna, carla)
		d.expectOnCall(anna, carla)
		d.expectHolds(true) // the customer waits while they talk
		d.expectEnds()
		return d
	}
	t.Run("is completed", func(t *testing.T) {
		d := begin(t)
		d.do(CompleteTransfer{CommandMeta: by(anna)})
		d.expect(InProgress, carla)
		d.expectHolds(false)
		d.expectEnds("CA2")
		d.expectOnCall(carla)
	})
	t.Run("becomes a talk of three, and who began it leaves", func(t *testing.T) {
		d := begin(t)
		d.do(Hold{CommandMeta: by(anna)})
		d.expectHolds(false)
		d.do(Hangup{CommandMeta: by(anna)})
		d.expect(InProgress, carla)
		d.expectEnds("CA2")
	})
	t.Run("becomes a talk of three, and the one it was for leaves", func(t *testing.T) {
		d := begin(t)
		d.do(Hold{CommandMeta: by(anna)})
		d.do(Hangup{CommandMeta: by(carla)})
		d.expect(InProgress, anna)
		d.expectEnds("CA3")
		d.expectTransfer(TransferReturned)
	})
	t.Run("is canceled", func(t *testing.T) {
		d := begin(t)
		d.do(CancelTransfer{CommandMeta: by(anna)})
		d.expect(InProgress, anna)
		d.expectTransfer(TransferCanceled)
		d.expectHolds(false)
		d.expectEnds("CA3")
		d.expectOnCall(anna)
	})
	t.Run("the line of who began it breaks", func(t *testing.T) {
		d := begin(t)
		d.do(conference("participant-leave", "CA2", userLabel(anna), 30))
		d.expect(InProgress, carla)
		d.expectTransfer(TransferCompleted)
		d.expectHolds(false)
	})
	t.Run("the customer hangs up", func(t *testing.T) {
		d := begin(t)
		d.do(legEvent("CA1", customerLabel, carrier.LegCompleted, 1, 40))
		d.expect(Completed, anna)
		d.expectTransfer(TransferCanceled)
		d.expectOnCall()
	})
}

func TestUnansweredTransferReturns(t *testing.T) {
	for name, goes := range map[string]struct {
		how   func(d *desk)
		state string
		ends  []string
	}{
		"target declines": {func(d *desk) { d.do(Decline{CommandMeta: by(carla)}) }, TransferDeclined, nil},
		"target does not answer": {func(d *desk) {
			d.do(TransferOut{Transfer: d.state.Facts.Transfer.ID, State: TransferPending})
		}, TransferReturned, nil},
		"target can't be connected": {func(d *desk) {
			d.do(Accept{CommandMeta: by(carla)})
			d.do(LegAdded{Effect: d.took(EffectAddParticipant)[0].ID, Label: userLabel(carla), Refused: "no"})
		}, TransferReturned, nil},
		"target leg fails": {func(d *desk) {
			d.do(Accept{CommandMeta: by(carla)})
			d.do(LegAdded{Effect: d.took(EffectAddParticipant)[0].ID, Label: userLabel(carla), Leg: carrier.Leg{SID: "CA3"}})
			d.do(legEvent("CA3", userLabel(carla), carrier.LegNoAnswer, 2, 40))
		}, TransferReturned, nil},
		"no report of the target leg": {func(d *desk) {
			d.do(Accept{CommandMeta: by(carla)})
			d.do(LegAdded{Effect: d.took(EffectAddParticipant)[0].ID, Label: userLabel(carla), Leg: carrier.Leg{SID: "CA3"}})
			d.do(TransferOut{Transfer: d.state.Facts.Transfer.ID, State: TransferPending}) // the first transfer's timeout, too early
			d.expectTransfer(TransferAccepted)
			d.do(TransferOut{Transfer: d.state.Facts.Transfer.ID, State: TransferAccepted})
		}, TransferReturned, []string{"CA3"}},
	} {
		t.Run(name, func(t *testing.T) {
			d := talking(t)
			d.do(Transfer{CommandMeta: by(anna), To: carla})
			goes.how(d)
			d.expect(InProgress, anna)
			d.expectTransfer(goes.state)
			d.expectHolds(true, false)
			d.expectEnds(goes.ends...)
			d.expectOnCall(anna)
			d.do(Transfer{CommandMeta: by(anna), To: ben}) // a second attempt is a new transfer
			d.expectTransfer(TransferPending)
		})
	}
}

func TestTransferPermissions(t *testing.T) {
	d := talking(t)
	for name, c := range map[string]struct {
		command any
		code    fault.Code
	}{
		"somebody else's call":  {Transfer{CommandMeta: by(ben), To: carla}, fault.Forbidden},
		"to oneself":            {Transfer{CommandMeta: by(anna), To: anna}, fault.Invalid},
		"none to complete":      {CompleteTransfer{CommandMeta: by(anna)}, fault.Conflict},
		"none to cancel":        {CancelTransfer{CommandMeta: by(anna)}, fault.Conflict},
		"somebody else cancels": {CancelTransfer{CommandMeta: by(ben)}, fault.Forbidden},
	} {
		if _, err := d.try(c.command); !fault.Is(err, c.code) {
			t.Errorf("%s: %v", name, err)
		}
	}
	d.do(Transfer{CommandMeta: by(ben), To: carla, Supervisor: true})
	if _, err := d.try(Transfer{CommandMeta: by(anna), To: ben}); !fault.Is(err, fault.Conflict) {
		t.Errorf("a second transfer: %v", err)
	}
	if _, err := d.try(Accept{CommandMeta: by(ben)}); !fault.Is(err, fault.Conflict) {
		t.Errorf("somebody else accepted: %v", err)
	}
	ringing := newDesk(t)
	ringing.do(ring(anna))
	ringing.do(Accept{CommandMeta: by(anna)})
	if _, err := ringing.try(Transfer{CommandMeta: by(anna), To: ben, Supervisor: true}); !fault.Is(err, fault.Conflict) {
		t.Errorf("a call that is being connected: %v", err)
	}
}

// While a transfer is in progress its author may lose the connection: the customer
// waits for the target, and the call ends if the target does not answer.
func TestTransferWhoseAuthorLeft(t *testing.T) {
	begin := func(t *testing.T) *desk {
		d := talking(t)
		d.do(Transfer{CommandMeta: by(anna), To: carla})
		d.do(conference("participant-leave", "CA2", userLabel(anna), 15))
		d.expect(InProgress, anna, carla)
		return d
	}
	t.Run("the target comes", func(t *testing.T) {
		d := begin(t)
		d.arrives(carla)
		d.expect(InProgress, carla)
	})
	t.Run("the target does not come", func(t *testing.T) {
		d := begin(t)
		d.do(TransferOut{Transfer: d.state.Facts.Transfer.ID, State: TransferPending})
		d.expect(Completed, anna)
		d.expectOnCall()
	})
}

// For any order and repetition of a transfer's callbacks, the target ends up with the
// call, the customer is not on hold, and nobody stays marked as on the call.
func TestOrderOfTransferCallbacksHasNoEffect(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 8))
	for range 300 {
		d := talking(t)
		d.do(Transfer{CommandMeta: by(anna), To: carla})
		d.do(Accept{CommandMeta: by(carla)})
		told := []any{
			LegAdded{Effect: d.took(EffectAddParticipant)[0].ID, Label: userLabel(carla), Leg: carrier.Leg{SID: "CA3", Status: carrier.LegQueued}},
			legEvent("CA3", userLabel(carla), carrier.LegRinging, 1, 18),
			legEvent("CA3", userLabel(carla), carrier.LegInProgress, 2, 20),
			conference("participant-join", "CA3", userLabel(carla), 21),
			legEvent("CA2", userLabel(anna), carrier.LegInProgress, 2, 5),
		}
		after := []any{
			conference("participant-leave", "CA2", userLabel(anna), 23),
			legEvent("CA2", userLabel(anna), carrier.LegCompleted, 3, 23),
		}
		tell := func(all []any) {
			all = append(slices.Clone(all), all[random.IntN(len(all))])
			random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
			for _, one := range all {
				d.do(one)
			}
		}
		tell(told)
		d.expect(InProgress, carla)
		d.expectHolds(true, false)
		d.expectEnds("CA2")
		tell(after)
		d.do(legEvent("CA1", customerLabel, carrier.LegCompleted, 1, 60))
		d.expect(Completed, carla)
		d.expectOnCall()
		d.expectReplay("at the end")
		if t.Failed() {
			return
		}
	}
}

// Users and the network act in random order. The customer is never on hold without a
// transfer or a user who did it, and users marked as on the call are always unmarked
// later.
func TestNoUserOrCustomerIsLeftBehind(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	people := []id.ID{anna, ben, carla}
	for round := range 300 {
		d := newDesk(t)
		d.do(ring(anna, ben))
		next := 2
		on := map[id.ID]int{}
		for range 60 {
			who, other := people[random.IntN(3)], people[random.IntN(3)]
			var legs []string
			for sid := range d.state.Facts.Legs {
				legs = append(legs, sid)
			}
			slices.Sort(legs)
			leg := legs[random.IntN(len(legs))]
			label := d.state.Facts.Legs[leg].Label
			seconds := int(d.now.Sub(began).Seconds())
			commands := []any{
				Accept{CommandMeta: by(who)}, Accept{CommandMeta: by(who)}, Decline{CommandMeta: by(who)}, Hold{CommandMeta: by(who), On: random.IntN(2) == 0},
				Transfer{CommandMeta: by(who), To: other, Warm: random.IntN(2) == 0}, CompleteTransfer{CommandMeta: by(who)}, CancelTransfer{CommandMeta: by(who)},
				conference("participant-join", leg, label, seconds), conference("participant-join", leg, label, seconds),
				legEvent(leg, label, carrier.LegInProgress, 2, seconds),
			}
			if random.IntN(6) == 0 {
				commands = append(commands, Hangup{CommandMeta: by(who)}, conference("participant-leave", leg, label, seconds),
					legEvent(leg, label, carrier.LegCompleted, 3, seconds))
			}
			if tr := d.state.Facts.Transfer; tr != nil {
				commands = append(commands, TransferOut{Transfer: tr.ID, State: tr.State})
			}
			_, _ = d.try(commands[random.IntN(len(commands))]) // errors are fine
			for _, e := range d.took(EffectAddParticipant) {
				var p carrier.AddParticipant
				if err := json.Unmarshal(e.Payload, &p); err != nil {
					t.Fatal(err)
				}
				next++
				d.do(LegAdded{Effect: e.ID, Label: p.Label, Leg: carrier.Leg{SID: "CA" + string(rune('0'+next)), Status: carrier.LegQueued}})
			}
			f := &d.state.Facts
			if v := derive(f); v.over() && f.present(anna) && f.Ended == nil && f.customer().Over.IsZero() {
				t.Errorf("round %d: a call is over whose people are there", round)
			}
		}
		d.do(legEvent("CA1", customerLabel, carrier.LegCompleted, 9, 1000))
		d.expectReplay(round)
		for _, e := range d.effects {
			switch e.Kind {
			case EffectOnCall:
				on[e.Subject]++
			case EffectOffCall:
				on[e.Subject]--
			}
			if on[e.Subject] < 0 || on[e.Subject] > 1 {
				t.Errorf("round %d: %s was told %s at the wrong time", round, e.Subject, e.Kind)
			}
		}
		for user, times := range on {
			if times != 0 {
				t.Errorf("round %d: %s stays on the call", round, user)
			}
		}
		if v := derive(&d.state.Facts); !v.over() || !d.state.Call.Time("held_at").IsZero() {
			t.Errorf("round %d: the call is %s, on hold since %v", round, v.Status, d.state.Call.Time("held_at"))
		}
		if t.Failed() {
			return
		}
	}
}
