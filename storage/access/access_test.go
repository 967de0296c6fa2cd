package access_test

import (
	"encoding/json"
	"slices"
	"testing"

	"switchboard/actors/features"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/schema"
)

const (
	me    = id.ID("00000000-0000-7000-8000-000000000001")
	other = id.ID("00000000-0000-7000-8000-000000000002")
	teamA = id.ID("00000000-0000-7000-8000-00000000000a")
)

func principal(t *testing.T, superuser bool, sets ...access.PermissionSet) access.Principal {
	t.Helper()
	return access.Build(features.Registry(), access.Inputs{User: me, Superuser: superuser, Teams: []id.ID{teamA}, Sets: sets})
}

func set(object string, p access.ObjectPermission, scope access.Scope, fields map[string]access.FieldPermission) access.PermissionSet {
	s := access.PermissionSet{
		Objects: map[string]access.ObjectPermission{object: p},
		Scopes:  map[string]access.Scope{object: scope},
	}
	if fields != nil {
		s.Fields = map[string]map[string]access.FieldPermission{object: fields}
	}
	return s
}

func TestRowsByScope(t *testing.T) {
	read := access.ObjectPermission{Read: true}
	routes := map[string]entry.Route{
		"mine":    {Owner: me},
		"team's":  {Owner: other, Teams: []id.ID{teamA}},
		"other's": {Owner: other},
		"nobody":  {},
	}
	for scope, want := range map[access.Scope][]string{
		access.ScopeAll:  {"mine", "team's", "other's", "nobody"},
		"":               {"mine", "team's", "other's", "nobody"},
		access.ScopeTeam: {"mine", "team's"},
		access.ScopeOwn:  {"mine"},
		"Own":            {"mine"}, // what can't be read opens nothing
	} {
		p := principal(t, false, set("contact", read, scope, nil))
		for name, route := range routes {
			if got := p.Rights("contact").Visible(&route) != nil; got != slices.Contains(want, name) {
				t.Errorf("scope %q, %s: visible %v", scope, name, got)
			}
		}
	}
}

func TestWithoutAnySet(t *testing.T) {
	p := principal(t, false)
	if p.Rights("contact") != nil || p.Rights("session") != nil || p.Rights("nonsense") != nil {
		t.Fatal("objects without a right are open")
	}
	users := p.Rights("user")
	colleague := users.Visible(&entry.Route{Owner: other})
	if !slices.Equal(colleague.Names(), []string{"id", "is_active", "is_program", "name", "version"}) {
		t.Errorf("of a colleague one sees %v", colleague.Names())
	}
	if mine := users.Visible(&entry.Route{Owner: me}); !mine.Has("email") || mine.Has("account") {
		t.Errorf("of oneself one sees %v", mine.Names())
	}
	if users.Updatable(&entry.Route{Owner: me}).Has("is_superuser") || users.Updatable(&entry.Route{Owner: other}) != nil {
		t.Error("a user may change what he must not")
	}
	if users.Everywhere().Has("email") {
		t.Error("a filter could use colleagues' e-mail")
	}
	calls := p.Rights("call")
	if calls.Visible(&entry.Route{Owner: other}) != nil || !calls.Visible(&entry.Route{Candidates: []id.ID{other, me}}).Has("from_formatted") {
		t.Error("a call is seen exactly when it rings for one or is one's own")
	}
	if calls.Visible(&entry.Route{Owner: me}).Has("contact.name") {
		t.Error("the contact's name shows to one who may not read contacts")
	}
	chats := p.Rights("chat_message")
	if chats.Visible(&entry.Route{Owner: me}) != nil || chats.Visible(&entry.Route{Members: []id.ID{me}, Private: true}) == nil {
		t.Error("chat messages are the members'")
	}
}

func TestPrivateIsForMembers(t *testing.T) {
	for _, p := range []access.Principal{
		principal(t, true),
		principal(t, false, set("chat", access.ObjectPermission{Read: true}, access.ScopeAll, nil)),
	} {
		r := p.Rights("chat")
		if r.Visible(&entry.Route{Owner: me, Private: true, Members: []id.ID{other}}) != nil {
			t.Error("a private chat shows to one who is no member")
		}
		if r.Visible(&entry.Route{Private: true, Members: []id.ID{me}}) == nil {
			t.Error("a member does not see his private chat")
		}
	}
}

func TestFieldsAreAnAllowList(t *testing.T) {
	p := principal(t, false, set("contact", access.ObjectPermission{Read: true, Update: true}, access.ScopeAll, map[string]access.FieldPermission{
		"name": {Read: true}, "email": {Update: true, Read: true},
	}))
	r := p.Rights("contact")
	if got := r.Readable().Names(); !slices.Equal(got, []string{"email", "id", "name", "version"}) {
		t.Errorf("readable %v", got)
	}
	if got := r.Updatable(&entry.Route{}).Names(); !slices.Equal(got, []string{"email"}) {
		t.Errorf("updatable %v", got)
	}
}

func TestCreatableFields(t *testing.T) {
	creatable := func(given access.ObjectPermission, fields map[string]access.FieldPermission) *access.FieldSet {
		p := principal(t, false, set("contact", given, access.ScopeAll, fields))
		return p.Rights("contact").Creatable()
	}
	all := creatable(access.ObjectPermission{Create: true}, nil)
	if !all.Has("phone") || all.Has("merged_into") || all.Has("created_date") {
		t.Errorf("without an entry every settable field, and no other: %v", all.Names())
	}
	some := creatable(access.ObjectPermission{Create: true}, map[string]access.FieldPermission{
		"name": {Read: true, Update: true}, "email": {Read: true},
	})
	if !slices.Equal(some.Names(), []string{"name"}) {
		t.Errorf("with an entry its updatable fields: %v", some.Names())
	}
	if creatable(access.ObjectPermission{Read: true}, nil) != nil {
		t.Error("creatable without the right to create")
	}
}

func TestSetsAreUnited(t *testing.T) {
	p := principal(t, false,
		set("contact", access.ObjectPermission{Read: true}, access.ScopeAll, map[string]access.FieldPermission{"name": {Read: true}}),
		set("contact", access.ObjectPermission{Read: true, Update: true}, access.ScopeOwn, nil),
	)
	r := p.Rights("contact")
	if r.Visible(&entry.Route{Owner: other}).Has("phone") || !r.Visible(&entry.Route{Owner: me}).Has("phone") {
		t.Error("own rows must show more than others'")
	}
	if r.Updatable(&entry.Route{Owner: other}) != nil {
		t.Error("others' rows must not be changed")
	}
}

func TestParsePermissionSet(t *testing.T) {
	s, err := access.ParsePermissionSet(
		json.RawMessage(`{"contact":{"read":true}}`),
		json.RawMessage(`{"contact":{"all_fields":true,"email":{"update":true}}}`),
		json.RawMessage(`{"contact":"own"}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	if f := s.Fields["contact"]["email"]; !f.Read || !f.Update {
		t.Error("update implies read")
	}
	if f := s.Fields["contact"][access.AllFields]; !f.Read || !f.Update {
		t.Error("a boolean all_fields means both")
	}
	if _, err := access.ParsePermissionSet(json.RawMessage(`{"contact":7}`), nil, nil, nil); err == nil {
		t.Error("nonsense was taken")
	}
}

func TestProjectHidesFieldsAndNames(t *testing.T) {
	registry := features.Registry()
	fields := entry.Fields{
		"id": json.RawMessage(`"1"`), "user": json.RawMessage(`{"id":"u","name":"Ann"}`),
		"contact": json.RawMessage(`{"id":"c","name":"Secret"}`), "legs": json.RawMessage(`[]`),
		"candidates": json.RawMessage(`[{"id":"u","name":"Ann"}]`),
	}
	p := principal(t, false)
	got := access.Project(registry.Object("call"), fields, p.Rights("call").Visible(&entry.Route{Owner: me}))
	raw, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"candidates":[{"id":"u","name":"Ann"}],"contact":{"id":"c"},"id":"1","user":{"id":"u","name":"Ann"}}`; string(raw) != want {
		t.Errorf("got %s", raw)
	}
}

func TestKeyFollowsRights(t *testing.T) {
	a := principal(t, false, set("contact", access.ObjectPermission{Read: true}, access.ScopeAll, nil))
	b := principal(t, false, set("contact", access.ObjectPermission{Read: true}, access.ScopeOwn, nil))
	again := principal(t, false, set("contact", access.ObjectPermission{Read: true}, access.ScopeAll, nil))
	if a.Key() == b.Key() || a.Key() != again.Key() {
		t.Error("the key must tell rights apart and nothing else")
	}
}

func TestAPermissionSetSaysWhatItMeans(t *testing.T) {
	check := func(objects, fields, scopes string, system ...string) error {
		return access.CheckPermissionSet(features.Registry(), json.RawMessage(objects), json.RawMessage(fields), json.RawMessage(scopes), system)
	}
	if err := check(`{"contact":{"read":true}}`, `{"contact":{"all_fields":true,"name":{"read":true}}}`, `{"contact":"own"}`, access.MassUpdate); err != nil {
		t.Error(err)
	}
	if err := check("", "null", ""); err != nil {
		t.Error(err)
	}
	for name, err := range map[string]error{
		"object_permissions":       check(`[1]`, "", ""),
		"unknown object":           check(`{"contacts":{"read":true}}`, "", ""),
		"internal object":          check(`{"session":{"read":true}}`, "", ""),
		"unknown right":            check(`{"contact":{"raed":true}}`, "", ""),
		"unknown field":            check("", `{"contact":{"nothing":{"read":true}}}`, ""),
		"internal field":           check("", `{"call":{"legs":{"read":true}}}`, ""),
		"object_field_permissions": check("", `{"contact":[]}`, ""),
		"unknown scope":            check("", "", `{"contact":"Own"}`),
		"scope of nothing":         check("", "", `{"x":"own"}`),
		"unknown system right":     check("", "", "", "root"),
	} {
		if fault.From(err).Code != fault.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A note may refer to any record: its name is shown to who reads that object's
// names, and that of a chat, which may be private, to nobody this way.
func TestTheNameInAReferenceToAnyObject(t *testing.T) {
	p := access.Build(features.Registry(), access.Inputs{User: me, Sets: []access.PermissionSet{{Objects: map[string]access.ObjectPermission{
		"note": {Read: true}, "contact": {Read: true}, "chat": {Read: true},
	}}}})
	note := features.Registry().Object("note")
	visible := p.Rights("note").Visible(&entry.Route{})
	for object, want := range map[string]bool{"contact": true, "call": false, "chat": false, "session": false} {
		value := json.RawMessage(`{"schema":"` + object + `","id":"` + string(other) + `","name":"Secret"}`)
		var got schema.AnyObjectValue
		if err := json.Unmarshal(access.Project(note, entry.Fields{"related_to": value}, visible)["related_to"], &got); err != nil {
			t.Fatal(err)
		}
		if got.ID != other || got.Schema != object || (got.Name == "Secret") != want {
			t.Errorf("%s: shown %+v", object, got)
		}
	}
	if got := access.Project(note, entry.Fields{"related_to": json.RawMessage("null")}, visible)["related_to"]; string(got) != "null" {
		t.Errorf("nothing became %s", got)
	}
}
