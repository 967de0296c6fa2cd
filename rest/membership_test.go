package rest_test

import (
	"net/http"
	"strings"
	"testing"

	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/waittest"
)

// A user who is taken out of a team, on whichever side, no longer reads the team's records.
func TestLeavingATeamEndsWhatItGave(t *testing.T) {
	w := newWorld(t)
	agents := w.set("Agents", `{"contact":{"read":true}}`, `{"contact":"team"}`)
	boss := w.person("Boss", row.Fields{"is_superuser": true})
	owner := w.person("Owner", nil)
	agent := w.person("Agent", row.Fields{"permissions": []id.ID{agents}})
	red := w.put("team", row.Fields{"name": "Red", "members": []id.ID{owner.id, agent.id}})
	contact := w.put("contact", row.Fields{"name": "Theirs", "owner": owner.id})
	path := "/v1/object/contact/" + string(contact)
	explain := func() string {
		a := boss.do("GET", "/v1/permission/explain?object=contact&id="+string(contact)+"&user="+string(agent.id), "")
		return string(a.is(200).body)
	}
	agent.do("GET", path, "").is(200)
	if said := explain(); !strings.Contains(said, "(Red)") {
		t.Errorf("explained without the team: %s", said)
	}
	if me := string(agent.do("GET", "/v1/me", "").is(200).body); !strings.Contains(me, string(red)) {
		t.Errorf("me without the team: %s", me)
	}
	boss.do("PATCH", "/v1/object/user", `{"id":"`+string(agent.id)+`","teams":[]}`).is(200)
	waittest.UntilIs(t, "the right to end", http.StatusForbidden, func() int { return agent.do("GET", path, "").status })
	if said := explain(); strings.Contains(said, "(Red)") || strings.Contains(said, `"allowed":true`) {
		t.Errorf("explained: %s", said)
	}
	boss.do("PATCH", "/v1/object/user", `{"id":"`+string(agent.id)+`","teams":`+quoted(red)+`}`).is(200)
	waittest.UntilIs(t, "the right to come back", http.StatusOK, func() int { return agent.do("GET", path, "").status })
	boss.do("PATCH", "/v1/object/team", `{"id":"`+string(red)+`","members":[]}`).is(200)
	waittest.UntilIs(t, "the right to end", http.StatusForbidden, func() int { return agent.do("GET", path, "").status })
	if me := string(agent.do("GET", "/v1/me", "").is(200).body); strings.Contains(me, string(red)) {
		t.Errorf("me still has the team: %s", me)
	}
}
