package row

import "switchboard/storage/id"

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
