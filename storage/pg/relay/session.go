package relay

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/wait"
)

// session is a relay's work on one connection.
type session struct {
	reader
	leads    bool
	leader   leader
	listener listener
}

func newSession(of *state, conn *pgx.Conn) *session {
	s := &session{reader: reader{state: of, conn: conn}}
	s.leader.reader, s.listener.reader = &s.reader, &s.reader
	return s
}

// work does what there is to do now.
func (s *session) work(ctx context.Context) error {
	if !s.based {
		if err := s.base(ctx); err != nil {
			return fmt.Errorf("read the heads of the log: %w", err)
		}
		s.based = true
	}
	if !s.leads {
		if err := s.lead(ctx); err != nil {
			return fmt.Errorf("try for the relay's lock: %w", err)
		}
		// Also once after the lock was won: the relay before may have appended, and
		// a commit of our own may have succeeded without its answer reaching us.
		if err := s.tail(ctx); err != nil {
			return fmt.Errorf("follow the log: %w", err)
		}
	}
	if s.leads {
		return s.leader.moveAll(ctx)
	}
	return nil
}

func (s *session) lead(ctx context.Context) error {
	if err := s.conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", int64(relayLock)).Scan(&s.leads); err != nil {
		return err
	}
	s.answered()
	if s.leads {
		s.listener = listener{reader: &s.reader} // it is owed nothing any more
		s.leading.Store(true)
		s.cfg.Logger.Info("the relay leads")
	}
	return nil
}

// crowded reports whether many commit: the last pass moved several, and there is more already.
func (s *session) crowded() bool {
	return s.leads && s.leader.last >= crowd && (len(s.poked) > 0 || len(s.heard.Wake()) > 0)
}

// rest waits for the next reason to work, and touches the session meanwhile.
func (s *session) rest(ctx context.Context, poll, touch <-chan time.Time) error {
	if s.crowded() && !wait.For(ctx, s.cfg.Rest) {
		return ctx.Err()
	}
	poked := s.poked
	if !s.leads {
		poked = nil // only the leader can do something about it
	}
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-poked:
			return nil
		case <-poll:
			return nil
		case <-s.heard.Wake():
			if again, err := s.attend(ctx); again || err != nil {
				return err
			}
		case <-s.listener.quiet:
			if err := s.listener.unanswered(ctx); err != nil {
				return err
			}
		case <-touch:
			if err := s.touch(ctx); err != nil {
				return err
			}
		}
	}
}

// attend acts upon what other processes said. again says that there is work to do for the
// leader.
func (s *session) attend(ctx context.Context) (again bool, err error) {
	waiting := s.heard.Take()
	if s.leads {
		return len(waiting.Notified) > 0 || waiting.Resumed, nil
	}
	return false, s.listener.attend(ctx, waiting)
}
