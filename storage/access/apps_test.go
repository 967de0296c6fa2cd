package access_test

import (
	"testing"

	"switchboard/actors/features"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
)

// What belongs to an app is its administrators' to read and write, and nothing else of the
// object is.
func TestWhatBelongsToAnApp(t *testing.T) {
	ours, theirs := id.New(), id.New()
	of := func(superuser bool, sets []access.PermissionSet, apps ...id.ID) access.Principal {
		return access.Build(features.Registry(), access.Inputs{User: me, Superuser: superuser, Apps: apps, Sets: sets})
	}
	readers := []access.PermissionSet{set("app_page", access.ObjectPermission{Create: true, Read: true, Update: true, Delete: true}, access.ScopeAll, nil)}
	ownReaders := []access.PermissionSet{set("app_page", access.ObjectPermission{Read: true}, access.ScopeOwn, nil)}
	for what, one := range map[string]struct {
		p             access.Principal
		route         entry.Route
		sees, changes bool
	}{
		"its administrator":                       {of(false, nil, theirs, ours), entry.Route{App: ours}, true, true},
		"another's":                               {of(false, nil, theirs), entry.Route{App: ours}, false, false},
		"of no app":                               {of(false, nil, ours), entry.Route{}, false, false},
		"nobody's administrator":                  {of(false, nil), entry.Route{App: ours}, false, false},
		"a reader of all, by a set":               {of(false, readers), entry.Route{App: ours}, true, false},
		"a reader who administers another":        {of(false, readers, theirs), entry.Route{App: ours}, true, false},
		"a reader who administers it":             {of(false, readers, ours), entry.Route{App: ours}, true, true},
		"a reader of his own":                     {of(false, ownReaders, ours), entry.Route{Owner: me, App: theirs}, true, false},
		"a superuser":                             {of(true, nil), entry.Route{App: ours}, true, true},
		"a superuser, who administers another":    {of(true, nil, theirs), entry.Route{App: ours}, true, true},
		"a superuser, of no app":                  {of(true, nil), entry.Route{}, true, true},
		"its administrator, though he owns it":    {of(false, nil, ours), entry.Route{Owner: other, App: ours}, true, true},
		"its owner, who administers nothing else": {of(false, nil), entry.Route{Owner: me, App: ours}, false, false},
	} {
		r := one.p.Rights("app_page")
		sees, changes := r.Visible(&one.route) != nil, r.Updatable(&one.route).Has("data")
		if sees != one.sees || changes != one.changes || r.Deletable(&one.route) != one.changes {
			t.Errorf("%s: seen %v, changed %v", what, sees, changes)
		}
		// The hub decides once for all of the same profile and standing.
		if as := r.VisibleAs(&one.route, access.StandingOf(&one.route, me)); (as != nil) != one.sees {
			t.Errorf("%s: the hub shows it: %v", what, as != nil)
		}
	}
	a, b := of(false, nil, ours), of(false, nil, theirs)
	if a.Rights("app_page").Profile() == b.Rights("app_page").Profile() || a.Key() == b.Key() {
		t.Error("administrators of two apps pass for the same reader")
	}
}

// A record is put into an app that one administers alone, and by no set into any other.
func TestWhoMayPutARecordIntoAnApp(t *testing.T) {
	ours, theirs := id.New(), id.New()
	pages, contacts := features.Registry().Object("app_page"), features.Registry().Object("contact")
	ann := access.Build(features.Registry(), access.Inputs{User: me, Apps: []id.ID{ours}})
	boss := access.Build(features.Registry(), access.Inputs{User: me, Superuser: true})
	for what, err := range map[string]error{
		"one's own app": ann.MayPlace(pages, ours), "what belongs to no apps": ann.MayPlace(contacts, ""),
		"a superuser": boss.MayPlace(pages, theirs), "a superuser, into none": boss.MayPlace(pages, ""),
		"making": ann.MayCreate("app_page"), "changing": ann.MayChange("app_page"), "deleting": ann.MayDelete("app_page"),
	} {
		if err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	nobody := access.Build(features.Registry(), access.Inputs{User: me})
	for what, err := range map[string]error{
		"another app": ann.MayPlace(pages, theirs), "no app": ann.MayPlace(pages, ""), "who administers none": nobody.MayPlace(pages, ""),
		"making": nobody.MayCreate("app_page"), "changing": nobody.MayChange("app_page"), "deleting": nobody.MayDelete("app_page"),
	} {
		if err == nil {
			t.Errorf("%s is not refused", what)
		}
	}
}
