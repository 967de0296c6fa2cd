package row

import (
	"encoding/json"
	"time"

	"switchboard/storage/id"
)

// ClaimedEffect is an effect that a worker has claimed for the duration of a lease.
type ClaimedEffect struct {
	Effect
	Organization id.ID
	// Created is when it was decided, by the database's clock.
	Created time.Time
	// Node is the worker that holds the claim.
	Node string
	// Attempts counts this claim too, from 1.
	Attempts int
	// Untried counts the claims that were released before execution began.
	Untried int
	// Resumed reports that an earlier attempt began and its outcome may be unknown (its worker
	// died, or postponed the effect): query the provider's state before executing again.
	Resumed bool
	// Doubtful reports that an earlier claim may have had an external effect; all other claims
	// certainly had none.
	Doubtful bool
	// Lost counts consecutive claims that ended without a result: their workers died, froze or
	// lost the database.
	Lost int
	// Outcome is the known outcome, if any; then only its result remains to be reported.
	Outcome EffectOutcome
	// Result is what was recorded with the outcome, Reason why it failed.
	Result json.RawMessage
	Reason string
	// Tellings counts failed attempts to report the result.
	Tellings int
}

// EffectOutcome is the external outcome of an effect, whether or not it has been reported.
type EffectOutcome string

// The outcomes of an effect; "" if it is not known.
const (
	EffectDone   EffectOutcome = "done"
	EffectFailed EffectOutcome = "failed"
)

// Tries is how often it was begun, this claim included.
func (e ClaimedEffect) Tries() int { return e.Attempts - e.Untried }

// Claim names the hold that the worker has on the effect.
func (e ClaimedEffect) Claim() EffectClaim {
	return EffectClaim{Effect: e.ID, Node: e.Node, Attempts: e.Attempts}
}

// EffectClaim is a worker's claim on an effect. Every change of the effect names it, so that a
// worker whose lease has expired can't change an effect that another has claimed.
type EffectClaim struct {
	Effect   id.ID
	Node     string
	Attempts int
}

// ClaimRequest requests effects to execute.
type ClaimRequest struct {
	Node  string
	Limit int
	Lease time.Duration
	// Kinds are those that the node knows; nil for all. Others wait for a node that
	// knows them, such as one of the next release.
	Kinds []string
	// Except are effects that the node still executes under a claim that may have expired.
	Except []id.ID
	// Suspects bounds the claimed effects among those Lost at least Suspicious times, which may
	// be what crashes workers; 0 disables the limit.
	Suspects, Suspicious int
}
