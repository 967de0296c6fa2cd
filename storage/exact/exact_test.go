package exact_test

import (
	"testing"

	"switchboard/storage/exact"
)

type nested struct {
	Inner map[string]struct {
		Read bool `json:"read"`
	} `json:"inner"`
	List []struct {
		Read bool `json:"read"`
	} `json:"list"`
}

func (n nested) reads() bool {
	for _, one := range n.List {
		if one.Read {
			return true
		}
	}
	return n.Inner["a"].Read
}

func TestNamesMatchByExactCase(t *testing.T) {
	for _, c := range []struct {
		text            string
		decode, lenient bool // accepted
		reads           bool
	}{
		{`{"inner":{"a":{"read":true}}}`, true, true, true},
		{`{"list":[{"read":true}]}`, true, true, true},
		{`{"inner":{"a":{"READ":true}}}`, false, true, false},
		{`{"inner":{"a":{"read":false,"READ":true}}}`, false, true, false},
		{`{"Inner":{"a":{"read":true}}}`, false, true, false},
		{`{"list":[{"Read":true}]}`, false, true, false},
		{`{"list":[{"\u0052ead":true}]}`, false, true, false},
		{`{"inner":{"a":{"read":false,"read":true}}}`, false, false, false},
		{`{"other":1}`, false, true, false},
		{`{} {}`, false, false, false},
		{`null`, true, true, false},
	} {
		var a, b nested
		if err := exact.Decode([]byte(c.text), &a); (err == nil) != c.decode || err == nil && a.reads() != c.reads {
			t.Errorf("Decode(%s): %+v, %v", c.text, a, err)
		}
		if err := exact.Lenient([]byte(c.text), &b); (err == nil) != c.lenient || err == nil && b.reads() != c.reads {
			t.Errorf("Lenient(%s): %+v, %v", c.text, b, err)
		}
	}
}
