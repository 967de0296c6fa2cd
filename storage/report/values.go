package report

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"switchboard/storage/query"
	"switchboard/storage/query/bind"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// value is one value of a dimension, as clients are shown it.
type value struct {
	key   string // the same of the same group
	raw   json.RawMessage
	label string
	rank  int       // 1 for what has no value, which comes last
	order float64   // by which it is sorted before its label
	at    time.Time // when a stretch of time begins, of days and longer ones in UTC
}

func (v *value) compare(o *value) int {
	return cmp.Or(cmp.Compare(v.rank, o.rank), v.at.Compare(o.at), cmp.Compare(v.order, o.order), strings.Compare(strings.ToLower(v.label), strings.ToLower(o.label)))
}

// What people read where there is nothing to be read.
const (
	noValue = "No value"
	unnamed = "Unnamed"
)

// ordered says that the values have an order of their own.
func (d *Dimension) ordered() bool {
	class := bind.ClassOf(d.field)
	return d.Unit != "" || class == schema.NumberClass || class == schema.ClockClass || isTime(class) || len(d.field.Options) > 0
}

func isTime(class schema.Class) bool { return class == schema.MomentClass || class == schema.DayClass }

// value reads a cell.
func (d *Dimension) value(raw json.RawMessage, clock query.Clock) *value {
	v := &value{raw: raw, key: string(raw) + "\x00"}
	text := ""
	_ = json.Unmarshal(raw, &text)
	switch class := bind.ClassOf(d.field); {
	case string(raw) == "null" || string(raw) == `""`:
		v.key, v.raw, v.rank, v.label = "\x00", json.RawMessage("null"), 1, noValue
	case d.Unit != "":
		if at, ok := d.begins(text, clock); ok {
			return d.stretch(at)
		}
		v.label = text
	case isTime(class):
		v.label = text
		v.at, _ = time.Parse(time.RFC3339, text)
		if class == schema.DayClass {
			v.at, _ = time.Parse(time.DateOnly, text)
		}
	case class == schema.NumberClass:
		v.label, v.order = string(raw), number(raw)
	case class == schema.TruthClass:
		v.label = map[string]string{"true": "Yes", "false": "No"}[string(raw)]
	case raw[0] == '{':
		v.referred()
	default:
		v.label = text
		v.option(d.field, text)
	}
	return v
}

// option is a value among the options of its field: its label, and its place.
func (v *value) option(f *schema.Field, text string) {
	if at := slices.Index(f.Options, text); at >= 0 {
		v.order = float64(at - len(f.Options)) // those that are no options any more come behind
	}
	for _, o := range f.Labels {
		if o.Value == text && o.Label != "" {
			v.label = o.Label
		}
	}
}

// referred is a record that a value refers to.
func (v *value) referred() {
	var to struct {
		ID    string `json:"id"`
		Name  string `json:"name"`
		Title string `json:"title"`    // of an object
		Known string `json:"api_name"` // also
	}
	_ = json.Unmarshal(v.raw, &to)
	v.key, v.label = to.ID+"\x00", cmp.Or(to.Name, to.Title, to.Known, unnamed)
}

// begins is when a stretch of time begins: within days the moment, else the day, which
// clocks show wherever midnight is.
func (d *Dimension) begins(text string, clock query.Clock) (time.Time, bool) {
	if day, err := time.Parse(time.DateOnly, text); err == nil {
		return day, true
	}
	at, err := time.Parse(time.RFC3339, text)
	if at = at.In(clock.Zone); err == nil && !d.within() {
		at = time.Date(at.Year(), at.Month(), at.Day(), 0, 0, 0, 0, time.UTC)
	}
	return at, err == nil
}

// within says that the stretches are parts of a day.
func (d *Dimension) within() bool {
	return (d.Unit == "hour" || d.Unit == "minute") && bind.ClassOf(d.field) != schema.DayClass
}

// stretch is the stretch of time that begins then.
func (d *Dimension) stretch(at time.Time) *value {
	v := &value{at: at}
	shown := at.Format(time.DateOnly)
	switch d.Unit {
	case "year":
		v.label = at.Format("2006")
	case "quarter":
		v.label = "Q" + string('0'+rune(at.Month()+2)/3) + at.Format(" 2006")
	case "month":
		v.label = at.Format("Jan 2006")
	default:
		v.label = at.Format("Jan 2, 2006")
		if d.within() {
			v.label += at.Format(" 15:04")
			shown = at.Format(time.RFC3339)
		}
	}
	v.key, v.raw = shown+"\x00", row.JSONValue(shown)
	return v
}
