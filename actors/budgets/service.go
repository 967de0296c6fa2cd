package budgets

import (
	"context"
	"sync"
	"time"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/ratelimit"
	"switchboard/storage/settings"
)

// Kind is what is counted at once.
type Kind uint8

// The kinds. A list or a change is a request too. Of what is dear a person has one at a
// time, so that he never takes more than one core.
const (
	Requests Kind = iota
	Lists
	Changes
	dearReads
	dearChanges
	kinds
)

const (
	requestsAtOnce = 32
	changesAtOnce  = 8
	dearAtOnce     = 1
	// waiting bounds who waits for a place, and patience how long.
	waiting  = 12
	patience = time.Second
	// Whoever waits behind dear work waits for its pauses too; how many wait is bounded
	// by the requests at once.
	dearWaiting  = requestsAtOnce
	dearPatience = 8 * time.Second
)

// Settings tells what an organization allows (actors/organizations).
type Settings interface {
	Settings(ctx context.Context, organization id.ID) (settings.Organization, error)
}

// Service holds the budgets of the people who use this node.
type Service struct {
	settings Settings
	limiter  ratelimit.Limiter
	here     ratelimit.Limiter

	mu     sync.Mutex
	people map[person]*share
}

type person struct{ organization, user id.ID }

// share is what one person has at once; it is there while he has any of it.
type share struct {
	running [kinds]int
	queue   [kinds][]chan struct{} // who waits, in the order of coming
	debt    debt
}

// New makes the service. limiter counts for all nodes; here counts for this node alone
// and must not call another process, since every request asks it.
func New(settings Settings, limiter, here ratelimit.Limiter) *Service {
	return &Service{settings: settings, limiter: limiter, here: here, people: map[person]*share{}}
}

// Enter takes a place for one piece of work; leave gives it back and must be called.
// Who finds no place waits a moment for one, and is fault.Limited after that.
func (s *Service) Enter(ctx context.Context, p *access.Principal, kind Kind) (leave func(), err error) {
	most, err := s.most(ctx, p, kind)
	if err != nil {
		return nil, err
	}
	who := whose(p)
	s.mu.Lock()
	mine := s.share(who)
	room, _ := queueOf(kind)
	switch {
	case mine.running[kind] < most:
		mine.running[kind]++
		s.mu.Unlock()
	case len(mine.queue[kind]) >= room:
		s.mu.Unlock()
		return nil, refusal(kind, most)
	default:
		turn := make(chan struct{})
		mine.queue[kind] = append(mine.queue[kind], turn)
		s.mu.Unlock()
		if err := s.wait(ctx, who, kind, turn, most); err != nil {
			return nil, err
		}
	}
	leave = sync.OnceFunc(func() { s.leave(who, kind) })
	if kind == Requests {
		if err := s.slowDown(ctx, p); err != nil {
			leave()
			return nil, err
		}
	}
	return leave, nil
}

// wait waits for a turn; a place that is handed over meanwhile is taken.
func (s *Service) wait(ctx context.Context, who person, kind Kind, turn chan struct{}, most int) error {
	_, patience := queueOf(kind)
	clock := time.NewTimer(patience)
	defer clock.Stop()
	select {
	case <-turn:
		return nil
	case <-clock.C:
	case <-ctx.Done():
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	mine := s.people[who]
	for i, one := range mine.queue[kind] {
		if one == turn {
			mine.queue[kind] = append(mine.queue[kind][:i:i], mine.queue[kind][i+1:]...)
			s.forget(who, mine)
			return refusal(kind, most)
		}
	}
	return nil // the place came in the same moment
}

// leave hands the place to the next who waits for it, or gives it back.
func (s *Service) leave(who person, kind Kind) {
	s.mu.Lock()
	defer s.mu.Unlock()
	mine := s.people[who]
	if queue := mine.queue[kind]; len(queue) > 0 {
		mine.queue[kind] = queue[1:]
		close(queue[0])
		return
	}
	mine.running[kind]--
	s.forget(who, mine)
}

// forget drops who has nothing at work and owes nothing, under the lock. A timer that
// fires late may mean a share that was dropped before, while the person has a new one.
func (s *Service) forget(who person, mine *share) {
	if s.people[who] != mine {
		return
	}
	for kind := range kinds {
		if mine.running[kind] > 0 || len(mine.queue[kind]) > 0 {
			return
		}
	}
	if paid := mine.debt.paid(time.Now()); paid > 0 {
		if !mine.debt.watched {
			mine.debt.watched = true
			time.AfterFunc(paid, func() {
				s.mu.Lock()
				defer s.mu.Unlock()
				mine.debt.watched = false
				s.forget(who, mine)
			})
		}
		return
	}
	delete(s.people, who)
}

// share finds or makes a person's share, under the lock.
func (s *Service) share(who person) *share {
	mine := s.people[who]
	if mine == nil {
		mine = &share{}
		s.people[who] = mine
	}
	return mine
}

func whose(p *access.Principal) person { return person{p.Organization, p.User} }

// queueOf says how many may wait for a place, and how long.
func queueOf(kind Kind) (room int, patient time.Duration) {
	if kind == dearReads || kind == dearChanges {
		return dearWaiting, dearPatience
	}
	return waiting, patience
}

func (s *Service) most(ctx context.Context, p *access.Principal, kind Kind) (int, error) {
	switch kind {
	case Lists:
		o, err := s.settings.Settings(ctx, p.Organization)
		return o.Rates.ListsAtOnce, err
	case Changes:
		return changesAtOnce, nil
	case dearReads, dearChanges:
		return dearAtOnce, nil
	default:
		return requestsAtOnce, nil
	}
}

func refusal(kind Kind, most int) error {
	what := map[Kind]string{
		Requests: "requests", Lists: "lists", Changes: "changes",
		dearReads: "long lists or searches", dearChanges: "large changes",
	}[kind]
	return fault.New(fault.Limited, "Too many %s in progress: the limit is %d at once. Wait for them to finish.", what, most).After(time.Second)
}

// block is the unit in which bytes are counted: at high rates the allowance of a single
// byte refills faster than the limiter's clock ticks (ratelimit.Rate.Interval).
const (
	block    = 256
	megabyte = 1 << 20 / block
)

// Change charges for so many records that are changed, and for the bytes that the
// person sent for it; fault.Limited where he changed or sent too much within the last
// minute. What is refused costs nothing.
func (s *Service) Change(ctx context.Context, p *access.Principal, records, bytes int) error {
	o, err := s.settings.Settings(ctx, p.Organization)
	if err != nil {
		return err
	}
	who := key(p)
	blocks := (bytes + block - 1) / block
	room := ratelimit.Rate{Count: o.Rates.MegabytesPerMinute * megabyte, Per: time.Minute, Burst: o.Rates.MegabytesPerMinute * megabyte / 2}
	if wait := s.limiter.Take(ctx, "sent:"+who, room, blocks); wait > 0 {
		return fault.New(fault.Limited, "Too much data: the limit is %d MB per minute, half of it at once. Try again in a moment.", o.Rates.MegabytesPerMinute).After(wait)
	}
	most := o.Rates.ChangesPerMinute
	if wait := s.limiter.Take(ctx, "changes:"+who, ratelimit.PerMinute(most), records); wait > 0 {
		s.limiter.Give(ctx, "sent:"+who, room, blocks)
		return fault.New(fault.Limited, "Too many changed records: the limit is %d per minute. Try again in a moment.", most).After(wait)
	}
	return nil
}

func key(p *access.Principal) string { return string(p.Organization) + ":" + string(p.User) }
