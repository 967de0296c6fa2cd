package rest_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

func boss(w *world) *person { return w.person("Boss", row.Fields{"is_superuser": true}) }

func filter(rows string) string { return "?filter=" + url.QueryEscape(rows) }

func names(rows []object) []string {
	var out []string
	for _, r := range rows {
		name, _ := r["name"].(string)
		out = append(out, name)
	}
	return out
}

func TestListPages(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	for i := range 5 {
		w.put("contact", row.Fields{"name": fmt.Sprintf("C%d", i), "company": string(rune('a' + i%2))})
	}
	a := p.do("GET", "/v1/object/contact?limit=2&offset=2&order=name", "")
	if got := names(a.rows()); !slices.Equal(got, []string{"C2", "C3"}) {
		t.Errorf("page 2 is %v", got)
	}
	for name, want := range map[string]string{
		"X-Current-Page": "2", "X-Has-Next": "true", "X-Page-Size": "2", "X-Pages": "3", "X-Total-Count": "5",
		"X-Rights": "create,delete,read,update", "Cache-Control": "private, no-store",
	} {
		if got := a.header.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if got := names(p.do("GET", "/v1/object/contact?order=company,-name", "").rows()); !slices.Equal(got, []string{"C4", "C2", "C0", "C3", "C1"}) {
		t.Errorf("sorted by two fields: %v", got)
	}
	a = p.do("GET", "/v1/object/contact?limit=5000", "")
	if a.header.Get("X-Page-Size") != "1000" || a.header.Get("X-Has-Next") != "false" {
		t.Errorf("a limit above the cap: %v", a.header)
	}
	a = p.do("GET", "/v1/object/contact?limit=2&total=false", "")
	if len(a.rows()) != 2 || a.header.Get("X-Has-Next") != "true" || a.header.Get("X-Total-Count") != "" {
		t.Errorf("without a total: %v", a.header)
	}
	// The last made comes first, dashes and capitals in the name are no matter.
	if got := names(p.do("GET", "/v1/object/Contact", "").rows()); got[0] != "C4" {
		t.Errorf("by default: %v", got)
	}
	p.do("GET", "/v1/object/twilio-phone", "").is(200)
	p.do("GET", "/v1/object/twilio%20phone", "").is(200)
	var users struct{ User, Data []object }
	p.do("GET", "/v1/object/user", "").into(&users)
	if len(users.User) != 1 || len(users.Data) != 1 {
		t.Errorf("the users are %+v", users)
	}
}

func TestFilters(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	phone := func(n string) any {
		return row.JSONValue(schema.PhoneValue{CountryCode: "+1", PhoneNumber: n, FriendlyNumber: n})
	}
	w.put("contact", row.Fields{"name": "Ann Archer", "company": "100%_x", "sms_opt_in": true, "phone": phone("+15550000001"), "tags": []string{"vip", "new"}, "owner": p.id})
	w.put("contact", row.Fields{"name": "Bob", "company": "Acme", "sms_opt_in": false, "phone": phone("+15550000002")})
	w.put("contact", row.Fields{"name": "Cyd", "email": "cyd@example.com"})
	for rows, want := range map[string]string{
		`[{"field":"name","operator":"=","value":"Bob"}]`:                                                            "Bob",
		`[{"field":"name","operator":"!=","value":"Bob"}]`:                                                           "Ann Archer,Cyd",
		`[{"field":"name","operator":"like","value":"ARCH"}]`:                                                        "Ann Archer",
		`[{"field":"name","operator":"LIKE","value":"b%"}]`:                                                          "Bob",
		`[{"field":"company","operator":"LIKE","value":"_x"}]`:                                                       "Ann Archer",
		`[{"field":"company","operator":"LIKE","value":"A_me"}]`:                                                     "",
		`[{"field":"sms_opt_in","operator":"=","value":true}]`:                                                       "Ann Archer",
		`[{"field":"sms_opt_in","operator":"=","value":null}]`:                                                       "Cyd",
		`[{"field":"sms_opt_in","operator":"IS NOT NULL"}]`:                                                          "Ann Archer,Bob",
		`[{"field":"phone","operator":"=","value":"+15550000002"}]`:                                                  "Bob",
		`[{"field":"phone.phone_number","operator":"LIKE","value":"0001"}]`:                                          "Ann Archer",
		`[{"field":"phone","subField":"friendly_number","operator":"LIKE","value":"0002"}]`:                          "Bob",
		`[{"field":"tags","operator":"=","value":"vip"}]`:                                                            "Ann Archer",
		`[{"field":"name","operator":"IN","value":["Bob","Cyd"]}]`:                                                   "Bob,Cyd",
		`[{"field":"name","operator":"NOT IN","value":["Bob","Cyd"]}]`:                                               "Ann Archer",
		`[{"field":"owner","operator":"=","value":"` + string(p.id) + `"}]`:                                          "Ann Archer",
		`[{"field":"owner.name","operator":"=","value":"Boss"}]`:                                                     "Ann Archer",
		`[{"field":"owner","operator":"IN","value":["` + string(p.id) + `"]}]`:                                       "Ann Archer",
		`[{"field":"created_date","operator":">","value":"2001-01-01"},{"field":"name","operator":"<","value":"C"}]`: "Ann Archer,Bob",
		`[{"field":"version","operator":">=","value":2}]`:                                                            "",
		`[{"field":"email","operator":"LIKE","value":"example"}]`:                                                    "Cyd",
		`[]`: "Ann Archer,Bob,Cyd",
	} {
		got := strings.Join(names(p.do("GET", "/v1/object/contact"+filter(rows)+"&order=name", "").is(200).rows()), ",")
		if got != want {
			t.Errorf("%s: %q, want %q", rows, got, want)
		}
	}
	either := p.do("GET", "/v1/object/contact"+filter(`[{"field":"name","operator":"=","value":"Bob"},{"field":"name","operator":"=","value":"Cyd"}]`)+"&comparison=OR&order=name", "")
	if got := names(either.rows()); !slices.Equal(got, []string{"Bob", "Cyd"}) {
		t.Errorf("joined by OR: %v", got)
	}
}

func TestBadLists(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	for query, status := range map[string]int{
		"?limit=x": 422, "?limit=0": 422, "?limit=-1": 422, "?offset=-1": 422, "?offset=99999999999": 422, "?total=maybe": 422,
		"?comparison=XOR": 422, "?filters=[]": 422, "?limit=1&limit=2": 422, "?order=nonsense": 422, "?order=settings": 422,
		"?order=a,b,c,d,e": 422, "?order=phone": 422, "?order=account": 422,
		filter(`{`): 400, filter(`{}`): 400, filter(`[1]`): 400, filter(`[{"field":"name","field":"email","operator":"=","value":"x"}]`): 400,
		filter(`[{"field":"name"}]`): 422, filter(`[{"field":"name","operator":"~","value":"x"}]`): 422,
		filter(`[{"field":"name","operator":"=","value":1}]`): 422, filter(`[{"field":"is_active","operator":"=","value":"yes"}]`): 422,
		filter(`[{"field":"name","operator":"IN","value":[]}]`): 422, filter(`[{"field":"name","operator":"IN","value":"x"}]`): 422,
		filter(`[{"field":"id","operator":"=","value":"x"}]`): 422, filter(`[{"field":"settings","operator":"=","value":"x"}]`): 422,
		filter(`[{"field":"account","operator":"=","value":"x"}]`): 422, filter(`[{"field":"deleted_date","operator":"IS NULL"}]`): 422,
		filter(`[{"field":"phone.nonsense","operator":"=","value":"x"}]`): 422, filter(`[{"field":"name.x","operator":"=","value":"x"}]`): 422,
		filter(`[{"field":"name'; DROP TABLE x; --","operator":"=","value":"x"}]`): 422, filter(`[{"Field":"name","operator":"=","value":"x"}]`): 422,
		filter(`[{"field":"created_date","operator":"=","value":"someday"}]`): 422, filter(`[{"field":"is_active","operator":">","value":true}]`): 422,
	} {
		p.do("GET", "/v1/object/user"+query, "").problem(status)
	}
	p.do("GET", "/v1/object/nonsense", "").problem(http.StatusNotFound)
	if rows := p.do("GET", "/v1/object/user", "").rows(); len(rows) != 1 {
		t.Errorf("%d users are left", len(rows))
	}
}

func TestBadWrites(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	contact := string(w.put("contact", row.Fields{"name": "Carl"}))
	for _, c := range []struct {
		method, body string
		status       int
		field        string
	}{
		{"POST", `{`, 400, ""},
		{"POST", `"x"`, 400, ""},
		{"POST", `[{"name":"a"},7]`, 400, ""},
		{"POST", `[]`, 422, ""},
		{"POST", `{"name":"a","name":"b"}`, 400, ""},
		{"POST", `{"name":"a"} {}`, 400, ""},
		{"POST", `{"name":"a","nonsense":1}`, 422, "nonsense"},
		{"POST", `{"Name":"a"}`, 422, "Name"},
		{"POST", `{"company":"x"}`, 422, "name"},
		{"POST", `{"name":7}`, 422, "name"},
		{"POST", `{"name":"a\u0000"}`, 422, "name"},
		{"POST", `{"name":"a","email":"x","do_not_call":"yes"}`, 422, "email"},
		{"POST", `{"name":"a","phone":{"friendly_number":"5"}}`, 422, "phone"},
		{"POST", `{"name":"a","owner":"x"}`, 422, "owner"},
		{"PATCH", `{"name":"a"}`, 422, "id"},
		{"PATCH", `{"id":7}`, 422, "id"},
		{"PATCH", `{"id":"x"}`, 422, "id"},
		{"PATCH", `{"id":"` + contact + `","name":null}`, 422, "name"},
		{"PATCH", `{"id":"` + contact + `","name":""}`, 422, "name"},
		{"PATCH", `{"id":"` + contact + `","version":"1"}`, 422, "version"},
		{"PATCH", `[{"id":"` + contact + `","name":"a"},{"id":"` + strings.ToUpper(contact) + `","name":"b"}]`, 422, "id"},
		{"PATCH", `{"id":"` + string(someID) + `","name":"a"}`, 404, ""},
		{"DELETE", ``, 422, "ids"},
	} {
		problem := p.do(c.method, "/v1/object/contact", c.body).problem(c.status)
		if c.field != "" && problem.Errors[c.field] == nil {
			t.Errorf("%s %s: %+v", c.method, c.body, problem)
		}
	}
	p.do("POST", "/v1/object/contact", strings.Repeat(" ", 2<<20)+`{}`).problem(http.StatusRequestEntityTooLarge)
	p.do("POST", "/v1/object/contact", `name=a`, header("Content-Type", "application/x-www-form-urlencoded")).problem(http.StatusUnsupportedMediaType)
	if rows := p.do("GET", "/v1/object/contact", "").rows(); len(rows) != 1 || rows[0]["version"] != 1.0 {
		t.Errorf("after all refusals: %v", rows)
	}
}

func TestArraysAreWrittenWhole(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	bad := p.do("POST", "/v1/object/contact", `[{"name":"A"},{"name":"B","email":"x"},{"name":"C"}]`).problem(422)
	if bad.Index == nil || *bad.Index != 1 {
		t.Errorf("the index is %v", bad.Index)
	}
	made := p.do("POST", "/v1/object/contact", `[{"name":"A"},{"name":"B"}]`).is(200).rows()
	if !slices.Equal(names(made), []string{"A", "B"}) || made[0]["owner"].(map[string]any)["name"] != "Boss" || made[0]["do_not_call"] != false {
		t.Fatalf("made %v", made)
	}
	a, b := made[0]["id"].(string), made[1]["id"].(string)
	bad = p.do("PATCH", "/v1/object/contact", `[{"id":"`+a+`","name":"A2"},{"id":"`+string(someID)+`","name":"X"}]`).problem(404)
	if bad.Index == nil || *bad.Index != 1 || w.record("contact", id.ID(a)).Text("name") != "A" {
		t.Errorf("half of a list was written: %+v", bad)
	}
	// In the order of the input.
	if got := names(p.do("PATCH", "/v1/object/contact", `[{"id":"`+b+`","name":"B2"},{"id":"`+a+`","name":"A2"}]`).rows()); !slices.Equal(got, []string{"B2", "A2"}) {
		t.Errorf("answered %v", got)
	}
	if _, err := w.store.Get(t.Context(), w.org, "contact", id.ID(a)); err != nil {
		t.Fatal(err)
	}
	p.do("DELETE", "/v1/object/contact?ids="+a+","+string(someID)+"&ids="+b, "").is(http.StatusNoContent)
	p.do("DELETE", "/v1/object/contact/"+a, "").problem(404)
	p.do("DELETE", "/v1/object/contact?ids=x", "").problem(422)
	if _, err := w.store.Get(t.Context(), w.org, "contact", id.ID(b)); !fault.Is(err, fault.NotFound) {
		t.Errorf("the record is still there: %v", err)
	}
}

func TestVersions(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	contact := string(w.put("contact", row.Fields{"name": "Carl"}))
	target := "/v1/object/contact"
	if tag := p.do("GET", target+"/"+contact, "").header.Get("ETag"); tag != `"1"` {
		t.Errorf("the tag is %s", tag)
	}
	p.do("PATCH", target, `{"id":"`+contact+`","name":"A"}`, header("If-Match", `"1"`)).is(200)
	p.do("PATCH", target, `{"id":"`+contact+`","name":"B"}`, header("If-Match", `"1"`)).problem(http.StatusPreconditionFailed)
	p.do("PATCH", target, `{"id":"`+contact+`","name":"B","version":1}`).problem(http.StatusPreconditionFailed)
	p.do("PATCH", target, `{"id":"`+contact+`","name":"B"}`, header("If-Match", "x")).problem(http.StatusPreconditionFailed)
	p.do("DELETE", target+"/"+contact, "", header("If-Match", `"1"`)).problem(http.StatusPreconditionFailed)
	if got := w.record("contact", id.ID(contact)); got.Text("name") != "A" || got.Version != 2 {
		t.Errorf("%s at %d", got.Text("name"), got.Version)
	}
	p.do("PATCH", target, `{"id":"`+contact+`","name":"B","version":2}`).is(200)
	// What holds already is no change.
	if rows := p.do("PATCH", target, `{"id":"`+contact+`","name":"B"}`).rows(); rows[0]["version"] != 3.0 {
		t.Errorf("nothing was written as version %v", rows[0]["version"])
	}
	p.do("DELETE", target+"/"+contact, "", header("If-Match", `"3"`)).is(http.StatusNoContent)
}

func TestUniqueFields(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	p.do("POST", "/v1/object/team", `{"name":"North"}`).is(200)
	problem := p.do("POST", "/v1/object/team", `{"name":"North"}`).problem(http.StatusConflict)
	if problem.Errors["name"] == nil || problem.Index == nil || *problem.Index != 0 {
		t.Errorf("%+v", problem)
	}
}

// Of an array in which a unique value stands that is in use, the refusal names the row,
// whether another record has it or an earlier row, and nothing is written.
func TestARowWhoseValueIsInUseIsNamed(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	p.do("POST", "/v1/schema", `{"api_name":"badge","title":"Badge","properties":{
		"code":{"title":"Code","format":"text","unique":true},"mail":{"title":"Mail","format":"email","unique":true},
		"number":{"title":"Number","format":"integer","unique":true},"day":{"title":"Day","format":"date","unique":true},
		"line":{"title":"Line","format":"phone","unique":true},"price":{"title":"Price","format":"currency","unique":true}}}`).is(http.StatusCreated)
	taken := p.do("POST", "/v1/object/badge", `{"name":"Has","code":"a","mail":"ann@example.com","number":7,"day":"2026-03-09","line":{"phone_number":"206 555 0101"},"price":1.5}`).is(http.StatusOK).rows()[0]
	free := p.do("POST", "/v1/object/badge", `[{"name":"One"},{"name":"Two"},{"name":"Three"}]`).is(http.StatusOK).rows()
	for field, values := range map[string][2]string{
		"code": {`"a"`, `"b"`}, "mail": {`"ANN@example.com"`, `"bob@example.com"`}, "number": {`7`, `8`}, "day": {`"2026-03-09"`, `"2026-03-10"`},
		"line": {`{"phone_number":"+12065550101"}`, `{"phone_number":"+12065550102"}`}, "price": {`1.50`, `2`},
	} {
		for rows, want := range map[string]int{
			fmt.Sprintf(`[{"name":"x"},{"name":"y",%[1]q:%[3]s},{"name":"z",%[1]q:%[2]s}]`, field, values[0], values[1]): 2,
			fmt.Sprintf(`[{"name":"x",%[1]q:%[2]s},{"name":"y"},{"name":"z",%[1]q:%[2]s}]`, field, values[1]):            2,
			fmt.Sprintf(`[{"name":"x"},{"name":"y",%[1]q:%[2]s},{"name":"z"}]`, field, values[0]):                        1,
		} {
			e := p.do("POST", "/v1/object/badge", rows).problem(http.StatusConflict)
			if e.Errors[field] == nil || e.Index == nil || *e.Index != want {
				t.Errorf("%s is refused with %+v, want row %d", rows, e, want)
			}
		}
		rows := fmt.Sprintf(`[{"id":%[1]q,%[4]q:%[5]s},{"id":%[2]q,"name":"Still"},{"id":%[3]q,%[4]q:%[5]s}]`, taken["id"], free[0]["id"], free[1]["id"], field, values[0])
		e := p.do("PATCH", "/v1/object/badge", rows).problem(http.StatusConflict)
		if e.Errors[field] == nil || e.Index == nil || *e.Index != 2 {
			t.Errorf("%s is refused with %+v, want row 2", rows, e)
		}
	}
	if got := p.do("GET", "/v1/object/badge?order=name", "").is(http.StatusOK).rows(); len(got) != 4 || got[0]["name"] != "Has" || got[1]["name"] != "One" {
		t.Errorf("there are %v", got)
	}
}

// A command that is sent again is answered as the first time, and done once.
func TestCreateRepeats(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	var ids []any
	for range 3 {
		rows := p.do("POST", "/v1/object/contact", `[{"name":"A"},{"name":"B"}]`, header("Idempotency-Key", "order 7")).is(200).rows()
		ids = append(ids, rows[0]["id"], rows[1]["id"])
	}
	if ids[0] != ids[2] || ids[1] != ids[5] || ids[0] == ids[1] {
		t.Errorf("the ids are %v", ids)
	}
	if rows := p.do("GET", "/v1/object/contact", "").rows(); len(rows) != 2 {
		t.Errorf("%d records", len(rows))
	}
	p.do("POST", "/v1/object/contact", `{"name":"A"}`, header("Idempotency-Key", strings.Repeat("x", 300))).problem(400)
	other := w.person("Other", row.Fields{"is_superuser": true})
	if rows := other.do("POST", "/v1/object/contact", `{"name":"C"}`, header("Idempotency-Key", "order 7")).rows(); rows[0]["name"] != "C" {
		t.Errorf("somebody else's key gave %v", rows)
	}
}

// A live record is its owner's, whatever door a command comes by.
func TestLiveRecordsGoToTheirOwner(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	call := string(w.put("call", row.Fields{"status": "ringing", "user": p.id}))
	a := p.do("PATCH", "/v1/object/call", `{"id":"`+call+`","status":"completed","notes":"hello"}`).is(200)
	if w.desk.last() != "patch call" || a.header.Get("X-Ignored-Fields") != "status" || w.desk.sets[0]["notes"] != "hello" || len(w.desk.sets[0]) != 1 {
		t.Errorf("told %v %v, ignored %s", w.desk.calls, w.desk.sets, a.header.Get("X-Ignored-Fields"))
	}
	p.do("DELETE", "/v1/object/chat/"+string(w.put("chat", row.Fields{"name": "Chat"})), "").is(http.StatusNoContent)
	if w.desk.last() != "remove chat" {
		t.Errorf("told %v", w.desk.calls)
	}
	conversation := string(w.put("twilio_conversation", row.Fields{"last_number": int64(3), "sid": "CH1"}))
	p.do("PATCH", "/v1/object/twilio_conversation", `[{"id":"`+conversation+`","unread_messages":0}]`).is(200)
	if got := w.desk.sets[len(w.desk.sets)-1]["unread_messages"]; got != int64(0) {
		t.Errorf("the command was %v", got)
	}
	a = p.do("PATCH", "/v1/object/twilio_conversation", `[{"id":"`+conversation+`","unread_messages":2}]`).is(200)
	if a.header.Get("X-Ignored-Fields") != "unread_messages" {
		t.Error("a stale count is a command")
	}
}

// The address of one record takes a change of it, too.
func TestARecordIsChangedAtItsAddress(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	one, other := w.put("contact", row.Fields{"name": "Ada"}), w.put("contact", row.Fields{"name": "Grace"})
	target := "/v1/object/contact/" + string(one)
	for _, body := range []string{`{"name":"Ada Lovelace"}`, `[{"id":"` + string(one) + `","name":"Ada King"}]`} {
		if got := p.do("PATCH", target, body).is(http.StatusOK).made(); len(got) != 1 || got[0].text("id") != string(one) {
			t.Errorf("%s changed %v", body, got)
		}
	}
	p.do("PATCH", target, `{"name":"Ada"}`, header("If-Match", `"1"`)).problem(http.StatusPreconditionFailed)
	p.do("PATCH", target, `{"id":"`+string(other)+`","name":"x"}`).problem(http.StatusUnprocessableEntity)
	p.do("PATCH", target, `[{"name":"x"},{"name":"y"}]`).problem(http.StatusUnprocessableEntity)
	p.do("PATCH", "/v1/object/contact/nobody", `{"name":"x"}`).problem(http.StatusNotFound)
	p.do("PATCH", "/v1/object/contact/"+string(someID), `{"name":"x"}`).problem(http.StatusNotFound)
}
