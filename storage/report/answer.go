package report

import (
	"encoding/json"

	"switchboard/storage/row"
)

// Answer is what a chart shows.
type Answer struct {
	ChartType       string   `json:"chartType"`
	Aggregate       string   `json:"aggregate"`
	GroupByDateTime string   `json:"groupByDateTime,omitempty"`
	X               *Axis    `json:"x,omitempty"`
	SummarizeBy     *Axis    `json:"summarizeBy,omitempty"`
	Series          []Figure `json:"series"`
	Data            []Point  `json:"data"`
	// Truncated says that there are more groups or series than are shown, Gaps that groups
	// without records are left out, since with them there would be too many.
	Truncated bool `json:"truncated"`
	Gaps      bool `json:"gaps,omitempty"`
	// Thresholds are a gauge's.
	Thresholds *Thresholds `json:"thresholds,omitempty"`
}

// Axis is what rows were grouped by.
type Axis struct {
	Key    string `json:"key"`
	Label  string `json:"label"`
	Format string `json:"format,omitempty"`
}

// Figure is one series: its values stand under Key in each point.
type Figure struct {
	Key             string `json:"key"`
	Label           string `json:"label"`
	Field           string `json:"field,omitempty"`
	Aggregate       string `json:"aggregate"`
	GroupByDateTime string `json:"groupByDateTime,omitempty"`
	// Value is, of a series that a field makes, which of its values it is.
	Value json.RawMessage `json:"value,omitempty"`
}

// Point is one group.
type Point struct {
	X      json.RawMessage // nil for a single number
	Label  string
	Values []json.RawMessage // by series; nil for none
	keys   []Figure
}

// MarshalJSON puts the values under the keys of their series.
func (p Point) MarshalJSON() ([]byte, error) {
	out := []byte{'{'}
	if p.X != nil {
		out = append(append(append(out, `"x":`...), p.X...), `,"label":`...)
		out = append(append(out, row.JSONValue(p.Label)...), ',')
	}
	for i, f := range p.keys {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(append(out, row.JSONValue(f.Key)...), ':')
		if p.Values[i] == nil {
			out = append(out, "null"...)
		} else {
			out = append(out, p.Values[i]...)
		}
	}
	return append(out, '}'), nil
}
