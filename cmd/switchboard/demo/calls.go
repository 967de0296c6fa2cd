package demo

import (
	"fmt"
	"math/rand/v2"
	"time"

	"switchboard/actors/calls"
	"switchboard/actors/carrier"
	"switchboard/actors/runtime"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// past is a past call while its history is generated.
type past struct {
	r                    *rand.Rand
	start                time.Time
	user, colleague      id.ID
	sid, theirs, ours    string
	lived                []calls.TimedCommand
	answered, duration   time.Duration // since the start, and since it was answered
	isOutbound, isMissed bool
}

func callID(i int) id.ID { return id.Derived(fmt.Sprintf("demo/call/%d", i)) }

// callWrites returns the writes of a past call with its journal and its
// conference, derived by the call's own decisions.
func callWrites(i int, user, colleague id.ID, now time.Time) ([]row.Write, error) {
	r := rand.New(rand.NewPCG(37, uint64(i))) //nolint:gosec // believable data, not secrets
	c, phone := ContactAt(r.IntN(ContactCount)), Phones()[r.IntN(3)]
	call := callID(i)
	p := &past{
		r: r, start: ago(r, now, 120), user: user, colleague: colleague, theirs: c.Number, ours: phone.Number,
		sid:      "CA" + id.Derived(fmt.Sprintf("demo/call/sid/%d", i)).Compact(),
		answered: 7 * time.Second, isOutbound: i%3 == 0, isMissed: i%9 == 8,
	}
	p.duration = time.Duration(20+r.IntN(900)) * time.Second
	p.play(i)
	set, more, err := calls.Import(Organization, call, p.lived)
	if err != nil {
		return nil, err
	}
	set["sid"], set["contact"], set["phone"], set["created_date"], set["owner"] = p.sid, c.ID, phone.ID, p.start, user
	set["legs"] = nil // no longer needed
	set["name"] = "Call from " + c.Name
	if p.isOutbound {
		set["name"] = "Call to " + c.Name
	}
	if p.isMissed { // a user has called back since
		set["user"], set["candidates"], set["seen_by"] = user, nil, nil
	} else {
		set["disposition"] = []string{"Resolved", "Follow up", "Voicemail left", "Wrong number"}[r.IntN(4)]
	}
	writes := []row.Write{create("call", call, set)}
	for _, w := range more {
		if w.Set["role"] != calls.RoleAgent {
			w.Set["contact"] = c.ID
		}
		if w.Object != "call_event" {
			w.Set["name"] = set["name"]
		}
		writes = append(writes, w)
	}
	return writes, nil
}

func (p *past) at(after time.Duration, command any) {
	p.lived = append(p.lived, calls.TimedCommand{At: p.start.Add(after), Command: command})
}

func (p *past) by(user id.ID) runtime.CommandMeta { return runtime.CommandMeta{By: user} }

// joins and leaves report a participant's leg, as the network does.
func (p *past) joins(after time.Duration, sid, label string) {
	p.at(after, calls.ConferenceChanged{Event: carrier.ConferenceEvent{Kind: "participant-join", LegSID: sid, Label: label, At: p.start.Add(after)}})
}

func (p *past) leaves(after time.Duration, sid, label string) {
	p.at(after, calls.ConferenceChanged{Event: carrier.ConferenceEvent{Kind: "participant-leave", LegSID: sid, Label: label, At: p.start.Add(after)}})
}

func (p *past) leg(user id.ID) (sid, label string) {
	return p.sid + string(user), "user:" + string(user)
}

// play reports the events of call i.
func (p *past) play(i int) {
	mine, me := p.leg(p.user)
	if p.isOutbound {
		p.at(0, calls.Dial{CommandMeta: p.by(p.user), To: p.theirs, From: p.ours})
		p.joins(time.Second, mine, me)
	} else {
		p.at(0, calls.Inbound{
			Call:       carrier.InboundCall{SID: p.sid, From: p.theirs, To: p.ours},
			Candidates: []id.ID{p.user, p.colleague}, RingFor: 30 * time.Second,
		})
		if i%4 == 1 {
			p.at(3*time.Second, calls.Decline{CommandMeta: p.by(p.colleague)})
		}
	}
	if p.isMissed {
		p.at(25*time.Second, calls.RingOut{})
		return
	}
	if !p.isOutbound {
		p.at(5*time.Second, calls.Accept{CommandMeta: p.by(p.user)})
		p.joins(p.answered-time.Millisecond, p.sid, "customer")
		p.joins(p.answered, mine, me)
	} else {
		p.joins(p.answered, p.sid, "customer")
	}
	end := p.answered + p.duration
	whose := p.user
	held := p.answered + p.duration/3
	if i%5 == 2 && p.duration > time.Minute {
		p.talk(p.answered, held, whose, i)
		p.at(held, calls.Hold{CommandMeta: p.by(p.user), On: true})
		resumed := held + 25*time.Second
		p.at(resumed, calls.Hold{CommandMeta: p.by(p.user)})
		held = resumed
	} else {
		p.talk(p.answered, held, whose, i)
	}
	if i%8 == 5 && p.duration > 4*time.Minute {
		held = p.handOver(held + 5*time.Second)
		whose = p.colleague
	}
	p.talk(held, end, whose, i)
	p.leaves(end, p.sid, "customer")
	sid, label := p.leg(whose)
	p.leaves(end+time.Second, sid, label)
}

// handOver transfers the call to the colleague after they have talked with
// the user.
func (p *past) handOver(at time.Duration) (over time.Duration) {
	theirs, label := p.leg(p.colleague)
	p.at(at, calls.Transfer{CommandMeta: p.by(p.user), To: p.colleague, Warm: true})
	p.at(at+6*time.Second, calls.Accept{CommandMeta: p.by(p.colleague)})
	p.joins(at+8*time.Second, theirs, label)
	p.at(at+30*time.Second, calls.CompleteTransfer{CommandMeta: p.by(p.user)})
	mine, me := p.leg(p.user)
	p.leaves(at+31*time.Second, mine, me)
	return at + 32*time.Second
}

// talk lets two participants talk by turns. The phone reports it once a
// minute, which is enough for a past call.
func (p *past) talk(from, to time.Duration, who id.ID, i int) {
	const every = 30 * time.Second
	isBad := i%7 == 3
	for at := from + every; at < to && len(p.lived) < 40; at += every {
		line := calls.Line{MOS: 4.2 + p.r.Float64()*0.2, RTT: 30 + p.r.Float64()*30, Jitter: 1 + p.r.Float64()*4}
		if isBad && at > from+2*every && at < from+5*every {
			line.MOS, line.Jitter, line.Loss = 2.6+p.r.Float64()*0.6, 40, 4
		}
		turn := int(every.Milliseconds())
		for turn > 4_000 {
			long := min(turn-1_000, 3_000+p.r.IntN(6_000))
			span := calls.Span{From: turn, To: turn - long}
			if p.r.IntN(2) == 0 {
				line.Spoke = append(line.Spoke, span)
			} else {
				line.Heard = append(line.Heard, span)
			}
			turn -= long + 500
		}
		p.at(at, calls.Report{CommandMeta: p.by(who), Reports: []calls.Reported{{Kind: calls.EventSample, Line: line}}})
		switch {
		case isBad && at == from+3*every:
			p.at(at, calls.Report{CommandMeta: p.by(who), Reports: []calls.Reported{{Kind: calls.EventWarning, Warning: "high-jitter"}}})
		case isBad && at == from+5*every:
			p.at(at, calls.Report{CommandMeta: p.by(who), Reports: []calls.Reported{{Kind: calls.EventCleared, Warning: "high-jitter"}}})
		}
	}
}
