package simulator

import (
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"
)

// Exchange is one request between the product and the provider.
type Exchange struct {
	At time.Time `json:"at"`
	// Told is true for a webhook, which the provider sent; false for what the
	// product asked of it.
	Told   bool       `json:"told"`
	Method string     `json:"method"`
	Path   string     `json:"path"`
	Form   url.Values `json:"form"`
	// Status is what the request was answered with; 0 where no answer came.
	Status int `json:"status"`
}

// journal keeps the newest exchanges in memory, so that a test outside the process
// can count what really reached the provider. A nil one keeps nothing.
type journal struct {
	kept int

	mu   sync.Mutex
	list []Exchange
}

// write adds an exchange; reading requests change nothing and are left out.
func (j *journal) write(e Exchange) {
	if j == nil || e.Method == http.MethodGet {
		return
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if len(j.list) >= 2*j.kept { // in steps, so that it is not moved each time
		j.list = slices.Delete(j.list, 0, len(j.list)-j.kept)
	}
	j.list = append(j.list, e)
}

// read gives the newest exchanges, oldest first.
func (j *journal) read() []Exchange {
	if j == nil {
		return []Exchange{}
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Clone(j.list[max(0, len(j.list)-j.kept):])
}
