package calls

import (
	"math/rand/v2"
	"testing"
	"time"

	"switchboard/actors/carrier"
	"switchboard/storage/id"
	"switchboard/storage/soaktest"
)

// TestReplayedJournalMatchesTheCall shuffles commands and callbacks.
func TestReplayedJournalMatchesTheCall(t *testing.T) {
	rounds, first := soaktest.Rounds(t, 100)
	for seed := first; seed < first+uint64(rounds); seed++ {
		random := rand.New(rand.NewPCG(seed, 7))
		d := newDesk(t)
		if seed%4 == 0 {
			d.do(Dial{CommandMeta: by(anna), To: "+15550100200", From: "+15550109999"})
		} else {
			d.do(ring(anna, ben, carla))
		}
		for range 30 {
			_, _ = d.try(anything(random, d)) // some are rejected
		}
		d.expectReplay(seed)
		if t.Failed() {
			return
		}
	}
}

// anything returns a command or a callback, valid or not.
func anything(r *rand.Rand, d *desk) any {
	users := []id.ID{anna, ben, carla}
	user, at, i := users[r.IntN(3)], r.IntN(60), r.IntN(3)
	sid := []string{"CA2", "CA3", "CA4"}[i]
	label := userLabel(users[i])
	if r.IntN(4) == 0 {
		sid, label = "CA1", customerLabel
		if d.state.Facts.Outbound {
			sid = "CA8"
		}
	}
	statuses := []carrier.LegStatus{carrier.LegRinging, carrier.LegInProgress, carrier.LegInProgress, carrier.LegCompleted, carrier.LegBusy, carrier.LegFailed, carrier.LegNoAnswer}
	switch r.IntN(16) {
	case 0:
		return Accept{CommandMeta: by(user)}
	case 1:
		return Decline{CommandMeta: by(user)}
	case 2:
		return Offer{User: user, Available: r.IntN(2) == 0}
	case 3:
		return Hold{CommandMeta: by(anna), On: r.IntN(2) == 0, Supervisor: true}
	case 4:
		return Transfer{CommandMeta: by(user), To: users[r.IntN(3)], Warm: r.IntN(2) == 0, Supervisor: true}
	case 5:
		return CompleteTransfer{CommandMeta: by(user), Supervisor: true}
	case 6:
		return CancelTransfer{CommandMeta: by(user), Supervisor: true}
	case 7:
		if held := d.state.Facts.Held; held != nil {
			return HoldFailed{Effect: held.Effect, On: true}
		}
		return HoldFailed{Effect: d.state.Facts.Resuming}
	case 8:
		if taken := d.state.Facts.Taken; taken != nil {
			return LegAdded{Effect: taken.Effect, Label: userLabel(taken.User), Leg: carrier.Leg{SID: sid}, Refused: []string{"", "", "no"}[r.IntN(3)]}
		}
		return RingOut{}
	case 9:
		return Report{CommandMeta: by(user), Reports: []Reported{{Kind: EventMuted}}}
	case 10:
		if r.IntN(8) == 0 {
			return Hangup{CommandMeta: by(user)}
		}
		return Observed{Legs: []carrier.Leg{{SID: sid, Label: label, Status: carrier.LegInProgress}}, At: began.Add(time.Duration(at) * time.Second)}
	case 11, 12:
		return conference("participant-join", sid, label, at)
	case 13:
		return conference("participant-leave", sid, label, at)
	default:
		return legEvent(sid, label, statuses[r.IntN(len(statuses))], r.IntN(4), at)
	}
}
