package schema_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"switchboard/actors/features"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/schema"
)

const someID = id.ID("0198c0de-0000-7000-8000-0000000000aa")

func field(t *schema.FieldType) *schema.Field {
	return &schema.Field{Name: "f", Title: "Field", Type: t, Target: "contact", Options: []string{"Open", "Closed"}}
}

func TestCheckTakes(t *testing.T) {
	for _, c := range []struct {
		kind *schema.FieldType
		in   string
		want any
	}{
		{schema.Text, `"Ann"`, "Ann"},
		{schema.Text, `""`, nil},
		{schema.Text, `null`, nil},
		{schema.Text, ``, nil},
		{schema.TextArea, `"a\nb"`, "a\nb"},
		{schema.Email, `" ann@example.com "`, "ann@example.com"},
		{schema.Email, `""`, nil},
		{schema.URL, `"example.com/a"`, "http://example.com/a"},
		{schema.URL, `"https://example.com"`, "https://example.com"},
		{schema.URL, `"localhost:8080/x"`, "http://localhost:8080/x"},
		{schema.URL, `"example.com:81"`, "http://example.com:81"},
		{schema.Boolean, `true`, true},
		{schema.Boolean, `false`, false},
		{schema.Integer, `-7`, int64(-7)},
		{schema.Integer, `3.0`, int64(3)},
		{schema.Integer, `9223372036854775807`, int64(9223372036854775807)},
		{schema.Number, `2.5`, 2.5},
		{schema.Number, `9007199254740992`, float64(1 << 53)},
		{schema.Number, `-1e300`, -1e300},
		{schema.DateTime, `"2026-03-09T14:30:00.1239+02:00"`, time.Date(2026, 3, 9, 12, 30, 0, 123e6, time.UTC)},
		{schema.Code, `"\n  a\tb \r\n"`, "\n  a\tb \r\n"},
		{schema.Currency, `12.5`, "12.50"},
		{schema.Currency, `0.1`, "0.10"},
		{schema.Currency, `-0`, "0.00"},
		{schema.Currency, `1.2e3`, "1200.00"},
		{schema.Currency, `12.500`, "12.50"},
		{schema.Currency, `9999999999999.99`, "9999999999999.99"},
		{schema.Currency, `-9999999999999.99`, "-9999999999999.99"},
		{schema.MultiPicklist, `["Closed","open","Closed"]`, []string{"Closed", "Open"}},
		{schema.MultiPicklist, `[]`, []string{}},
		{schema.Date, `"2024-02-29"`, "2024-02-29"},
		{schema.Date, `"0001-01-01"`, "0001-01-01"},
		{schema.Date, `"9999-12-31"`, "9999-12-31"},
		{schema.Date, `""`, nil},
		{schema.Time, `"14:30"`, "14:30"},
		{schema.Time, `"14:30:00"`, "14:30"},
		{schema.Time, `"00:00:00"`, "00:00"},
		{schema.Time, `"23:59:59"`, "23:59:59"},
		{schema.Time, `""`, nil},
		{schema.Enum, `"Open"`, "Open"},
		{schema.Enum, `"open"`, "Open"},
		{schema.MultiList, `["a","b","a",""]`, []string{"a", "b"}},
		{schema.Lookup, `"` + strings.ToUpper(string(someID)) + `"`, someID},
		{schema.Lookup, `{"id":"` + string(someID) + `","name":"x"}`, someID},
		{schema.Lookup, `{"id":null}`, nil},
		{schema.Lookup, `""`, nil},
		{schema.LookupList, `["` + string(someID) + `",{"id":"` + string(someID) + `"}]`, []id.ID{someID}},
		{schema.Address, `{"line1":"  12  Bridge\tStreet ","city":"York","postal_code":"yo1 6ga","country":"uk"}`, json.RawMessage(`{"city":"York","country":"GB","line1":"12 Bridge Street","postal_code":"YO1 6GA"}`)},
		{schema.Address, `{"state":"wa","country":"usa"}`, json.RawMessage(`{"country":"US","state":"WA"}`)},
		{schema.Address, `{"state":"Bavaria","country":"Germany"}`, json.RawMessage(`{"country":"Germany","state":"Bavaria"}`)},
		{schema.Phone, `{"phone_number":"(555) 123-4567"}`, json.RawMessage(`{"country_code":"+1","phone_number":"+15551234567","friendly_number":"(555) 123-4567","extension":""}`)},
		{schema.Phone, `{"phone_number":"15551234567","friendly_number":"x","extension":42}`, json.RawMessage(`{"country_code":"+1","phone_number":"+15551234567","friendly_number":"x","extension":"42"}`)},
		{schema.Phone, `{"country_code":"+44","phone_number":"02079460000"}`, json.RawMessage(`{"country_code":"+44","phone_number":"+442079460000","friendly_number":"+44 20 7946 0000","extension":""}`)},
		{schema.Phone, `{"country_code":"+44","phone_number":"2079460000"}`, json.RawMessage(`{"country_code":"+44","phone_number":"+442079460000","friendly_number":"+44 20 7946 0000","extension":""}`)},
		{schema.Phone, `{"country_code":"+49","phone_number":"+49 30 1234567"}`, json.RawMessage(`{"country_code":"+49","phone_number":"+49301234567","friendly_number":"+49 30 1234567","extension":""}`)},
		{schema.Phone, `{"country_code":"+49","phone_number":"030 1234567"}`, json.RawMessage(`{"country_code":"+49","phone_number":"+49301234567","friendly_number":"+49 30 1234567","extension":""}`)},
		{schema.Phone, `{"country_code":"+49","phone_number":"+49 (0)30 1234567"}`, json.RawMessage(`{"country_code":"+49","phone_number":"+49301234567","friendly_number":"+49 30 1234567","extension":""}`)},
		{schema.Phone, `{"phone_number":"0044 20 7946 0000"}`, json.RawMessage(`{"country_code":"+44","phone_number":"+442079460000","friendly_number":"+44 20 7946 0000","extension":""}`)},
		{schema.Phone, `{"country_code":"+39","phone_number":"06 698 12345"}`, json.RawMessage(`{"country_code":"+39","phone_number":"+390669812345","friendly_number":"+39 06 6981 2345","extension":""}`)},
		{schema.Phone, `{"country_code":"+54","phone_number":"011 15-2345-6789"}`, json.RawMessage(`{"country_code":"+54","phone_number":"+5491123456789","friendly_number":"+54 9 11 2345-6789","extension":""}`)},
		{schema.Phone, `{"phone_number":"206-555-0101 x12"}`, json.RawMessage(`{"country_code":"+1","phone_number":"+12065550101","friendly_number":"(206) 555-0101","extension":"12"}`)},
		{schema.Phone, `{"phone_number":"tel:+1-206-555-0101;ext=7"}`, json.RawMessage(`{"country_code":"+1","phone_number":"+12065550101","friendly_number":"(206) 555-0101","extension":"7"}`)},
		{schema.Phone, `{"phone_number":"(206) 555-0101 ext. 7","extension":"8"}`, json.RawMessage(`{"country_code":"+1","phone_number":"+12065550101","friendly_number":"(206) 555-0101","extension":"8"}`)},
		{schema.Phone, `{"phone_number":"+12065550101"}`, json.RawMessage(`{"country_code":"+1","phone_number":"+12065550101","friendly_number":"(206) 555-0101","extension":""}`)},
		{schema.Phone, `{"phone_number":"+12065550101","extension":7}`, json.RawMessage(`{"country_code":"+1","phone_number":"+12065550101","friendly_number":"(206) 555-0101","extension":"7"}`)},
		{schema.Phone, `{"country_code":"+800","phone_number":"1234 5678"}`, json.RawMessage(`{"country_code":"+800","phone_number":"+80012345678","friendly_number":"+800 1234 5678","extension":""}`)},
		{schema.Phone, "{\"phone_number\":\"\u202a(206)\u00a0555\u20110101\u200b\",\"friendly_number\":\"\u202a206-555-0101\u202c\"}", json.RawMessage(`{"country_code":"+1","phone_number":"+12065550101","friendly_number":"206-555-0101","extension":""}`)},
		{schema.Phone, `{"phone_number":"\uff0b1 \u0662\u0660\u0666 555 0101"}`, json.RawMessage(`{"country_code":"+1","phone_number":"+12065550101","friendly_number":"(206) 555-0101","extension":""}`)},
		{schema.Phone, `{"country_code":"+1","phone_number":"011 44 20 7946 0000"}`, json.RawMessage(`{"country_code":"+44","phone_number":"+442079460000","friendly_number":"+44 20 7946 0000","extension":""}`)},
		{schema.Phone, `{"country_code":"+52","phone_number":"+52 1 55 1234 5678"}`, json.RawMessage(`{"country_code":"+52","phone_number":"+525512345678","friendly_number":"+52 55 1234 5678","extension":""}`)},
		{schema.Phone, `{"country_code":"+1","phone_number":"","friendly_number":""}`, nil},
		{schema.Address, `{"city":" Bath ","line1":""}`, json.RawMessage(`{"city":"Bath"}`)},
		{schema.Address, `{"city":""}`, nil},
		{schema.Image, `{"url":"https://example.com/a.png","width":64}`, json.RawMessage(`{"url":"https://example.com/a.png","width":64,"public":false}`)},
		{schema.AnyObject, `{"schema":"contact","id":"` + string(someID) + `"}`, json.RawMessage(`{"schema":"contact","id":"` + string(someID) + `"}`)},
		{schema.JSON, `{"b":1,"a":[true]}`, json.RawMessage(`{"a":[true],"b":1}`)},
	} {
		got, err := schema.Check(field(c.kind), json.RawMessage(c.in))
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s of %s: got %#v, %v; want %#v", c.kind, c.in, got, err, c.want)
		}
	}
}

func TestCheckRefuses(t *testing.T) {
	long := `"` + strings.Repeat("x", 100_001) + `"`
	for _, c := range []struct {
		kind *schema.FieldType
		in   string
		says string
	}{
		{schema.Text, `7`, "must be text"},
		{schema.Text, `"` + strings.Repeat("x", 1001) + `"`, "too long: it has 1001 characters and may have 1000"},
		{schema.Text, `"a\u0000b"`, "U+0000"},
		{schema.TextArea, long, "too long"},
		{schema.RichText, `{}`, "must be text"},
		{schema.Email, `"ann"`, "must be an e-mail address"},
		{schema.Email, `"Ann <ann@example.com>"`, "must be an e-mail address"},
		{schema.Email, `"a@b@c"`, "must be an e-mail address"},
		{schema.URL, `"javascript:alert(1)"`, "http:// or https://"},
		{schema.URL, `"JaVaScRiPt:alert(1)"`, "http:// or https://"},
		{schema.URL, `"data:text/html,x"`, "http:// or https://"},
		{schema.URL, `"java\nscript:x"`, "http:// or https://"},
		{schema.URL, `"//evil.example"`, "http:// or https://"},
		{schema.URL, `"http://user:pw@example.com"`, "http:// or https://"},
		{schema.URL, `"mailto:a@b.c"`, "http:// or https://"},
		{schema.Boolean, `"true"`, "must be true or false"},
		{schema.Boolean, `1`, "must be true or false"},
		{schema.Integer, `1.5`, "must be a whole number"},
		{schema.Integer, `"1"`, "must be a whole number"},
		{schema.Integer, `1e400`, "must be a whole number"},
		{schema.Integer, `9223372036854775808`, "must be a whole number"},
		{schema.Number, `1e400`, "must be a number"},
		{schema.Number, `"1"`, "must be a number"},
		{schema.DateTime, `"2026-03-09"`, "RFC 3339"},
		{schema.DateTime, `"2026-02-30T00:00:00Z"`, "RFC 3339"},
		{schema.DateTime, `0`, "RFC 3339"},
		{schema.Code, long, "too long: it has 100001 characters and may have 100000"},
		{schema.Code, `"a\u0000b"`, "U+0000"},
		{schema.Code, `7`, "must be text"},
		{schema.Currency, `12.345`, "may have two decimals"},
		{schema.Currency, `10000000000000`, "must be between -9999999999999.99 and 9999999999999.99"},
		{schema.Currency, `9007199254740993`, "must be between"},
		{schema.Currency, `1e308`, "must be between"},
		{schema.Currency, `1e400`, "must be an amount such as 12.50"},
		{schema.Currency, `1e-300`, "may have two decimals"},
		{schema.Currency, `"12.50"`, "must be an amount"},
		{schema.Currency, `true`, "must be an amount"},
		{schema.MultiPicklist, `["Open","Half"]`, `has no option "Half"; it has Open, Closed`},
		{schema.MultiPicklist, `[""]`, `has no option ""`},
		{schema.MultiPicklist, `[1]`, "must be a list of some of Open, Closed"},
		{schema.MultiPicklist, `"Open"`, "must be a list of some of Open, Closed"},
		{schema.MultiPicklist, `["` + strings.Repeat("x", 300) + `"]`, strings.Repeat("x", 60) + "…"},
		{schema.Number, `9007199254740993`, "can't be kept exactly"},
		{schema.Date, `"2026-02-30"`, "can't be 2026-02-30: the calendar has no such day"},
		{schema.Date, `"2025-02-29"`, "no such day"},
		{schema.Date, `"0000-01-01"`, "in the years 0001 to 9999"},
		{schema.Date, `"2026-13-01"`, "no such day"},
		{schema.Date, `"10000-01-01"`, "must be a day such as 2026-03-09"},
		{schema.Date, `"2026-3-9"`, "must be a day such as 2026-03-09"},
		{schema.Date, `"2026-03-09T00:00:00Z"`, "without a time"},
		{schema.Date, `20260309`, "must be a day such as 2026-03-09"},
		{schema.Time, `"24:00"`, "from 00:00 to 23:59:59"},
		{schema.Time, `"12:60"`, "such as 14:30 or 14:30:05"},
		{schema.Time, `"12:00:60"`, "such as 14:30"},
		{schema.Time, `"9:30"`, "such as 14:30"},
		{schema.Time, `"09:30:00.5"`, "such as 14:30"},
		{schema.Time, `"09:30Z"`, "such as 14:30"},
		{schema.Time, `930`, "such as 14:30"},
		{schema.Enum, `"Half"`, "must be one of Open, Closed"},
		{schema.MultiList, `"a"`, "must be a list of texts"},
		{schema.MultiList, `[1]`, "must be a list of texts"},
		{schema.Lookup, `"nonsense"`, "must be the id of a contact"},
		{schema.Lookup, `{"name":"x"}`, "must be the id of a contact"},
		{schema.Lookup, `[]`, "must be the id of a contact"},
		{schema.LookupList, `"` + string(someID) + `"`, "must be a list of ids"},
		{schema.LookupList, `[null]`, "must be a list of ids"},
		{schema.Phone, `"+15551234567"`, "must be an object"},
		{schema.Phone, `{"friendly_number":"555"}`, "Invalid Phone"},
		{schema.Phone, `{"phone_number":"555123"}`, "10 digits, or 11 that begin with 1"},
		{schema.Phone, `{"phone_number":"25551234567"}`, "10 digits, or 11 that begin with 1"},
		{schema.Phone, `{"country_code":"+44","phone_number":"123"}`, "10 digits, or 11 that begin with 0"},
		{schema.Phone, `{"country_code":"+44","phone_number":"+15551234567"}`, "must begin with the country code +44"},
		{schema.Phone, `{"country_code":"44","phone_number":"2079460000"}`, "country_code must be"},
		{schema.Phone, `{"country_code":"+49","phone_number":"3"}`, "no number of +49"},
		{schema.Phone, `{"country_code":"+999","phone_number":"12345678"}`, "no country has the code +999"},
		{schema.Phone, `{"phone_number":"+99912345678"}`, "with its country code"},
		{schema.Phone, `{"phone_number":"023 456 7890"}`, "10 digits, or 11 that begin with 1"},
		{schema.Phone, `{"phone_number":"+11065550101"}`, "10 digits"},
		{schema.Phone, `{"country_code":"+44","phone_number":"+12065550101"}`, "must begin with the country code +44"},
		{schema.Phone, `{"phone_number":"+++"}`, "with its country code"},
		{schema.Phone, `{"phone_number":"x"}`, "digits"},
		{schema.Phone, `{"phone_number":"x1"}`, "10 digits"},
		{schema.Phone, `{"phone_number":"555-CALL-NOW"}`, "digits"},
		{schema.Phone, `{"phone_number":"5551234567","fax":"1"}`, `no key "fax"`},
		{schema.Address, `{"planet":"x"}`, `no key "planet"`},
		{schema.Address, `{"city":{}}`, "city must be text"},
		{schema.Image, `{"url":"javascript:x"}`, "http:// or https://"},
		{schema.Image, `{"url":"https://e.com","width":-1}`, "between 0 and"},
		{schema.AnyObject, `{"schema":"contact"}`, "must name a record"},
		{schema.AnyObject, `{"schema":"a b","id":"` + string(someID) + `"}`, "must name a record"},
		{schema.JSON, `{"a":"\u0000"}`, "U+0000"},
		{schema.JSON, `{"a":1e999999}`, "40 digits"},
		{schema.JSON, `"` + strings.Repeat("x", 300<<10) + `"`, "too large"},
	} {
		_, err := schema.Check(field(c.kind), json.RawMessage(c.in))
		e := fault.From(err)
		if e == nil || e.Code != fault.Invalid || !strings.Contains(e.Detail, c.says) || len(e.Fields["f"]) != 1 {
			t.Errorf("%s of %.60s: got %v; want %q about the field", c.kind, c.in, err, c.says)
		}
	}
}

func TestCheckRequired(t *testing.T) {
	f := field(schema.Text)
	f.Required = true
	for _, in := range []string{``, `null`, `""`, `"  "`} {
		if _, err := schema.Check(f, json.RawMessage(in)); err == nil || fault.From(err).Detail != "Field is required" {
			t.Errorf("%q: %v", in, err)
		}
	}
}

// everything is a sight that sees and changes all but one field.
type everything struct{ hidden string }

func (e everything) MayRead(_, field string) bool  { return field != e.hidden }
func (e everything) MayWrite(_, field string) bool { return field != "company" }

func (e everything) MayFilter(_, field string) bool { return field != e.hidden }
func (e everything) MaySort(_, field string) bool   { return field == "name" }

// A derived field says whether a text ends in another, whatever is read of it.
func TestEndsIn(t *testing.T) {
	d := &schema.Derivation{How: schema.EndsIn, From: []string{"email"}, Is: "@key.invalid"}
	for email, want := range map[string]string{`"1@key.invalid"`: "true", `"1@KEY.invalid"`: "false", `"@key.invalid.org"`: "false", `null`: "false", ``: "false"} {
		if got := string(d.Compute(entry.Fields{"email": []byte(email)})); got != want {
			t.Errorf("%s ends in it: %s, want %s", email, got, want)
		}
	}
}

// Forms offer time zones and languages for a text that names one, and for no other.
func TestTextsThatNameATimeZoneSaySo(t *testing.T) {
	r := features.Registry()
	for object, want := range map[string]bool{"user": true, "schedule_trigger": true, "contact": true, "organization": false} {
		for _, p := range r.Describe(r.Object(object), everything{}).Properties {
			if p.Name == "time_zone" && p.TimeZone != want {
				t.Errorf("%s.time_zone: names a zone: %v, want %v", object, p.TimeZone, want)
			}
			if named := p.Name == "preferred_language"; p.Language != named {
				t.Errorf("%s.%s: names a language: %v, want %v", object, p.Name, p.Language, named)
			}
		}
	}
}

func TestDescribe(t *testing.T) {
	r := features.Registry()
	raw, err := json.Marshal(r.Describe(r.Object("contact"), everything{hidden: "email"}))
	if err != nil {
		t.Fatal(err)
	}
	var d struct {
		APIName    string `json:"api_name"`
		Properties map[string]struct {
			Type   any
			Format string
			AnyOf  []map[string]string
			Modify bool
			Width  int
		}
		Required []string
		Children []map[string]string
	}
	if err := json.Unmarshal(raw, &d); err != nil {
		t.Fatal(err)
	}
	if _, shown := d.Properties["email"]; shown {
		t.Error("an unreadable field is described")
	}
	if !reflect.DeepEqual(d.Required, []string{"name"}) || d.APIName != "contact" {
		t.Errorf("%s requires %v", d.APIName, d.Required)
	}
	if p := d.Properties["owner"]; p.Format != "lookup" || p.AnyOf[0]["schema_api_name"] != "user" || p.AnyOf[1]["type"] != "null" || p.Width != 150 {
		t.Errorf("owner is %+v", p)
	}
	if p := d.Properties["name"]; p.Type != "string" || !p.Modify {
		t.Errorf("name is %+v", p)
	}
	if d.Properties["company"].Modify || d.Properties["created_date"].Modify || d.Properties["merged_into"].Modify {
		t.Error("what can't be changed says that it can")
	}
	if _, shown := d.Properties["deleted_date"]; shown {
		t.Error("an internal field is described")
	}
	found := false
	for _, child := range d.Children {
		found = found || child["schema_api_name"] == "call" && child["field"] == "contact"
		if child["schema_api_name"] == "session" {
			t.Error("an internal object is described")
		}
	}
	if !found {
		t.Errorf("calls are no child of contacts: %v", d.Children)
	}
	if i, j := strings.Index(string(raw), `"first_name":`), strings.Index(string(raw), `"last_name":`); i < 0 || j < i {
		t.Error("the properties are not in the order of their definition")
	}
}
