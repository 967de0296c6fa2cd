package access_test

import (
	"testing"

	"switchboard/actors/features"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
)

// Each field of a change is accepted, ignored, refused, or unknown to the principal.
func TestChange(t *testing.T) {
	const taken, passed, refused, unknown = "taken", "passed over", "refused", "unknown"
	verdict := func(c access.Change, object, field string) string {
		f := features.Registry().Object(object).Field(field)
		if !c.Knows(f) {
			return unknown
		}
		takes, err := c.Takes(f)
		switch {
		case fault.Is(err, fault.Forbidden):
			return refused
		case takes:
			return taken
		default:
			return passed
		}
	}
	editor := set("user", access.ObjectPermission{Read: true, Update: true}, access.ScopeAll, nil)
	administrator := editor
	administrator.System = []string{access.AdministerUsers}
	mine, theirs := entry.Route{Owner: me}, entry.Route{Owner: other}
	for _, c := range []struct {
		sets  []access.PermissionSet
		super bool
		route entry.Route
		field string
		want  string
	}{
		{nil, false, mine, "first_name", taken},
		{nil, false, mine, "email", passed}, // the user sends their whole own record
		{nil, false, mine, "is_active", refused},
		{nil, false, mine, "is_superuser", refused},
		{nil, false, mine, "account", unknown},
		{nil, false, mine, "version", passed},
		{nil, false, theirs, "name", refused},
		{nil, false, theirs, "first_name", unknown},
		{[]access.PermissionSet{editor}, false, theirs, "first_name", taken},
		{[]access.PermissionSet{editor}, false, theirs, "last_seen", passed},
		{[]access.PermissionSet{editor}, false, theirs, "is_active", refused},
		{[]access.PermissionSet{administrator}, false, theirs, "is_active", taken},
		{[]access.PermissionSet{administrator}, false, theirs, "is_superuser", refused},
		{nil, true, theirs, "is_superuser", taken},
	} {
		p := principal(t, c.super, c.sets...)
		if got := verdict(p.Rights("user").Changing(&p, &c.route), "user", c.field); got != c.want {
			t.Errorf("%s with %d sets, superuser %v, of himself %v: %s, want %s", c.field, len(c.sets), c.super, c.route.Owner == me, got, c.want)
		}
	}
	maker := principal(t, false, set("user", access.ObjectPermission{Create: true}, access.ScopeAll, nil))
	for field, want := range map[string]string{"first_name": taken, "is_active": refused, "account": unknown} {
		if got := verdict(maker.Rights("user").Creating(&maker), "user", field); got != want {
			t.Errorf("a new user's %s: %s, want %s", field, got, want)
		}
	}
}

// A principal without write access to an object gets the same error on every path.
func TestWhoMayWriteAnObject(t *testing.T) {
	nobody := principal(t, false)
	reader := principal(t, false, set("contact", access.ObjectPermission{Read: true}, access.ScopeAll, nil))
	writer := principal(t, false, set("contact", access.ObjectPermission{Read: true, Create: true, Update: true, Delete: true}, access.ScopeAll, nil))
	teams := principal(t, false, set("team", access.ObjectPermission{Read: true, Create: true, Update: true, Delete: true}, access.ScopeAll, nil))
	administrator := principal(t, false) // everyone may see records that name them
	pages := principal(t, false, set("app_page", access.ObjectPermission{Read: true, Create: true, Update: true, Delete: true}, access.ScopeAll, nil))
	for what, c := range map[string]struct {
		err  error
		says string
	}{
		"calling":                            {nobody.MayCreate("call"), "You may not make calls."},
		"creating by a reader":               {reader.MayCreate("contact"), "You don't have permission to create a record of Contact"},
		"creating":                           {writer.MayCreate("contact"), ""},
		"changing by a reader":               {reader.MayChange("contact"), "You don't have permission to change a record of Contact"},
		"changing":                           {writer.MayChange("contact"), ""},
		"choosing to be left be":             {nobody.MayChange("user"), ""},
		"deleting by a reader":               {reader.MayDelete("contact"), "You don't have permission to delete a record of Contact"},
		"deleting":                           {writer.MayDelete("contact"), ""},
		"deleting what is kept":              {nobody.MayDelete("call"), "Calls are kept for their history."},
		"teams without the right":            {teams.MayChange("team"), "You need the system right administer_users to change teams"},
		"sets by no superuser":               {nobody.MayDelete("permission"), "Only a superuser may change permission sets"},
		"an app, by its administrator":       {administrator.MayChange("app"), ""},
		"making one, by an administrator":    {administrator.MayCreate("app"), "Only a superuser may change apps"},
		"removing his, by its administrator": {administrator.MayDelete("app"), "Only a superuser may change apps"},
		"what only superusers write, by set": {pages.MayChange("app_page"), "Only a superuser, or who administers their app, may change app pages"},
	} {
		if detail := fault.From(c.err); c.says == "" && c.err != nil || c.says != "" && (c.err == nil || detail.Detail != c.says) {
			t.Errorf("%s: %v, want %q", what, c.err, c.says)
		}
	}
}
