package rest_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"switchboard/actors/jobs"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/row"
	"switchboard/storage/waittest"
)

// faulty is a database that fails a merge at some step.
type faulty struct {
	*pg.Store

	world *world
}

func (f faulty) fails(what string) error {
	if f.world.fails == nil {
		return nil
	}
	return f.world.fails(what)
}

func (f faulty) AddMerge(ctx context.Context, of row.Merge) error {
	if err := f.fails("add"); err != nil {
		return err
	}
	return f.Store.AddMerge(ctx, of)
}

func (f faulty) NoteMoved(ctx context.Context, of row.Merge, moved []row.Moved) error {
	if err := f.fails("moved " + moved[0].Object); err != nil {
		return err
	}
	return f.Store.NoteMoved(ctx, of, moved)
}

func (f faulty) EndMerge(ctx context.Context, of row.Merge) error {
	if err := f.fails("end"); err != nil {
		return err
	}
	return f.Store.EndMerge(ctx, of)
}

func (f faulty) ForgetMoved(ctx context.Context, of row.Merge, moved []row.Moved) error {
	if err := f.fails("forget"); err != nil {
		return err
	}
	return f.Store.ForgetMoved(ctx, of, moved)
}

// merged is what a merge is answered with.
type merged struct {
	Status int
	Detail string
	Data   struct {
		MasterRecord object `json:"master_record"`
		Merge, Job   id.ID
		Changes      []struct {
			Field string
			Value any
		}
		Kept  []string
		Moves []struct {
			Object string
			Count  int
		}
	}
}

func mergeOf(master id.ID, more string, selected ...id.ID) string {
	return fmt.Sprintf(`{"master_record":%q,"selected_records":%s,"schema_api_name":"contact"%s}`, master, quoted(selected...), more)
}

func (p *person) merges(master id.ID, more string, selected ...id.ID) (out merged) {
	p.t.Helper()
	p.do("POST", "/v1/merge", mergeOf(master, more, selected...)).is(http.StatusOK).into(&out)
	return out
}

func aboutContact(c id.ID) any { return row.JSONValue(object{"schema": "contact", "id": c}) }

// state is all that a merge may change, to compare.
func (w *world) state(ids ...id.ID) string {
	w.t.Helper()
	var out strings.Builder
	for _, one := range ids {
		for _, name := range []string{"contact", "note", "call", "twilio_conversation", "campaign_member", "subscriber"} {
			r, err := w.store.Get(w.t.Context(), w.org, name, one)
			if err == nil {
				fmt.Fprintf(&out, "%s %s v%d %v %v %v %v %v\n", name, one, r.Version, r.Fields["name"], r.Fields["company"], r.Fields["contact"], r.Fields["contacts"], r.Fields["related_to"])
			}
		}
	}
	return out.String()
}

func TestAMergeUnitesRecordsAndIsUndone(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	master := w.put("contact", row.Fields{"name": "Ada", "phone": numbered("+12065550101", ""), "tags": []string{"a", "b"}, "company": "Mine"})
	first := w.put("contact", row.Fields{"name": "Ada L", "phone": numbered("+12065550199", ""), "email": "ada@example.com", "tags": []string{"b", "c"}, "company": "Other", "do_not_call": true})
	second := w.put("contact", row.Fields{"name": "A. L.", "email": "late@example.com", "address": row.JSONValue(object{"city": "London"})})
	other := w.put("contact", row.Fields{"name": "Other"})
	note := w.put("note", row.Fields{"name": "N", "notes": "x", "related_to": aboutContact(first)})
	call := w.put("call", row.Fields{"name": "C", "sid": "CA1", "status": "completed", "contact": second})
	conversation := w.put("twilio_conversation", row.Fields{"name": "T", "sid": "CH1", "contacts": []id.ID{other, first, second}})
	campaign := w.put("campaign", row.Fields{"name": "Spring"})
	member := w.put("campaign_member", row.Fields{"campaign": campaign, "contact": master})
	double := w.put("campaign_member", row.Fields{"campaign": campaign, "contact": first})
	everything := []id.ID{master, first, second, other, note, call, conversation, member, double}

	before := w.state(everything...)
	preview := p.merges(master, `,"dry_run":true`, first, second)
	if w.state(everything...) != before {
		t.Error("a dry run changed something")
	}
	var fields, moves []string
	for _, c := range preview.Data.Changes {
		fields = append(fields, c.Field)
	}
	for _, m := range preview.Data.Moves {
		moves = append(moves, fmt.Sprint(m.Object, " ", m.Count))
	}
	slices.Sort(fields)
	slices.Sort(moves)
	if want := []string{"address", "do_not_call", "email", "second_phone", "tags"}; !slices.Equal(fields, want) {
		t.Errorf("the preview changes %v, want %v", fields, want)
	}
	if want := []string{"call 1", "campaign_member 1", "note 1", "twilio_conversation 1"}; !slices.Equal(moves, want) {
		t.Errorf("the preview moves %v, want %v", moves, want)
	}

	done := p.merges(master, fmt.Sprintf(`,"fields":{"company":%q}`, first), first, second)
	got := done.Data.MasterRecord
	phone, _ := got["second_phone"].(map[string]any)
	if done.Status != 200 || done.Detail != "Records merged successfully" || got["email"] != "ada@example.com" || got["company"] != "Other" || got["name"] != "Ada" ||
		fmt.Sprint(got["tags"]) != "[a b c]" || got["do_not_call"] != true || phone["phone_number"] != "+12065550199" {
		t.Errorf("merged into %v", done)
	}
	answer := p.do("GET", "/v1/object/contact/"+first.String(), "").is(http.StatusNotFound)
	if into := answer.header.Get("X-Merged-Into"); into != master.String() {
		t.Errorf("an old address leads to %q", into)
	}
	var merges struct {
		MergedInto id.ID `json:"merged_into"`
		Data       []struct{ ID id.ID }
	}
	if p.do("GET", "/v1/object/contact/"+second.String()+"/merges", "").is(http.StatusOK).into(&merges); merges.MergedInto != master {
		t.Errorf("the second one went to %v", merges)
	}
	if p.do("GET", "/v1/object/contact/"+master.String()+"/merges", "").is(http.StatusOK).into(&merges); len(merges.Data) != 1 || merges.Data[0].ID != done.Data.Merge {
		t.Errorf("merges into the master: %v", merges)
	}
	if r := w.record("note", note); !strings.Contains(fmt.Sprintf("%s", r.Fields["related_to"]), master.String()) {
		t.Errorf("the note is about %s", r.Fields["related_to"])
	}
	if r := w.record("call", call); r.Lookup("contact") != master {
		t.Errorf("the call is of %s", r.Lookup("contact"))
	}
	if r := w.record("twilio_conversation", conversation); !slices.Equal(r.Lookups("contacts"), []id.ID{other, master}) {
		t.Errorf("the conversation is with %v", r.Lookups("contacts"))
	}
	if _, err := w.store.Get(t.Context(), w.org, "campaign_member", double); err == nil {
		t.Error("the master is in the campaign twice")
	}

	p.do("PATCH", "/v1/object/contact", fmt.Sprintf(`{"id":%q,"email":"new@example.com"}`, master)).is(http.StatusOK)
	undo := "/v1/merge/" + done.Data.Merge.String() + "/undo"
	p.do("POST", undo, "").is(http.StatusOK)
	r := w.record("contact", master)
	if r.Text("email") != "new@example.com" || r.Text("company") != "Mine" || r.Fields["second_phone"] != nil {
		t.Errorf("undone, the master is %v", r.Fields)
	}
	if r := w.record("contact", first); r.Text("email") != "ada@example.com" || r.Lookup("merged_into") != "" {
		t.Errorf("undone, the first one is %v", r.Fields)
	}
	if r := w.record("note", note); !strings.Contains(fmt.Sprintf("%s", r.Fields["related_to"]), first.String()) {
		t.Errorf("undone, the note is about %s", r.Fields["related_to"])
	}
	if r := w.record("call", call); r.Lookup("contact") != second {
		t.Errorf("undone, the call is of %s", r.Lookup("contact"))
	}
	if got := w.record("twilio_conversation", conversation).Lookups("contacts"); len(got) != 3 || !slices.Contains(got, first) || !slices.Contains(got, second) || slices.Contains(got, master) {
		t.Errorf("undone, the conversation is with %v", got)
	}
	if w.record("campaign_member", double).Lookup("contact") != first {
		t.Error("undone, the first one is in no campaign")
	}
	p.do("POST", undo, "").problem(http.StatusConflict)
	p.do("GET", "/v1/object/contact/"+first.String(), "").is(http.StatusOK)
}

func TestAMergeSaysWhyItCanNot(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	one, two := w.put("contact", row.Fields{"name": "One"}), w.put("contact", row.Fields{"name": "Two"})
	note := w.put("note", row.Fields{"name": "N", "notes": "x"})
	versions := fmt.Sprintf(`,"versions":{%q:7}`, two)
	for body, want := range map[string]int{
		mergeOf(one, ""):                                                    http.StatusUnprocessableEntity, // nobody is selected
		mergeOf(one, "", one):                                               http.StatusUnprocessableEntity, // itself
		mergeOf("", "", two):                                                http.StatusUnprocessableEntity,
		mergeOf(one, "", id.New()):                                          http.StatusNotFound,
		mergeOf(one, "", note):                                              http.StatusNotFound, // of another object
		mergeOf(one, versions, two):                                         http.StatusPreconditionFailed,
		mergeOf(one, `,"fields":{"company":"x"}`, two):                      http.StatusUnprocessableEntity,
		mergeOf(one, `,"fields":{"id":"`+string(two)+`"}`, two):             http.StatusUnprocessableEntity,
		mergeOf(one, `,"fields":{"zip":"`+string(two)+`"}`, two):            http.StatusUnprocessableEntity,
		mergeOf(one, `,"versions":{"x":1}`, two):                            http.StatusUnprocessableEntity,
		mergeOf(one, `,"surprise":1`, two):                                  http.StatusUnprocessableEntity,
		strings.Replace(mergeOf(one, "", two), `"contact"`, `"call"`, 1):    http.StatusUnprocessableEntity,
		strings.Replace(mergeOf(one, "", two), `"contact"`, `"nothing"`, 1): http.StatusUnprocessableEntity,
		"[]": http.StatusBadRequest,
	} {
		answer := p.do("POST", "/v1/merge", body)
		if answer.status != want {
			t.Errorf("%s: %d %s, want %d", body, answer.status, answer.body, want)
		}
	}
	call := w.put("call", row.Fields{"name": "C", "sid": "CA1", "status": "in-progress", "contact": two})
	if answer := p.do("POST", "/v1/merge", mergeOf(one, "", two)).is(http.StatusConflict); !strings.Contains(string(answer.body), "in progress") {
		t.Errorf("in a call: %s", answer.body)
	}
	if w.record("contact", two).Fields["deleted_date"] != nil || w.record("call", call).Lookup("contact") != two {
		t.Error("something was merged during a call")
	}
	p.do("POST", "/v1/merge/"+id.New().String()+"/undo", "").is(http.StatusNotFound)
	p.do("GET", "/v1/object/contact/"+id.New().String()+"/merges", "").is(http.StatusNotFound)

	read := `{"contact":{"read":true,"update":true,"delete":true}}`
	agent := w.person("Agent", row.Fields{"permissions": []id.ID{w.set("Reads", `{"contact":{"read":true}}`, `{"contact":"all"}`), w.set("Own", read, `{"contact":"own"}`)}})
	mine := w.put("contact", row.Fields{"name": "Mine", "owner": agent.id})
	for _, body := range []string{mergeOf(mine, "", one), mergeOf(one, "", mine), mergeOf(mine, `,"dry_run":true`, one)} {
		if answer := agent.do("POST", "/v1/merge", body).is(http.StatusForbidden); !strings.Contains(string(answer.body), "One") {
			t.Errorf("%s is refused without the record's name: %s", body, answer.body)
		}
	}
	w.person("Nobody", row.Fields{}).do("POST", "/v1/merge", mergeOf(one, "", mine)).is(http.StatusForbidden)
	stranger := newOrganization(w).person("Stranger", row.Fields{"is_superuser": true})
	stranger.do("POST", "/v1/merge", mergeOf(one, "", mine)).is(http.StatusNotFound)
}

// Whichever step fails, nothing of the merge or of its undo stays.
func TestAMergeIsWholeOrNotAtAll(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	master, loser := w.put("contact", row.Fields{"name": "Master"}), w.put("contact", row.Fields{"name": "Loser", "company": "Kept"})
	note := w.put("note", row.Fields{"name": "N", "notes": "x", "related_to": aboutContact(loser)})
	call := w.put("call", row.Fields{"name": "C", "sid": "CA1", "status": "completed", "contact": loser})
	all := []id.ID{master, loser, note, call}
	failing := func(step string) {
		w.fails = func(what string) error {
			if what == step {
				return errors.New("the database is gone")
			}
			return nil
		}
	}
	before := w.state(all...)
	for _, step := range []string{"add", "moved note", "moved call"} {
		failing(step)
		p.do("POST", "/v1/merge", mergeOf(master, "", loser)).is(http.StatusInternalServerError)
		if after := w.state(all...); after != before {
			t.Errorf("%s failed and left\n%s instead of\n%s", step, after, before)
		}
		p.do("GET", "/v1/object/contact/"+loser.String(), "").is(http.StatusOK)
	}
	w.fails = nil
	done := p.merges(master, "", loser)
	before = w.state(all...)
	for _, step := range []string{"end", "forget"} {
		failing(step)
		p.do("POST", "/v1/merge/"+done.Data.Merge.String()+"/undo", "").is(http.StatusInternalServerError)
		if after := w.state(all...); after != before {
			t.Errorf("%s failed and left\n%s instead of\n%s", step, after, before)
		}
	}
	w.fails = nil
	p.do("POST", "/v1/merge/"+done.Data.Merge.String()+"/undo", "").is(http.StatusOK)
}

// Of merges of the same records at once one is done, and the others say so.
func TestTwoMergesAtOnce(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	for range 4 {
		a, b, c := w.put("contact", row.Fields{"name": "A"}), w.put("contact", row.Fields{"name": "B", "company": "x"}), w.put("contact", row.Fields{"name": "C", "email": "c@example.com"})
		bodies := []string{mergeOf(a, "", b), mergeOf(b, "", a), mergeOf(a, "", b, c), mergeOf(c, "", a)}
		answers := make([]*answer, len(bodies))
		var group sync.WaitGroup
		for i, body := range bodies {
			group.Go(func() { answers[i] = p.do("POST", "/v1/merge", body) })
		}
		group.Wait()
		left := 0
		for _, one := range []id.ID{a, b, c} {
			if _, err := w.store.Get(t.Context(), w.org, "contact", one); err == nil {
				left++
			}
		}
		if left == 0 {
			t.Fatal("all of them are gone")
		}
		for i, one := range answers {
			if one.status != http.StatusOK && (one.status != http.StatusConflict || !strings.Contains(string(one.body), "already merged")) {
				t.Errorf("%s: %d %s", bodies[i], one.status, one.body)
			}
		}
	}
	// An address leads through all merges since, and a repeat of a command does nothing again.
	a, b, c := w.put("contact", row.Fields{"name": "A"}), w.put("contact", row.Fields{"name": "B"}), w.put("contact", row.Fields{"name": "C"})
	first := p.do("POST", "/v1/merge", mergeOf(b, "", a), header("Idempotency-Key", "one")).is(http.StatusOK)
	if again := p.do("POST", "/v1/merge", mergeOf(b, "", a), header("Idempotency-Key", "one")).is(http.StatusOK); string(again.body) != string(first.body) {
		t.Errorf("a repeat says %s", again.body)
	}
	var done merged
	first.into(&done)
	p.merges(c, "", b)
	if into := p.do("GET", "/v1/object/contact/"+a.String(), "").header.Get("X-Merged-Into"); into != c.String() {
		t.Errorf("the first one leads to %q", into)
	}
	p.do("POST", "/v1/merge", mergeOf(c, "", a)).problem(http.StatusConflict)
	p.do("POST", "/v1/merge/"+done.Data.Merge.String()+"/undo", "").problem(http.StatusConflict)
}

// Many references are moved by a job, which survives failures, and moved back by another one.
func TestManyReferencesAreMovedByAJob(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	master, loser := w.put("contact", row.Fields{"name": "Master"}), w.put("contact", row.Fields{"name": "Loser"})
	const many = 1_150
	var writes []row.Write
	for i := range many {
		writes = append(writes, row.Write{Object: "note", ID: id.New(), Op: entry.Created, Set: row.Fields{"name": fmt.Sprint(i), "notes": "x", "related_to": aboutContact(loser)}})
	}
	if _, err := w.store.Commit(t.Context(), row.Change{Organization: w.org, Writes: writes}); err != nil {
		t.Fatal(err)
	}
	notes := func(about id.ID) int {
		n, err := w.store.CountNaming(t.Context(), w.org, "note", "related_to", []id.ID{about}, 10_000)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	done := p.merges(master, "", loser)
	if done.Data.Job == "" || notes(master) != 500 {
		t.Fatalf("%d notes were moved at once, the job is %q", notes(master), done.Data.Job)
	}
	var mu sync.Mutex
	left := 2
	w.fails = func(what string) error {
		mu.Lock()
		defer mu.Unlock()
		if what == "moved note" && left > 0 {
			left--
			return errors.New("the database is gone")
		}
		return nil
	}
	w.work(t)
	waittest.Until(t, "the notes to be moved", func() bool { return notes(master) == many && notes(loser) == 0 })
	p.becomes(done.Data.Job, jobs.Done)
	var undone merged
	p.do("POST", "/v1/merge/"+done.Data.Merge.String()+"/undo", "").is(http.StatusOK).into(&undone)
	p.becomes(undone.Data.Job, jobs.Done)
	if notes(loser) != many || notes(master) != 0 {
		t.Errorf("%d notes are back, %d are not", notes(loser), notes(master))
	}
}

func TestSuspectedDuplicatesOfAnObject(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	w.put("contact", row.Fields{"name": "A", "phone": numbered("+12065550101", "1")})
	w.put("contact", row.Fields{"name": "B", "second_phone": numbered("+12065550101", ""), "phone": numbered("+12065550102", "")})
	w.put("contact", row.Fields{"name": "C", "phone": numbered("+12065550102", "")})
	w.put("contact", row.Fields{"name": "D", "phone": numbered("+12065550103", "")})
	w.put("contact", row.Fields{"name": "E", "phone": numbered("+12065550104", "")})
	w.put("contact", row.Fields{"name": "F", "phone": numbered("+12065550104", "")})
	w.put("contact", row.Fields{"name": "G"})
	w.put("contact", row.Fields{"name": "H"})
	groups := func(p *person) (out []string) {
		var found struct {
			Data []struct{ Records []object }
			More bool
		}
		p.do("GET", "/v1/object/contact/duplicates", "").is(http.StatusOK).into(&found)
		for _, group := range found.Data {
			list := names(group.Records)
			slices.Sort(list)
			out = append(out, strings.Join(list, ""))
		}
		slices.Sort(out)
		return out
	}
	if got := groups(p); !slices.Equal(got, []string{"ABC", "EF"}) {
		t.Errorf("found %v", got)
	}
	own := w.person("Own", row.Fields{"permissions": []id.ID{w.set("Own", `{"contact":{"read":true}}`, `{"contact":"own"}`)}})
	if got := groups(own); len(got) != 0 {
		t.Errorf("an agent without records finds %v", got)
	}
	p.do("GET", "/v1/object/contact/duplicates?by=name", "").problem(http.StatusUnprocessableEntity)
	p.do("GET", "/v1/object/nothing/duplicates", "").problem(http.StatusNotFound)
	w.person("Nobody", row.Fields{}).do("GET", "/v1/object/contact/duplicates", "").problem(http.StatusForbidden)
}
