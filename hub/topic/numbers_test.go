package topic_test

import (
	"slices"
	"testing"

	"switchboard/actors/features"
	"switchboard/hub/topic"
	"switchboard/storage/entry"
)

// Which numbers are to be looked at again follows from the entry alone.
func TestWhoseStandingAnEntryMoves(t *testing.T) {
	c := topic.New(features.Registry())
	phone := func(number string) []byte { return []byte(`{"country_code":"+1","phone_number":"` + number + `"}`) }
	whole := entry.Fields{"do_not_call": []byte("true"), "phone": phone("+12065550101"), "second_phone": phone("+5491123456789")}
	both := []string{"number:+12065550101", "number:+5491123456789", "number:+541123456789"}
	for name, k := range map[string]struct {
		of   entry.Entry
		want []string
		all  bool
	}{
		"a contact who is barred":     {entry.Entry{Object: "contact", Op: entry.Updated, After: entry.Fields{"do_not_call": []byte("true")}, Record: whole}, both, false},
		"a contact who is renamed":    {entry.Entry{Object: "contact", Op: entry.Updated, After: entry.Fields{"name": []byte(`"x"`)}, Record: whole}, nil, false},
		"a new contact":               {entry.Entry{Object: "contact", Op: entry.Created, Record: whole}, both, false},
		"a number that moves":         {entry.Entry{Object: "contact", Op: entry.Updated, Before: entry.Fields{"phone": phone("+12065550102")}, After: entry.Fields{"phone": phone("+12065550103")}}, []string{"number:+12065550102", "number:+12065550103"}, false},
		"Mexico as it was written":    {entry.Entry{Object: "contact", Op: entry.Created, Record: entry.Fields{"phone": phone("+5215512345678")}}, []string{"number:+525512345678"}, false},
		"a contact who is deleted":    {entry.Entry{Object: "contact", Op: entry.Removed}, nil, true},
		"many contacts at once":       {entry.Entry{Object: "contact", Op: entry.Bulk}, nil, true},
		"a word about texts":          {entry.Entry{Object: "consent_event", Op: entry.Created, Record: entry.Fields{"kind": []byte(`"opt_out"`), "number": []byte(`"+12065550104"`)}}, []string{"number:+12065550104"}, false},
		"an object without numbers":   {entry.Entry{Object: "note", Op: entry.Removed}, nil, false},
		"an object that nobody knows": {entry.Entry{Object: "unheard_of", Op: entry.Removed}, nil, false},
	} {
		topics, all := c.Numbers(&k.of)
		var got []string
		for _, about := range topics {
			got = append(got, about.Name())
			if read, ok := c.Parse(about.Name()); !ok || read != about {
				t.Errorf("%s: %s is read as %+v", name, about.Name(), read)
			}
		}
		if all != k.all || !slices.Equal(got, k.want) {
			t.Errorf("%s: %v, all %t", name, got, all)
		}
	}
}

// A number has one topic, in the one spelling that the server uses.
func TestTopicsOfNumbers(t *testing.T) {
	c := topic.New(features.Registry())
	for name, want := range map[string]bool{
		"number:+12065550101": true, "number:12065550101": false, "number:+1206555010a": false, "number:+1": false,
		"number:+02065550101": false, "number:+5215512345678": false, "number:+525512345678": true, "number": false,
		"number:+1206555010112345678": false,
	} {
		if _, ok := c.Parse(name); ok != want {
			t.Errorf("%s is a topic: %t", name, ok)
		}
	}
}
