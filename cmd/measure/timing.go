package measure

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// Timing gathers durations; it may be used by many at once.
type Timing struct {
	mu   sync.Mutex
	list []time.Duration
}

// Add takes one more in.
func (t *Timing) Add(d time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.list = append(t.list, d)
}

// AddAll takes in what another one gathered.
func (t *Timing) AddAll(other *Timing) {
	other.mu.Lock()
	list := slices.Clone(other.list)
	other.mu.Unlock()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.list = append(t.list, list...)
}

// Count is how many there are.
func (t *Timing) Count() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.list)
}

// Percentile is the smallest measured duration that so many percent don't exceed,
// 0 where nothing was measured.
func (t *Timing) Percentile(percent int) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.list) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(t.list))
	return sorted[max(0, (len(sorted)*percent+99)/100-1)]
}

// Row is the timing's row of a table: what was measured, how often, and percentiles in
// milliseconds with so many decimals.
func (t *Timing) Row(what string, decimals int, percentiles ...int) string {
	cells := []string{what, fmt.Sprint(t.Count())}
	for _, percent := range percentiles {
		if t.Count() == 0 {
			cells = append(cells, "–")
			continue
		}
		cells = append(cells, fmt.Sprintf("%.*f ms", decimals, float64(t.Percentile(percent).Microseconds())/1000))
	}
	return "| " + strings.Join(cells, " | ") + " |"
}
