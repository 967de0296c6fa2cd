package row

import (
	"context"
	"time"

	"switchboard/storage/id"
)

// Ticket is one place of a job in the queue. A job that is retried gets a new one.
type Ticket struct {
	Organization id.ID
	Job          id.ID
	Number       int64
	// Last says that what fails now is not tried again by itself.
	Last bool
	// Spent says that it was tried too often already: node after node died with it.
	Spent bool
}

// Rounds are what the product begins by itself in all organizations at regular times.
type Rounds struct {
	// Every says how often each is begun, by its name. One is begun at a start as well, but no
	// more than once in its time.
	Every map[string]time.Duration
	// Do carries a round on behind an organization, "" for the first ones, for a while; next is
	// the one behind which it goes on, "" if it is over, and left says which it had to leave out.
	Do func(ctx context.Context, name string, after id.ID, until time.Time) (next id.ID, left []error, err error)
}
