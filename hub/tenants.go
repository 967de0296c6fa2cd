package hub

import (
	"context"
	"sync"
	"time"

	"switchboard/storage/id"
)

// tenants are the organizations that have somebody on this node.
type tenants struct {
	node *node

	mu   sync.Mutex
	byID map[id.ID]*tenant
}

func (r *tenants) known(organization id.ID) *tenant {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.byID[organization]
}

// enter gives the organization's tenant, made and holding its place in the log,
// and counts a visitor so that it stays; visited gives it back.
func (r *tenants) enter(ctx context.Context, organization id.ID) (*tenant, error) {
	r.mu.Lock()
	t := r.acquire(organization)
	r.mu.Unlock()
	select {
	case <-t.ready:
		return t, nil
	case <-ctx.Done():
		r.visited(t)
		return nil, ctx.Err()
	}
}

// acquire counts a visitor of the organization's tenant, which is made where there is
// none. The caller holds mu.
func (r *tenants) acquire(organization id.ID) *tenant {
	t := r.byID[organization]
	if t == nil {
		t = newTenant(r.node, organization)
		r.byID[organization] = t
		r.node.work.Go(t.run)
	}
	t.visitors++
	return t
}

func (r *tenants) visited(t *tenant) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.release(t)
}

// release counts a visitor less. The caller holds mu.
func (r *tenants) release(t *tenant) {
	t.visitors--
	t.left = r.node.options.Now()
}

func (r *tenants) all() []*tenant {
	r.mu.Lock()
	defer r.mu.Unlock()
	list := make([]*tenant, 0, len(r.byID))
	for _, t := range r.byID {
		list = append(list, t)
	}
	return list
}

// forget drops an organization that had no socket for the retention.
func (r *tenants) forget(t *tenant, now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if t.visitors == 0 && !t.left.IsZero() && now.Sub(t.left) > r.node.options.Retention {
		delete(r.byID, t.id)
		t.stop()
	}
}
