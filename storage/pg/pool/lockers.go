package pool

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	// briefLock is how long a statement waits for a lock on any connection.
	briefLock = 100 * time.Millisecond
	// lockersShare is the part of the connections on which statements may wait for a lock
	// as long as the session allows, one over this.
	lockersShare = 4
)

// LockWait is how long the statements of a transaction wait for a lock.
type LockWait bool

const (
	// BriefLockWait gives up early, so that the connection is soon free for others.
	BriefLockWait LockWait = false
	// FullLockWait waits as long as the session allows.
	FullLockWait LockWait = true
)

// Queue bounds the lock waits of the transaction that a batch is in.
func (w LockWait) Queue(batch *pgx.Batch) {
	if w == BriefLockWait {
		batch.Queue("SELECT set_config('lock_timeout', $1, true)", Milliseconds(briefLock))
	}
}

// begin is the text that begins a transaction.
func (w LockWait) begin() string {
	if w == BriefLockWait {
		return "begin; SET LOCAL lock_timeout = " + Milliseconds(briefLock)
	}
	return "begin"
}

// lockers bounds how many connections wait for locks at the same time: many writers of one
// locked row would else hold them all, and writers of other rows would get none.
type lockers chan struct{}

func newLockers(conns int32) lockers { return make(lockers, max(1, conns/lockersShare)) }

// run runs a transaction with a brief wait for locks. If it met one, run queues for one of
// the connections that may wait, and runs it there.
func (l lockers) run(ctx context.Context, once func(LockWait) error) error {
	err := once(BriefLockWait)
	if _, has := errors.AsType[*waitedError](err); has || !Is(err, LockNotAvailable) {
		return err
	}
	limit := time.NewTimer(lockTimeout)
	defer limit.Stop()
	select {
	case l <- struct{}{}:
	case <-limit.C:
		return &waitedError{err}
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-l }()
	if err = once(FullLockWait); Is(err, LockNotAvailable) {
		return &waitedError{err}
	}
	return err
}

// waitedError is a refusal after a full wait for a lock, so that no caller waits again.
type waitedError struct{ error }

func (e *waitedError) Unwrap() error { return e.error }
