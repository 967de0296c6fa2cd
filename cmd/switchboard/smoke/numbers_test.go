package smoke_test

import (
	"net/http"
	"testing"

	"switchboard/storage/waittest"
)

// standing is what the topic of a number tells.
type standing struct {
	Barred   *bool `json:"barred"`
	OptedOut *bool `json:"opted_out"`
}

func (s *socket) standing(number string) (got standing, code string) {
	s.t.Helper()
	var ack struct {
		Snapshot standing
		Error    struct{ Code string }
	}
	s.ask("subscribe", map[string]any{"topic": "number:" + number}, &ack)
	return ack.Snapshot, ack.Error.Code
}

// awaits waits until one is asked to look at a number again, and it stands so.
func (s *socket) awaits(number string, change func(), want func(standing) bool) {
	s.t.Helper()
	s.standing(number) // nobody is asked twice to look
	before := s.resyncs("number:" + number)
	change()
	waittest.Until(s.t, "the number to stand otherwise", func() bool {
		if s.resyncs("number:"+number) <= before {
			return false
		}
		got, _ := s.standing(number)
		return want(got)
	})
}

// Who may call or text is told live which numbers are barred, though no contact is theirs to
// read; who may do neither is told nothing.
func TestNumbersAreBarredLive(t *testing.T) {
	p := start(t, nil)
	admin := p.signIn("admin")
	role := admin.create("permission", map[string]any{"name": "Dials", "object_permissions": map[string]any{"call": map[string]any{"create": true}}})
	nobody, dials := p.plain(admin), p.signIn("agent4")
	if got := admin.Request(http.MethodPatch, "/v1/object/user", map[string]any{"id": dials.me(), "permissions": []any{role}}, nil); got != http.StatusOK {
		t.Fatalf("grant: %d", got)
	}
	waittest.Until(t, "contacts to be hidden", func() bool {
		return dials.Request(http.MethodGet, "/v1/object/contact?limit=1", nil, nil) == http.StatusForbidden
	})
	const first, second = "+12065558301", "+12065558302"
	phone := func(number string) map[string]any {
		return map[string]any{"country_code": "+1", "phone_number": number}
	}
	contact := admin.create("contact", map[string]any{"name": "Hidden", "phone": phone(first)})
	patch := func(fields map[string]any) func() {
		return func() {
			fields["id"] = contact
			if got := admin.Request(http.MethodPatch, "/v1/object/contact", fields, nil); got != http.StatusOK {
				t.Fatalf("%v: %d", fields, got)
			}
		}
	}
	s := dials.connect()
	for _, number := range []string{first, second} {
		if got, code := s.standing(number); code != "" || got.Barred == nil || *got.Barred || got.OptedOut != nil {
			t.Fatalf("%s stands as %+v, %s", number, got, code)
		}
	}
	is := func(want bool) func(standing) bool {
		return func(got standing) bool { return got.Barred != nil && *got.Barred == want }
	}
	s.awaits(first, patch(map[string]any{"do_not_call": true}), is(true))
	s.awaits(second, patch(map[string]any{"second_phone": phone(second)}), is(true))
	s.awaits(first, patch(map[string]any{"phone": nil}), is(false))
	s.awaits(second, func() {
		if got := admin.Request(http.MethodDelete, "/v1/object/contact/"+contact.String(), nil, nil); got != http.StatusNoContent && got != http.StatusOK {
			t.Fatalf("delete: %d", got)
		}
	}, is(false))
	if got := len(s.changes); got > 0 {
		t.Errorf("%d changes were told of a contact that is hidden", got)
	}
	other := admin.connect()
	if got, _ := other.standing(first); got.OptedOut == nil || *got.OptedOut {
		t.Fatalf("to who may text it stands as %+v", got)
	}
	other.awaits(first, func() {
		admin.create("contact", map[string]any{"name": "Declined", "phone": phone(first), "sms_opt_in": false})
	}, func(got standing) bool { return got.OptedOut != nil && *got.OptedOut })
	if _, code := nobody.connect().standing(first); code != "forbidden" {
		t.Errorf("who may neither call nor text got %q", code)
	}
}
