package rest_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"switchboard/actors/features"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
	"switchboard/storage/soaktest"
)

// noise is a text that doesn't get smaller by compression, as the database would
// make one of equal characters.
func noise(n int, from, to rune) string {
	r := rand.New(rand.NewPCG(1, uint64(n)))
	var b strings.Builder
	for range n {
		b.WriteRune(from + r.Int32N(to-from))
	}
	return b.String()
}

// extremes lists values at, below and above the limits of a field's type, as JSON.
func extremes(f *schema.Field) []any {
	if f.Type == schema.Lookup || f.Type == schema.LookupList {
		many := make([]id.ID, 1001)
		for i := range many {
			many[i] = id.Derived(fmt.Sprint(i))
		}
		return []any{many[0], []id.ID{many[0], many[0]}, many, object{"id": many[0], "name": noise(2000, 'a', 'z')}}
	}
	var out []any
	for _, n := range []int{1, 255, 256, 1000, 9000} {
		out = append(out, noise(n, 0x1F300, 0x1FAFF), noise(n, 1, 32), strings.Repeat("Ⱥ", n), strings.Repeat(`\%_`, n),
			noise(n, 'a', 'z')+"@example.com", "https://example.com/"+noise(n, 'a', 'z'))
	}
	out = append(out, noise(100_000, 0x1F300, 0x1FAFF), noise(242, 'a', 'z')+"@example.com")
	for _, number := range []string{"-0", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "1e308", "1e-308", "1e400", "1e15"} {
		out = append(out, json.RawMessage(number), json.RawMessage(`{"a":`+number+`}`))
	}
	for _, moment := range []string{"0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59.999-14:00", "0000-01-01T00:00:00Z", "2026-02-28T23:59:60Z", "1582-10-10T00:00:00Z"} {
		out = append(out, moment)
	}
	list := make([]string, 201)
	for i := range list {
		list[i] = noise(255, 0x1F300, 0x1FAFF)[:255*4-8] + fmt.Sprintf("%04d", i)
	}
	phone := func(key string, n int) object {
		o := object{"country_code": "+1", "phone_number": "5551234567"}
		o[key] = noise(n, '1', '9')
		return o
	}
	out = append(out, true, list, list[:200], []string{}, object{}, []any{nil}, strings.Repeat("\u0000", 3),
		phone("extension", 10), phone("extension", 9000), phone("friendly_number", 1000), phone("friendly_number", 9000), phone("country_code", 9000),
		object{"city": noise(1000, 0x1F300, 0x1FAFF), "line1": noise(9000, 'a', 'z')},
		object{"url": "https://example.com/" + noise(2000, 'a', 'z'), "width": 10_000, "alt_text": noise(1000, 0x1F300, 0x1FAFF)},
		object{"schema": noise(63, 'a', 'z'), "id": id.New(), "name": noise(1000, 0x1F300, 0x1FAFF)},
		object{"call_availability": object{"call_status": noise(3000, 'a', 'z')}},
		object{noise(3000, 'a', 'z'): noise(3000, 'a', 'z')}, deep(31), deep(33))
	return append(out, f.Default)
}

func deep(n int) any {
	var v any = 1
	for range n {
		v = []any{v}
	}
	return v
}

// perField is how many extremes each field is set to in a normal run, at random. One field
// of each type is set to all of them in every run, and every field is in a soak.
const perField = 3

// Whatever a field is set to, the server takes it or says what is wrong with it.
func TestNoLegalInputEndsInAnError(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and nothing in it is concurrent")
	}
	w := newWorld(t)
	p := boss(w)
	_, seed := soaktest.Rounds(t, 1)
	random := rand.New(rand.NewPCG(seed, 1))
	whole := oneOfEachType(random)
	tried, taken := 0, 0
	for _, o := range features.Registry().Objects() {
		if o.Internal {
			continue
		}
		record := w.put(o.APIName, row.Fields{o.NameField: "First"})
		for _, f := range o.Fields {
			values := extremes(f)
			if !f.Settable() { // whatever it is, it must be ignored
				values = values[:min(len(values), 8)]
			}
			if !whole[f] {
				values = soaktest.Sample(random, values, perField)
			}
			for i, value := range values {
				text, err := json.Marshal(value)
				if err != nil {
					t.Fatal(err)
				}
				fresh := good(o, i)
				fresh[f.Name] = json.RawMessage(text)
				created, err := json.Marshal(fresh)
				if err != nil {
					t.Fatal(err)
				}
				for method, body := range map[string]string{
					"POST": string(created), "PATCH": `{"id":"` + string(record) + `","` + f.Name + `":` + string(text) + `}`,
				} {
					a := p.do(method, "/v1/object/"+o.APIName, body)
					tried++
					if a.status == http.StatusOK {
						taken++
					}
					if a.status >= http.StatusInternalServerError {
						t.Errorf("%s %s.%s %.60s (%d bytes): %d %s", method, o.APIName, f.Name, text, len(text), a.status, a.body)
					}
				}
			}
		}
	}
	if log := w.logs.String(); strings.Contains(log, "request failed") {
		t.Errorf("the server failed: %.2000s", log)
	}
	t.Logf("%d writes, %d taken", tried, taken)
	if taken < tried/20 {
		t.Errorf("only %d of %d writes were taken: the extremes are too extreme to try anything", taken, tried)
	}
}

// oneOfEachType picks a field that clients may set of each type.
func oneOfEachType(random *rand.Rand) map[*schema.Field]bool {
	var types []*schema.FieldType // in an order that does not change, so that a seed picks the same again
	of := map[*schema.FieldType][]*schema.Field{}
	for _, o := range features.Registry().Objects() {
		for _, f := range o.Fields {
			if !o.Internal && f.Settable() {
				if of[f.Type] == nil {
					types = append(types, f.Type)
				}
				of[f.Type] = append(of[f.Type], f)
			}
		}
	}
	picked := map[*schema.Field]bool{}
	for _, kind := range types {
		picked[of[kind][random.IntN(len(of[kind]))]] = true
	}
	return picked
}

// good is a record that can be created, another one each time.
func good(o *schema.Object, i int) map[string]any {
	out := map[string]any{}
	for _, f := range o.Fields {
		if !f.Wanted() {
			continue
		}
		switch f.Type {
		case schema.Email:
			out[f.Name] = fmt.Sprintf("%s%d@example.com", id.New(), i)
		case schema.Lookup, schema.LookupList:
		default:
			out[f.Name] = string(id.New())
		}
	}
	if o.APIName == "twilio_phone" {
		out["phone_number"] = fmt.Sprintf("+1555%07d", rand.IntN(10_000_000))
	}
	return out
}
