package rest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"switchboard/actors/budgets"
	"switchboard/actors/records"
	"switchboard/rest"
	"switchboard/storage/access"
	"switchboard/storage/id"
	"switchboard/storage/ratelimit/memory"
	"switchboard/storage/row"
	"switchboard/storage/settings"
)

const (
	answerLimit = 4 << 20
	// A note has 400 KB at most, and the last one of an answer may pass its limit.
	longest = 400_000
	slack   = longest + 64<<10
)

// defaults are the settings of every organization.
type defaults struct{}

func (defaults) Settings(context.Context, id.ID) (settings.Organization, error) {
	return settings.Default(), nil
}

// bounded is the world with the budgets of the product.
func bounded(t *testing.T) *world { return boundedBy(t, time.Now) }

// boundedBy is bounded with a clock by which allowances fill again.
func boundedBy(t *testing.T, now func() time.Time) *world {
	t.Helper()
	w := newWorld(t)
	w.deps.Budgets = budgets.New(defaults{}, memory.New(memory.Size, now), memory.New(memory.Size, now))
	w.deps.Metrics = nil
	var err error
	if w.handler, err = rest.New(w.deps); err != nil {
		t.Fatal(err)
	}
	return w
}

// notes makes long notes and gives their ids.
func (w *world) notes(n int, owner id.ID) []id.ID {
	w.t.Helper()
	ids := make([]id.ID, n)
	for i := range ids {
		ids[i] = w.put("note", row.Fields{"name": fmt.Sprintf("Note %03d", i), "owner": owner, "notes": noise(100_000, 0x1F300, 0x1FAFF)})
	}
	return ids
}

// cost is what the server allocated for an answer, from the request to its last byte.
func (p *person) cost(method, target, body string) (a *answer, bytes uint64) {
	p.t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	a = p.do(method, target, body)
	runtime.ReadMemStats(&after)
	return a, after.TotalAlloc - before.TotalAlloc
}

// Lists of long records end early at the size limit and return the next position; following it
// yields every record once.
func TestListsEndAtTheSizeLimitAndContinue(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and nothing in it is concurrent")
	}
	w := bounded(t)
	p := boss(w)
	const many = 45
	w.notes(many, p.id)
	seen := map[any]bool{}
	for offset, pages := "0", 0; ; pages++ {
		a, allocated := p.cost("GET", "/v1/object/note?limit=1000&order=name&offset="+offset, "")
		rows := a.is(http.StatusOK).rows()
		t.Logf("page %d: %d rows, %d bytes, %d MB allocated", pages, len(rows), len(a.body), allocated>>20)
		if len(a.body) > answerLimit+slack {
			t.Errorf("an answer has %d bytes", len(a.body))
		}
		for _, one := range rows {
			if seen[one["id"]] {
				t.Errorf("%v came twice", one["name"])
			}
			seen[one["id"]] = true
		}
		if total := a.header.Get("X-Total-Count"); total != strconv.Itoa(many) {
			t.Errorf("the total is %s", total)
		}
		if a.header.Get("X-Has-Next") != "true" {
			break
		}
		if got := a.header.Get("X-Page-Size"); got != strconv.Itoa(len(rows)) {
			t.Errorf("the page of %d rows says that it has %s", len(rows), got)
		}
		if offset = a.header.Get("X-Next-Offset"); offset == "" || pages > many {
			t.Fatalf("after page %d: next is %q", pages, offset)
		}
	}
	if len(seen) != many {
		t.Errorf("%d of %d records came", len(seen), many)
	}
}

// A change of many long records neither reads nor answers them whole.
func TestChangesOfLongRecordsStaySmall(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and nothing in it is concurrent")
	}
	w := bounded(t)
	p := boss(w)
	ids := w.notes(60, p.id)
	rows := make([]object, len(ids))
	for i, one := range ids {
		rows[i] = object{"id": one, "name": fmt.Sprintf("Renamed %03d", i)}
	}
	body, err := json.Marshal(rows)
	if err != nil {
		t.Fatal(err)
	}
	a, allocated := p.cost("PATCH", "/v1/object/note", string(body))
	answered := a.is(http.StatusOK).rows()
	t.Logf("%d rows of %d MB together: %d bytes answered, %d MB allocated", len(ids), len(ids)*longest>>20, len(a.body), allocated>>20)
	if len(a.body) > answerLimit+slack || len(answered) != len(ids) {
		t.Errorf("%d rows in %d bytes", len(answered), len(a.body))
	}
	brief := 0
	for i, one := range answered {
		if one["id"] != string(ids[i]) {
			t.Errorf("row %d is %v", i, one["id"])
		}
		if len(one) == 1 {
			brief++
		}
		if got := w.record("note", ids[i]); got.Text("name") != rows[i]["name"] || len(got.Text("notes")) != longest {
			t.Errorf("row %d is %s with %d bytes", i, got.Text("name"), len(got.Text("notes")))
		}
	}
	if got := a.header.Get("X-Brief-Records"); got != strconv.Itoa(brief) || brief == 0 {
		t.Errorf("%d records are brief, the answer says %s", brief, got)
	}
	// What the change reads of them is bounded too, where it is about the long texts.
	var longer []object
	for _, one := range append(w.notes(60, p.id), ids...) {
		longer = append(longer, object{"id": one, "notes": "short"})
	}
	if body, err = json.Marshal(longer); err != nil {
		t.Fatal(err)
	}
	a, allocated = p.cost("PATCH", "/v1/object/note", string(body))
	t.Logf("%d long texts replaced at once: %d, %d MB allocated", len(longer), a.status, allocated>>20)
	if problem := a.problem(http.StatusRequestEntityTooLarge); !strings.Contains(problem.Detail, "fewer") {
		t.Errorf("refused with %q", problem.Detail)
	}
	a, allocated = p.cost("DELETE", "/v1/object/note?ids="+strings.Join(texts(ids), ","), "")
	a.is(http.StatusNoContent)
	t.Logf("%d removed: %d MB allocated", len(ids), allocated>>20)
}

func texts(ids []id.ID) []string {
	out := make([]string, len(ids))
	for i, one := range ids {
		out[i] = string(one)
	}
	return out
}

// Changes beyond the organization's rate per user are refused.
func TestTheRateOfChanges(t *testing.T) {
	w := bounded(t)
	p, colleague := boss(w), w.person("Colleague", row.Fields{"is_superuser": true})
	rows := make([]string, 1000)
	for i := range rows {
		rows[i] = `{"name":"N` + strconv.Itoa(i) + `","notes":"x"}`
	}
	body := "[" + strings.Join(rows, ",") + "]"
	made := 0
	for range 15 {
		a := p.do("POST", "/v1/object/note", body)
		if a.status == http.StatusOK {
			made += len(rows)
			continue
		}
		a.problem(http.StatusTooManyRequests)
		if wait, err := strconv.Atoi(a.header.Get("Retry-After")); err != nil || wait < 1 {
			t.Errorf("the refusal says Retry-After %q", a.header.Get("Retry-After"))
		}
	}
	if most := settings.Default().Rates.ChangesPerMinute; made > 2*most {
		t.Errorf("%d records were made at once, %d a minute are allowed", made, most)
	}
	absent := make([]id.ID, 1000)
	for i := range absent {
		absent[i] = id.New()
	}
	p.do("DELETE", "/v1/object/note?ids="+strings.Join(texts(absent), ","), "").problem(http.StatusTooManyRequests)
	colleague.do("POST", "/v1/object/note", `{"name":"N","notes":"x"}`).is(http.StatusOK)
	p.do("GET", "/v1/me", "").is(http.StatusOK)
}

// Bytes beyond the organization's rate per user are refused, with or without a declared length.
func TestTheRateOfBytes(t *testing.T) {
	for name, send := range map[string]func(p *person, body string) *answer{
		"with its length": func(p *person, body string) *answer { return p.do("POST", "/v1/object/note", body) },
		"in chunks":       func(p *person, body string) *answer { return p.do("POST", "/v1/object/note", body, chunked) },
	} {
		t.Run(name, func(t *testing.T) {
			// The clock is fixed, so that no budget refills on a slow machine.
			begun := time.Now()
			w := boundedBy(t, func() time.Time { return begun })
			w.deps.Budgets, w.deps.Metrics = unpaced{w.deps.Budgets}, nil
			var err error
			if w.handler, err = rest.New(w.deps); err != nil {
				t.Fatal(err)
			}
			p, colleague := boss(w), w.person("Colleague", row.Fields{"is_superuser": true})
			body := `{"name":"N","notes":"` + strings.Repeat("x", 99_000) + `"}`
			taken, refused := 0, 0
			for range 120 {
				a := send(p, body)
				if a.status == http.StatusOK {
					taken += len(body)
					continue
				}
				refused++
				if problem := a.problem(http.StatusTooManyRequests); !strings.Contains(problem.Detail, "16 MB per minute") {
					t.Errorf("the refusal says %q", problem.Detail)
				}
				if wait, err := strconv.Atoi(a.header.Get("Retry-After")); err != nil || wait < 1 {
					t.Errorf("the refusal says Retry-After %q", a.header.Get("Retry-After"))
				}
			}
			if refused == 0 || taken < 7<<20 {
				t.Errorf("%d bytes were taken and %d requests refused", taken, refused)
			}
			send(colleague, body).is(http.StatusOK)
			p.do("GET", "/v1/me", "").is(http.StatusOK)
		})
	}
}

// unpaced are Budgets that let large changes come as fast as they are sent.
type unpaced struct{ rest.Budgets }

func (unpaced) Write(context.Context, *access.Principal, int) (func(int), error) {
	return func(int) {}, nil
}

// chunked hides the length of a request's body.
func chunked(r *http.Request) { r.ContentLength = -1 }

// What is too large is refused as that, and not charged for more than can be read.
func TestBytesOfWhatIsTooLarge(t *testing.T) {
	w := bounded(t)
	p := boss(w)
	body := `{"name":"N","notes":"` + strings.Repeat("x", 3<<20) + `"}`
	p.do("POST", "/v1/object/note", body).problem(http.StatusRequestEntityTooLarge)
	p.do("POST", "/v1/object/note", body, chunked).problem(http.StatusRequestEntityTooLarge)
	p.do("POST", "/v1/object/note", `{"name":"N","notes":"x"}`, chunked).is(http.StatusOK)
}

// Rows that no index answers are few in one filter.
func TestCostlyFilters(t *testing.T) {
	w := bounded(t)
	p := boss(w)
	like := func(n int) string {
		return "/v1/object/contact?comparison=OR&filter=" + url.QueryEscape("["+strings.Repeat(`{"field":"company","operator":"LIKE","value":"%a%b%"},`, n-1)+`{"field":"name","operator":"LIKE","value":"x"}]`)
	}
	p.do("GET", like(10), "").is(http.StatusOK)
	if refused := p.do("GET", like(11), "").problem(http.StatusUnprocessableEntity); refused.Index == nil || *refused.Index != 10 {
		t.Errorf("the refusal is %+v", refused)
	}
	p.do("GET", "/v1/object/contact"+filter("["+strings.Repeat(`{"field":"name","operator":"=","value":"a"},`, 30)+`{"field":"name","operator":"=","value":"x"}]`), "").
		problem(http.StatusUnprocessableEntity)
}

// stuck is a Records whose lists wait.
type stuck struct {
	rest.Records
	held <-chan struct{}
}

func (s stuck) List(ctx context.Context, p *access.Principal, object string, q records.ListRequest) (records.Listing, error) {
	<-s.held
	return s.Records.List(ctx, p, object, q)
}

// While one agent's lists take all the time and connections they may have, a
// colleague reads and writes.
func TestListsLeaveTheServerToOthers(t *testing.T) {
	w := bounded(t)
	p, colleague := boss(w), w.person("Colleague", row.Fields{"is_superuser": true})
	held := make(chan struct{})
	w.deps.Records = stuck{w.deps.Records, held}
	w.deps.Metrics = nil
	var err error
	if w.handler, err = rest.New(w.deps); err != nil {
		t.Fatal(err)
	}
	answers := make(chan int, 40)
	for range cap(answers) {
		go func() { answers <- p.do("GET", "/v1/object/contact", "").status }()
	}
	refused := 0
	for range cap(answers) - settings.Default().Rates.ListsAtOnce { // each has an answer while none is let through
		if status := <-answers; status == http.StatusTooManyRequests {
			refused++
		} else {
			t.Errorf("a list was answered with %d", status)
		}
	}
	for range 20 {
		colleague.do("GET", "/v1/me", "").is(http.StatusOK)
		colleague.do("POST", "/v1/object/note", `{"name":"N","notes":"x"}`).is(http.StatusOK)
	}
	close(held)
	for range settings.Default().Rates.ListsAtOnce {
		<-answers
	}
	if refused != cap(answers)-settings.Default().Rates.ListsAtOnce {
		t.Errorf("%d lists were refused", refused)
	}
}
