package hub

import (
	"context"
	"sync"
	"time"

	"switchboard/storage/id"
)

// orgHubs are the organizations with sockets on this node.
type orgHubs struct {
	node *node

	mu   sync.Mutex
	byID map[id.ID]*orgHub
}

func (r *orgHubs) get(organization id.ID) *orgHub {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.byID[organization]
}

// enter returns the organization's hub once its log position is known. It
// counts a visitor, which keeps the organization loaded; leave gives it back.
func (r *orgHubs) enter(ctx context.Context, organization id.ID) (*orgHub, error) {
	r.mu.Lock()
	org := r.acquire(organization)
	r.mu.Unlock()
	select {
	case <-org.ready:
		return org, nil
	case <-ctx.Done():
		r.leave(org)
		return nil, ctx.Err()
	}
}

// acquire counts a visitor of the organization, and loads the organization if
// necessary. The caller holds mu.
func (r *orgHubs) acquire(organization id.ID) *orgHub {
	org := r.byID[organization]
	if org == nil {
		org = newOrgHub(r.node, organization)
		r.byID[organization] = org
		r.node.work.Go(org.run)
	}
	org.visitors++
	return org
}

func (r *orgHubs) leave(org *orgHub) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.release(org)
}

// release removes a visitor. The caller holds mu.
func (r *orgHubs) release(org *orgHub) {
	org.visitors--
	org.left = r.node.options.Now()
}

func (r *orgHubs) all() []*orgHub {
	r.mu.Lock()
	defer r.mu.Unlock()
	list := make([]*orgHub, 0, len(r.byID))
	for _, org := range r.byID {
		list = append(list, org)
	}
	return list
}

// forget unloads an organization that has had no socket for the retention.
func (r *orgHubs) forget(org *orgHub, now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if org.visitors == 0 && !org.left.IsZero() && now.Sub(org.left) > r.node.options.Retention {
		delete(r.byID, org.id)
		org.stop()
	}
}
