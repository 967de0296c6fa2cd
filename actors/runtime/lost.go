package runtime

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"switchboard/storage/fault"
)

// errLost marks a commit that lost against another writer of the same rows, or of the
// same provider event. A conflict that the core decides upon belongs to the caller.
var errLost = errors.New("runtime: another writer committed first")

// Conditional commands may name the version that their client read. If the rows have
// another one, that is the reply.
type Conditional interface {
	// Condition returns the version, or 0 for none.
	Condition() int64
}

func conditional(command any) bool {
	c, ok := command.(Conditional)
	return ok && c.Condition() != 0
}

// maxLost bounds the retries of a command that lost against another writer of its
// rows.
const maxLost = 5

// maxRetries returns how often a lost commit is retried: changed rows many times, but
// a record that already exists or a version that the client did not read only once,
// after a fresh read.
func maxRetries(command any, err error) int {
	if fault.Is(err, fault.VersionConflict) && !conditional(command) {
		return maxLost
	}
	return 1
}

// pause waits for a random time, so that the same two writers do not collide again.
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

// doubtful reports whether an error depends on the state rather than the command.
func doubtful(err error) bool {
	return fault.Is(err, fault.Conflict) || fault.Is(err, fault.Forbidden) || fault.Is(err, fault.NotFound)
}
