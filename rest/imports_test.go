package rest_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"switchboard/actors/imports"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/stage"
	"switchboard/storage/waittest"
)

// uploads sends a file with other fields of a form.
func (p *person) uploads(target, name, file string, fields ...string) *answer {
	p.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", name)
	if err != nil {
		p.t.Fatal(err)
	}
	_, _ = io.WriteString(part, file)
	for i := 0; i+1 < len(fields); i += 2 {
		_ = form.WriteField(fields[i], fields[i+1])
	}
	_ = form.Close()
	return p.do("POST", target, body.String(), header("Content-Type", form.FormDataContentType()))
}

type taken struct {
	ID  id.ID
	Job id.ID
}

// imports uploads a table, imports it at once and waits for the job.
func (p *person) imports(object, file string, fields ...string) (taken, map[string]any) {
	p.t.Helper()
	var got taken
	p.uploads("/v1/import/"+object, "people.csv", file, append(fields, "dry_run", "false")...).is(http.StatusAccepted).into(&got)
	return got, p.becomes(got.Job, "done")
}

func (p *person) import_(of id.ID) (out imports.Shown) {
	p.t.Helper()
	p.do("GET", "/v1/import/"+of.String(), "").is(http.StatusOK).into(&out)
	return out
}

func (p *person) undoes(of id.ID) map[string]any {
	p.t.Helper()
	return p.becomes(p.started("/v1/import/"+of.String()+"/undo", ""), "done")
}

// A table is staged, previewed and imported; refused rows are downloaded, mended and imported again;
// all of it is undone.
func TestATableIsImportedMendedAndUndone(t *testing.T) {
	w := newWorld(t)
	w.work(t)
	p := boss(w)
	const file = "Full Name;E-Mail;Mobile;Street;Zip;Do Not Call;Owner\n" +
		"Ann Clerk;ann@example.com;(206) 555-0101;2380 Patel Street;98188;yes;boss@example.com\n" +
		"Ben;not an address;;;;no;\n" +
		"Zoë;zoe@example.com;+1 206 555 0102;;;;Boss\n"
	var got taken
	p.uploads("/v1/import/contact", "people.csv", file).is(http.StatusAccepted).into(&got)
	shown := p.import_(got.ID)
	for field, column := range map[string]string{
		"name": "Full Name", "email": "E-Mail", "phone": "Mobile", "address.line1": "Street", "address.postal_code": "Zip", "do_not_call": "Do Not Call", "owner": "Owner",
	} {
		if shown.Mapping[field] != column {
			t.Errorf("%s is read from %q, want %q", field, shown.Mapping[field], column)
		}
	}
	if shown.Status != "staged" || shown.Rows != 3 || shown.Separator != ";" || shown.Encoding != "UTF-8" || len(shown.Columns) != 7 || shown.Columns[0].Sample[2] != "Zoë" {
		t.Errorf("staged: %+v", shown)
	}

	var page imports.Page
	p.do("POST", "/v1/import/"+got.ID.String()+"/preview", `{}`).is(http.StatusOK).into(&page)
	if len(page.Rows) != 3 || page.Next != 0 || page.Rows[0].Action != "created" || page.Rows[1].Action != "refused" || page.Rows[1].Line != 3 || page.Rows[1].Errors["email"] == nil {
		t.Errorf("the preview: %+v", page)
	}
	if string(page.Rows[0].After["do_not_call"]) != "true" || !strings.Contains(string(page.Rows[2].After["owner"]), `"Boss"`) {
		t.Errorf("what would be made: %v", page.Rows)
	}
	if n := p.counts("[]"); n != 0 {
		t.Errorf("the preview made %d contacts", n)
	}
	checked := p.becomes(p.started("/v1/import/"+got.ID.String()+"/commit", `{"dry_run":true}`), "done")
	if checked["result"] != "Would have created 2 contacts; 1 row was refused." || p.counts("[]") != 0 {
		t.Errorf("the check says %v", checked["result"])
	}

	done := p.becomes(p.started("/v1/import/"+got.ID.String()+"/commit", `{}`), "done")
	if done["result"] != "Created 2 contacts; 1 row was refused." || done["done"] != 3.0 || done["total"] != 3.0 || done["link"] != "/imports/"+got.ID.String() {
		t.Errorf("the job says %v", done)
	}
	if again := p.started("/v1/import/"+got.ID.String()+"/commit", `{}`); again.String() != done["id"] {
		t.Error("the same import ran twice")
	}
	rows := p.do("GET", "/v1/object/contact?order=name", "").is(http.StatusOK).rows()
	if !slices.Equal(names(rows), []string{"Ann Clerk", "Zoë"}) || !strings.Contains(asText(rows[0]["phone"]), "+12065550101") ||
		!strings.Contains(asText(rows[0]["address"]), "98188") || rows[0]["do_not_call"] != true {
		t.Errorf("made: %v", rows)
	}
	shown = p.import_(got.ID)
	if shown.Status != "done" || shown.Counts != (imports.Counts{Created: 2, Refused: 1}) || !shown.CanUndo || shown.UndoUntil == nil {
		t.Errorf("done: %+v", shown)
	}

	errs := p.do("GET", "/v1/import/"+got.ID.String()+"/errors.csv", "").is(http.StatusOK)
	const want = "\ufeffFull Name,E-Mail,Mobile,Street,Zip,Do Not Call,Owner,Error\r\nBen,not an address,,,,no,,"
	if body := string(errs.body); !strings.HasPrefix(body, want) || !strings.Contains(body, "Email") || errs.header.Get("Content-Type") != "text/csv; charset=utf-8" {
		t.Errorf("the errors are %q", body)
	}
	mended, fixed := p.imports("contact", strings.Replace(string(errs.body), "not an address", "ben@example.com", 1))
	if fixed["result"] != "Created 1 contact." {
		t.Errorf("mended: %v", fixed["result"])
	}

	// One of them is changed by someone since: undoing leaves it and says so.
	var ann object
	p.do("GET", "/v1/object/contact/"+fmt.Sprint(rows[0]["id"]), "").is(http.StatusOK).into(&ann)
	p.do("PATCH", "/v1/object/contact", fmt.Sprintf(`{"id":%q,"company":"Acme"}`, ann["id"])).is(http.StatusOK)
	failed := p.becomes(p.started("/v1/import/"+got.ID.String()+"/undo", ""), "failed")
	if failed["error"] != "Undid the import of 1 contact; 1 was changed by someone since, or may not be changed by you." {
		t.Errorf("the undo says %v", failed["error"])
	}
	p.undoes(mended.ID)
	if left := names(p.do("GET", "/v1/object/contact", "").is(http.StatusOK).rows()); !slices.Equal(left, []string{"Ann Clerk"}) {
		t.Errorf("left: %v", left)
	}
	if shown := p.import_(mended.ID); shown.Status != "undone" || shown.CanUndo {
		t.Errorf("undone: %+v", shown)
	}
	p.do("POST", "/v1/import/"+mended.ID.String()+"/undo", "").is(http.StatusConflict)
}

// Records are changed and deleted by id, and each is undone.
func TestATableChangesAndDeletes(t *testing.T) {
	w := newWorld(t)
	w.work(t)
	p := boss(w)
	var ids []id.ID
	for i := range 3 {
		ids = append(ids, w.put("contact", row.Fields{"name": fmt.Sprint("Contact ", i), "company": "Old"}))
	}
	file := fmt.Sprintf("Id,Company,Name\n%s,New,\n%s,Old,\n%s,New,x\nnonsense,New,\n%s,New,\n", ids[0], ids[1], id.New(), ids[2])
	changed, done := p.imports("contact", file, "mode", "update", "mapping", `{"id":"Id","company":"Company"}`)
	if done["result"] != "Updated 2 contacts; 1 was as the file says already; 2 rows were refused." {
		t.Errorf("the change says %v", done["result"])
	}
	if r := w.record("contact", ids[0]); r.Text("company") != "New" || r.Text("name") != "Contact 0" {
		t.Errorf("changed: %v", r.Fields)
	}
	p.becomes(p.started("/v1/job/"+changed.Job.String()+"/undo", ""), "done") // as the jobs menu does
	if r := w.record("contact", ids[0]); r.Text("company") != "Old" {
		t.Errorf("restored: %v", r.Fields)
	}

	removed, done := p.imports("contact", fmt.Sprintf("Id\n%s\n%s\n", ids[0], ids[1]), "mode", "delete")
	if done["result"] != "Deleted 2 contacts." || p.counts("[]") != 1 {
		t.Errorf("the deletion says %v", done["result"])
	}
	if back := p.undoes(removed.ID); back["result"] != "Undid the import of 2 contacts." || p.counts("[]") != 3 {
		t.Errorf("the undo says %v", back["result"])
	}
}

// A record is found by a unique field of the organization's own.
func TestARowFindsItsRecordByAUniqueField(t *testing.T) {
	w := newWorld(t)
	w.work(t)
	p := boss(w)
	p.do("POST", "/v1/schema", `{"api_name":"deal","title":"Deal","properties":{"number":{"title":"Number","format":"text","unique":true},"amount":{"title":"Amount","format":"currency"}}}`).is(http.StatusCreated)
	one := p.makes(`{"name":"A","number":"D-1","amount":1}`)
	p.makes(`{"name":"B","number":"D-2"}`)
	_, done := p.imports("deal", "Number,Amount\nd-1,\"$1,250.50\"\nD-9,3\n", "mode", "update", "match_field", "number", "mapping", `{"number":"Number","amount":"Amount"}`)
	if done["result"] != "Updated 1 deal; 1 row was refused." {
		t.Errorf("the change says %v", done["result"])
	}
	if r := w.record("deal", id.ID(one)); fmt.Sprint(r.Fields["amount"]) != "1250.50" {
		t.Errorf("changed: %v", r.Fields)
	}
	_, done = p.imports("deal", "Name,Number\nC,D-2\nD,D-3\nE,D-3\n")
	if done["result"] != "Created 1 deal; 2 rows were refused." {
		t.Errorf("values in use: %v", done["result"])
	}
}

// What no table or plan can be is refused at once, and nothing is kept.
func TestBadTablesAndPlansAreRefused(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	for _, c := range []struct{ name, file, want string }{
		{"a.csv", "", "No data to import"},
		{"a.csv", "name\n\n", "No data to import"},
		{"a.pdf", "name\nx\n", "Please upload a valid CSV file"},
		{"a.csv", "PK\x03\x04 zip", "Please upload a valid CSV file"},
		{"a.csv", "\x89PNG\r\n\x1a\n\x00\x00", "Please upload a valid CSV file"},
		{"a.xlsx", "PK\x03\x04 zip", "The workbook can't be read. Save it again as XLSX or CSV"},
		{"a.csv", "name,name\nx,y\n", `Line 1: Columns 1 and 2 are both called "name". Rename one of them`},
		{"a.csv", "name,b\nx,\"y\nz,1\n", "Line 2: A quoted cell begins here and is not closed properly in line 3, column 5"},
	} {
		p.uploads("/v1/import/contact", c.name, c.file).refusedAs(t, c.name+" "+c.file, c.want)
	}
	var got taken
	p.uploads("/v1/import/contact", "a.csv", "A,B\nx,y\n").is(http.StatusAccepted).into(&got)
	for plan, want := range map[string]string{
		`{"mapping":{"company":"B"}}`:                                                 "This field is required",
		`{"mode":"update","mapping":{"company":"B"}}`:                                 "This field is required",
		`{"mode":"update","mapping":{"id":"A"}}`:                                      "Map a field to change",
		`{"mode":"upsert","mapping":{"name":"A"}}`:                                    "mode must be create, update or delete",
		`{"mapping":{"name":"C"}}`:                                                    `The file has no column called "C"`,
		`{"mapping":{"name":"A","nonsense":"B"}}`:                                     "Unknown or unreadable field",
		`{"mapping":{"name":"A","created_date":"B"}}`:                                 "Created Date can't be changed",
		`{"mode":"update","match_field":"name","mapping":{"name":"A","company":"B"}}`: "Name isn't unique. Match by the id, or by a unique field",
	} {
		p.do("POST", "/v1/import/"+got.ID.String()+"/preview", plan).refusedAs(t, plan, want)
		p.do("POST", "/v1/import/"+got.ID.String()+"/commit", plan).refusedAs(t, plan, want)
	}
	p.uploads("/v1/import/contact", "a.csv", "A\nx\n", "mapping", "[").is(http.StatusBadRequest)
	p.uploads("/v1/import/contact", "a.csv", "A\nx\n", "nonsense", "1").refusedAs(t, "an unknown part", `Unknown field "nonsense"`)
	p.do("POST", "/v1/import/contact", "{}").is(http.StatusUnsupportedMediaType)
	p.uploads("/v1/import/nonsense", "a.csv", "A\nx\n").is(http.StatusNotFound)
	p.do("GET", "/v1/import/"+id.New().String(), "").is(http.StatusNotFound)

	// Importing takes its right, and shows nobody else's files.
	agent := w.person("Agent", row.Fields{"permissions": []id.ID{w.set("Agent", `{"contact":{"read":true,"create":true,"update":true}}`, `{}`)}})
	agent.uploads("/v1/import/contact", "a.csv", "A\nx\n").is(http.StatusForbidden)
	for _, target := range []string{"", "/errors.csv"} {
		agent.do("GET", "/v1/import/"+got.ID.String()+target, "").is(http.StatusNotFound)
	}
	for _, target := range []string{"/preview", "/commit", "/undo"} {
		agent.do("POST", "/v1/import/"+got.ID.String()+target, "{}").is(http.StatusNotFound)
	}
}

// dying is a stage that a node dies with: it stops working behind so many files of refused rows.
type dying struct {
	*stage.Folder

	left atomic.Int64
}

var errDied = errors.New("the node died")

func (d *dying) Save(ctx context.Context, name string, from io.Reader) error {
	if strings.Contains(name, "/errors-") && d.left.Add(-1) < 0 {
		return errDied
	}
	return d.Folder.Save(ctx, name, from)
}

// A node that dies behind the rows of a batch, before the job notes it, leaves the batch to another
// node: no row is there twice, and none is missing.
func TestAnImportGoesOnAfterItsNodeDied(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	var file strings.Builder
	file.WriteString("Name,Email\n")
	const rows = 1_730
	for i := range rows {
		fmt.Fprintf(&file, "Row %d,%s\n", i, map[bool]string{true: "wrong", false: "a@example.com"}[i%100 == 7])
	}
	var got taken
	p.uploads("/v1/import/contact", "many.csv", file.String()).is(http.StatusAccepted).into(&got)

	// Each batch has refused rows, which are saved behind its records: there the node dies, twice.
	shaky := &dying{Folder: w.stage}
	shaky.left.Store(1)
	node := imports.New(w.records, w.store, w.jobs, shaky)
	for _, j := range imports.Feature.Jobs {
		w.jobs.Handle(j, node)
	}
	job := p.started("/v1/import/"+got.ID.String()+"/commit", `{}`)
	stop := w.work(t)
	waittest.Until(t, "rows to be made", func() bool { return shaky.left.Load() < 0 })
	stop()
	if n := w.count("contact"); n == 0 || n >= rows {
		t.Fatalf("the node died with %d contacts made", n)
	}
	for _, j := range imports.Feature.Jobs { // another node
		w.jobs.Handle(j, imports.New(w.records, w.store, w.jobs, w.stage))
	}
	w.work(t)
	done := p.becomes(job, "done")
	if done["result"] != "Created 1712 contacts; 18 rows were refused." {
		t.Errorf("the job says %v", done["result"])
	}
	if n := w.count("contact"); n != 1712 {
		t.Errorf("%d contacts are there", n)
	}
	if lines := strings.Count(string(p.do("GET", "/v1/import/"+got.ID.String()+"/errors.csv", "").is(http.StatusOK).body), "\r\n"); lines != 19 {
		t.Errorf("%d lines of errors", lines)
	}
}

// An import that is paused keeps what it did, and goes on where it stopped.
func TestAnImportIsPausedAndGoesOn(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	file := "Name\n" + strings.Repeat("Somebody\n", 2_600)
	var got taken
	p.uploads("/v1/import/contact", "many.csv", file).is(http.StatusAccepted).into(&got)
	job := p.started("/v1/import/"+got.ID.String()+"/commit", `{}`)
	stop := w.work(t)
	waittest.Until(t, "rows to be made", func() bool { return w.count("contact") > 0 })
	p.do("POST", "/v1/job/"+job.String()+"/cancel", "").is(http.StatusOK)
	if shown := p.import_(got.ID); shown.Status != "paused" {
		t.Errorf("paused: %+v", shown)
	}
	stop()
	w.work(t)
	p.do("POST", "/v1/job/"+job.String()+"/retry", "").is(http.StatusOK)
	if done := p.becomes(job, "done"); done["result"] != "Created 2600 contacts." || w.count("contact") != 2_600 {
		t.Errorf("%v; %d are there", done["result"], w.count("contact"))
	}
}

// count is how many records of an object there are.
func (w *world) count(object string) (n int) {
	w.t.Helper()
	for {
		found, err := w.store.Find(w.t.Context(), w.org, row.Query{Object: object, Fields: []string{}, Offset: n, Order: []row.Order{{Field: "id"}}})
		if err != nil {
			w.t.Fatal(err)
		}
		if n += len(found); len(found) < 1000 {
			return n
		}
	}
}
