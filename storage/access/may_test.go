package access_test

import (
	"encoding/json"
	"maps"
	"reflect"
	"testing"

	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// A shown record says what may be done with it where that is less than with others of its
// object, and nothing where it is as much: most people's rows are as long as before.
func TestARowSaysWhatMayBeDoneWithIt(t *testing.T) {
	full := access.ObjectPermission{Read: true, Update: true, Delete: true}
	reading := access.ObjectPermission{Read: true}
	named := map[string]access.FieldPermission{"name": {Read: true, Update: true}, "company": {Read: true, Update: true}}
	mine := entry.Route{Owner: me}
	theirs := entry.Route{Owner: other}
	for what, one := range map[string]struct {
		p     access.Principal
		route entry.Route
		want  string // "" for nothing
	}{
		"a superuser":                       {principal(t, true), theirs, ""},
		"all rows":                          {principal(t, false, set("contact", full, access.ScopeAll, nil)), theirs, ""},
		"one's own, where nothing else is":  {principal(t, false, set("contact", full, access.ScopeOwn, nil)), mine, ""},
		"one's own among others":            {principal(t, false, set("contact", full, access.ScopeOwn, nil), set("contact", reading, access.ScopeAll, nil)), mine, ""},
		"a colleague's":                     {principal(t, false, set("contact", full, access.ScopeOwn, nil), set("contact", reading, access.ScopeAll, nil)), theirs, `{"update":[],"delete":false}`},
		"what is everywhere read alone":     {principal(t, false, set("contact", reading, access.ScopeAll, nil)), theirs, ""},
		"some fields of a colleague's":      {principal(t, false, set("contact", full, access.ScopeOwn, nil), set("contact", access.ObjectPermission{Read: true, Update: true}, access.ScopeAll, named)), theirs, `{"update":["company","name"],"delete":false}`},
		"a colleague's who may be deleted":  {principal(t, false, set("contact", full, access.ScopeOwn, nil), set("contact", access.ObjectPermission{Read: true, Delete: true}, access.ScopeAll, nil)), theirs, `{"update":[],"delete":true}`},
		"somebody of one's teams among all": {principal(t, false, set("contact", full, access.ScopeTeam, nil), set("contact", reading, access.ScopeAll, nil)), entry.Route{Owner: other, Teams: []id.ID{teamA}}, ""},
	} {
		item := row.Item{Route: one.route, Fields: entry.Fields{"id": json.RawMessage(`"x"`), "name": json.RawMessage(`"Carl"`),
			"owner": json.RawMessage(`{"id":"` + string(other) + `","name":"Ada"}`), "since": json.RawMessage(`"made since"`)}}
		shown := one.p.Rights("contact").Show(&item)
		if got := string(shown[access.RowRights]); got != one.want || string(shown["name"]) != `"Carl"` {
			t.Errorf("%s: %s, wanted %s", what, got, one.want)
		}
		given := row.Item{Route: one.route, Fields: maps.Clone(item.Fields)}
		if got := one.p.Rights("contact").Give(&given); !reflect.DeepEqual(got, shown) {
			t.Errorf("%s: given away it is %s, and shown %s", what, got, shown)
		}
		may := one.p.Rights("contact").Deletable(&item.Route)
		var said struct{ Delete *bool }
		_ = json.Unmarshal(shown[access.RowRights], &said)
		if says := said.Delete == nil && one.p.Rights("contact").MayDelete() || said.Delete != nil && *said.Delete; says != may {
			t.Errorf("%s: the row says that deleting is %v, and it is %v", what, says, may)
		}
	}
	out := principal(t, false, set("contact", full, access.ScopeOwn, nil))
	if got := out.Rights("contact").Sight(&theirs); got.Fields != nil || got.May != "" {
		t.Errorf("what is out of sight says %+v", got)
	}
}
