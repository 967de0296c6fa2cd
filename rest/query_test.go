package rest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"switchboard/actors/budgets"
	"switchboard/actors/queries"
	"switchboard/rest"
	"switchboard/storage/access"
	"switchboard/storage/id"
	"switchboard/storage/query"
	"switchboard/storage/row"
)

// ask runs a query and gives its rows.
func (p *person) ask(text string) []object {
	p.t.Helper()
	var rows []object
	p.query(text).into(&rows)
	return rows
}

func (p *person) query(text string) *answer { return p.question("/v1/query", text) }

func (p *person) question(path, text string) *answer {
	p.t.Helper()
	body, err := json.Marshal(map[string]any{"query": text, "bypass_cache": true})
	if err != nil {
		p.t.Fatal(err)
	}
	return p.do("POST", path, string(body))
}

// valuesOf is one key of rows, as one text.
func valuesOf(rows []object, key string) string {
	var out []string
	for _, r := range rows {
		out = append(out, fmt.Sprint(r[key]))
	}
	return strings.Join(out, " ")
}

// desktop is an organization in which the screens have something to show.
type desktop struct {
	*world

	boss, ann, bob        *person
	dana, eve             id.ID // contacts
	conversation, closed  id.ID
	chat                  id.ID
	ringing, past, answer id.ID
	file, report, board   id.ID
}

func newDesktop(t *testing.T) *desktop {
	w := newWorld(t)
	d := &desktop{world: w}
	d.boss, d.ann, d.bob = w.person("Boss", row.Fields{"is_superuser": true}), w.person("Ann", nil), w.person("Bob", row.Fields{"is_active": true})
	phone := func(number string) json.RawMessage {
		return json.RawMessage(`{"country_code":"+1","phone_number":"` + number + `","friendly_number":"` + number + `","extension":""}`)
	}
	d.dana = w.put("contact", row.Fields{"name": "Dana Whitfield", "company": "Acme", "phone": phone("+12065550101"), "owner": d.ann.id})
	d.eve = w.put("contact", row.Fields{"name": "Eve Moss", "company": "Vassar", "phone": phone("+12065550102"), "second_phone": phone("+12065550103"), "owner": d.bob.id})
	d.conversation = w.put("twilio_conversation", row.Fields{"sid": "CH1", "name": "Dana", "contacts": []id.ID{d.dana}, "contact_phones": []string{"+12065550101"}, "state": "active", "last_number": int64(3), "read_number": int64(1)})
	d.closed = w.put("twilio_conversation", row.Fields{"sid": "CH2", "name": "Eve", "contacts": []id.ID{d.eve}, "contact_phones": []string{"+12065550102"}, "state": "closed"})
	for i, body := range []string{"one", "two", "three"} {
		w.put("twilio_message", row.Fields{"conversation": d.conversation, "number": int64(i + 1), "body": body, "direction": "incoming", "read": i == 0})
	}
	for i, who := range []id.ID{d.dana, d.eve} {
		w.put("twilio_participant", row.Fields{
			"contact": who, "conversation": d.conversation, "conversation_sid": "CH1",
			"messaging_binding": json.RawMessage(fmt.Sprintf(`{"address":"+1206555010%d","proxy_address":"+12065550199","projected_address":"+1206555090%d"}`, i+1, i)),
		})
	}
	d.chat = w.put("chat", row.Fields{"name": "Desk", "status": "Open", "members": []id.ID{d.boss.id, d.ann.id}, "last_number": int64(1), "read_numbers": json.RawMessage(`{"` + string(d.ann.id) + `":1}`)})
	w.put("chat_message", row.Fields{"chat": d.chat, "name": "x", "body": "hello", "user": d.boss.id, "number": int64(1)})
	d.ringing = w.put("call", row.Fields{"sid": "CA1", "name": "Ringing", "status": "ringing", "contact": d.dana, "user": d.ann.id, "duration": int64(0), "start_time": time.Now()})
	d.answer = w.put("call", row.Fields{"sid": "CA2", "name": "Talking", "status": "in-progress", "contact": d.eve, "user": d.bob.id, "duration": int64(61)})
	d.past = w.put("call", row.Fields{"sid": "CA3", "name": "Past", "status": "completed", "contact": d.eve, "user": d.bob.id, "duration": int64(120)})
	d.file = w.put("file", row.Fields{"name": "terms.pdf", "content_type": "application/pdf"})
	d.report, d.board = w.put("report", row.Fields{"name": "Calls by month"}), w.put("dashboard", row.Fields{"name": "Wallboard"})
	w.put("notification_subscriber", row.Fields{"user": d.ann.id, "notification_setting": "Inbound SMS Alert", "object": "twilio_conversation", "record_id": string(d.conversation)})
	w.put("notification_subscriber", row.Fields{"user": d.bob.id, "notification_setting": "Chat Updated", "object": "chat", "record_id": string(d.chat)})
	return d
}

// What the screens ask, as they ask it.
func TestTheQueriesOfTheScreens(t *testing.T) {
	d := newDesktop(t)
	readable := map[string]any{}
	for _, object := range []string{"contact", "call", "twilio_conversation", "twilio_message", "twilio_participant", "notification_subscriber", "file", "report", "dashboard"} {
		readable[object] = map[string]bool{"read": true}
	}
	set := d.put("permission", row.Fields{"name": "Agents", "object_permissions": row.JSONValue(readable)})
	agent := d.person("Zoe", row.Fields{"permissions": []id.ID{set}, "is_active": true})
	subject := strings.NewReplacer("{dana}", string(d.dana), "{eve}", string(d.eve), "{conversation}", string(d.conversation), "{chat}", string(d.chat), "{ann}", string(d.ann.id),
		"{file}", string(d.file), "{report}", string(d.report), "{board}", string(d.board))
	for _, q := range []struct{ about, text, key, want string }{
		{"the default list", "SELECT * FROM contact ORDER BY modified_date DESC LIMIT 100 OFFSET 0", "name", "Eve Moss Dana Whitfield"},
		{"an object's table", "SELECT * FROM contact ORDER BY modified_date DESC LIMIT 25", "name", "Eve Moss Dana Whitfield"},
		{"a kanban", "SELECT * FROM call ORDER BY modified_date DESC LIMIT 200", "name", "Past Talking Ringing"},
		{"a record by id", "SELECT * FROM contact WHERE id = '{dana}' LIMIT 1", "name", "Dana Whitfield"},
		{"related records", "SELECT * FROM call WHERE contact = '{eve}' LIMIT 25", "name", "Talking Past"},
		{"how many are related", "SELECT COUNT(*) AS count FROM call WHERE contact = '{eve}' LIMIT 25", "count", "2"},
		{"a lookup", "SELECT id, name FROM user WHERE name LIKE 'an' ORDER BY name LIMIT 100", "name", "Ann"},
		{"users of from and order", "SELECT user.id, user.name FROM user ORDER BY user.name", "name", "Ann Bob Boss Zoe"},
		{"this month", "SELECT name FROM contact WHERE created_date = THIS MONTH OR created_date = LAST MONTH ORDER BY name", "name", "Dana Whitfield Eve Moss"},
		{"last month, in small letters", "SELECT name FROM contact WHERE created_date < last month", "name", ""},
		{"duplicates by phone", "SELECT * FROM contact WHERE phone.phone_number = '+12065550103' OR second_phone.phone_number = '+12065550103'", "name", "Eve Moss"},
		{"contacts joined with participants", "SELECT contact.id, contact.name, contact.phone.phone_number FROM contact JOIN twilio_participant ON twilio_participant.contact = contact.id WHERE contact.name LIKE '%dan%' OR contact.phone.phone_number LIKE '%0101%' ORDER BY contact.name LIMIT 50", "phone_number", "+12065550101"},
		{"participants by binding of contacts", "SELECT contact.name, twilio_participant.conversation_sid FROM contact JOIN twilio_participant ON twilio_participant.messaging_binding.address = contact.phone.phone_number ORDER BY contact.name LIMIT 50", "name", "Dana Whitfield Eve Moss"},
		{"a saved filter's, with limit and offset appended", "SELECT * FROM contact WHERE company = 'Acme' ORDER BY name ASC LIMIT 100 OFFSET 0", "name", "Dana Whitfield"},
		{"its own, without them", "SELECT * FROM contact WHERE company = 'Acme' ORDER BY name ASC", "name", "Dana Whitfield"},
		{"a page whose offset stands before its limit", "SELECT * FROM contact ORDER BY name OFFSET 1 LIMIT 25", "name", "Eve Moss"},
		{"a page behind the last", "SELECT * FROM contact ORDER BY modified_date DESC LIMIT 100 OFFSET 100", "name", ""},
		{"a file by id", "SELECT * FROM file WHERE id = '{file}' LIMIT 1", "name", "terms.pdf"},
		{"reports", "SELECT * FROM report ORDER BY modified_date DESC LIMIT 100 OFFSET 0", "name", "Calls by month"},
		{"a report", "SELECT * FROM report WHERE id = '{report}' LIMIT 1", "name", "Calls by month"},
		{"dashboards", "SELECT * FROM dashboard ORDER BY modified_date DESC LIMIT 100 OFFSET 0", "name", "Wallboard"},
		{"a dashboard", "SELECT * FROM dashboard WHERE id = '{board}' LIMIT 1", "name", "Wallboard"},
		{"live calls", "SELECT * FROM call WHERE status IN ('ringing', 'in-progress') AND modified_date >= LAST 15 MINUTES ORDER BY modified_date DESC LIMIT 25", "name", "Talking Ringing"},
		{"live calls, by the moment", "SELECT * FROM call WHERE (status = 'ringing' OR status = 'in-progress') AND modified_date > '" + time.Now().Add(-15*time.Minute).UTC().Format(time.RFC3339) + "' LIMIT 25", "name", "Ringing Talking"},

		{"conversation by id", "SELECT * FROM twilio_conversation WHERE id = '{conversation}' LIMIT 1", "sid", "CH1"},
		{"messages by conversation, newest first", "SELECT * FROM twilio_message WHERE conversation = '{conversation}' ORDER BY created_date DESC LIMIT 10 OFFSET 0", "body", "three two one"},
		{"its second page", "SELECT * FROM twilio_message WHERE conversation = '{conversation}' ORDER BY created_date DESC LIMIT 2 OFFSET 2", "body", "one"},
		{"messages by the conversation's id", "SELECT * FROM twilio_message WHERE conversation.id = '{conversation}' ORDER BY created_date", "body", "one two three"},
		{"unread messages", "SELECT * FROM twilio_message WHERE conversation = '{conversation}' AND read = false ORDER BY number", "body", "two three"},
		{"contacts by ids", "SELECT * FROM contact WHERE id IN ('{dana}', '{eve}') ORDER BY name", "name", "Dana Whitfield Eve Moss"},
		{"chat by id", "SELECT * FROM chat WHERE id = '{chat}' LIMIT 1", "unread_messages", "map[" + unreadOf(d) + "]"},
		{"open chats", "SELECT * FROM chat WHERE status != 'Closed' ORDER BY modified_date DESC LIMIT 25", "name", "Desk"},
		{"chat messages, paged", "SELECT * FROM chat_message WHERE chat = '{chat}' ORDER BY created_date DESC LIMIT 25 OFFSET 0", "body", "hello"},
		{"active users by name", "SELECT * FROM user WHERE is_active = true ORDER BY name", "name", "Ann Bob Boss Zoe"},
		{"active users, shorter", "SELECT id, name FROM user WHERE is_active ORDER BY name ASC", "name", "Ann Bob Boss Zoe"},
		{"active users, in words", "SELECT * FROM user WHERE is_active IS TRUE ORDER BY name", "name", "Ann Bob Boss Zoe"},
		{"subscribers of a record", "SELECT * FROM notification_subscriber WHERE record_id = '{conversation}'", "notification_setting", "Inbound SMS Alert"},
		{"their people", "SELECT user.id, user.name, notification_setting, active FROM notification_subscriber WHERE record_id = '{chat}' ORDER BY user.name", "name", "Bob"},
		{"conversations, unread ones first", "SELECT * FROM twilio_conversation ORDER BY unread_messages DESC, modified_date DESC LIMIT 25", "sid", "CH1 CH2"},
		{"participants by conversation", "SELECT * FROM twilio_participant WHERE conversation_sid = 'CH1' ORDER BY contact", "conversation_sid", "CH1 CH1"},
		{"participants by contact", "SELECT contact.name FROM twilio_participant WHERE contact = '{eve}'", "name", "Eve Moss"},
		{"participants by contact id", "SELECT contact.name FROM twilio_participant WHERE contact.id = '{eve}'", "name", "Eve Moss"},
		{"participants by address", "SELECT contact.name FROM twilio_participant WHERE messaging_binding.address = '+12065550101'", "name", "Dana Whitfield"},
		{"participants by proxy", "SELECT contact.name FROM twilio_participant WHERE messaging_binding.proxy_address = '+12065550199' ORDER BY contact.name", "name", "Dana Whitfield Eve Moss"},
		{"participants by projection", "SELECT contact.name FROM twilio_participant WHERE messaging_binding.projected_address = '+12065550901'", "name", "Eve Moss"},
		{"conversations by phones", "SELECT * FROM twilio_conversation WHERE contact_phones = '+12065550102'", "sid", "CH2"},
		{"conversations by any phone", "SELECT * FROM twilio_conversation WHERE contact_phones IN ('+12065550102', '+12065550199')", "sid", "CH2"},
		{"conversations of a contact", "SELECT * FROM twilio_conversation WHERE contacts = '{dana}'", "unread_messages", "2"},

		{"a report by month", "SELECT DATE_TRUNC(month, created_date) AS month, COUNT(*) AS n FROM call GROUP BY month HAVING COUNT(*) > 1 ORDER BY month", "n", "3"},
		{"a report by person", "SELECT user, SUM(duration) AS seconds, AVG(duration) AS mean, MAX(duration) AS most FROM call GROUP BY user ORDER BY user", "seconds", "0 181"},
		{"a report with CASE", "SELECT CASE WHEN duration >= 60 THEN 'long' ELSE 'short' END AS kind, COUNT(*) AS n FROM call GROUP BY kind ORDER BY kind", "kind", "long short"},
		{"without a call", "SELECT c.name FROM contact c LEFT JOIN call l ON l.contact = c.id AND l.status = 'completed' WHERE l.id IS NULL", "name", "Dana Whitfield"},
		{"without a call, by NOT EXISTS", "SELECT name FROM contact WHERE NOT EXISTS (SELECT 1 FROM call WHERE call.contact = contact.id AND call.status = 'completed')", "name", "Dana Whitfield"},
		{"with a call, by IN", "SELECT name FROM contact WHERE id IN (SELECT contact FROM call WHERE duration BETWEEN 100 AND 200)", "name", "Eve Moss"},
		{"in no list", "SELECT name FROM contact WHERE id NOT IN (SELECT contact FROM call WHERE duration > 100)", "name", "Dana Whitfield"},
		{"a sub-select in FROM", "SELECT top.who, top.n FROM (SELECT contact.name AS who, COUNT(*) AS n FROM call GROUP BY contact.name) top WHERE top.n > 1", "who", "Eve Moss"},
		{"different ones", "SELECT DISTINCT company FROM contact ORDER BY company DESC", "company", "Vassar Acme"},
		{"functions", "SELECT UPPER(LEFT(name, 4)) AS a FROM contact WHERE LENGTH(name) < 10 OR COALESCE(company, '') = 'x'", "a", "EVE "},
		{"numbers", "SELECT ROUND(duration / 60) AS minutes FROM call WHERE duration * 2 > 100 ORDER BY duration", "minutes", "1 2"},
	} {
		a := d.boss.query(subject.Replace(q.text))
		if a.status != http.StatusOK {
			t.Errorf("%s: %s\n  is answered %d %s", q.about, q.text, a.status, a.body)
			continue
		}
		if got := valuesOf(a.rows(), q.key); got != q.want {
			t.Errorf("%s: %s\n  answers %s, not %s", q.about, q.text, got, q.want)
		}
		if a := agent.query(subject.Replace(q.text)); a.status != http.StatusOK || valuesOf(a.rows(), q.key) != q.want && !strings.Contains(q.text, " chat") {
			t.Errorf("%s: %s\n  answers an agent %d %s\n  not %s", q.about, q.text, a.status, a.body, q.want)
		}
		// Without any permission set it answers what may be read, or says that nothing of the object may.
		switch a := d.ann.query(subject.Replace(q.text)); {
		case strings.HasPrefix(q.about, "active users") && (a.status != http.StatusOK || valuesOf(a.rows(), q.key) != q.want):
			t.Errorf("%s: %s\n  answers one without permission sets %d %s\n  not %s", q.about, q.text, a.status, a.body, q.want)
		case a.status != http.StatusOK && (a.status != http.StatusUnprocessableEntity || !strings.Contains(string(a.body), "nreadable")):
			t.Errorf("%s: %s\n  answers one without permission sets %d %s", q.about, q.text, a.status, a.body)
		}
	}
}

// unreadOf returns a chat's unread counts by member, as Go prints them.
func unreadOf(d *desktop) string {
	out := []string{string(d.boss.id) + ":1", string(d.ann.id) + ":0"}
	slices.Sort(out)
	return strings.Join(out, " ")
}

func TestKeysOfAnAnswer(t *testing.T) {
	d := newDesktop(t)
	for text, want := range map[string]string{
		"SELECT name, owner.name AS owner FROM contact ORDER BY name LIMIT 1": `[{"name":"Dana Whitfield","owner":"Ann"}]`,
		"SELECT phone.phone_number FROM contact ORDER BY name LIMIT 1":        `[{"phone_number":"+12065550101"}]`,
		"SELECT COUNT(*), MAX(duration) FROM call":                            `[{"count":3,"max":120}]`,
		"SELECT a.name, b.* FROM contact a LEFT JOIN (SELECT status, contact FROM call WHERE status = 'ringing') b ON b.contact = a.id ORDER BY a.name DESC LIMIT 1": `[{"name":"Eve Moss","b":{"status":null,"contact":null}}]`,
	} {
		if got := d.boss.query(text).is(http.StatusOK).body; string(got) != want {
			t.Errorf("%s\n  answers %s\n  not     %s", text, got, want)
		}
	}
	rows := d.boss.ask("SELECT call.*, contact.* FROM call LEFT JOIN contact ON call.contact = contact.id AND contact.name = 'Eve Moss' WHERE call.sid IN ('CA1', 'CA2') ORDER BY call.sid")
	if len(rows) != 2 || rows[0]["contact"] != nil || rows[1]["contact"].(object)["name"] != "Eve Moss" || rows[1]["call"].(object)["sid"] != "CA2" {
		t.Errorf("%v", rows)
	}
	rows = d.boss.ask("SELECT * FROM call JOIN contact ON call.contact = contact.id WHERE contact.name = 'Dana Whitfield'")
	if len(rows) != 1 || rows[0]["sid"] != "CA1" || rows[0]["contact"].(object)["name"] != "Dana Whitfield" {
		t.Errorf("* in a join is the object of FROM: %v", rows)
	}
}

func TestPagesOfAQuery(t *testing.T) {
	w := newWorld(t)
	boss := w.person("Boss", row.Fields{"is_superuser": true})
	for i := range 7 {
		w.put("contact", row.Fields{"name": fmt.Sprintf("C%d", i), "company": []string{"Acme", "Navy"}[i%2]})
	}
	for _, c := range []struct{ body, names, headers string }{
		{`{"query":"SELECT name FROM contact ORDER BY name LIMIT 3"}`, "C0 C1 C2", "1 true 3 3 7 3"},
		{`{"query":"SELECT name FROM contact ORDER BY name LIMIT 3 OFFSET 6"}`, "C6", "3 false 3 3 7 "},
		{`{"query":"SELECT name FROM contact ORDER BY name LIMIT 3 OFFSET 6","page":2}`, "C3 C4 C5", "2 true 3 3 7 6"},
		{`{"query":"SELECT name FROM contact ORDER BY name","page":2,"limit":5}`, "C5 C6", "2 false 5 2 7 "},
		{`{"query":"SELECT name FROM contact WHERE company = 'Navy' ORDER BY name DESC LIMIT 2"}`, "C5 C3", "1 true 2 2 3 2"},
		{`{"query":"SELECT company AS name, COUNT(*) AS n FROM contact GROUP BY company ORDER BY n LIMIT 1"}`, "Navy", "1 true 1 2 2 1"},
		{`{"query":"SELECT name FROM contact LIMIT 0"}`, "", "1 true 0 7 7 0"},
		{`{"query":"SELECT name FROM contact ORDER BY name","limit":5000,"cache_duration":3600000}`, "C0 C1 C2 C3 C4 C5 C6", "1 false 1000 1 7 "},
		{`{"query":"SELECT name FROM contact WHERE name = 'nobody'"}`, "", "1 false 100 0 0 "},
		{`{"query":"SELECT name FROM contact OFFSET 9"}`, "", "1 false 100 1 7 "},
	} {
		a := boss.do("POST", "/v1/query", c.body).is(http.StatusOK)
		h := a.header
		headers := strings.Join([]string{h.Get("X-Current-Page"), h.Get("X-Has-Next"), h.Get("X-Page-Size"), h.Get("X-Pages"), h.Get("X-Total-Count"), h.Get("X-Next-Offset")}, " ")
		if got := valuesOf(a.rows(), "name"); got != c.names || headers != c.headers {
			t.Errorf("%s\n  answers %s (%s), not %s (%s)", c.body, got, headers, c.names, c.headers)
		}
	}
	for body, status := range map[string]int{
		`{}`: 422, `{"query":""}`: 422, `{"query":7}`: 422, `[]`: 400, `{"query":"SELECT name FROM contact","other":1}`: 422, `{"query":"SELECT name FROM contact","page":0}`: 422,
		`{"query":"SELECT name FROM contact","limit":-1}`: 422, `{"query":"SELECT name FROM contact","page":999999,"limit":1000}`: 422, `{"Query":"SELECT name FROM contact"}`: 422,
	} {
		if got := boss.do("POST", "/v1/query", body); got.status != status {
			t.Errorf("%s: %d %s, not %d", body, got.status, got.body, status)
		}
	}
}

func TestErrorsThatTeach(t *testing.T) {
	d := newDesktop(t)
	for _, path := range []string{"/v1/query", "/v1/query/check", "/v1/query/explain"} {
		p := d.boss.question(path, "SELECT name\nFROM contact\nWHERE frist_name = 'x'").problem(http.StatusUnprocessableEntity)
		if p.Place == nil || p.Line != 3 || p.Column != 7 || p.Word != "frist_name" || p.Nearest != "first_name" || p.Detail != "Unknown or unreadable field" {
			t.Errorf("%s: %+v %+v", path, p, p.Place)
		}
		p = d.boss.question(path, "SELECT name FORM contact").problem(http.StatusUnprocessableEntity)
		if p.Place == nil || p.Word != "FORM" || !slices.Equal(p.Expected, []string{"FROM"}) {
			t.Errorf("%s: %+v %+v", path, p, p.Place)
		}
	}
	var checked struct{ Columns []object }
	d.ann.question("/v1/query/check", "SELECT user.name, COUNT(*) AS n FROM user GROUP BY user.name").into(&checked)
	if fmt.Sprint(checked.Columns) != "[map[key:name type:text] map[key:n type:integer]]" {
		t.Errorf("%v", checked.Columns)
	}
	d.ann.question("/v1/query/explain", "SELECT name FROM user").problem(http.StatusForbidden)
	var plan struct {
		SQL  string
		Cost float64
		Plan []object
	}
	d.boss.question("/v1/query/explain", "SELECT name FROM contact WHERE company = 'Acme'").into(&plan)
	if plan.Cost <= 0 || len(plan.Plan) != 1 || strings.Contains(plan.SQL, "Acme") || !strings.Contains(plan.SQL, "$1::text") {
		t.Errorf("%+v", plan)
	}
}

// Words for days mean the same in a filter and in a query: by the zone of who asks.
func TestWordsForDays(t *testing.T) {
	w := newWorld(t)
	name := fmt.Sprintf("Etc/GMT%+d", time.Now().UTC().Hour()-12) // where it is about noon; of these names a minus is east
	boss := w.person("Boss", row.Fields{"is_superuser": true, "time_zone": name})
	w.put("contact", row.Fields{"name": "Now"})
	zone, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	midnight := func(days int) time.Time {
		now := time.Now().In(zone)
		return time.Date(now.Year(), now.Month(), now.Day()+days, 0, 0, 0, 0, zone)
	}
	for name, at := range map[string]time.Time{"Before": midnight(0).Add(-time.Minute), "First": midnight(0), "Last": midnight(1).Add(-time.Minute), "After": midnight(1)} {
		w.put("call", row.Fields{"name": name, "start_time": at})
	}
	w.put("call", row.Fields{"name": "Never"})
	for _, c := range []struct{ operator, word, want string }{
		{"=", "TODAY", "First Last"}, {"=", "today", "First Last"}, {"<", "Today", "Before"}, {"<=", "TODAY", "Before First Last"}, {">", "TODAY", "After"}, {">=", "TODAY", "After First Last"},
		{"!=", "TODAY", "After Before Never"}, {"=", "YESTERDAY", "Before"}, {"=", "tomorrow", "After"}, {">=", "last 2 days", "After Before First Last"},
	} {
		filter := `[{"field":"start_time","operator":"` + c.operator + `","value":"` + c.word + `"}]`
		listed := boss.do("GET", "/v1/object/call?order=name&filter="+url.QueryEscape(filter), "").rows()
		for _, text := range []string{c.word, "'" + c.word + "'"} {
			asked := boss.ask("SELECT name FROM call WHERE start_time " + c.operator + " " + text + " ORDER BY name")
			if got := valuesOf(asked, "name"); got != c.want {
				t.Errorf("the query %s %s answers %s, not %s", c.operator, text, got, c.want)
			}
		}
		if got := valuesOf(listed, "name"); got != c.want {
			t.Errorf("the filter %s %s answers %s, not %s", c.operator, c.word, got, c.want)
		}
	}
	either := `[{"field":"start_time","operator":"=","value":"YESTERDAY"},{"field":"start_time","operator":"=","value":"tomorrow"}]`
	if got := valuesOf(boss.do("GET", "/v1/object/call?order=name&comparison=OR&filter="+url.QueryEscape(either), "").rows(), "name"); got != "After Before" {
		t.Error(got)
	}
	several := `[{"field":"start_time","operator":"IN","value":["Today","YESTERDAY","2020-01-01"]}]`
	if got := valuesOf(boss.do("GET", "/v1/object/call?order=name&filter="+url.QueryEscape(several), "").rows(), "name"); got != "Before First Last" {
		t.Error(got)
	}
	for _, filter := range []string{`[{"field":"start_time","operator":"LIKE","value":"TODAY"}]`, `[{"field":"start_time","operator":"=","value":"SOMETIME"}]`} {
		boss.do("GET", "/v1/object/call?filter="+url.QueryEscape(filter), "").problem(http.StatusUnprocessableEntity)
	}
	// A number may be written as text, as saved filters hold it.
	w.put("call", row.Fields{"name": "Long", "duration": int64(90)})
	if got := valuesOf(boss.do("GET", "/v1/object/call?filter="+url.QueryEscape(`[{"field":"duration","operator":">","value":"60","dataType":"number"}]`), "").rows(), "name"); got != "Long" {
		t.Error(got)
	}
	// A user without a time zone gets the organization's.
	ann := w.person("Ann", row.Fields{"is_superuser": true, "time_zone": "Nowhere/Atall"})
	if rows := ann.ask("SELECT COUNT(*) AS n FROM contact WHERE created_date = THIS YEAR OR created_date = LAST YEAR"); valuesOf(rows, "n") != "1" {
		t.Error(rows)
	}
}

// Who reads little is answered little, in the same words as who names what is not there.
func TestQueriesKeepToRights(t *testing.T) {
	d := newDesktop(t)
	set := d.put("permission", row.Fields{
		"name": "Own contacts", "object_permissions": json.RawMessage(`{"contact":{"read":true}}`), "scopes": json.RawMessage(`{"contact":"own"}`),
		"object_field_permissions": json.RawMessage(`{"contact":{"name":{"read":true},"owner":{"read":true}}}`),
	})
	agent := d.person("Agent", row.Fields{"permissions": []id.ID{set}})
	d.put("contact", row.Fields{"name": "Mine", "company": "Acme", "owner": agent.id})
	if got := valuesOf(agent.ask("SELECT * FROM contact"), "name"); got != "Mine" {
		t.Error(got)
	}
	if rows := agent.ask("SELECT * FROM contact"); len(rows[0]) != 4 || rows[0]["company"] != nil { // id, name, owner, version
		t.Errorf("%v", rows)
	}
	if got := valuesOf(agent.ask("SELECT COUNT(*) AS n FROM contact"), "n"); got != "1" {
		t.Error(got)
	}
	for hidden, absent := range map[string]string{
		"SELECT company FROM contact":                                       "SELECT comqany FROM contact",
		"SELECT name FROM contact WHERE company = 'Acme'":                   "SELECT name FROM contact WHERE comqany = 'Acme'",
		"SELECT name FROM contact ORDER BY company":                         "SELECT name FROM contact ORDER BY comqany",
		"SELECT * FROM report":                                              "SELECT * FROM repqrt",
		"SELECT * FROM session":                                             "SELECT * FROM sessiqn",
		"SELECT name FROM contact WHERE id IN (SELECT contact FROM report)": "SELECT name FROM contact WHERE id IN (SELECT contact FROM repqrt)",
	} {
		a, b := agent.query(hidden).problem(http.StatusUnprocessableEntity), agent.query(absent).problem(http.StatusUnprocessableEntity)
		if a.Detail != b.Detail || a.Place == nil || b.Place == nil || a.Line != b.Line || a.Column != b.Column || a.Nearest != b.Nearest || fmt.Sprint(a.Errors) != fmt.Sprint(b.Errors) {
			t.Errorf("%s: %+v %+v\n%s: %+v %+v", hidden, a, a.Place, absent, b, b.Place)
		}
	}
	// A name is shown in a lookup where its object's names may be read, and not elsewhere.
	rows := agent.ask("SELECT owner FROM contact")
	if owner, _ := rows[0]["owner"].(object); owner["name"] != "Agent" {
		t.Errorf("%v", rows)
	}
	// A user finds the chats they are a member of, and no others.
	if got := valuesOf(d.ann.ask("SELECT name FROM chat"), "name"); got != "Desk" {
		t.Error(got)
	}
	if rows := d.bob.ask("SELECT name FROM chat"); len(rows) != 0 {
		t.Errorf("%v", rows)
	}
	if got := valuesOf(d.ann.ask("SELECT chat.name, body FROM chat_message"), "body"); got != "hello" {
		t.Error(got)
	}
	if rows := d.bob.ask("SELECT body FROM chat_message"); len(rows) != 0 {
		t.Errorf("%v", rows)
	}
}

// Nobody but the compiler sees a hostile text: what is refused was never prepared.
func TestHostileTextsReachNoDatabase(t *testing.T) {
	w := newWorld(t)
	boss := w.person("Boss", row.Fields{"is_superuser": true})
	text, err := os.ReadFile("../storage/query/testdata/hostile.txt")
	if err != nil {
		t.Fatal(err)
	}
	spy := &spying{Queries: w.deps.Queries}
	w.deps.Queries = spy
	if w.handler, err = rest.New(w.deps); err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(strings.TrimSpace(string(text)), "\n\n")
	for _, block := range blocks {
		hostile, _, _ := strings.Cut(block, "\n! ")
		hostile = strings.NewReplacer("␀", "\x00", "␠", "\u00a0").Replace(hostile)
		if p := boss.query(hostile).problem(http.StatusUnprocessableEntity); p.Place == nil || p.Line == 0 {
			t.Errorf("%s: %+v", hostile, p)
		}
	}
	if spy.prepared != 0 || spy.asked != len(blocks) {
		t.Errorf("of %d texts %d were asked and %d found good", len(blocks), spy.asked, spy.prepared)
	}
	big := `{"query":"` + strings.Repeat("(", 1<<20) + `"}`
	boss.do("POST", "/v1/query", big).problem(http.StatusRequestEntityTooLarge)
	boss.query("SELECT " + strings.Repeat("(", 900_000)).problem(http.StatusUnprocessableEntity)
}

// spying counts what is found good, and so could be run.
type spying struct {
	rest.Queries

	asked, prepared int
}

func (s *spying) Prepare(ctx context.Context, p *access.Principal, r queries.Request) (query.Prepared, error) {
	s.asked++
	prepared, err := s.Queries.Prepare(ctx, p, r)
	if err == nil {
		s.prepared++
	}
	return prepared, err
}

// noting notes what a person's requests are charged for.
type noting struct {
	rest.Budgets

	charged []string
}

func (n *noting) Enter(_ context.Context, _ *access.Principal, kind budgets.Kind) (func(), error) {
	n.charged = append(n.charged, map[budgets.Kind]string{budgets.Requests: "request", budgets.Changes: "change"}[kind])
	return func() {}, nil
}

func (n *noting) Read(_ context.Context, _ *access.Principal, what budgets.Reading) (func(time.Duration, int), error) {
	n.charged = append(n.charged, map[budgets.Reading]string{budgets.List: "list", budgets.Search: "search"}[what])
	return func(took time.Duration, bytes int) {
		if took > 0 && bytes > 0 {
			n.charged = append(n.charged, "paid")
		}
	}, nil
}

func (*noting) Refused(context.Context, *access.Principal) {}

// A query is charged as a list, a dear one as a search, and never as a change.
func TestWhatAQueryIsChargedFor(t *testing.T) {
	w := newWorld(t)
	boss := w.person("Boss", row.Fields{"is_superuser": true})
	w.put("contact", row.Fields{"name": "Ann"})
	note := &noting{}
	w.deps.Budgets = note
	var err error
	if w.handler, err = rest.New(w.deps); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"SELECT name FROM contact WHERE company IS NULL LIMIT 25":    "request list paid",
		"SELECT name FROM contact WHERE name LIKE 'a'":               "request search paid",
		"SELECT name FROM contact LIMIT 500":                         "request search paid",
		"SELECT owner.name, id FROM contact":                         "request list paid",
		"SELECT COUNT(*) AS n FROM contact GROUP BY company":         "request search paid",
		"SELECT DISTINCT name FROM contact":                          "request search paid",
		"SELECT name FROM contact WHERE EXISTS (SELECT 1 FROM user)": "request search paid",
		"SELECT frist_name FROM contact":                             "request",
	} {
		note.charged = nil
		boss.query(text)
		if got := strings.Join(note.charged, " "); got != want {
			t.Errorf("%s is charged for %s, not %s", text, got, want)
		}
	}
	note.charged = nil
	boss.question("/v1/query/check", "SELECT name FROM contact").is(http.StatusOK)
	if got := strings.Join(note.charged, " "); got != "request" {
		t.Errorf("a check is charged for %s", got)
	}
}
