package budgets

import (
	"context"
	"time"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/ratelimit"
)

// Reading is a kind of read, by what it costs.
type Reading uint8

// The readings. A search is a list that may take long: nobody knows before.
const (
	Record Reading = iota
	List
	Search
)

const (
	// A person's reading is counted in the time that it takes of the database and, by its
	// bytes, of this process. What he has used is forgiven at an even rate, which is the
	// part of a core that he may have for ever.
	core = 4 // one over this
	// Up to free of debt reading is not slowed down; beyond it reads take turns, each
	// with a pause that pays for it; at ample nothing is read any more.
	free  = time.Second
	ample = 15 * time.Second
	// bytesPerSecond of an answer cost as much as a second of the database.
	bytesPerSecond = 64 << 20
	// longestPause bounds one pause; what it leaves stays owed.
	longestPause = time.Second
)

// debt is what somebody has read and not yet paid back.
type debt struct {
	paidAt  time.Time // when it is, where nothing is added
	watched bool      // somebody looks after it then
}

// paid is how long it takes until all is paid back.
func (d *debt) paid(now time.Time) time.Duration { return max(0, d.paidAt.Sub(now)) }

func (d *debt) owed(now time.Time) time.Duration { return d.paid(now) / core }

func (d *debt) add(cost time.Duration, now time.Time) {
	d.paidAt = now.Add(d.paid(now) + core*cost)
}

// Read takes the places that a reading needs. done must be told what it took: the time
// that the database worked for it and the bytes of its answer; it may be called again
// and does nothing then. Who has read much reads one thing after the other, and who has
// read too much is fault.Limited.
func (s *Service) Read(ctx context.Context, p *access.Principal, what Reading) (done func(database time.Duration, bytes int), err error) {
	who := whose(p)
	owed := s.owed(who)
	if owed > ample {
		return nil, fault.New(fault.Limited, "Too many expensive requests. Try again in a moment, and request less at once.").
			After(core * (owed - ample))
	}
	slow := what == Search || owed > free
	leaveSlow, leave := func() {}, func() {}
	if slow {
		if leaveSlow, err = s.Enter(ctx, p, dearReads); err != nil {
			return nil, err
		}
	}
	if what != Record {
		if leave, err = s.Enter(ctx, p, Lists); err != nil {
			leaveSlow()
			return nil, err
		}
	}
	ended := false
	return func(database time.Duration, bytes int) {
		if ended {
			return
		}
		ended = true
		cost := database + time.Duration(bytes)*time.Second/bytesPerSecond
		leave()
		if owed := s.charge(who, cost); slow && owed > free {
			time.AfterFunc(min((core-1)*cost, longestPause), leaveSlow)
		} else {
			leaveSlow()
		}
	}, nil
}

func (s *Service) owed(who person) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	if mine := s.people[who]; mine != nil {
		return mine.debt.owed(time.Now())
	}
	return 0
}

// charge adds to what somebody owes, and tells how much that is then.
func (s *Service) charge(who person, cost time.Duration) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	mine, now := s.share(who), time.Now()
	mine.debt.add(cost, now)
	owed := mine.debt.owed(now)
	s.forget(who, mine)
	return owed
}

const (
	// From largeBody bytes on changes of a person take turns, and paceOfBytes of them
	// pass in a second: their text is written several times, as the record and as its
	// announcement.
	largeBody   = 16 << 10
	paceOfBytes = 1 << 20
)

// Write takes the place that a change of so many bytes needs beside its place as a
// change: large ones, and those of somebody who makes very many, are done one after the
// other, at an even pace and with pauses as long as they took. done must be told how
// many bytes there were, 0 where it was refused.
func (s *Service) Write(ctx context.Context, p *access.Principal, bytes int) (done func(bytes int), err error) {
	o, err := s.settings.Settings(ctx, p.Organization)
	if err != nil {
		return nil, err
	}
	often := twice(o.Rates.ChangesPerMinute, 2*time.Second)
	if bytes < largeBody && s.here.Take(ctx, "often:"+key(p), often, 1) == 0 {
		return func(int) {}, nil
	}
	leave, err := s.Enter(ctx, p, dearChanges)
	if err != nil {
		return nil, err
	}
	began := time.Now()
	return func(bytes int) {
		if bytes == 0 {
			leave()
			return
		}
		took := time.Since(began)
		even := time.Duration(bytes) * time.Second / paceOfBytes
		time.AfterFunc(min(max(took, even-took), longestPause), leave)
	}, nil
}

// twice is a rate of twice so many a minute; at once may come as many as that rate gives
// in the time of burst.
func twice(perMinute int, burst time.Duration) ratelimit.Rate {
	return ratelimit.Rate{Count: 2 * perMinute, Per: time.Minute, Burst: 2 * perMinute * int(burst/time.Second) / 60}
}

const (
	// hurry is for how long somebody may make requests much faster than allowed.
	hurry = 6 * time.Second
	// requestsPerMinute may be made wherever changes are few: pages read more than they
	// change.
	requestsPerMinute = 6000
)

// slowDown keeps a person's requests to an even pace: with too many each waits a moment,
// and is fault.Limited where that is not enough.
func (s *Service) slowDown(ctx context.Context, p *access.Principal) error {
	o, err := s.settings.Settings(ctx, p.Organization)
	if err != nil {
		return err
	}
	often := twice(max(requestsPerMinute/2, o.Rates.ChangesPerMinute), hurry)
	for late := time.Now().Add(patience); ; {
		wait := s.here.Take(ctx, "requests:"+key(p), often, 1)
		if wait == 0 {
			return nil
		}
		left := time.Until(late)
		if left <= 0 || ctx.Err() != nil {
			return fault.New(fault.Limited, "Too many requests: the limit is %d per minute. Try again in a moment.", often.Count).After(time.Second)
		}
		pause(ctx, min(wait, left))
	}
}
