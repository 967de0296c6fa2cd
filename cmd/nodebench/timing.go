//go:build linux

package main

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// timing gathers durations; it may be used by many at once.
type timing struct {
	mu   sync.Mutex
	list []time.Duration
}

func (t *timing) add(d time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.list = append(t.list, d)
}

func (t *timing) count() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.list)
}

// percentile is the smallest measured duration that so many percent don't exceed,
// 0 where nothing was measured.
func (t *timing) percentile(percent int) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.list) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(t.list))
	return sorted[max(0, (len(sorted)*percent+99)/100-1)]
}

// line is the timing's row of a table.
func (t *timing) line(what string) string {
	if t.count() == 0 {
		return fmt.Sprintf("| %s | 0 | – | – | – | – |", what)
	}
	cells := []string{what, fmt.Sprint(t.count())}
	for _, percent := range []int{50, 95, 99, 100} {
		cells = append(cells, fmt.Sprintf("%.1f ms", float64(t.percentile(percent).Microseconds())/1000))
	}
	return "| " + strings.Join(cells, " | ") + " |"
}

const tableHead = "| what | n | p50 | p95 | p99 | max |\n|---|---|---|---|---|---|"
