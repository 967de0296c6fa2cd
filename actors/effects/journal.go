package effects

import (
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync/atomic"

	"switchboard/storage/fault"
	"switchboard/storage/row"
)

// journal logs and counts outcomes of effects. It is safe for concurrent use.
type journal struct {
	logger *slog.Logger

	done, failed, retried, renotified, undelivered, lost, panics atomic.Int64
}

// Stats are a worker's counters since its start.
type Stats struct {
	Done, Failed int64 // final outcomes
	Retried      int64 // postponed attempts
	Renotified   int64 // postponed notifications
	Undelivered  int64 // results that could not be delivered
	Lost         int64 // claims that another worker took over
	Panics       int64 // of handlers, and while settling effects
}

func (j *journal) stats() Stats {
	return Stats{
		Done: j.done.Load(), Failed: j.failed.Load(), Retried: j.retried.Load(), Renotified: j.renotified.Load(),
		Undelivered: j.undelivered.Load(), Lost: j.lost.Load(), Panics: j.panics.Load(),
	}
}

// of returns the logger for one effect.
func (j *journal) of(e row.ClaimedEffect) *slog.Logger {
	return j.logger.With("effect", e.ID, "kind", e.Kind, "subject", e.Subject, "attempt", e.Attempts)
}

// settled logs an error of settling an effect.
func (j *journal) settled(err error, log *slog.Logger) {
	switch {
	case err == nil:
	case errors.Is(err, errLost), fault.Is(err, fault.Conflict):
		j.lost.Add(1)
		log.Info("an effect is another worker's by now")
	default:
		log.Warn("an effect could not be settled", "error", err)
	}
}

// guard runs do for an effect. It logs and returns a panic that would otherwise have
// ended the process, or nil.
func (j *journal) guard(e row.ClaimedEffect, do func()) (panicked any) {
	defer func() {
		if panicked = recover(); panicked != nil {
			j.panics.Add(1)
			j.logger.Error("an effect panicked", "effect", e.ID, "kind", e.Kind, "panic", fmt.Sprint(panicked), "stack", string(debug.Stack()))
		}
	}()
	do()
	return nil
}
