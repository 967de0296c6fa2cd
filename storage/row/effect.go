package row

import "switchboard/storage/id"

// ClaimedEffect is an effect that a worker has taken on for the time of its
// lease.
type ClaimedEffect struct {
	Effect
	Organization id.ID
	// Attempts counts this attempt too, from 1.
	Attempts int
	// Resumed says that an earlier attempt was begun and its outcome may be
	// unknown (its worker died, or put the effect off): the provider must be asked
	// for the present state before anything is done again (architecture §3).
	Resumed bool
}
