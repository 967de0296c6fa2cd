package rest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"switchboard/actors/subscribers"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// subscribing is an organization in which people subscribe to contacts: agents see their own,
// supervisors all.
type subscribing struct {
	*world

	ann, bob, boss, superuser, plain *person
	anns, bobs                       id.ID // their contacts
}

func newSubscribing(t *testing.T) *subscribing {
	w := newWorld(t)
	for object, reviewer := range subscribers.Reviewers(w.store, w.accounts.Principals) {
		w.records.Review(object, reviewer)
	}
	agents := w.put("permission", row.Fields{"name": "Agents", "object_permissions": json.RawMessage(`{"contact":{"read":true}}`), "scopes": json.RawMessage(`{"contact":"own"}`)})
	supervisors := w.put("permission", row.Fields{
		"name": "Supervisors", "object_permissions": json.RawMessage(`{"contact":{"read":true},"notification_subscriber":{"create":true,"read":true,"update":true,"delete":true}}`),
	})
	person := func(name string, sets ...id.ID) *person { return w.person(name, row.Fields{"permissions": sets}) }
	s := &subscribing{world: w, ann: person("Ann", agents), bob: person("Bob", agents), boss: person("Sue", supervisors), plain: person("Plain"), superuser: boss(w)}
	s.anns = w.put("contact", row.Fields{"name": "Dana", "owner": s.ann.id})
	s.bobs = w.put("contact", row.Fields{"name": "Eve", "owner": s.bob.id})
	return s
}

// subscription is the body of one.
func subscription(user, contact id.ID, setting string) string {
	return fmt.Sprintf(`{"user":{"id":%q},"record_id":%q,"object":{"schema_api_name":"contact"},"notification_setting":%q}`, user, contact, setting)
}

const subscriberPath = "/v1/object/notification_subscriber"

func (p *person) subscribes(user, contact id.ID, setting string) string {
	p.t.Helper()
	return p.do("POST", subscriberPath, subscription(user, contact, setting)).is(http.StatusOK).rows()[0]["id"].(string)
}

// Users can subscribe to records they may read, pause the subscription and end it.
func TestUsersManageTheirOwnSubscriptions(t *testing.T) {
	s := newSubscribing(t)
	one := s.ann.subscribes(s.ann.id, s.anns, "Inbound SMS Alert")
	two := s.ann.subscribes(s.ann.id, s.anns, "SMS Outbound") // another setting is another subscription
	rows := s.ann.ask("SELECT * FROM notification_subscriber WHERE record_id = '" + string(s.anns) + "' ORDER BY notification_setting")
	if got := valuesOf(rows, "id"); got != one+" "+two {
		t.Fatalf("by record_id: %s, not %s %s", got, one, two)
	}
	of := rows[0]["object"].(object)
	if of["name"] != "Contact" || of["schema_api_name"] != "contact" || of["schema_title"] != "Contact" || of["id"] == nil || of["schema_id"] != of["id"] || rows[0]["active"] != true {
		t.Errorf("it is shown as %v", rows[0])
	}
	if user := rows[0]["user"].(object); user["id"] != string(s.ann.id) {
		t.Errorf("its user is %v", user)
	}
	if _, shown := rows[0]["record"]; shown {
		t.Errorf("the reference is shown: %v", rows[0])
	}

	again := s.ann.do("POST", subscriberPath, subscription(s.ann.id, id.ID(strings.ToUpper(string(s.anns))), "SMS Outbound")).problem(http.StatusConflict)
	if again.Errors["record_id"] == nil || again.Detail != "This user is already a subscriber of this record with this notification setting." {
		t.Errorf("the same again: %+v", again)
	}
	s.ann.do("PATCH", subscriberPath, `[{"id":"`+two+`","notification_setting":"Inbound SMS Alert"}]`).problem(http.StatusConflict)
	for _, active := range []bool{false, true} {
		got := s.ann.do("PATCH", subscriberPath, fmt.Sprintf(`[{"id":%q,"active":%t}]`, one, active)).is(http.StatusOK).rows()[0]
		if got["active"] != active {
			t.Errorf("active is %v, not %t", got["active"], active)
		}
	}
	for field, body := range map[string]string{
		"User":   `[{"id":"` + one + `","user":"` + string(s.bob.id) + `"}]`,
		"Record": `[{"id":"` + one + `","record_id":"` + string(s.bobs) + `"}]`,
		"Object": `[{"id":"` + one + `","object":"user"}]`,
	} {
		if got := s.ann.do("PATCH", subscriberPath, body).problem(http.StatusForbidden); got.Detail != "You may not change "+field+"." {
			t.Errorf("%s: %q", field, got.Detail)
		}
	}
	s.ann.do("DELETE", subscriberPath+"?ids="+one+","+two, "").is(http.StatusNoContent)
	s.ann.do("DELETE", subscriberPath+"?ids="+one, "").problem(http.StatusNotFound)
	s.ann.subscribes(s.ann.id, s.anns, "SMS Outbound") // what was taken back can be had again
}

// Users can't be subscribed to records they may not read, and only by users who may change their
// subscriptions.
func TestSubscribingNeedsRightsToRecordAndUser(t *testing.T) {
	s := newSubscribing(t)
	gone := s.put("user", row.Fields{"name": "Gone", "email": "gone@desk.test", "is_active": false})
	for _, c := range []struct {
		about         string
		by            *person
		user, contact id.ID
		status        int
		says          string
	}{
		{"himself", s.bob, s.bob.id, s.bobs, 200, ""},
		{"himself, to what he can't see", s.bob, s.bob.id, s.anns, 422, "Record names a record of contact that does not exist or that you can't see."},
		{"himself, to nothing", s.bob, s.bob.id, id.New(), 422, "Record names a record of contact that does not exist or that you can't see."},
		{"himself, without a right to contacts", s.plain, s.plain.id, s.anns, 422, "Object names an object that does not exist or that you can't read: contact"},
		{"a colleague", s.bob, s.ann.id, s.bobs, 403, "You can only subscribe yourself."},
		{"an agent, by a supervisor", s.boss, s.ann.id, s.anns, 200, ""},
		{"an agent, by a supervisor, to what the agent can't see", s.boss, s.ann.id, s.bobs, 422, "Record names a record of contact that does not exist or that this user can't see."},
		{"who left", s.superuser, gone, s.anns, 422, "This user is inactive. Choose another."},
		{"anybody, by a superuser", s.superuser, s.bob.id, s.bobs, 409, "This user is already a subscriber of this record with this notification setting."},
	} {
		a := c.by.do("POST", subscriberPath, subscription(c.user, c.contact, "Chat Updated"))
		if a.status != c.status || c.says != "" && !strings.Contains(string(a.body), c.says) {
			t.Errorf("%s: %d %s, not %d %s", c.about, a.status, a.body, c.status, c.says)
		}
	}
	s.ann.do("POST", subscriberPath, strings.Replace(subscription(s.ann.id, s.anns, "Chat Updated"), string(s.anns), "dana", 1)).problem(422)
	s.ann.do("POST", subscriberPath, subscription(s.ann.id, s.anns, "Everything")).problem(422)

	one := s.ann.subscribes(s.ann.id, s.anns, "SMS Outbound")
	s.bob.do("GET", subscriberPath+"/"+one, "").problem(http.StatusForbidden)
	s.bob.do("PATCH", subscriberPath, `[{"id":"`+one+`","active":false}]`).problem(http.StatusForbidden)
	s.bob.do("DELETE", subscriberPath+"?ids="+one, "").problem(http.StatusForbidden)
	whose := func(p *person) []string {
		var people []string
		for _, r := range p.ask("SELECT user FROM notification_subscriber") {
			people = append(people, r["user"].(object)["id"].(string))
		}
		slices.Sort(people)
		return slices.Compact(people)
	}
	both := []string{string(s.ann.id), string(s.bob.id)}
	slices.Sort(both)
	for p, want := range map[*person][]string{s.bob: {string(s.bob.id)}, s.plain: nil, s.boss: both, s.superuser: both} {
		if got := whose(p); !slices.Equal(got, want) {
			t.Errorf("%s sees those of %v, not %v", p.id, got, want)
		}
	}
	// A change moves a subscription as its making would.
	s.boss.do("PATCH", subscriberPath, `[{"id":"`+one+`","record_id":"`+string(s.bobs)+`"}]`).problem(422)
	s.boss.do("PATCH", subscriberPath, `[{"id":"`+one+`","record_id":"`+string(s.bobs)+`","user":"`+string(s.bob.id)+`"}]`).is(http.StatusOK)
	s.boss.do("DELETE", subscriberPath+"?ids="+one, "").is(http.StatusNoContent)
}
