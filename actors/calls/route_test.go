package calls

import (
	"slices"
	"testing"

	"switchboard/actors/carrier"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// routed returns a call that rings for Anna and Ben, and that Anna transferred to
// Carla.
func routed(t *testing.T) *desk {
	t.Helper()
	d := newDesk(t)
	d.do(ring(anna, ben))
	d.do(conference("participant-join", "CA1", customerLabel, 2))
	d.do(Transfer{CommandMeta: by(anna), To: carla})
	d.expect(Ringing, "", carla)
	d.expectTransfer(TransferPending)
	d.expectHolds()
	return d
}

func TestRingingCallIsRouted(t *testing.T) {
	d := routed(t)
	for name, c := range map[string]struct {
		command any
		code    fault.Code
	}{
		"no longer a target": {Accept{CommandMeta: by(ben)}, fault.Conflict},
		"a supervisor":       {Accept{CommandMeta: by(ben), Supervisor: true}, fault.Conflict},
		"a second time":      {Transfer{CommandMeta: by(ben), To: anna}, fault.Conflict},
		"somebody else's":    {CancelTransfer{CommandMeta: by(ben)}, fault.Forbidden},
		"with a talk before": {Transfer{CommandMeta: by(anna), To: ben, Warm: true}, fault.Conflict},
	} {
		if _, err := d.try(c.command); !fault.Is(err, c.code) {
			t.Errorf("%s: %v", name, err)
		}
	}
	d.do(RingOut{}) // it rings as long as any call, and the target as long as a transfer
	d.expect(Ringing, "", carla)
	d.arrives(carla)
	d.expect(InProgress, carla)
	d.expectTransfer(TransferCompleted)
	d.expectOnCall(carla)
	d.expectHolds()
	d.expectEnds()
	d.do(legEvent("CA1", customerLabel, carrier.LegCompleted, 1, 60))
	d.expect(Completed, carla)
	d.expectOnCall()
}

func TestRoutePermissions(t *testing.T) {
	d := newDesk(t)
	d.do(ring(anna))
	for name, c := range map[string]struct {
		command Transfer
		code    fault.Code
	}{
		"not a target":       {Transfer{CommandMeta: by(ben), To: carla}, fault.Forbidden},
		"to oneself":         {Transfer{CommandMeta: by(anna), To: anna}, fault.Invalid},
		"with a talk before": {Transfer{CommandMeta: by(anna), To: carla, Warm: true}, fault.Conflict},
	} {
		if _, err := d.try(c.command); !fault.Is(err, c.code) {
			t.Errorf("%s: %v", name, err)
		}
	}
	d.do(Transfer{CommandMeta: by(ben), To: carla, Supervisor: true})
	d.do(CancelTransfer{CommandMeta: by(ben)})
	d.expect(Ringing, "", anna)
	d.do(Accept{CommandMeta: by(anna)})
	d.expect(Ringing, anna)
}

// If the target does not accept a routed call, it rings again for its earlier
// targets. It ends if they have left or it has rung for the maximum time.
func TestUnansweredRouteRingsAgain(t *testing.T) {
	type goes = func(d *desk)
	times := func(d *desk) { d.do(TransferOut{Transfer: d.state.Facts.Transfer.ID, State: TransferPending}) }
	for name, c := range map[string]struct {
		how   goes
		state string
	}{
		"target declines":        {func(d *desk) { d.do(Decline{CommandMeta: by(carla)}) }, TransferDeclined},
		"target does not answer": {times, TransferReturned},
		"its author wants it back": {func(d *desk) {
			d.do(CancelTransfer{CommandMeta: by(anna)})
		}, TransferCanceled},
		"target leg fails": {func(d *desk) {
			d.do(Accept{CommandMeta: by(carla)})
			d.expectOnCall(carla)
			d.do(LegAdded{Effect: d.took(EffectAddParticipant)[0].ID, Label: userLabel(carla), Leg: carrier.Leg{SID: "CA3"}})
			d.do(legEvent("CA3", userLabel(carla), carrier.LegNoAnswer, 2, 40))
		}, TransferReturned},
	} {
		t.Run(name, func(t *testing.T) {
			d := routed(t)
			c.how(d)
			d.expect(Ringing, "", anna, ben)
			d.expectTransfer(c.state)
			d.expectOnCall()
			d.do(Accept{CommandMeta: by(ben)})
			d.expect(Ringing, ben)
		})
		t.Run(name+", and nobody is left", func(t *testing.T) {
			d := routed(t)
			d.do(RingOut{})
			c.how(d)
			d.expect(NoAnswer, "")
			d.expectOnCall()
			missed := d.state.Call.Lookups("candidates")
			if want := []id.ID{anna, ben, carla}; !slices.Equal(missed, want) {
				t.Errorf("missed by %v, want %v", missed, want)
			}
			d.stands(ben, PartyMissed)
			if name == "target does not answer" {
				d.stands(carla, PartyMissed)
			}
			d.do(Notice{CommandMeta: by(carla)})
		})
	}
	d := routed(t)
	d.do(Offer{User: anna})
	d.do(Decline{CommandMeta: by(ben)})
	d.expect(Ringing, "", carla) // although the others have left
	d.do(legEvent("CA1", customerLabel, carrier.LegCompleted, 1, 9))
	d.expect(Canceled, "")
}
