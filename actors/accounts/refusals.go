package accounts

import (
	"context"
	"log/slog"
	"time"

	"switchboard/storage/origin"
	"switchboard/storage/ratelimit"
	"switchboard/storage/row"
)

const (
	// refusedCause is how the audit calls a sign-in with a wrong password, refusedCodeCause one
	// with a wrong code of a second factor.
	refusedCause     = "session.refused"
	refusedCodeCause = "session.code_refused"
	// refusalsWaiting bounds what has not been told yet; what is more is not told.
	refusalsWaiting = 256
)

// refusalRate is how many refused sign-ins of one account the audit tells: who guesses must
// not fill it.
var refusalRate = ratelimit.Rate{Count: 30, Per: time.Hour, Burst: 30}

// refusals tell the audits of a person's organizations that somebody gave a wrong password
// for his account. They do so behind the answer: how long that takes must not tell that
// there is such an account.
type refusals struct {
	store   Store
	limiter ratelimit.Limiter
	log     *slog.Logger
	waiting chan refusal
}

type refusal struct {
	from    origin.Origin
	account Account
	cause   string
}

func newRefusals(c Config) *refusals {
	return &refusals{c.Store, c.Limiter, c.Log, make(chan refusal, refusalsWaiting)}
}

// note has a refused sign-in told; there may be no such account.
func (r *refusals) note(ctx context.Context, account Account, cause string) {
	select {
	case r.waiting <- refusal{origin.Of(ctx), account, cause}:
	default:
	}
}

// run tells of what was noted, until ctx ends.
func (r *refusals) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case one := <-r.waiting:
			r.tell(origin.With(ctx, one.from), one.account, one.cause)
		}
	}
}

func (r *refusals) tell(ctx context.Context, account Account, cause string) {
	if account.ID == "" || r.limiter.Take(ctx, "audit:refused:"+string(account.ID), refusalRate, 1) > 0 {
		return
	}
	for _, m := range account.Memberships {
		err := r.store.Happened(ctx, row.Happening{Organization: m.Organization, Object: "session", Cause: cause, Fields: row.Fields{"user": m.User}})
		if err != nil && ctx.Err() == nil {
			r.log.WarnContext(ctx, "a refused sign-in could not be told to the audit", "organization", m.Organization, "error", err)
		}
	}
}
