package schema_test

import (
	"encoding/json"
	"strings"
	"testing"

	"switchboard/actors/features"
	"switchboard/storage/entry"
	"switchboard/storage/schema"
)

func TestObjectsOfTheProduct(t *testing.T) {
	r := features.Registry()
	if n := len(r.Objects()); n != 56 {
		t.Errorf("%d objects, want 56", n)
	}
	for _, o := range r.Objects() {
		for _, name := range []string{"id", "name", "owner", "created_date", "modified_date", "created_by", "modified_by", "updated_by", "version"} {
			if o.Field(name) == nil {
				t.Errorf("%s lacks %s", o.APIName, name)
			}
		}
		for _, f := range o.Fields {
			if f.Title == "" || f.Type == nil {
				t.Errorf("%s.%s lacks a title or a type", o.APIName, f.Name)
			}
			if f.Derived != nil {
				for _, from := range f.Derived.From {
					if o.Field(from) == nil {
						t.Errorf("%s.%s is derived from unknown %s", o.APIName, f.Name, from)
					}
				}
			}
		}
	}
	for _, name := range []string{"session", "invitation"} {
		if !r.Object(name).Internal {
			t.Errorf("%s must be internal", name)
		}
	}
}

// people are the least that a registry holds.
func people() []*schema.Object {
	return []*schema.Object{
		{APIName: "user", Role: schema.Person, Route: schema.RouteRule{Owner: "id"}, Fields: []*schema.Field{
			{Name: "is_active", Type: schema.Boolean},
			{Name: "teams", Type: schema.LookupList, Target: "team", Grants: schema.GrantsTeams},
		}},
		{APIName: "team", Role: schema.Team, Fields: []*schema.Field{
			{Name: "members", Type: schema.LookupList, Target: "user", Grants: schema.GrantsMembers},
		}},
	}
}

func TestRegistryRefuses(t *testing.T) {
	if _, err := schema.NewRegistry(people()...); err != nil {
		t.Fatal(err)
	}
	text := []*schema.Field{{Name: "b", Type: schema.Text}}
	for want, o := range map[string]*schema.Object{
		"bad or double object name":       {APIName: "Bad Name"},
		"refers to unknown object":        {APIName: "a", Fields: []*schema.Field{{Name: "b", Type: schema.Lookup, Target: "nothing"}}},
		"double field":                    {APIName: "a", Fields: append(text, text...)},
		"routes by unknown field":         {APIName: "a", Route: schema.RouteRule{Members: "none"}},
		"belong to apps by b":             {APIName: "a", SuperuserOnly: true, Route: schema.RouteRule{App: "b"}, Fields: []*schema.Field{{Name: "b", Type: schema.Lookup, Target: "team"}}},
		"so is user":                      {APIName: "a", Role: schema.Person, Route: people()[0].Route, Fields: people()[0].Fields},
		"it doesn't own itself":           {APIName: "a", Role: schema.Person},
		"no field of it makes members":    {APIName: "a", Role: schema.Team},
		"it has no revoked_date":          {APIName: "a", Role: schema.Session},
		`its topic is ""`:                 {APIName: "a", Role: schema.Thread, Route: schema.RouteRule{Thread: "id"}},
		`its topic is "a"`:                {APIName: "a", Topic: "a"},
		`its topic is "A:b"`:              {APIName: "a", Role: schema.Ongoing, Topic: "A:b"},
		`it routes by the thread ""`:      {APIName: "a", Role: schema.Part},
		`it routes by the thread "b"`:     {APIName: "a", Route: schema.RouteRule{Thread: "b"}, Fields: text},
		"nothing says which records":      {APIName: "a", Role: schema.Ongoing, Topic: "a"},
		"something of its field \"none\"": {APIName: "a", Mine: &schema.Mine{Changes: []string{"none"}}},
		"of its field \"gone\"":           {APIName: "a", Base: []schema.Grant{{Relation: schema.ToAll, Update: []string{"gone"}}}},
	} {
		if _, err := schema.NewRegistry(append(people(), o)...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want: %s", err, want)
		}
	}
	if _, err := schema.NewRegistry(&schema.Object{APIName: "a"}); err == nil {
		t.Error("a registry without people was taken")
	}
}

func TestUnreadIsDerived(t *testing.T) {
	r := features.Registry()
	conversation := r.Object("twilio_conversation").Field("unread_messages").Derived.Compute
	for _, c := range []struct{ last, read, want string }{{"5", "2", "3"}, {"2", "5", "0"}, {"null", "null", "0"}, {"4", "", "4"}} {
		got := string(conversation(entry.Fields{"last_number": json.RawMessage(c.last), "read_number": json.RawMessage(c.read)}))
		if got != c.want {
			t.Errorf("last %s read %s: %s, want %s", c.last, c.read, got, c.want)
		}
	}
	chat := r.Object("chat").Field("unread_messages").Derived.Compute
	got := string(chat(entry.Fields{
		"last_number": json.RawMessage("3"), "members": json.RawMessage(`[{"id":"a","name":"A"},{"id":"b"}]`),
		"read_numbers": json.RawMessage(`{"a":3}`), "unread_replies": json.RawMessage(`{"a":{"m":1,"n":2},"gone":{"m":1}}`),
	}))
	if got != `{"a":3,"b":3}` {
		t.Errorf("chat unread %s", got)
	}
}

func TestDoNotDisturbIsDerived(t *testing.T) {
	dnd := features.Registry().Object("user").Field("do_not_disturb").Derived.Compute
	for availability, want := range map[string]string{
		`{"call_availability":{"call_status":"do_not_disturb"}}`: "true",
		`{"call_availability":{"call_status":"available"}}`:      "false",
		`null`: "false", `{}`: "false",
	} {
		if got := string(dnd(entry.Fields{"availability": json.RawMessage(availability)})); got != want {
			t.Errorf("%s: %s", strings.TrimSpace(availability), got)
		}
	}
}
