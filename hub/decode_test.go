package hub_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"switchboard/hub"
	"switchboard/storage/fault"
)

func TestDecodeIsStrict(t *testing.T) {
	type target struct {
		Name string `json:"name"`
		N    int    `json:"n,omitempty"`
	}
	const spaced = " {\t\"name\" :\n\"a\" , \"n\" : 1 } "
	for payload, code := range map[string]fault.Code{
		`{}`:                           "",
		spaced:                         "",
		`{"na\u006de":"a"}`:            "",
		`{"name":"a","na\u006de":"b"}`: fault.Malformed,
		`{"name":"a","name":"b"}`:      fault.Malformed,
		`{"Name":"a"}`:                 fault.Invalid,
		`{"name":1}`:                   fault.Invalid,
		`{"more":1}`:                   fault.Invalid,
		`{"name":"a"}{}`:               fault.Malformed,
		`{"name":"a"`:                  fault.Malformed,
		`[]`:                           fault.Malformed,
		`null`:                         fault.Malformed,
		``:                             fault.Malformed,
		`{"name":"a","n":1e400}`:       fault.Invalid,
	} {
		var out target
		err := hub.Decode(json.RawMessage(payload), &out)
		if code == "" && err != nil || code != "" && !fault.Is(err, code) {
			t.Errorf("%s: %v, want %q", payload, err, code)
		}
	}
}

func TestCheckObject(t *testing.T) {
	var wide []string
	for i := range 100 {
		wide = append(wide, fmt.Sprintf(`"k%d":%d`, i, i))
	}
	for payload, ok := range map[string]bool{
		`{"a":[{"b":1},{"b":2}],"b":{"a":"}{\"","c":[[],{}]},"d":-1.5e3,"e":null,"f":true}`: true,
		`{"a":[{"b":1,"b":2}]}`:                                           false,
		`{"a":{"b":{"c":1,"c":1}}}`:                                       false,
		`{` + strings.Join(wide, ",") + `}`:                               true,
		`{` + strings.Join(append(wide, `"k7":1`), ",") + `}`:             false,
		`{"a":` + strings.Repeat("[", 30) + strings.Repeat("]", 30) + `}`: true,
		`{"a":` + strings.Repeat("[", 40) + strings.Repeat("]", 40) + `}`: false,
		strings.Repeat(`{"a":`, 40) + "1" + strings.Repeat("}", 40):       false,
	} {
		if err := hub.CheckObject(json.RawMessage(payload)); (err == nil) != ok {
			t.Errorf("%.80s: %v", payload, err)
		}
	}
}

// FuzzCheckObject holds: nothing panics, and what is let through is an object
// that means the same to any reader, since no key stands twice.
func FuzzCheckObject(f *testing.F) {
	for _, s := range []string{`{}`, `{"a":[1,{"b":"\""}]}`, `{"a":1,"\u0061":2}`, ` {"a" : {} } `, `{"a":[[],[{}]]}`, `[`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, payload []byte) {
		if hub.CheckObject(payload) != nil {
			return
		}
		var out map[string]json.RawMessage
		if err := json.Unmarshal(payload, &out); err != nil {
			t.Fatalf("%q: %v", payload, err)
		}
	})
}
