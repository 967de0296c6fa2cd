package rest_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/query"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// page is a document whose examples are executed: blocks of HTTP, in their order. An id that the
// page names is whichever the server gave where the page shows it first.
type page struct {
	*world

	name, text string
	people     map[string]*person // by the name behind Bearer; "" is who asks without one
	ids        map[string]string
	after      func() // is called after each example, nil for nothing to do
}

func (w *world) page(name string, people map[string]*person) *page {
	w.t.Helper()
	text, err := os.ReadFile("../docs/" + name)
	if err != nil {
		w.t.Fatal(err)
	}
	return &page{world: w, name: name, text: string(text), people: people, ids: map[string]string{}}
}

var (
	anyID     = regexp.MustCompile(`0198c0de-0000-7000-8000-[0-9a-f]{12}`)
	statusRow = regexp.MustCompile(`(?m)^([1-5][0-9][0-9])$`)
)

// known puts the server's ids in the place of the page's.
func (d *page) known(text string) string {
	return anyID.ReplaceAllStringFunc(text, func(one string) string {
		if is, ok := d.ids[one]; ok {
			return is
		}
		return one
	})
}

// examples carries all of them out.
func (d *page) examples() {
	d.t.Helper()
	blocks := strings.Split(d.text, "```http\n")[1:]
	if len(blocks) == 0 {
		d.t.Fatalf("%s has no examples", d.name)
	}
	for _, block := range blocks {
		block, _, _ = strings.Cut(block, "```\n")
		at := statusRow.FindStringIndex(block)
		if at == nil {
			d.t.Errorf("%s: an example without a status:\n%s", d.name, block)
			continue
		}
		d.example(block[:at[0]], block[at[0]:])
		if d.after != nil {
			d.after()
		}
	}
}

func headed(text string) (first string, headers http.Header, body string) {
	head, body, _ := strings.Cut(strings.TrimSpace(text)+"\n\n", "\n\n")
	lines := strings.Split(head, "\n")
	headers = http.Header{}
	for _, line := range lines[1:] {
		name, value, _ := strings.Cut(line, ": ")
		headers.Set(name, value)
	}
	return lines[0], headers, strings.TrimSpace(body)
}

func (d *page) example(asked, answered string) {
	d.t.Helper()
	line, headers, body := headed(asked)
	method, target, _ := strings.Cut(d.known(line), " ")
	path, query, _ := strings.Cut(target, "?")
	if query != "" { // the page shows it as one reads it
		var parts []string
		for part := range strings.SplitSeq(query, "&") {
			name, value, _ := strings.Cut(part, "=")
			parts = append(parts, name+"="+url.QueryEscape(value))
		}
		path += "?" + strings.Join(parts, "&")
	}
	who := strings.TrimPrefix(headers.Get("Authorization"), "Bearer ")
	headers.Del("Authorization")
	p := d.people[who]
	if p == nil {
		d.t.Errorf("%s: %s is asked by nobody (%q)", d.name, line, who)
		return
	}
	got := p.do(method, path, d.known(body), func(r *http.Request) { maps.Copy(r.Header, headers) })
	status, wanted, shape := headed(answered)
	if fmt.Sprint(got.status) != status {
		d.t.Errorf("%s: %s\nanswered %d %s\nwanted %s", d.name, line, got.status, got.body, status)
		return
	}
	for name := range wanted {
		if has, want := got.header.Get(name), wanted.Get(name); has != want && (want != "…" || has == "") {
			d.t.Errorf("%s: %s\nanswered %s: %q, the page says %q", d.name, line, name, has, want)
		}
	}
	if shape == "" {
		if len(got.body) > 0 {
			d.t.Errorf("%s: %s\nanswered %s, the page shows nothing", d.name, line, got.body)
		}
		return
	}
	if err := d.same(shape, string(got.body)); err != nil {
		d.t.Errorf("%s: %s\nanswered %s\nthe page says otherwise: %v", d.name, line, got.body, err)
	}
}

func (d *page) same(shown, got string) error {
	var want, has any
	for into, text := range map[*any]string{&want: shown, &has: got} {
		decoder := json.NewDecoder(strings.NewReader(text))
		decoder.UseNumber()
		if err := decoder.Decode(into); err != nil {
			return fmt.Errorf("%.60s is no JSON: %w", text, err)
		}
	}
	return d.match(want, has, "the answer")
}

// match holds a value to what a page shows of it.
func (d *page) match(want, got any, at string) error {
	switch want := want.(type) {
	case map[string]any:
		return d.matchObject(want, got, at)
	case []any:
		has, ok := got.([]any)
		if !ok || len(has) != len(want) {
			return fmt.Errorf("%s is not a list of %d", at, len(want))
		}
		for i := range want {
			if err := d.match(want[i], has[i], fmt.Sprintf("%s[%d]", at, i)); err != nil {
				return err
			}
		}
		return nil
	case string:
		if has, _ := got.(string); want == "…" || d.isText(want, has) {
			return nil
		}
	default:
		if fmt.Sprint(got) == fmt.Sprint(want) {
			return nil
		}
	}
	return fmt.Errorf("%s is %v, not %v", at, got, want)
}

func (d *page) matchObject(want map[string]any, got any, at string) error {
	has, ok := got.(map[string]any)
	if !ok {
		return fmt.Errorf("%s is %v, not an object", at, got)
	}
	_, open := want["…"]
	for name, value := range has {
		shown, told := want[name]
		if !told && !open {
			return fmt.Errorf("%s has %s too", at, name)
		}
		if !told {
			continue
		}
		if err := d.match(shown, value, at+"."+name); err != nil {
			return err
		}
	}
	for name := range want {
		if _, there := has[name]; !there && name != "…" {
			return fmt.Errorf("%s has no %s", at, name)
		}
	}
	return nil
}

// isText reports whether a text is the one that the page shows: of ids which stands for which,
// and of moments that it is one.
func (d *page) isText(want, has string) bool {
	if anyID.MatchString(want) && id.ID(has).Valid() {
		if _, named := d.ids[want]; !named {
			d.ids[want] = has
		}
		want = d.known(want)
	}
	if strings.HasPrefix(want, "2026-03-09T14:30:00.123") {
		_, err := time.Parse(time.RFC3339, has)
		return err == nil
	}
	return has == want
}

// cells are the cells of the rows of the table that begins with the header.
func (d *page) cells(header string) (rows [][]string) {
	d.t.Helper()
	_, table, found := strings.Cut(d.text, header+"\n")
	if !found {
		d.t.Fatalf("%s has no table %s", d.name, header)
	}
	for line := range strings.SplitSeq(table, "\n") {
		if !strings.HasPrefix(line, "|") {
			break
		}
		if strings.HasPrefix(line, "|---") {
			continue
		}
		var cells []string
		for cell := range strings.SplitSeq(strings.Trim(line, "|"), " | ") {
			cells = append(cells, strings.Trim(strings.TrimSpace(cell), "`"))
		}
		rows = append(rows, cells)
	}
	return rows
}

// The agent is given the set that the page's first example makes: it is there before the
// others are carried out.
func TestTheExamplesOfRights(t *testing.T) {
	w := newWorld(t)
	boss, colleague, agent := w.person("Boss", row.Fields{"is_superuser": true}), w.person("Colleague", nil), w.person("Agent", nil)
	d := w.page("permissions.md", map[string]*person{"": boss, "agent": agent, "colleague": colleague})
	d.after = func() {
		if set := d.ids["0198c0de-0000-7000-8000-0000000005e7"]; set != "" {
			boss.do("PATCH", "/v1/object/user", `{"id":"`+string(agent.id)+`","permissions":["`+set+`"]}`).is(http.StatusOK)
			w.accounts.Principals.Invalidate(w.org, &entry.Entry{Object: "user", ID: agent.id, Op: entry.Updated, After: entry.Fields{"permissions": []byte("[]")}})
			d.after = nil
		}
	}
	d.examples()
}

func TestTheDocumentsExamples(t *testing.T) {
	w := newWorld(t)
	var fields []*schema.Field
	for _, kind := range schema.Types() {
		fields = append(fields, &schema.Field{
			Name: "f_" + strings.ReplaceAll(kind.Name, "-", "_"), Title: "Field", Type: kind, Options: []string{"Open", "Closed"},
		})
		if kind.Targeted {
			fields[len(fields)-1].Target = cmp.Or(kind.To, "contact")
		}
	}
	if err := w.store.AddObject(t.Context(), w.org, "", &schema.Object{APIName: "sample", Title: "Sample", Fields: fields}); err != nil {
		t.Fatal(err)
	}
	boss := w.person("Boss", row.Fields{"is_superuser": true})
	d := w.page("records.md", map[string]*person{"": boss})
	d.ids["0198c0de-0000-7000-8000-0000000000a1"], d.ids["0198c0de-0000-7000-8000-0000000000b2"] = w.person("Ann", nil).id.String(), w.person("Ben", nil).id.String()
	d.ids["0198c0de-0000-7000-8000-00000000f11e"] = w.put("file", row.Fields{"name": "Lease.pdf"}).String()
	d.examples()

	var shown []string
	for _, cells := range d.cells("| format | takes | shows | refuses | saying | bounds |") {
		kind, takes, shows, refuses, saying := cells[0], d.known(cells[1]), cells[2], d.known(cells[3]), cells[4]
		field := "f_" + strings.ReplaceAll(kind, "-", "_")
		shown = append(shown, kind)
		made := boss.do("POST", "/v1/object/sample", `{"name":"x","`+field+`":`+takes+`}`)
		var records []map[string]json.RawMessage
		if made.status != http.StatusOK || json.Unmarshal(made.body, &records) != nil {
			t.Errorf("%s does not take %s: %d %s", kind, takes, made.status, made.body)
		} else if err := d.same(shows, string(records[0][field])); err != nil {
			t.Errorf("%s shows %s: %v", kind, records[0][field], err)
		}
		refused := boss.do("POST", "/v1/object/sample", `{"name":"x","`+field+`":`+refuses+`}`)
		if refused.status != http.StatusUnprocessableEntity {
			t.Errorf("%s takes %s: %d %s", kind, refuses, refused.status, refused.body)
		} else if said := refused.problem(http.StatusUnprocessableEntity).Errors[field]; len(said) != 1 || !strings.HasPrefix(said[0], saying) {
			t.Errorf("%s refuses %s by %q, the page says %q", kind, refuses, said, saying)
		}
	}
	for _, kind := range schema.Types() {
		if !slices.Contains(shown, kind.Name) {
			t.Errorf("docs/records.md has no row for the format %s: say what it takes, shows and refuses", kind.Name)
		}
	}
}

// The page's examples are of HTTP, which show what is answered, and of SQL, which are asked.
func TestTheExamplesOfQueries(t *testing.T) {
	w := newWorld(t)
	boss := w.person("Boss", row.Fields{"is_superuser": true})
	made := map[string]id.ID{}
	for _, name := range []string{"Grace Young", "Eve Moss", "Dana Whitfield"} {
		made[name] = w.put("contact", row.Fields{"name": name, "company": "Acme", "owner": boss.id})
	}
	w.put("call", row.Fields{"name": "Call of Dana", "contact": made["Dana Whitfield"]})
	w.put("call", row.Fields{"name": "Call of Eve", "contact": made["Eve Moss"]})
	d := w.page("query.md", map[string]*person{"": boss})
	d.examples()
	asked := strings.Split(d.text, "```sql\n")[1:]
	for _, block := range asked {
		text, _, _ := strings.Cut(block, "\n```")
		boss.query(text).is(http.StatusOK)
	}
	if len(asked) < 5 {
		t.Error("the page has lost its examples")
	}
	var shown []string
	for _, cells := range d.cells("| function | gives |") {
		for _, call := range regexp.MustCompile(`[A-Z_]+\(`).FindAllString(cells[0], -1) {
			shown = append(shown, strings.TrimSuffix(call, "("))
		}
	}
	shown = append(shown, "COUNT", "SUM", "AVG", "MIN", "MAX")
	slices.Sort(shown)
	if known := query.Functions(); !slices.Equal(shown, known) {
		t.Errorf("the page tells of the functions %v, there are %v", shown, known)
	}
}
