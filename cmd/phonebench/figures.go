package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"switchboard/actors/carrier/simulator/media"
	"switchboard/cmd/measure"
)

// timing is a row of a table.
type timing struct{ measure.Timing }

func (t *timing) line(what string) string { return t.Row(what, 0, 50, 95, 100) }

const timingHead = "| what | n | p50 | p95 | max |\n|---|---|---|---|---|"

// spread is how many durations were within each of media.Bounds.
type spread struct {
	Count  float64
	Within [len(media.Bounds)]float64
}

func (s *spread) add(d time.Duration) {
	s.Count++
	for i, bound := range media.Bounds {
		if d <= bound {
			s.Within[i]++
		}
	}
}

// since subtracts an earlier reading.
func (s *spread) since(earlier *spread) {
	s.Count -= earlier.Count
	for i := range s.Within {
		s.Within[i] -= earlier.Within[i]
	}
}

var spreadHead = func() string {
	names, rule := "| what | ticks |", "|---|---|"
	for _, bound := range media.Bounds {
		names += fmt.Sprintf(" over %s |", strings.Replace(bound.String(), "ms", " ms", 1))
		rule += "---|"
	}
	return names + "\n" + rule
}()

func (s *spread) line(what string) string {
	cells := []string{what, fmt.Sprint(s.Count)}
	for _, within := range s.Within {
		cells = append(cells, fmt.Sprint(s.Count-within))
	}
	return "| " + strings.Join(cells, " | ") + " |"
}

// figures are a node's metrics, by name.
type figures map[string]float64

func (w *world) figures(ctx context.Context) (figures, error) {
	in, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+w.figuresAt+"/metrics", nil)
	if err != nil {
		return nil, err
	}
	out, err := client.Do(in)
	if err != nil {
		return nil, err
	}
	defer func() { _ = out.Body.Close() }()
	raw, err := io.ReadAll(out.Body)
	if err != nil {
		return nil, err
	}
	found := figures{}
	for line := range strings.Lines(string(raw)) {
		name, text, _ := strings.Cut(strings.TrimSpace(line), " ")
		if value, err := strconv.ParseFloat(text, 64); err == nil {
			found[name] = value
		}
	}
	return found, nil
}

// spread reads a histogram over media.Bounds.
func (f figures) spread(name string) (s spread, err error) {
	var known bool
	if s.Count, known = f[name+"_count"]; !known {
		return s, fmt.Errorf("the node has no figure %s", name)
	}
	for i, bound := range media.Bounds {
		s.Within[i] = f[fmt.Sprintf("%s_bucket{le=%q}", name, strconv.FormatFloat(bound.Seconds(), 'g', -1, 64))]
	}
	return s, nil
}
