package pool

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	// briefLock bounds the lock wait of a statement on any connection.
	briefLock = 100 * time.Millisecond
	// lockersShare is the inverse of the share of connections whose statements may wait for a
	// lock as long as the session allows.
	lockersShare = 4
)

// LockWait selects how long the statements of a transaction wait for a lock.
type LockWait bool

const (
	// BriefLockWait gives up early to free the connection for others.
	BriefLockWait LockWait = false
	// FullLockWait waits as long as the session allows.
	FullLockWait LockWait = true
)

// Queue sets the lock wait of the batch's transaction.
func (w LockWait) Queue(batch *pgx.Batch) {
	if w == BriefLockWait {
		batch.Queue("SELECT set_config('lock_timeout', $1, true)", Milliseconds(briefLock))
	}
}

// begin returns the text that begins a transaction.
func (w LockWait) begin() string {
	if w == BriefLockWait {
		return "begin; SET LOCAL lock_timeout = " + Milliseconds(briefLock)
	}
	return "begin"
}

// lockers bounds how many connections wait for locks at the same time. Otherwise many writers of
// one locked row could hold every connection and block writers of other rows.
type lockers chan struct{}

func newLockers(conns int32) lockers { return make(lockers, max(1, conns/lockersShare)) }

// run runs a transaction with a brief lock wait. If it meets a lock, run queues for one of the
// connections that may wait and runs it there.
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

// waitedError is an error after a full lock wait, so that no caller waits again.
type waitedError struct{ error }

func (e *waitedError) Unwrap() error { return e.error }
