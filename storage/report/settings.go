package report

import (
	"fmt"
	"strings"

	"switchboard/storage/fault"
)

// Settings are a chart's, as clients write them and reports keep them.
type Settings struct {
	ChartType       string      `json:"chartType,omitempty"`
	Aggregate       string      `json:"aggregate,omitempty"`
	SummarizeBy     string      `json:"summarizeBy,omitempty"`
	GroupByDateTime string      `json:"groupByDateTime,omitempty"`
	Field           string      `json:"field,omitempty"`
	X               string      `json:"x,omitempty"`
	Y               string      `json:"y,omitempty"`
	Series          []Series    `json:"series,omitempty"`
	Sort            string      `json:"sort,omitempty"`  // x or value
	Order           string      `json:"order,omitempty"` // ASC or DESC
	Limit           int         `json:"limit,omitempty"` // groups; 0 for all there may be
	Thresholds      *Thresholds `json:"thresholds,omitempty"`
}

// Series is one of several lines over the same x.
type Series struct {
	Key             string `json:"key"` // the field
	Label           string `json:"label,omitempty"`
	Aggregate       string `json:"aggregate,omitempty"`
	GroupByDateTime string `json:"groupByDateTime,omitempty"`
}

// Thresholds are where a gauge changes its colour, and where it ends.
type Thresholds struct {
	Low  float64 `json:"low"`
	Mid  float64 `json:"mid"`
	High float64 `json:"high"`
	Max  float64 `json:"max"`
}

// usual are the thresholds of a gauge that says none.
var usual = Thresholds{Low: 20, Mid: 40, High: 60, Max: 100}

// Kind is a type of chart.
type Kind struct {
	Name string
	// Axes says that it has x and y; else it has one field. Counts says that it shows one
	// number, which is counted.
	Axes, Counts bool
	// Filled says that its x is a line of time without holes.
	Filled bool
}

// kinds are all types of charts. Guage is how reports have it.
var kinds = []Kind{
	{Name: "Line", Axes: true, Filled: true},
	{Name: "Area", Axes: true, Filled: true},
	{Name: "Bar", Axes: true, Filled: true},
	{Name: "Horizontal Bar", Axes: true, Filled: true},
	{Name: "Scatter", Axes: true},
	{Name: "Pie"}, {Name: "Donut"}, {Name: "Funnel"},
	{Name: guage, Counts: true}, {Name: "Metric", Counts: true},
}

const guage, gauge = "Guage", "Gauge"

// The aggregates.
const (
	Count      = "Count"
	Sum        = "Sum"
	Average    = "Average"
	Min        = "Min"
	Max        = "Max"
	Value      = "Value"      // each record's own
	Cumulative = "Cumulative" // the sum so far, or the count
)

var (
	aggregates = []string{Count, Sum, Average, Min, Max, Value, Cumulative}
	groupings  = []string{"Year", "Quarter", "Month", "Week", "Day", "Hour", "Minute"}
	functions  = map[string]string{Count: "COUNT", Sum: "SUM", Average: "AVG", Min: "MIN", Max: "MAX"}
)

const (
	usualGrouping = "Day"
	byX, byValue  = "x", "value"
	ascending     = "ASC"
	descending    = "DESC"

	// SelectAxes is said of a chart whose x or y is missing.
	SelectAxes = "Please select x and y fields"
	// SelectField is said of a chart whose one field is missing.
	SelectField = "Please select a field"

	// MaxPoints bounds the groups of a chart.
	MaxPoints = 1_000
	// MaxSeries bounds the series that a field makes.
	MaxSeries = 20
	mostLines = 10 // that the settings name
)

// refusals gather what is wrong with the settings, by setting.
type refusals struct {
	first  string
	fields map[string][]string
}

func (r *refusals) addf(setting, format string, args ...any) {
	message := fmt.Sprintf(format, args...)
	if r.fields == nil {
		r.first, r.fields = message, map[string][]string{}
	}
	r.fields[setting] = append(r.fields[setting], message)
}

func (r *refusals) err() error {
	if r.fields == nil {
		return nil
	}
	return &fault.Error{Code: fault.Invalid, Detail: r.first, Fields: r.fields, Index: -1}
}

// chart are settings that were found whole.
type chart struct {
	Settings

	kind  Kind
	lines []Series // with their aggregates
}

// named finds one of several names, whatever the case of its letters.
func named(names []string, text string) (string, bool) {
	for _, name := range names {
		if strings.EqualFold(name, strings.TrimSpace(text)) {
			return name, true
		}
	}
	return "", false
}

// choose brings a setting to one of its names, the first where it says nothing.
func (r *refusals) choose(setting string, to *string, usual string, names []string) {
	if *to == "" {
		*to = usual
		return
	}
	name, known := named(names, *to)
	if !known {
		r.addf(setting, "%s must be one of %s", setting, strings.Join(names, ", "))
	}
	*to = name
}

// whole holds settings to the rules of their type of chart.
func whole(s Settings) (*chart, error) {
	var r refusals
	c := &chart{Settings: s}
	c.kind = kinds[0]
	if s.ChartType != "" {
		names := make([]string, len(kinds))
		for i, k := range kinds {
			names[i] = k.Name
		}
		wanted, known := named(names, s.ChartType)
		if strings.EqualFold(strings.TrimSpace(s.ChartType), gauge) {
			wanted, known = guage, true
		}
		if !known {
			r.addf("chartType", "chartType must be one of %s", strings.Join(names, ", "))
		}
		for _, k := range kinds {
			if k.Name == wanted {
				c.kind = k
			}
		}
	}
	c.ChartType = c.kind.Name
	r.choose("aggregate", &c.Aggregate, Count, aggregates)
	r.choose("groupByDateTime", &c.GroupByDateTime, usualGrouping, groupings)
	if c.Sort != "" {
		r.choose("sort", &c.Sort, "", []string{byX, byValue})
	}
	if c.Order != "" {
		r.choose("order", &c.Order, "", []string{ascending, descending})
	}
	if c.Limit < 0 || c.Limit > MaxPoints {
		r.addf("limit", "limit must be a whole number from 1 to %d", MaxPoints)
	}
	if c.kind.Counts {
		c.Aggregate = Count // whatever was asked for
	}
	if c.kind.Axes {
		c.axes(&r)
	} else {
		c.single(&r)
	}
	if c.kind.Name == guage {
		c.measured(&r)
	}
	return c, r.err()
}

// axes are the rules of charts with x and y.
func (c *chart) axes(r *refusals) {
	c.Field = ""
	if c.X == "" {
		r.addf("x", SelectAxes)
	}
	if len(c.Series) == 0 {
		if c.Y == "" {
			r.addf("y", SelectAxes)
		}
		c.lines = []Series{{Key: c.Y, Aggregate: c.Aggregate}}
		return
	}
	if len(c.Series) > mostLines {
		r.addf("series", "A chart may have %d series; this one has %d", mostLines, len(c.Series))
		return
	}
	if c.SummarizeBy != "" && len(c.Series) > 1 {
		r.addf("summarizeBy", "summarizeBy makes the series itself: leave one in series")
	}
	for i, one := range c.Series {
		setting := fmt.Sprintf("series.%d", i)
		if one.Key == "" {
			r.addf(setting, SelectAxes)
		}
		r.choose(setting, &one.Aggregate, c.Aggregate, aggregates)
		if one.GroupByDateTime != "" && !strings.EqualFold(one.GroupByDateTime, c.GroupByDateTime) {
			r.addf(setting, "All series stand over the same x: group it by groupByDateTime of the chart")
		}
		if i > 0 && (one.Aggregate == Value) != (c.lines[0].Aggregate == Value) {
			r.addf(setting, "Value stands for single records: it can't be beside a series of groups")
		}
		c.lines = append(c.lines, one)
	}
}

// single are the rules of charts with one field.
func (c *chart) single(r *refusals) {
	c.X, c.Y, c.Series = "", "", nil
	if c.Field == "" {
		r.addf("field", SelectField)
	}
	if c.kind.Counts {
		c.SummarizeBy = ""
	}
	if c.Aggregate == Value && c.SummarizeBy == "" {
		r.addf("summarizeBy", "Value shows each record by itself: select the field that names them")
	}
	c.lines = []Series{{Key: c.Field, Aggregate: c.Aggregate}}
}

// measured are the rules of a gauge's thresholds.
func (c *chart) measured(r *refusals) {
	if c.Thresholds == nil {
		c.Thresholds = &usual
	}
	t := c.Thresholds
	if t.Low <= 0 || t.Mid <= t.Low || t.High <= t.Mid || t.Max < t.High {
		r.addf("thresholds", "The thresholds must rise: 0 < low < mid < high <= max")
	}
}
