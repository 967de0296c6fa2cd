package report

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"switchboard/storage/query"
)

// group is one point while its rows come in.
type group struct {
	value  *value
	values map[string]json.RawMessage // by the key of the series
	total  float64
}

// Figures makes the chart of the rows of the plan's query; more says that there were more.
func (p *Plan) Figures(rows [][]json.RawMessage, more bool, clock query.Clock) *Answer {
	c := p.chart
	out := &Answer{ChartType: c.ChartType, Aggregate: c.Aggregate, Truncated: more}
	if c.kind.Name == guage {
		out.Thresholds = c.Thresholds
	}
	if p.Dated() {
		out.GroupByDateTime = c.GroupByDateTime
	}
	if len(p.dimensions) > 0 {
		out.X = p.dimensions[0].axis()
	}
	if p.split {
		out.SummarizeBy = p.dimensions[1].axis()
	}
	groups, series := p.gather(rows, clock)
	out.Series = p.named(series, out)
	p.complete(groups, out.Series)
	if !p.single() {
		groups = p.filled(groups, out)
	}
	along := len(p.dimensions) > 0 && c.kind.Axes && p.dimensions[0].ordered()
	if along {
		p.accumulate(slices.SortedStableFunc(slices.Values(groups), (*group).compare), out.Series)
	}
	if !p.single() || c.Sort != "" || c.Order != "" {
		p.sort(groups)
	}
	if !along {
		p.accumulate(groups, out.Series)
	}
	most := MaxPoints
	if len(groups) > most {
		out.Truncated = true
		if p.latest() { // of a line of time the end is kept
			groups = groups[len(groups)-most:]
		}
	}
	if c.Limit > 0 {
		most = c.Limit
	}
	groups = groups[:min(len(groups), most)]
	out.Data = make([]Point, len(groups))
	for i, g := range groups {
		point := Point{Values: make([]json.RawMessage, len(out.Series)), keys: out.Series}
		if g.value != nil {
			point.X, point.Label = g.value.raw, g.value.label
		}
		for j, f := range out.Series {
			point.Values[j] = g.values[f.Key]
		}
		out.Data[i] = point
	}
	return out
}

func (g *group) compare(o *group) int { return g.value.compare(o.value) }

func (d *Dimension) axis() *Axis { return &Axis{Key: d.Key, Label: d.Title, Format: d.Format} }

// latest says that the points are a line of time from the earliest to the latest.
func (p *Plan) latest() bool {
	return len(p.dimensions) > 0 && p.dimensions[0].Unit != "" && p.chart.Sort != byValue && p.chart.Order != descending
}

// gather brings rows together to points, in the order in which they come, and finds the
// values that make series.
func (p *Plan) gather(rows [][]json.RawMessage, clock query.Clock) (groups []*group, series []*value) {
	byKey, seen := map[string]*group{}, map[string]*value{}
	sums := map[string]float64{}
	for i, cells := range rows {
		g, key := &group{values: map[string]json.RawMessage{}}, ""
		if len(p.dimensions) > 0 {
			g.value = p.dimensions[0].value(cells[0], clock)
			key = g.value.key
		}
		if p.single() {
			key = strconv.Itoa(i) // each record is a point
		}
		if known := byKey[key]; known != nil {
			g = known
		} else {
			byKey[key] = g
			groups = append(groups, g)
		}
		prefix := ""
		if p.split {
			v := p.dimensions[1].value(cells[1], clock)
			if seen[v.key] == nil {
				seen[v.key] = v
				series = append(series, v)
			}
			prefix = v.key
		}
		for j, cell := range cells[len(p.dimensions):] {
			if string(cell) == "null" {
				continue
			}
			g.values[prefix+strconv.Itoa(j)] = cell
			n := number(cell)
			g.total += n
			sums[prefix] += n
		}
	}
	slices.SortStableFunc(series, func(a, b *value) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(sums[b.key], sums[a.key]))
	})
	return groups, series
}

func number(raw json.RawMessage) float64 {
	n, err := strconv.ParseFloat(string(raw), 64)
	if err != nil {
		return 0
	}
	return n
}

// named returns the series their keys and labels. Of those that a field makes the largest are
// kept, in the field's own order where it has one.
func (p *Plan) named(series []*value, out *Answer) []Figure {
	figure := func(l line) Figure {
		f := Figure{Label: l.Label, Field: l.Key, Aggregate: l.Aggregate}
		if p.Dated() {
			f.GroupByDateTime = p.chart.GroupByDateTime
		}
		return f
	}
	var all []Figure
	if !p.split {
		for i, l := range p.lines {
			f := figure(l)
			f.Key = strconv.Itoa(i)
			all = append(all, f)
		}
		return all
	}
	if len(series) > MaxSeries {
		series, out.Truncated = series[:MaxSeries], true
	}
	d := p.dimensions[1]
	slices.SortStableFunc(series, func(a, b *value) int {
		if d.Unit != "" || len(d.field.Options) > 0 {
			return a.compare(b)
		}
		return 0
	})
	for _, v := range series {
		f := figure(p.lines[0])
		f.Key, f.Label, f.Value = v.key+"0", v.label, v.raw
		all = append(all, f)
	}
	return all
}

// complete renames what the groups hold to the keys of the series, and writes 0 if nothing was
// counted.
func (p *Plan) complete(groups []*group, series []Figure) {
	keys := make([]string, len(series))
	for i := range series {
		keys[i] = series[i].Key
		series[i].Key = "s" + strconv.Itoa(i+1)
	}
	for _, g := range groups {
		held := g.values
		g.values = make(map[string]json.RawMessage, len(series))
		for i, key := range keys {
			switch raw := held[key]; {
			case raw != nil:
				g.values[series[i].Key] = raw
			case p.lineOf(i).whole && !p.single():
				g.values[series[i].Key] = json.RawMessage("0")
			}
		}
	}
}

func (p *Plan) lineOf(series int) line {
	if p.split {
		return p.lines[0]
	}
	return p.lines[series]
}

// sort puts the groups into the order of the chart: time and numbers as they run, options
// as their field has them, all others from the largest down. What has no value is last.
func (p *Plan) sort(groups []*group) {
	if len(p.dimensions) == 0 {
		return
	}
	d := p.dimensions[0]
	by := p.chart.Sort
	if by == "" {
		by = byValue
		if p.chart.kind.Axes && d.ordered() {
			by = byX
		}
	}
	down := p.chart.Order == descending || p.chart.Order == "" && by == byValue
	slices.SortStableFunc(groups, func(a, b *group) int {
		if empty := cmp.Compare(a.value.rank, b.value.rank); empty != 0 {
			return empty
		}
		first, second := cmp.Compare(a.total, b.total), a.value.compare(b.value)
		if by == byX {
			first, second = second, first
		}
		if down {
			first = -first
		}
		return cmp.Or(first, second)
	})
}

// accumulate adds up what is cumulative: along an x that has an order, else from point to
// point. What the chart has no room for counts too.
func (p *Plan) accumulate(groups []*group, series []Figure) {
	for i, f := range series {
		if !p.lineOf(i).running {
			continue
		}
		sum, decimals := 0.0, 0
		for _, g := range groups {
			raw := g.values[f.Key]
			if raw == nil {
				raw = json.RawMessage("0")
			}
			if _, after, has := strings.Cut(string(raw), "."); has {
				decimals = max(decimals, min(len(after), 6))
			}
			g.total -= number(raw)
			sum += number(raw)
			g.total += sum
			g.values[f.Key] = json.RawMessage(strconv.FormatFloat(sum, 'f', decimals, 64))
		}
	}
}
