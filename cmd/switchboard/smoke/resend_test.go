package smoke_test

import (
	"net/http"
	"testing"

	"switchboard/storage/id"
	"switchboard/storage/waittest"
)

// A user administrator cannot resend the invitation of a user with more
// rights: the email would go to an address that the administrator can change.
func TestResendingAnInvitationRequiresItsRights(t *testing.T) {
	p := start(t, nil)
	boss := p.signIn("admin")
	set := func(name string, system []string, objects map[string]any) id.ID {
		return boss.create("permission", map[string]any{"name": name, "system": system, "object_permissions": objects})
	}
	users := map[string]any{"create": true, "read": true, "update": true}
	keepers := set("Keepers", []string{"administer_users"}, map[string]any{"user": users, "note": map[string]any{"read": true}})
	keeper := p.signIn("agent4")
	body := map[string]any{"id": keeper.me(), "permissions": []id.ID{keepers}, "teams": []id.ID{}}
	if got := boss.Request(http.MethodPatch, "/v1/object/user", body, nil); got != http.StatusOK {
		t.Fatalf("make the keeper: %d", got)
	}
	waittest.Until(t, "the keeper to be no agent any more", func() bool {
		return keeper.Request(http.MethodGet, "/v1/object/contact?limit=1", nil, nil) == http.StatusForbidden
	})
	var key struct{ ID id.ID }
	if got := boss.Request(http.MethodPost, "/v1/api_key", map[string]any{"name": "Program"}, &key); got != http.StatusCreated {
		t.Fatalf("make a key: %d", got)
	}
	invite := func(name string, fields map[string]any) id.ID {
		fields["name"], fields["email"] = name, name+"@nowhere.test"
		return boss.create("user", fields)
	}
	lent := invite("lent", map[string]any{})
	boss.create("permission", map[string]any{ // gives a team's members access to the team's contacts
		"name": "Teamwork", "object_permissions": map[string]any{"contact": map[string]any{"read": true}}, "scopes": map[string]any{"contact": "team"},
	})
	boss.create("team", map[string]any{"name": "Theirs", "members": []id.ID{lent}})
	for _, c := range []struct {
		what   string
		user   id.ID
		keeper int
		boss   int
	}{
		{"no rights", invite("plain", map[string]any{}), http.StatusTooManyRequests, http.StatusTooManyRequests},
		{"the keeper's own", invite("equal", map[string]any{"permissions": []id.ID{keepers}}), http.StatusTooManyRequests, http.StatusTooManyRequests},
		{
			"a further right", invite("strong", map[string]any{"permissions": []id.ID{set("Calls", []string{"supervise_calls"}, map[string]any{})}}),
			http.StatusForbidden, http.StatusTooManyRequests,
		},
		{
			"further rows", invite("reader", map[string]any{"permissions": []id.ID{set("Contacts", nil, map[string]any{"contact": map[string]any{"read": true}})}}),
			http.StatusForbidden, http.StatusTooManyRequests,
		},
		{"a team that names the user", lent, http.StatusForbidden, http.StatusTooManyRequests},
		{"a superuser", invite("super", map[string]any{"is_superuser": true}), http.StatusForbidden, http.StatusTooManyRequests},
		{"a key", key.ID, http.StatusConflict, http.StatusConflict},
	} {
		// 429: the right is there, but the last email has just been sent.
		path := "/v1/invitation/" + c.user.String() + "/resend"
		if got := keeper.Request(http.MethodPost, path, nil, nil); got != c.keeper {
			t.Errorf("%s: the keeper gets %d", c.what, got)
		}
		if got := boss.Request(http.MethodPost, path, nil, nil); got != c.boss {
			t.Errorf("%s: a superuser gets %d", c.what, got)
		}
	}
}
