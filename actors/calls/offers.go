package calls

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/panics"
	"switchboard/storage/wait"
)

const (
	// offerPause batches changes, as after a restart, into one pass over an
	// organization's ringing calls.
	offerPause = 100 * time.Millisecond
	// offerAgain is the pause before a retry.
	offerAgain = time.Second
)

// Offers notifies ringing calls when users become available or unavailable. Pending
// notifications are in memory only: if the process dies, other nodes report its users
// when they reconnect there, and a call still ends its ringing without them.
type Offers struct {
	service *Service
	logger  *slog.Logger
	panics  *panics.Catcher
	news    chan struct{}

	mu    sync.Mutex
	users map[id.ID]map[id.ID]bool // organization → users
}

// NewOffers returns Offers to the service's calls. Run delivers them.
func NewOffers(service *Service, logger *slog.Logger, catcher *panics.Catcher) *Offers {
	return &Offers{
		service: service, logger: logger, panics: catcher,
		news: make(chan struct{}, 1), users: map[id.ID]map[id.ID]bool{},
	}
}

// Reached adds a user who became available or unavailable. It never blocks.
func (o *Offers) Reached(organization, user id.ID) {
	o.note(organization, user)
	select {
	case o.news <- struct{}{}:
	default:
	}
}

func (o *Offers) note(organization id.ID, users ...id.ID) {
	o.mu.Lock()
	defer o.mu.Unlock()
	noted := o.users[organization]
	if noted == nil {
		noted = map[id.ID]bool{}
		o.users[organization] = noted
	}
	for _, user := range users {
		noted[user] = true
	}
}

// Run notifies the ringing calls until ctx ends.
func (o *Offers) Run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-o.news:
		}
		pause := offerPause
		for whole := false; !whole; pause = offerAgain {
			if !wait.For(ctx, pause) {
				return
			}
			whole = o.notifyAll(ctx)
		}
	}
}

// notifyAll notifies the calls of all organizations. Failures are queued again.
func (o *Offers) notifyAll(ctx context.Context) (whole bool) {
	o.mu.Lock()
	all := o.users
	o.users = map[id.ID]map[id.ID]bool{}
	o.mu.Unlock()
	whole = true
	for organization, noted := range all {
		users := slices.Sorted(maps.Keys(noted))
		o.panics.Round(panics.Background, func() {
			err := o.service.Available(ctx, organization, users...)
			if err != nil && !fault.Is(err, fault.NotFound) { // the organization was deleted
				whole = false
				o.note(organization, users...)
				if ctx.Err() == nil {
					o.logger.Warn("could not notify ringing calls of users' availability", "organization", organization, "error", err)
				}
			}
		})
	}
	return whole
}
