package rest

import (
	"reflect"
	"testing"

	"switchboard/actors/records"
)

// A filter in which nothing is wrong is read at once as row by row, and no other one is.
func TestAFilterIsReadAtOnceAsRowByRow(t *testing.T) {
	t.Parallel()
	for text, whole := range map[string]bool{
		`null`: true,
		`[]`:   true,
		`[{"field":"name","operator":"=","value":"Ann"}]`:                                          true,
		`[ {"value": [1, {"a" : null}] , "operator":"IN","field":"x"} ]`:                           true,
		`[{"field":"n","operator":">","value":9007199254740993},{"field":"n","operator":"EMPTY"}]`: true,
		`[{"field":"n","operator":"=","value":null}]`:                                              true,
		`[{"field":"n","operator":"=","value":"\u00e4\n"}]`:                                        true,
		`[{"Field":"n","operator":"="}]`:                                                           false,
		`[{"field":"n","operator":"=","other":1}]`:                                                 false,
		`[{"field":null,"operator":"="}]`:                                                          false,
		`[{"field":"n"}]`:                                                                          false,
		`[{"field":1,"operator":"="}]`:                                                             false,
		`[1]`:                                                                                      false,
		`[null]`:                                                                                   false,
		`{}`:                                                                                       false,
	} {
		got, is := wholeFilter(text)
		if is != whole {
			t.Errorf("%s is read at once: %v", text, is)
			continue
		}
		want, err := filterRows(text)
		if whole != (err == nil) {
			t.Errorf("%s row by row: %v", text, err)
		}
		if whole && !reflect.DeepEqual(append([]records.FilterRow{}, got...), want) {
			t.Errorf("%s is read as %+v at once and as %+v row by row", text, got, want)
		}
	}
}
