package bind_test

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"switchboard/storage/id"
	"switchboard/storage/query/bind"
	"switchboard/storage/query/dates"
	"switchboard/storage/query/lex"
	"switchboard/storage/schema"
)

func TestBind(t *testing.T) {
	tokens, err := lex.Tokens(`'7' 8 2.5 'true' 'closed' '2026-03-09' 'x''y%' 'WEEK' '0198c0de-0000-7000-8000-0000000000aa' ''`, nil)
	if err != nil {
		t.Fatal(err)
	}
	l := &bind.Literals{Tokens: tokens, Most: 100, Clock: dates.Clock{Now: time.Date(2026, 3, 11, 12, 0, 0, 0, time.UTC), Zone: time.UTC, WeekStart: time.Sunday}}
	f := func(kind *schema.FieldType) *schema.Field {
		return &schema.Field{Name: "f", Title: "F", Type: kind, Options: []string{"Open", "Closed"}, Target: "contact"}
	}
	today, _ := dates.Alone("TODAY")
	for _, c := range []struct {
		about string
		value bind.Value
		want  any // nil for a refusal
	}{
		{"a number as text", bind.Value{Slot: 0, Of: f(schema.Integer)}, int64(7)},
		{"a number", bind.Value{Slot: 1, Of: f(schema.Number)}, 8.0},
		{"its negative", bind.Value{Slot: 2, Of: f(schema.Number), Negative: true}, -2.5},
		{"no whole number", bind.Value{Slot: 2, Of: f(schema.Integer)}, nil},
		{"a number for a text", bind.Value{Slot: 1, Of: f(schema.Text)}, "8"},
		{"true", bind.Value{Slot: 3, Of: f(schema.Boolean)}, true},
		{"an option in another case", bind.Value{Slot: 4, Of: f(schema.Enum)}, "Closed"},
		{"no option", bind.Value{Slot: 0, Of: f(schema.Enum)}, nil},
		{"a day", bind.Value{Slot: 5, Of: f(schema.Date)}, "2026-03-09"},
		{"its beginning", bind.Value{How: bind.From, Slot: 5, Of: f(schema.DateTime), Day: true}, time.Date(2026, 3, 9, 0, 0, 0, 0, time.UTC)},
		{"its end", bind.Value{How: bind.To, Slot: 5, Of: f(schema.DateTime), Day: true}, time.Date(2026, 3, 10, 0, 0, 0, 0, time.UTC)},
		{"no day", bind.Value{How: bind.From, Slot: 0, Of: f(schema.DateTime), Day: true}, nil},
		{"no time", bind.Value{Slot: 0, Of: f(schema.DateTime)}, nil},
		{"an id", bind.Value{Slot: 8, Of: f(schema.Lookup)}, id.ID("0198c0de-0000-7000-8000-0000000000aa")},
		{"no id", bind.Value{Slot: 0, Of: f(schema.Lookup)}, nil},
		{"nothing", bind.Value{Slot: 9, Of: f(schema.Integer)}, nil},
		{"a pattern", bind.Value{How: bind.Pattern, Slot: 6}, "x'y%"},
		{"a pattern without %", bind.Value{How: bind.Pattern, Slot: 0}, "%7%"},
		{"a list", bind.Value{How: bind.List, List: []int{0, 1}, Of: f(schema.Integer)}, `{"7","8"}`},
		{"a list of texts", bind.Value{How: bind.List, List: []int{0, 6}, Of: f(schema.Text)}, []string{"7", "x'y%"}},
		{"the beginning of a stretch", bind.Value{How: bind.From, Slot: -1, Word: today, Of: f(schema.DateTime)}, time.Date(2026, 3, 11, 0, 0, 0, 0, time.UTC)},
		{"the day after one", bind.Value{How: bind.To, Slot: -1, Word: today, Of: f(schema.Date)}, "2026-03-12"},
		{"a stretch with a number", bind.Value{How: bind.From, Slot: 1, Way: -1, Unit: "HOURS", Of: f(schema.DateTime)}, time.Date(2026, 3, 11, 4, 0, 0, 0, time.UTC)},
		{"a stretch of half a day", bind.Value{How: bind.From, Slot: 2, Way: -1, Unit: "DAYS", Of: f(schema.DateTime)}, nil},
		{"a zone", bind.Value{How: bind.Zone}, "UTC"},
		{"a unit", bind.Value{How: bind.Unit, Slot: 7}, "week"},
		{"no unit", bind.Value{How: bind.Unit, Slot: 4}, nil},
		{"how far weeks are shifted", bind.Value{How: bind.Shift, Slot: 7}, "1 days"},
		{"a count", bind.Value{How: bind.Count, Slot: 1}, 8},
		{"half a count", bind.Value{How: bind.Count, Slot: 2}, nil},
		{"what is given", bind.Value{How: bind.Fixed, Given: "g"}, "g"},
	} {
		got, err := c.value.Bind(l)
		if c.want == nil {
			if e, is := errors.AsType[*lex.Error](err); !is || e.At != tokens[c.value.Slot].At || e.Message == "" {
				t.Errorf("%s is %v %v", c.about, got, err)
			}
		} else if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s is %#v %v, not %#v", c.about, got, err, c.want)
		}
	}
}
