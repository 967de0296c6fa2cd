package notifications

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"switchboard/actors/feature"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/panics"
	"switchboard/storage/row"
	"switchboard/storage/wait"
)

const (
	// consumer names the engine among the consumers of the log.
	consumer = "notifications"
	// batch bounds the entries that are read at once.
	batch = 500
	// idle is how many entries without a notification are passed over before the position is
	// stored. After a restart at most these are read again.
	idle = 256
	// portion bounds the notifications of one statement.
	portion = 500
	// sweep is how often the engine looks for organizations without a signal from the relay: those of
	// a node that led the relay before.
	sweep = 30 * time.Second
	// rest is the pause before an organization is read again that failed.
	rest = time.Second
)

// Config is what an Engine is made of. Sweep and Rest have the usual values where they are zero.
type Config struct {
	Store      Store
	Principals Principals
	Presence   Presence
	Notices    []feature.Notice
	Logger     *slog.Logger
	Panics     *panics.Catcher
	Sweep      time.Duration
	Rest       time.Duration
}

// Engine turns entries of the log into notifications. It follows the relay that leads
// (eventlog.Selective), and reads the log itself.
type Engine struct {
	Config

	wake chan struct{}
	mu   sync.Mutex
	due  map[id.ID]struct{} // organizations with new entries
	read map[id.ID]reading  // used by Run alone
}

// reading is how far an organization's log was read: stored is the position in the database.
type reading struct{ at, stored int64 }

// New returns an Engine. Run makes it work.
func New(c Config) *Engine {
	if c.Sweep <= 0 {
		c.Sweep = sweep
	}
	if c.Rest <= 0 {
		c.Rest = rest
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	return &Engine{Config: c, wake: make(chan struct{}, 1), due: map[id.ID]struct{}{}, read: map[id.ID]reading{}}
}

// Serves implements eventlog.Selective: the relay that leads passes it all organizations, and on
// other nodes it sleeps.
func (*Engine) Serves(id.ID) bool { return false }

// Append implements eventlog.Follower.
func (e *Engine) Append(organization id.ID, entries []entry.Entry) {
	// Its own entries lead to nothing, and would wake it without end.
	if !slices.ContainsFunc(entries, func(one entry.Entry) bool { return one.Object != Object }) {
		return
	}
	e.soon(organization)
}

func (e *Engine) soon(organizations ...id.ID) {
	e.mu.Lock()
	for _, one := range organizations {
		e.due[one] = struct{}{}
	}
	e.mu.Unlock()
	select {
	case e.wake <- struct{}{}:
	default:
	}
}

// Run works until ctx ends.
func (e *Engine) Run(ctx context.Context) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
			return
		case <-e.wake:
		case <-timer.C:
			e.Panics.Round(panics.Background, func() { e.sweep(ctx) })
			timer.Reset(e.Sweep)
		}
		e.Panics.Round(panics.Background, func() { e.round(ctx) })
	}
}

// sweep finds organizations whose log has entries that nobody has read.
func (e *Engine) sweep(ctx context.Context) {
	behind, err := e.Store.BehindInLog(ctx, consumer)
	if err != nil {
		if ctx.Err() == nil {
			e.Logger.WarnContext(ctx, "it can't be found who is to be notified", "error", err)
		}
		return
	}
	e.soon(behind...)
}

// round reads the logs of the organizations that are due. What fails is due again after a pause.
func (e *Engine) round(ctx context.Context) {
	e.mu.Lock()
	due := slices.Sorted(maps.Keys(e.due))
	clear(e.due)
	e.mu.Unlock()
	var failed []id.ID
	for at, organization := range due {
		if ctx.Err() != nil {
			return
		}
		more, err := false, error(fault.New(fault.Internal, "It panicked."))
		e.Panics.Round(panics.Background, func() { more, err = e.Step(ctx, organization) })
		switch {
		case err != nil && ctx.Err() == nil:
			e.Logger.WarnContext(ctx, "notifications of an organization wait", "organization", organization, "error", err)
			failed = append(failed, due[at])
		case more:
			e.soon(organization)
		}
	}
	if len(failed) > 0 && wait.For(ctx, e.Rest) {
		e.soon(failed...)
	}
}

// Step reads the next entries of an organization's log and writes the notifications that they lead
// to. more reports that there may be further entries.
func (e *Engine) Step(ctx context.Context, organization id.ID) (more bool, err error) {
	// Whatever goes wrong, the next step begins at the stored position.
	from, known := e.read[organization]
	delete(e.read, organization)
	if !known {
		if from.stored, err = e.Store.LogPosition(ctx, consumer, organization); err != nil {
			return false, err
		}
		from.at = from.stored
	}
	entries, ok, err := e.Store.Log().Read(ctx, organization, from.at, batch)
	if err != nil {
		return false, err
	}
	if !ok {
		return false, e.skip(ctx, organization, from)
	}
	if len(entries) == 0 {
		e.read[organization] = from
		return false, nil
	}
	last := entries[len(entries)-1].Seq
	change, err := e.change(ctx, organization, entries)
	if err != nil {
		return false, err
	}
	to := reading{at: last, stored: from.stored}
	if len(change.Writes) > 0 || last-from.stored >= idle {
		if err := e.write(ctx, organization, from.stored, last, change); err != nil {
			return fault.Is(err, fault.Conflict), ignoreConflict(err)
		}
		to.stored = last
	}
	e.read[organization] = to
	return len(entries) == batch, nil
}

// ignoreConflict drops the error of a position that another node has moved: the next step begins
// there.
func ignoreConflict(err error) error {
	if fault.Is(err, fault.Conflict) {
		return nil
	}
	return err
}

// skip moves to the head of a log that no longer has the entries after the position: they are older
// than what the organization keeps.
func (e *Engine) skip(ctx context.Context, organization id.ID, from reading) error {
	head, err := e.Store.Log().Head(ctx, organization)
	if err != nil {
		return err
	}
	e.Logger.WarnContext(ctx, "nobody is notified of entries that have left the log", "organization", organization, "after", from.at, "up_to", head)
	return ignoreConflict(e.Store.AdvanceLogPosition(ctx, consumer, organization, from.stored, head))
}

// write stores notifications and the position in one transaction.
func (e *Engine) write(ctx context.Context, organization id.ID, from, to int64, change row.Change) error {
	return e.Store.Together(ctx, func(ctx context.Context) error {
		if err := e.Store.AdvanceLogPosition(ctx, consumer, organization, from, to); err != nil {
			return err
		}
		effects := change.Effects
		for writes := range slices.Chunk(change.Writes, portion) {
			part := row.Change{Organization: organization, Writes: writes, Effects: effects}
			effects = nil
			if err := e.Store.CommitMany(ctx, part); err != nil {
				return err
			}
		}
		return nil
	})
}
