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
	// offerPause gathers those who come and go at once, as after a restart, into one look
	// at an organization's ringing calls.
	offerPause = 100 * time.Millisecond
	// offerAgain is the pause before what failed is tried again.
	offerAgain = time.Second
)

// Offers tell ringing calls of users whom calls may ring for since now, or no more, as
// presence hears of it. What it was told is in memory alone: when its process dies, those
// who are connected elsewhere are told of by other nodes, and a call ends its ringing
// without them.
type Offers struct {
	service *Service
	logger  *slog.Logger
	panics  *panics.Catcher
	news    chan struct{}

	mu    sync.Mutex
	users map[id.ID]map[id.ID]bool // organization → users
}

// NewOffers makes offers to the service's calls. Run carries them out.
func NewOffers(service *Service, logger *slog.Logger, catcher *panics.Catcher) *Offers {
	return &Offers{
		service: service, logger: logger, panics: catcher,
		news: make(chan struct{}, 1), users: map[id.ID]map[id.ID]bool{},
	}
}

// Reached notes that calls may ring for a user since now, or no more. It never blocks.
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

// Run tells the ringing calls until ctx ends.
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
			whole = o.tellAll(ctx)
		}
	}
}

// tellAll tells the calls of all organizations; what failed is noted again.
func (o *Offers) tellAll(ctx context.Context) (whole bool) {
	o.mu.Lock()
	all := o.users
	o.users = map[id.ID]map[id.ID]bool{}
	o.mu.Unlock()
	whole = true
	for organization, noted := range all {
		users := slices.Sorted(maps.Keys(noted))
		o.panics.Round(panics.Background, func() {
			err := o.service.Available(ctx, organization, users...)
			if err != nil && !fault.Is(err, fault.NotFound) { // an organization that is gone rings no more
				whole = false
				o.note(organization, users...)
				if ctx.Err() == nil {
					o.logger.Warn("ringing calls were not told who came or went", "organization", organization, "error", err)
				}
			}
		})
	}
	return whole
}
