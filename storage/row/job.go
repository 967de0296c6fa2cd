package row

import (
	"context"
	"time"

	"switchboard/storage/id"
)

// Ticket is one job in the queue. A retried job gets a new one.
type Ticket struct {
	Organization id.ID
	Job          id.ID
	Number       int64
	// Last reports that a failure will not be retried automatically.
	Last bool
	// Spent reports that the retries are used up: node after node died with the job.
	Spent bool
}

// Rounds are jobs that the product starts in all organizations at regular intervals.
type Rounds struct {
	// Every maps names to intervals. A round also starts at startup, but at most once per
	// interval.
	Every map[string]time.Duration
	// Do continues a round after an organization ("" starts it) until a deadline. next is the
	// organization to continue after, "" at the end; left lists the skipped ones.
	Do func(ctx context.Context, name string, after id.ID, until time.Time) (next id.ID, left []error, err error)
}
