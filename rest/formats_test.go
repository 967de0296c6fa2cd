package rest_test

import (
	"net/http"
	"strings"
	"testing"

	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// formatsWorld is an organization with bookings of its own, and its superuser.
func formatsWorld(t *testing.T) (*world, *person) {
	t.Helper()
	w := newWorld(t)
	err := w.store.AddObject(t.Context(), w.org, "", &schema.Object{APIName: "booking", Title: "Booking", Feed: true, Fields: []*schema.Field{
		{Name: "day", Title: "Day", Type: schema.Date},
		{Name: "at", Title: "At", Type: schema.Time},
		{Name: "price", Title: "Price", Type: schema.Currency},
		{Name: "fee", Title: "Fee", Type: schema.Currency, Unit: "EUR"},
		{Name: "script", Title: "Script", Type: schema.Code},
		{Name: "extras", Title: "Extras", Type: schema.MultiPicklist, Options: []string{"Breakfast", "Parking", "Dog"}},
		{Name: "count", Title: "Count", Type: schema.Integer},
		{Name: "weight", Title: "Weight", Type: schema.Number},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return w, w.person("Boss", row.Fields{"is_superuser": true})
}

func TestFormatsOverREST(t *testing.T) {
	_, boss := formatsWorld(t)
	post := func(body string) shown {
		var made []shown
		boss.do("POST", "/v1/object/booking", body).is(http.StatusOK).into(&made)
		return made[0]
	}
	ann := post(`[{"name":"Ann","day":"2024-02-29","at":"09:30","price":0.1,"fee":9999999999999.99,"script":"\n  if (a) {\n\tb();\n}\n","extras":["Dog","breakfast","Dog"],"count":9007199254740993}]`)
	for name, want := range map[string]string{
		"day": `"2024-02-29"`, "at": `"09:30"`, "price": "0.10", "fee": "9999999999999.99", "script": `"\n  if (a) {\n\tb();\n}\n"`,
		"extras": `["Dog","Breakfast"]`, "count": "9007199254740993",
	} {
		if got := string(ann[name]); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	post(`[{"name":"Ben","day":"1999-12-31","at":"23:59:59","price":1200,"extras":["Parking"]}]`)
	post(`[{"name":"Cleo"}]`)

	names := func(query string) string {
		return boss.do("GET", "/v1/object/booking"+query, "").is(http.StatusOK).names()
	}
	for rows, want := range map[string]string{
		`[{"field":"day","operator":">","value":"2000-01-01"}]`:                                                      "Ann",
		`[{"field":"day","operator":">=","value":"1999-12-31"},{"field":"day","operator":"<","value":"2024-02-29"}]`: "Ben",
		`[{"field":"at","operator":"<","value":"12:00"}]`:                                                            "Ann",
		`[{"field":"price","operator":"=","value":0.10}]`:                                                            "Ann",
		`[{"field":"price","operator":">","value":0.1}]`:                                                             "Ben",
		`[{"field":"script","operator":"LIKE","value":"if (a)"}]`:                                                    "Ann",
		`[{"field":"extras","operator":"IN","value":["Parking","Breakfast"]}]`:                                       "Ann Ben",
		`[{"field":"extras","operator":"=","value":"Dog"},{"field":"extras","operator":"=","value":"Breakfast"}]`:    "Ann",
		`[{"field":"extras","operator":"=","value":"Dog"},{"field":"extras","operator":"=","value":"Parking"}]`:      "",
		`[{"field":"extras","operator":"NOT IN","value":["Dog"]}]`:                                                   "Ben Cleo",
		`[{"field":"extras","operator":"IS NULL"}]`:                                                                  "Cleo",
	} {
		if got := names(filter(rows) + "&order=name"); got != want {
			t.Errorf("%s: %q, want %q", rows, got, want)
		}
	}
	for order, want := range map[string]string{"day": "Ben Ann Cleo", "-day": "Ann Ben Cleo", "at": "Ann Ben Cleo", "-price": "Ben Ann Cleo"} {
		if got := names("?order=" + order); got != want {
			t.Errorf("by %s: %q, want %q", order, got, want)
		}
	}

	// What the history keeps comes back as it was.
	boss.do("PATCH", "/v1/object/booking", `[{"id":`+string(ann["id"])+`,"day":"2026-03-09","at":null,"price":-12.34,"extras":["Parking","Dog"],"script":"x"}]`).is(http.StatusOK)
	changes := history(boss, "booking", id.ID(ann.text("id")), 10)
	want := `2 updated at "09:30"→null day "2024-02-29"→"2026-03-09" extras ["Dog", "Breakfast"]→["Parking", "Dog"] price 0.10→-12.34 script "\n  if (a) {\n\tb();\n}\n"→"x"`
	if got := changes[0].String(); strings.ReplaceAll(got, `","`, `", "`) != want {
		t.Errorf("history: %s, want %s", got, want)
	}
	var described struct {
		Properties map[string]struct{ Format, Unit string }
	}
	boss.do("GET", "/v1/schema/booking", "").into(&described)
	if p := described.Properties; p["day"].Format != "date" || p["price"].Unit != "USD" || p["fee"].Unit != "EUR" || p["extras"].Format != "multi-picklist" {
		t.Errorf("described: %v", p)
	}
}

// What no field of these formats can hold is refused with what is wrong and where, and
// nothing is stored.
func TestFormatsRefuseWithWords(t *testing.T) {
	_, boss := formatsWorld(t)
	for body, want := range map[string][2]string{
		`{"day":"2026-02-30"}`:                              {"day", "Day can't be 2026-02-30: the calendar has no such day"},
		`{"day":"10000-01-01"}`:                             {"day", "Day must be a day such as 2026-03-09"},
		`{"at":"24:00"}`:                                    {"at", "At must be a time of the day from 00:00 to 23:59:59"},
		`{"price":12.345}`:                                  {"price", "Price may have two decimals"},
		`{"price":9007199254740993}`:                        {"price", "Price must be between -9999999999999.99 and 9999999999999.99"},
		`{"count":9223372036854775808}`:                     {"count", "Count must be a whole number"},
		`{"weight":9007199254740993}`:                       {"weight", "Weight can't be kept exactly: a number keeps 15 digits"},
		`{"count":9007199254740993.5}`:                      {"count", "Count must be a whole number"},
		`{"script":"a\u0000b"}`:                             {"script", "Script must not hold the character U+0000"},
		`{"script":"` + strings.Repeat("x", 100_001) + `"}`: {"script", "Script is too long: it has 100001 characters and may have 100000"},
		`{"extras":["Dog","Cat"]}`:                          {"extras", `Extras has no option "Cat"; it has Breakfast, Parking, Dog`},
	} {
		refused := boss.do("POST", "/v1/object/booking", `[{"name":"Good"},{"name":"Bad",`+body[1:]+`]`).problem(http.StatusUnprocessableEntity)
		if said := refused.Errors[want[0]]; len(said) != 1 || !strings.HasPrefix(said[0], want[1]) {
			t.Errorf("%.60s: %v", body, refused.Errors)
		}
	}
	if half := boss.do("POST", "/v1/object/booking", `[{"name":"\ud800"}]`).problem(http.StatusBadRequest); !strings.Contains(half.Detail, "line 1, column") {
		t.Errorf("half a surrogate pair: %s", half.Detail)
	}
	boss.do("POST", "/v1/object/booking", `[{"name":"x","script":"`+strings.Repeat("x", 10<<20)+`"}]`).problem(http.StatusRequestEntityTooLarge)
	for _, rows := range []string{`[{"field":"extras","operator":"IN","value":["Cat"]}]`, `[{"field":"day","operator":"=","value":"soon"}]`} {
		boss.do("GET", "/v1/object/booking"+filter(rows), "").problem(http.StatusUnprocessableEntity)
	}
	if left := boss.do("GET", "/v1/object/booking", "").is(http.StatusOK).rows(); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}
