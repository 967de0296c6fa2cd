package measure

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// Timing collects durations. It is safe for concurrent use.
type Timing struct {
	mu   sync.Mutex
	list []time.Duration
}

// Add adds a duration.
func (t *Timing) Add(d time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.list = append(t.list, d)
}

// AddAll adds the durations of another Timing.
func (t *Timing) AddAll(other *Timing) {
	other.mu.Lock()
	list := slices.Clone(other.list)
	other.mu.Unlock()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.list = append(t.list, list...)
}

// Count returns the number of durations.
func (t *Timing) Count() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.list)
}

// Percentile returns the smallest measured duration that percent of them do
// not exceed, or 0 if there are none.
func (t *Timing) Percentile(percent int) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.list) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(t.list))
	return sorted[max(0, (len(sorted)*percent+99)/100-1)]
}

// Row returns the timing's row of a table: what was measured, how often, and
// percentiles in milliseconds with that many decimals.
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
