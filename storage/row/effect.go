package row

import (
	"encoding/json"
	"time"

	"switchboard/storage/id"
)

// ClaimedEffect is an effect that a worker has taken on for the time of its
// lease.
type ClaimedEffect struct {
	Effect
	Organization id.ID
	// Created is when it was decided, by the database's clock.
	Created time.Time
	// Node is the worker that has it.
	Node string
	// Attempts counts this claim too, from 1.
	Attempts int
	// Untried counts the claims among them that were given back before anything was
	// begun.
	Untried int
	// Resumed says that an earlier attempt was begun and its outcome may be
	// unknown (its worker died, or put the effect off): the provider must be asked
	// for the present state before anything is done again.
	Resumed bool
	// Doubtful says that an earlier claim may have done something outside: of all others
	// it is certain that they did not.
	Doubtful bool
	// Lost counts the claims in a row that ended without a word: their workers died,
	// froze or lost the database.
	Lost int
	// Outcome is what became of it already; it is then only to be told.
	Outcome EffectOutcome
	// Result is what was recorded with the outcome, Reason why it failed.
	Result json.RawMessage
	Reason string
	// Tellings counts how often telling the result has failed.
	Tellings int
}

// EffectOutcome is what became of an effect outside, whoever knows of it yet.
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

// EffectClaim is a worker's hold on an effect. Every change of the effect names it, so
// that a worker whose lease has ended can't touch what another has taken on since.
type EffectClaim struct {
	Effect   id.ID
	Node     string
	Attempts int
}

// ClaimRequest asks for effects to work at.
type ClaimRequest struct {
	Node  string
	Limit int
	Lease time.Duration
	// Kinds are those that the node knows; nil for all. Others wait for a node that
	// knows them, such as one of the next release.
	Kinds []string
	// Except are effects that the node is at work at still, under a claim that may have
	// ended.
	Except []id.ID
	// Suspects is how many may be claimed of those whose claims were Lost so often that
	// they may be what ends their workers; Suspicious says how often, 0 for no such.
	Suspects, Suspicious int
}
