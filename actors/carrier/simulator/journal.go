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
	// Told is true for a webhook from the provider, false for a request of the
	// product.
	Told   bool       `json:"told"`
	Method string     `json:"method"`
	Path   string     `json:"path"`
	Form   url.Values `json:"form"`
	// Status is the response's status; 0 if there was none.
	Status int `json:"status"`
}

// journal keeps the newest exchanges in memory, so that a test in another process can
// check what reached the provider. A nil journal keeps nothing.
type journal struct {
	kept int

	mu   sync.Mutex
	list []Exchange
}

// write adds an exchange, except for read-only requests.
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

// read returns the newest exchanges, oldest first.
func (j *journal) read() []Exchange {
	if j == nil {
		return []Exchange{}
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Clone(j.list[max(0, len(j.list)-j.kept):])
}
