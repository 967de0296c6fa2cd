package rest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// What fields of one's own can't hold is refused with the field's name and a sentence,
// whatever else the row is, and nothing of the array is written.
func TestWhatFieldsOfOnesOwnRefuse(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	p.do("POST", "/v1/schema", `{"api_name":"trial","title":"Trial","properties":{
		"note":{"title":"Note","format":"text"},"long":{"title":"Long","format":"text-area"},
		"state":{"title":"State","format":"enum","options":["open","closed"]},
		"stage":{"title":"Stage","format":"picklist","options":[{"value":"new","label":"New"},{"value":"old","label":"Old","active":false}]},
		"several":{"title":"Several","format":"multi-picklist","options":["a","b"]},
		"day":{"title":"Day","format":"date"},"moment":{"title":"Moment","format":"date-time"},"clock":{"title":"Clock","format":"time"},
		"whole":{"title":"Whole","format":"integer"},"amount":{"title":"Amount","format":"currency"},"real":{"title":"Real","format":"number"},
		"data":{"title":"Data","format":"json"},"who":{"title":"Who","format":"lookup","anyOf":[{"schema_api_name":"contact"}]}}}`).is(http.StatusCreated)
	for _, one := range []struct{ field, value string }{
		{"state", `"gone"`}, {"state", `7`}, {"stage", `"never"`}, {"several", `["a","c"]`}, {"several", `"a"`},
		{"day", `"2026-02-30"`}, {"day", `"0000-01-01"`}, {"day", `"10000-01-01"`}, {"day", `"2026-01-31T10:00:00Z"`},
		{"moment", `"2026-13-01T00:00:00Z"`}, {"moment", `"99999-01-01T00:00:00Z"`}, {"moment", `"yesterday"`}, {"clock", `"25:00"`},
		{"whole", `9223372036854775808`}, {"real", `9007199254740993`}, {"whole", `1.5`}, {"whole", `1e400`}, {"real", `1e400`}, {"real", `1e-400`}, {"real", `"12"`}, {"real", `0.12345678901234567`}, {"real", `12345678901234567890`}, {"whole", `"12"`}, {"whole", `"9223372036854775808"`},
		{"amount", `99999999999999999999`}, {"amount", `0.001`},
		{"note", `"a\u0000b"`}, {"long", `"a\u0000b"`}, {"data", `{"a":"\u0000"}`},
		{"who", `"0198c0de-0000-7000-8000-00000000ffff"`}, {"who", `"nobody"`},
	} {
		e := p.do("POST", "/v1/object/trial", `[{"name":"Fits"},{"name":"Trial","`+one.field+`":`+one.value+`}]`).problem(http.StatusUnprocessableEntity)
		if len(e.Errors) != 1 || e.Detail == "" {
			t.Errorf("%s %s is refused with %+v", one.field, one.value, e)
		}
		for place := range e.Errors {
			if !strings.Contains(place, one.field) {
				t.Errorf("%s %s is refused at %s", one.field, one.value, place)
			}
		}
	}
	for body, status := range map[string]int{
		`[{"name":"Fits"},{"name":"Trial","note":"a\ud800b"}]`:                          http.StatusBadRequest, // half a character is no JSON (RFC 8259, 8.2)
		`[{"name":"Trial","data":{"a":"\udfff"}}]`:                                      http.StatusBadRequest,
		`[{"name":"Trial","__proto__":{"admin":true}}]`:                                 http.StatusUnprocessableEntity,
		`[{"name":"Trial","constructor":"x"}]`:                                          http.StatusUnprocessableEntity,
		`[{"name":"Trial","data":` + strings.Repeat(`[`, 100_000) + `]}]`:               http.StatusBadRequest,
		`[{"name":"Trial","data":"` + strings.Repeat("x", 10<<20) + `"}]`:               http.StatusRequestEntityTooLarge,
		`[{"name":"Trial","long":"` + strings.Repeat("x", 2<<20) + `"},{"name":"Two"}]`: http.StatusRequestEntityTooLarge,
	} {
		if got := p.do("POST", "/v1/object/trial", body); got.status != status {
			t.Errorf("%.60s… is answered %d, want %d: %.200s", body, got.status, status, got.body)
		}
	}
	if got := p.do("GET", "/v1/object/trial", "").is(http.StatusOK).rows(); len(got) != 0 {
		t.Errorf("of what was refused there is %v", got)
	}
	// At the edges all of it fits, and JSON keeps the names that programs stumble over.
	p.do("POST", "/v1/object/trial", `[{"name":"Edges","whole":9223372036854775807,"real":9007199254740992,"day":"9999-12-31","data":{"__proto__":{"a":1},"constructor":2},"stage":"new"}]`).is(http.StatusOK)
	if got := string(p.do("GET", "/v1/object/trial", "").is(http.StatusOK).body); !strings.Contains(got, `"whole":9223372036854775807`) || !strings.Contains(got, `"__proto__"`) {
		t.Errorf("it holds %s", got)
	}
}

// Whole numbers of 64 bits are exact in answers, filters, queries and the history; a number
// keeps all its digits.
func TestNumbersKeepTheirDigits(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	p.do("POST", "/v1/schema", `{"api_name":"trial","title":"Trial","properties":{"whole":{"title":"Whole","format":"integer","index":true},"real":{"title":"Real","format":"number"}}}`).is(http.StatusCreated)
	p.do("POST", "/v1/object/trial", `[{"name":"A","whole":9007199254740992},{"name":"B","whole":9007199254740993},{"name":"C","whole":"9007199254740994"},{"name":"D","whole":-9223372036854775808},{"name":"E","whole":"9223372036854775807"}]`).is(http.StatusOK)
	for _, c := range []struct{ operator, value, want string }{
		{"=", `9007199254740993`, "B"}, {"=", `"9007199254740993"`, "B"}, {"!=", `9007199254740993`, "A C D E"},
		{">", `9007199254740992`, "B C E"}, {"<=", `9007199254740993`, "A B D"}, {"IN", `[9007199254740993,"9223372036854775807"]`, "B E"},
		{"=", `-9223372036854775808`, "D"}, {"LIKE", `"740993"`, "B"},
	} {
		listed := p.do("GET", "/v1/object/trial"+filter(fmt.Sprintf(`[{"field":"whole","operator":%q,"value":%s}]`, c.operator, c.value))+"&order=name", "").is(http.StatusOK)
		if got := valuesOf(listed.rows(), "name"); got != c.want {
			t.Errorf("the filter %s %s finds %q, not %q", c.operator, c.value, got, c.want)
		}
		value := strings.NewReplacer(`"`, "'", "[", "(", "]", ")").Replace(c.value)
		if got := valuesOf(p.ask("SELECT name FROM trial WHERE whole "+c.operator+" "+value+" ORDER BY name"), "name"); got != c.want {
			t.Errorf("the query %s %s finds %q, not %q", c.operator, value, got, c.want)
		}
	}
	for _, whole := range []string{"9007199254740993", "-9223372036854775808", "9223372036854775807"} {
		if body := string(p.do("GET", "/v1/object/trial", "").is(http.StatusOK).body); !strings.Contains(body, `"whole":`+whole) {
			t.Errorf("%s is not in %s", whole, body)
		}
	}
	for _, value := range []string{"0.1", "0.30000000000000004", "-1.7976931348623157e+308", "5e-324", "1e+23", "12345678901234567000", "9007199254740992", "0"} {
		one := fmt.Sprint(p.do("POST", "/v1/object/trial", `{"name":"R","real":`+value+`}`).is(http.StatusOK).rows()[0]["id"])
		if body := string(p.do("GET", "/v1/object/trial/"+one, "").is(http.StatusOK).body); !strings.Contains(body, `"real":`+value+`,`) && !strings.Contains(body, `"real":`+value+`}`) {
			t.Errorf("%s is kept as %s", value, body)
		}
	}
}

// What a definition can't be called is refused, in titles, options and help texts as well.
func TestWordsOfADefinitionAreText(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	field := func(parts string) string {
		return `{"api_name":"trial","title":"Trial","properties":{"f":{"title":"F",` + parts + `}}}`
	}
	for body, place := range map[string]string{
		`{"api_name":"trial","title":"Tri\u0000al"}`:                                     "title",
		`{"api_name":"trial\u0000","title":"Trial"}`:                                     "api_name",
		`{"api_name":"ｔrial","title":"Trial"}`:                                           "api_name", // a wide t
		`{"api_name":"tri\u200bal","title":"Trial"}`:                                     "api_name", // nothing, as wide as that
		field(`"format":"text","help_text":"a\u0000b"`):                                  "properties.f.help_text",
		field(`"format":"text","default":"a\u0000b"`):                                    "properties.f.default",
		field(`"format":"enum","options":["a\u0000b"]`):                                  "properties.f.options",
		field(`"format":"date","default":"2026-02-30"`):                                  "properties.f.default",
		field(`"format":"integer","default":9223372036854775808`):                        "properties.f.default",
		field(`"format":"enum","options":["__proto__","constructor"],"default":"other"`): "properties.f.default",
	} {
		e := p.do("POST", "/v1/schema", body).problem(http.StatusUnprocessableEntity)
		if len(e.Errors[place]) == 0 || len(e.Errors) != 1 {
			t.Errorf("%q\n is refused with %+v, want %s", body, e.Errors, place)
		}
	}
	p.do("POST", "/v1/schema", `{"api_name":"trial","title":"Tri\ud800al"}`).problem(http.StatusBadRequest) // half a character is no JSON
	p.do("GET", "/v1/schema/trial", "").problem(http.StatusNotFound)
}

// Objects may refer to each other in a circle, and records as well: whatever follows them
// ends, an object of a circle stays until nothing refers to it, and records go.
func TestObjectsThatReferToEachOther(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	p.do("POST", "/v1/schema", `{"api_name":"egg","title":"Egg"}`).is(http.StatusCreated)
	p.do("POST", "/v1/schema", `{"api_name":"hen","title":"Hen","properties":{"from":{"title":"From","format":"lookup","anyOf":[{"schema_api_name":"egg"}]}}}`).is(http.StatusCreated)
	p.change("egg", `{"properties":{"layer":{"title":"Layer","format":"lookup","anyOf":[{"schema_api_name":"hen"}]},"twin":{"title":"Twin","format":"lookup","anyOf":[{"schema_api_name":"egg"}]}}}`, http.StatusOK)
	idOf := func(object, body string) string {
		t.Helper()
		one, _ := p.do("POST", "/v1/object/"+object, body).is(http.StatusOK).rows()[0]["id"].(string)
		return one
	}
	egg := idOf("egg", `[{"name":"First"}]`)
	hen := idOf("hen", `[{"name":"Ada","from":"`+egg+`"}]`)
	p.do("PATCH", "/v1/object/egg", `[{"id":"`+egg+`","layer":"`+hen+`","twin":"`+egg+`"}]`).is(http.StatusOK)

	list := string(p.do("GET", "/v1/object/egg"+filter(`[{"field":"layer","operator":"=","value":"`+hen+`"}]`), "").is(http.StatusOK).body)
	if !strings.Contains(list, `"Ada"`) || strings.Count(list, `"First"`) != 2 { // its name, and its twin's
		t.Errorf("the list says %s", list)
	}
	for _, path := range []string{"/v1/object/egg/" + egg, "/v1/object/egg/" + egg + "/history", "/v1/object/hen/" + hen + "/timeline", "/v1/schema/egg", "/v1/schema"} {
		p.do("GET", path, "").is(http.StatusOK)
	}
	e := p.do("DELETE", "/v1/schema/egg", "").problem(http.StatusConflict)
	if !strings.Contains(e.Detail, "Hen (From)") {
		t.Errorf("an object to which others refer: %s", e.Detail)
	}
	p.do("DELETE", "/v1/object/egg?ids="+egg, "").is(http.StatusNoContent)
	p.do("GET", "/v1/object/hen/"+hen, "").is(http.StatusOK)
	p.change("hen", `{"properties":{"from":null}}`, http.StatusOK)
	p.do("DELETE", "/v1/schema/egg", "").is(http.StatusNoContent) // what it refers to itself is not in its way
	p.do("DELETE", "/v1/schema/hen", "").is(http.StatusNoContent)
	p.do("POST", "/v1/schema/egg/restore", `{}`).problem(http.StatusUnprocessableEntity) // to what is not there
	p.do("POST", "/v1/schema/hen/restore", `{}`).is(http.StatusOK)
	p.do("POST", "/v1/schema/egg/restore", `{}`).is(http.StatusOK)
}
