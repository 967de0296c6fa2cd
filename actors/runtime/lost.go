package runtime

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"switchboard/storage/fault"
)

// errLost marks a commit that lost against another writer of the same rows, or of
// the same provider's event. A conflict that the core decides upon is the caller's.
var errLost = errors.New("runtime: another writer was first")

// Conditional commands may name the version that their client saw: where the rows
// have another one by now, that is his answer.
type Conditional interface {
	// Condition is the version, 0 for none.
	Condition() int64
}

func conditional(command any) bool {
	c, ok := command.(Conditional)
	return ok && c.Condition() != 0
}

// maxLost is how often a command is decided anew after it lost against another
// writer of its rows.
const maxLost = 5

// patience is how often a lost commit is tried again: what another writer changed may be
// decided anew many times; what exists already, or is not as the client saw it, will not
// be otherwise after one fresh read.
func patience(command any, err error) int {
	if fault.Is(err, fault.VersionConflict) && !conditional(command) {
		return maxLost
	}
	return 1
}

// pause waits a random moment, or the same two would meet again.
func pause(ctx context.Context, lost int) error {
	timer := time.NewTimer(rand.N(time.Duration(lost) * 10 * time.Millisecond)) //nolint:gosec // a wait is no secret
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return fault.From(ctx.Err())
	}
}

// doubtful tells whether a refusal rests on the state rather than the command.
func doubtful(err error) bool {
	return fault.Is(err, fault.Conflict) || fault.Is(err, fault.Forbidden) || fault.Is(err, fault.NotFound)
}
