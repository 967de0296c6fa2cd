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

// journal logs and counts what becomes of effects. It is safe for concurrent use.
type journal struct {
	logger *slog.Logger

	done, failed, retried, retold, untold, lost, panics atomic.Int64
}

// Stats are the figures of a worker since it began.
type Stats struct {
	Done, Failed int64 // ended with and without success
	Retried      int64 // tries that were put off
	Retold       int64 // tellings of a result that were put off
	Untold       int64 // results that nobody could be told of
	Lost         int64 // claims that another had taken over: dropped without a word
	Panics       int64 // of handlers, and of the settling of effects
}

func (j *journal) stats() Stats {
	return Stats{
		Done: j.done.Load(), Failed: j.failed.Load(), Retried: j.retried.Load(), Retold: j.retold.Load(),
		Untold: j.untold.Load(), Lost: j.lost.Load(), Panics: j.panics.Load(),
	}
}

// of is the log of one effect.
func (j *journal) of(e row.ClaimedEffect) *slog.Logger {
	return j.logger.With("effect", e.ID, "kind", e.Kind, "subject", e.Subject, "attempt", e.Attempts)
}

// settled notes where an effect could not be settled.
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

// guard does something for an effect, and gives and notes the panic that else would have
// ended the process; nil for none.
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
