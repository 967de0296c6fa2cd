package smoke_test

import (
	"encoding/json"
	"hash/crc32"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"switchboard/actors/feature"
	"switchboard/actors/features"
	"switchboard/storage/id"
)

// The parts of a response that differ between equal requests: date, request
// id and age, and the headers that every response has, which are removed to
// keep failures readable.
var passing = regexp.MustCompile(`(Date|Age|X-Request-Id|[A-Za-z-]+-Policy|Access-Control-Expose-Headers):\[[^\]]*\] ?|"request_id":"[^"]*"`)

var sidRule = regexp.MustCompile(`\bCA[0-9a-f]{32}\b`)

// alike repeats a request of the stranger's with the ids of other
// organizations' records replaced by unused ids: status, headers and body
// must be the same.
func (x *tenants) alike(asked, given string) {
	for _, one := range uuidRule.FindAllString(given, -1) {
		if !strings.Contains(asked, one) {
			x.own[one] = true // nothing of ours is in the response (clean)
		}
	}
	nothing := uuidRule.ReplaceAllStringFunc(asked, func(one string) string {
		if x.own[one] {
			return one
		}
		return x.absent(one)
	})
	nothing = sidRule.ReplaceAllString(nothing, "CA"+strings.Repeat("0", 32))
	if nothing == asked {
		return
	}
	x.compared++
	method, rest, _ := strings.Cut(nothing, " ")
	path, text, full := strings.Cut(rest, " ")
	var body any
	if full {
		body = json.RawMessage(text)
	}
	again, answer := *x.boss.Person, ""
	again.Spy = func(_, given string) { answer = given }
	again.Status(method, path, body)
	if with, without := nameless(given), nameless(answer); with != without {
		x.t.Errorf("%s\n  is answered   %s\n  and of nothing %s", asked, with, without)
	}
	if with, without := x.roundTrips.take(given), x.roundTrips.take(answer); len(with) != len(without) {
		x.t.Errorf("%s\n  is answered after\n%s\n  and of nothing after\n%s", asked, strings.Join(with, "\n"), strings.Join(without, "\n"))
	}
}

// absent returns the unused id that replaces one of ours.
func (x *tenants) absent(one string) string {
	if x.nothing[one] == "" {
		x.nothing[one] = id.New().String()
	}
	return x.nothing[one]
}

// nameless returns a response without its ids and the requested ones.
func nameless(answer string) string {
	return sidRule.ReplaceAllString(uuidRule.ReplaceAllString(passing.ReplaceAllString(answer, ""), "ID"), "SID")
}

// everyCommand sends every socket command for our records, and for unused
// ids: the replies must be the same.
func (x *tenants) everyCommand() {
	given := map[string]bool{}
	for _, f := range features.All() {
		for _, c := range f.Commands {
			if c.Event == "" {
				continue
			}
			given[c.Event] = true
			s, sent := x.boss.connect(), 0
			for object, one := range x.named(&c) {
				if sent += 2; sent > 80 { // a socket may send 100 at once
					s.close()
					s, sent = x.boss.connect(), 2
				}
				of := func(named id.ID) string {
					payload := inputOf(&c, object, named)
					payload["command"] = id.New()
					return s.answered(c.Event, payload)
				}
				if with, without := of(one), of(id.New()); with != without {
					x.t.Errorf("%s of our %s\n  is answered   %s\n  and of nothing %s", c.Event, object, with, without)
				} else if strings.Contains(with, `"ok":true`) {
					x.t.Errorf("the stranger does %s of our %s: %s", c.Event, object, with)
				}
			}
			s.close()
		}
	}
	for _, event := range []string{"call.accept", "record.erase", "job.cancel"} {
		if !given[event] {
			x.t.Errorf("%s is not among the commands that are tried: %v", event, slices.Sorted(maps.Keys(given)))
		}
	}
}

// named returns the records for a command: one of each object if the command
// takes the object, otherwise those that commands apply to.
func (x *tenants) named(c *feature.Command) map[string]id.ID {
	input, _ := c.Shapes()
	if input.NumField() == 1 && input.Field(0).Type == reflect.TypeFor[feature.Given]() {
		return nil // it names no record
	}
	if _, ofAny := input.FieldByName("Object"); ofAny {
		return x.records
	}
	out := map[string]id.ID{}
	for _, object := range []string{"call", "contact", "job", "twilio_message", "user"} {
		out[object] = x.record(object)
	}
	return out
}

// answered sends a command and returns the reply without its ids. A socket
// may send 100 at once.
func (s *socket) answered(event string, payload map[string]any) string {
	s.t.Helper()
	var ack json.RawMessage
	s.ask(event, payload, &ack)
	if strings.Contains(string(ack), `"rate_limited"`) {
		s.t.Errorf("%s of %v was too much", event, payload)
	}
	return nameless(string(ack))
}

// follow subscribes to a topic.
func follow(s *socket, topic string) string {
	return s.answered("subscribe", map[string]any{"topic": topic})
}

// inputOf fills a command's input: every field that names a record names this
// one.
func inputOf(c *feature.Command, object string, one id.ID) map[string]any {
	payload := map[string]any{}
	input, _ := c.Shapes()
	for f := range input.Fields() {
		name := f.Tag.Get("json")
		switch {
		case f.Type == reflect.TypeFor[id.ID]():
			payload[name] = one
		case f.Type == reflect.TypeFor[[]id.ID]():
			payload[name] = []id.ID{one}
		case name == "object":
			payload[name] = object
		case name == "name":
			payload[name] = secret
		}
	}
	return payload
}

// ownObject gives our organization an object of its own with a record, one
// that is retired, and a deleted contact. To another organization they look
// as if they never existed.
func (x *tenants) ownObject() {
	x.t.Helper()
	admin := x.desks["superuser"]
	for _, name := range []string{ownName, "quillgone"} {
		admin.Must(http.MethodPost, "/v1/schema", map[string]any{
			"api_name": name, "title": secret, "properties": map[string]any{"note": map[string]any{"title": secret, "format": "text"}},
		}, nil)
	}
	admin.Must(http.MethodDelete, "/v1/schema/quillgone", nil, nil)
	x.records[ownName] = admin.create(ownName, map[string]any{"name": secret, "note": secret})
	gone := admin.create("contact", map[string]any{"name": secret})
	admin.Must(http.MethodDelete, "/v1/object/contact/"+gone.String(), nil, nil)
	admin.create("tag", map[string]any{"name": secret + " tag"})
	admin.create("list_filter", map[string]any{"name": secret + " filter", "object": "user", "visibility": "organization"})
}

// ownName is an object of our own organization, and otherName is an unused
// name of the same length.
const ownName, otherName = "quillown", "quillnot"

// everyForeignTopic subscribes to our topics, and to unused ones: the replies
// must be the same.
func (x *tenants) everyForeignTopic(ours map[string]bool) {
	for _, some := range slices.Collect(slices.Chunk(slices.Sorted(maps.Keys(ours)), 40)) {
		s := x.boss.connect()
		for _, topic := range some {
			nothing := topic[:strings.LastIndex(topic, ":")+1] + id.New().String()
			if got, want := follow(s, topic), follow(s, nothing); got != want {
				x.t.Errorf("%s\n  is answered   %s\n  and of nothing %s", topic, got, want)
			}
		}
		s.close()
	}
	s := x.boss.connect()
	defer s.close()
	for with, without := range map[string]string{
		"object:" + ownName: "object:" + otherName,
		"record:" + ownName + ":" + x.record(ownName).String(): "record:" + otherName + ":" + id.New().String(),
	} {
		if got, want := follow(s, with), strings.ReplaceAll(follow(s, without), otherName, ownName); got != want {
			x.t.Errorf("%s\n  is answered   %s\n  and of nothing %s", with, got, want)
		}
	}
}

// everyOwnRoute requests our own object on every route with an object in it.
func (x *tenants) everyOwnRoute() {
	for name := range objectVerbs() {
		method, pattern, _ := strings.Cut(name, " ")
		ask := func(object string, one id.ID) string {
			var body any
			path := pattern
			switch method {
			case http.MethodPost:
				body = map[string]any{"name": "Walk"}
			case http.MethodPatch:
				body = map[string]any{"id": one, "name": "Walk", "title": "Walk"}
			case http.MethodDelete:
				if !strings.Contains(path, "{id}") {
					path += "?ids=" + one.String()
				}
			}
			asker, answer := *x.boss.Person, ""
			asker.Spy = func(asked, given string) { answer = given; x.clean(asked, given) }
			asker.Status(method, strings.NewReplacer("{object}", object, "{id}", one.String()).Replace(path), body)
			return nameless(strings.ReplaceAll(answer, otherName, ownName))
		}
		if got, want := ask(ownName, x.record(ownName)), ask(otherName, id.New()); got != want {
			x.t.Errorf("%s of our own object\n  is answered   %s\n  and of none    %s", name, got, want)
		}
	}
}

// view returns all that the stranger can read without naming a record: every
// route without an id, for every object, with every parameter that widens it.
// The same colleague always sends the same request.
func (x *tenants) view() map[string]string {
	x.t.Helper()
	routes, ok := x.product.Main.Handler().(chi.Routes)
	if !ok {
		x.t.Fatal("the product's routes can't be walked")
	}
	seen := map[string]string{}
	ask := func(method, path, of string, body any) {
		asker := *x.boss.Person
		asker.Token = x.tokens[crc32.ChecksumIEEE([]byte(method+path+of))%uint32(len(x.tokens))]
		asker.Spy = func(asked, given string) { seen[asked+of] = nameless(given) }
		asker.Status(method, path, body)
	}
	look := func(path string) { ask(http.MethodGet, path, "", nil) }
	now := url.QueryEscape(time.Now().UTC().Format(time.RFC3339Nano))
	err := chi.Walk(routes, func(method, pattern string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
		switch {
		case method == http.MethodPost && (pattern == "/v1/query" || pattern == "/v1/query/check"): // these only read
			for _, o := range features.Registry().Objects() {
				ask(method, pattern, " of "+o.APIName, map[string]any{"query": "SELECT * FROM " + o.APIName + " ORDER BY id"})
			}
		case method == http.MethodPost && pattern == "/v1/analytics/report": // so does this
			for _, o := range features.Registry().Objects() {
				for _, f := range o.Fields {
					ask(method, pattern, " of "+o.APIName+"."+f.Name, map[string]any{"object": o.APIName, "chartType": "Pie", "field": f.Name, "bypass_cache": true})
				}
			}
		case method != http.MethodGet, strings.Contains(pattern, "{id}"), pattern == "/metrics", pattern == "/socket.io/":
		case strings.Contains(pattern, "{object}"):
			for _, o := range features.Registry().Objects() {
				at := strings.Replace(pattern, "{object}", o.APIName, 1)
				look(at)
				if pattern == "/v1/object/{object}" {
					look(at + "?deleted=true")
					look(at + "?search=" + half)
					look(at + "?as_of=" + x.later(now))
				}
			}
		case pattern == "/v1/search":
			look(pattern + "?q=" + half)
		case pattern == "/v1/permission/explain":
			look(pattern + "?object=contact")
		default:
			look(pattern)
		}
		return nil
	})
	if err != nil {
		x.t.Fatal(err)
	}
	return seen
}

// later keeps the time of the first view, so that both views send the same
// requests.
func (x *tenants) later(now string) string {
	if x.asOf == "" {
		x.asOf = now
	}
	return x.asOf
}

// unmoved checks that our changes since a view have changed nothing in it: no
// word, no count, no header.
func (x *tenants) unmoved(before map[string]string) {
	x.t.Helper()
	after := x.view()
	if len(before) < 100 || len(before) != len(after) {
		x.t.Errorf("the stranger looked at %d things, and then at %d", len(before), len(after))
	}
	for asked, was := range before {
		if is := after[asked]; is != was {
			x.t.Errorf("%s\n  was answered before we lived %s\n  and then                     %s", asked, was, is)
		}
	}
}
