package rest

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"switchboard/actors/records"
	"switchboard/storage/fault"
)

// A filter is read at once, and the row that is wrong is named.
func TestTheRowsOfAFilter(t *testing.T) {
	t.Parallel()
	type rows = []records.FilterRow
	for text, want := range map[string]rows{
		``:     nil,
		`null`: nil,
		`[]`:   {},
		`[{"field":"name","operator":"=","value":"Ann"}]`:                                          {{Field: "name", Operator: "=", Value: json.RawMessage(`"Ann"`)}},
		`[ {"value": [1, {"a" : null}] , "operator":"IN","field":"x"} ]`:                           {{Field: "x", Operator: "IN", Value: json.RawMessage(`[1, {"a" : null}]`)}},
		`[{"field":"n","operator":">","value":9007199254740993},{"field":"n","operator":"EMPTY"}]`: {{Field: "n", Operator: ">", Value: json.RawMessage(`9007199254740993`)}, {Field: "n", Operator: "EMPTY"}},
		`[{"field":"n","operator":"=","value":null}]`:                                              {{Field: "n", Operator: "="}},
		`[{"field":"n","operator":"=","value":"\u00e4\n"}]`:                                        {{Field: "n", Operator: "=", Value: json.RawMessage(`"\u00e4\n"`)}},
	} {
		if got, err := parseFilter(text); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s is read as %+v, %v", text, got, err)
		}
	}
	for text, want := range map[string]string{
		`[{"Field":"n","operator":"="}]`:                                        `Unknown field "Field"`,
		`[{"field":"n","operator":"="},{"field":"n","operator":"=","other":1}]`: `Unknown field "other"`,
		`[{"field":null,"operator":"="}]`:                                       "needs field and operator",
		`[{"field":"n"}]`:                                                       "needs field and operator",
		`[{"field":1,"operator":"="}]`:                                          "field",
		`[1]`:                                                                   "must be a JSON object",
		`[null]`:                                                                "must be a JSON object",
		`{}`:                                                                    "must be a JSON array",
		`"x"`:                                                                   "must be a JSON array",
		`[{"field":"n","operator":"=","operator":">"}]`:                                   "stands twice",
		`[{"field":"n","operator":"=","value":"` + strings.Repeat("x", maxFilter) + `"}]`: "too large",
	} {
		got, err := parseFilter(text)
		if refused, is := errors.AsType[*fault.Error](err); !is || got != nil || !strings.Contains(refused.Error()+refused.Detail, want) {
			t.Errorf("%.80s: %v, %v", text, got, err)
		}
	}
	if _, err := parseFilter(`[{"field":"n","operator":"="},{"field":"n"}]`); fault.From(err).Index != 1 {
		t.Errorf("the second row is wrong, not %d: %v", fault.From(err).Index, err)
	}
}
