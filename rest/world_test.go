package rest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/go-chi/chi/v5"

	"switchboard/actors/accounts"
	"switchboard/actors/analytics"
	"switchboard/actors/calls"
	"switchboard/actors/conversations"
	"switchboard/actors/erasure"
	"switchboard/actors/exports"
	"switchboard/actors/feature"
	"switchboard/actors/features"
	"switchboard/actors/files"
	"switchboard/actors/imports"
	"switchboard/actors/jobs"
	"switchboard/actors/mass"
	"switchboard/actors/merge"
	organizationsettings "switchboard/actors/organizations"
	"switchboard/actors/queries"
	"switchboard/actors/records"
	"switchboard/actors/runtime"
	"switchboard/actors/schemas"
	"switchboard/actors/thread"
	"switchboard/actors/users"
	"switchboard/actors/users/presence"
	"switchboard/cmd/storetest"
	"switchboard/rest"
	"switchboard/rest/problem"
	"switchboard/rest/wire"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/logtest"
	"switchboard/storage/panics"
	"switchboard/storage/pg"
	"switchboard/storage/pg/organizations"
	"switchboard/storage/pg/pgtest"
	"switchboard/storage/pg/pool"
	"switchboard/storage/ratelimit/memory"
	"switchboard/storage/row"
	"switchboard/storage/seal"
	"switchboard/storage/stage"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// world is the server over a real database. Live objects belong to desk, which
// writes what it is given and remembers it.
type world struct {
	t        *testing.T
	store    *pg.Store
	dsn      string
	org      id.ID
	ring     *seal.Ring // of encrypted fields
	accounts *accounts.Service
	desk     *desk
	records  *records.Service
	jobs     *jobs.Service
	stage    *stage.Folder
	host     *feature.Host
	logs     *logtest.Text
	handler  http.Handler
	deps     rest.Deps
	blobs    *blobs
	// fails makes what merges ask of the database fail, nil for nothing.
	fails func(what string) error
}

func newWorld(t *testing.T) *world {
	t.Helper()
	t.Parallel()
	store, dsn := storetest.WithDSN(t)
	store.Guessing = time.Minute // a busy machine finds as much as an idle one
	org := storetest.Organization
	registry := features.Registry()
	ring, err := seal.NewRing(bytes.Repeat([]byte{1}, seal.KeyBytes))
	if err != nil {
		t.Fatal(err)
	}
	set := organizationsettings.New(store, nil)
	service, err := accounts.New(accounts.Config{
		Store: store, SecretKey: []byte("0123456789abcdef0123456789abcdef"),
		Issuer: "http://desk.test", Cost: accounts.Cost{Memory: 64, Passes: 1, Lanes: 1}, Limiter: memory.New(memory.Size, time.Now), Letters: true, Rules: set, Ring: ring,
	})
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, store: store, dsn: dsn, org: org, accounts: service, desk: &desk{store: store}, logs: &logtest.Text{}}
	recs := records.New(store)
	w.ring = ring
	recs.Seal(w.ring)
	for _, o := range registry.Objects() {
		if o.Live {
			recs.Own(o.APIName, w.desk)
		}
	}
	w.records = recs
	store.OnCommit(func(c pool.Committed) {
		if slices.Contains(c.Objects, "schema") {
			service.Principals.Forget(c.Organization)
		}
	})
	store.OnCommit(func(c pool.Committed) {
		if slices.ContainsFunc(c.Objects, organizationsettings.Holds) {
			set.Forget(c.Organization)
		}
	})
	asked := queries.New(store, set)
	store.OnCommit(func(c pool.Committed) { asked.Forget(c.Organization, c.IDs) })
	recs.ReadDays(asked.Clock)
	queue := jobs.New(store, store.Jobs, service.Principals, panics.New(slog.New(slog.DiscardHandler)))
	changer := schemas.New(store, queue, set)
	for _, j := range schemas.Feature.Jobs {
		queue.Handle(j, changer)
	}
	many := mass.New(recs, store, queue)
	for _, j := range mass.Feature.Jobs {
		queue.Handle(j, many)
	}
	merger := merge.New(recs, faulty{store, w}, queue)
	for _, j := range merge.Feature.Jobs {
		queue.Handle(j, merger)
	}
	w.jobs = queue
	w.stage = stage.NewFolder(t.TempDir())
	w.host = &feature.Host{Panics: panics.New(slog.New(slog.DiscardHandler))}
	w.host.Offer(recs, store, queue, w.stage, asked)
	tables, exported := imports.Feature.Start(w.host), exports.Feature.Start(w.host)
	for _, j := range imports.Feature.Jobs {
		queue.Handle(j, tables.Service)
	}
	for _, j := range exports.Feature.Jobs {
		queue.Handle(j, exported.Service)
	}
	w.deps = rest.Deps{
		SignIns: service.SignIns, SecondFactors: service.SecondFactors, Views: service.Views, Programs: service.APIKeys, Sessions: service.Sessions, Principals: service.Principals, Offers: service.Offers, Resets: service.Resets, Records: recs,
		Queries: asked, Reports: analytics.New(store, recs, asked), Schemas: changer, Presence: w.desk, Organizations: w.desk, Keys: store, Simulator: w.desk,
		Webhooks: chi.NewRouter(), Sockets: http.NotFoundHandler(),
		Static: fstest.MapFS{
			"index.html":                 {Data: []byte("<!doctype html><title>Switchboard</title>" + strings.Repeat(" ", 500))},
			"mark.svg":                   {Data: []byte("<svg/>")},
			"assets/main-Abcd1234.js":    {Data: []byte(strings.Repeat("console.log(1);", 100))},
			"assets/main-Abcd1234.js.br": {Data: []byte("as the build packed it")},
			"assets/style-Abcd1234.css":  {Data: []byte("a{}")},
			".gitkeep":                   {},
		},
		Ready:     func(ctx context.Context) error { return store.Ping(ctx) },
		Instance:  wire.Instance{Name: "Test", Version: "1"},
		PublicURL: "http://desk.test", Origins: []string{"https://partner.test"},
		Log: slog.New(slog.NewTextHandler(w.logs, nil)),
	}
	w.blobs = openBlobs(t)
	for _, f := range features.All() {
		running := feature.Running{Feature: f, Service: w.desk}
		switch f.Name {
		case accounts.Feature.Name:
			running.Service = service
		case jobs.Feature.Name:
			running.Service = queue
		case schemas.Feature.Name:
			running.Service = changer
		case mass.Feature.Name:
			running.Service = many
		case files.Feature.Name:
			running = files.New(store, w.blobs, set, "http://desk.test").Running()
			running.Feature = f
			for object, reviewer := range running.Reviewers {
				recs.Review(object, reviewer)
			}
		case imports.Feature.Name:
			running = tables
			running.Feature = f
		case exports.Feature.Name:
			running = exported
			running.Feature = f
		case merge.Feature.Name:
			running.Service = merger
		}
		w.deps.Features = append(w.deps.Features, running)
	}
	if w.handler, err = rest.New(w.deps); err != nil {
		t.Fatal(err)
	}
	return w
}

// desk is a fake of the actors that records its calls.
type desk struct {
	store *pg.Store
	mu    sync.Mutex
	calls []string
	sets  []row.Fields
}

func (d *desk) note(what string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.calls = append(d.calls, what)
}

func (d *desk) last() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.calls) == 0 {
		return ""
	}
	return d.calls[len(d.calls)-1]
}

func (d *desk) Create(ctx context.Context, p *access.Principal, object string, rows []row.ChangeRequest) ([]id.ID, error) {
	made, outcomes := make([]id.ID, len(rows)), make([]error, len(rows))
	for i, r := range rows {
		made[i], outcomes[i] = d.create(ctx, p, object, r.Set, r.Command)
	}
	return made, runtime.Outcome(outcomes)
}

func (d *desk) create(ctx context.Context, p *access.Principal, object string, set row.Fields, command string) (id.ID, error) {
	made := id.New()
	d.note("create " + object)
	_, err := d.store.Commit(ctx, row.Change{Organization: p.Organization, By: p.User, Command: command, Writes: []row.Write{
		{Object: object, ID: made, Op: entry.Created, Set: set},
	}})
	return made, err
}

func (d *desk) Patch(ctx context.Context, p *access.Principal, object string, rows []row.ChangeRequest) error {
	for i, r := range rows {
		if r.Set["last_name"] == "Refused" {
			return fault.New(fault.Conflict, "No.").At(i)
		}
	}
	outcomes := make([]error, len(rows))
	for i, r := range rows {
		outcomes[i] = d.patch(ctx, p, object, r)
	}
	return runtime.Outcome(outcomes)
}

func (d *desk) patch(ctx context.Context, p *access.Principal, object string, r row.ChangeRequest) error {
	if r.Set["last_name"] == "Raced" {
		return fault.New(fault.Conflict, "Somebody was faster.")
	}
	d.mu.Lock()
	d.calls, d.sets = append(d.calls, "patch "+object), append(d.sets, r.Set)
	d.mu.Unlock()
	stands, err := d.store.Get(ctx, p.Organization, object, r.Record)
	if err != nil {
		return err
	}
	set, err := runtime.PatchOf(p.User, r).Over(stands)
	if err != nil {
		return err
	}
	stored := row.Fields{}
	for name, value := range set {
		if features.Registry().Object(object).Field(name).Stored() {
			stored[name] = value
		}
	}
	_, err = d.store.Commit(ctx, row.Change{Organization: p.Organization, By: p.User, Writes: []row.Write{
		{Object: object, ID: r.Record, Op: entry.Updated, Expect: r.Expect, Set: stored},
	}})
	return err
}

func (d *desk) Remove(_ context.Context, _ *access.Principal, object string, _ []row.ChangeRequest) error {
	d.note("remove " + object)
	return nil
}

func (d *desk) Phone(_ context.Context, _ *access.Principal, state users.PhoneState) error {
	d.note("phone " + string(state))
	return nil
}

func (d *desk) SetStatus(_ context.Context, _ *access.Principal, status, command string) (users.Status, error) {
	d.note("status " + status + " " + command)
	return users.Status{CallStatus: status, Effective: status, Reasons: []string{}}, nil
}

func (d *desk) Weekly(context.Context, *access.Principal, id.ID) (users.Weekly, error) {
	return users.Weekly{}, nil
}

func (d *desk) Plan(context.Context, *access.Principal, users.WeeklyChange) (users.Weekly, error) {
	return users.Weekly{}, nil
}

func (d *desk) Snapshot(context.Context, id.ID) ([]presence.Dot, error) {
	return []presence.Dot{{ID: someID, Name: "Ann", Status: "available", Chosen: "available"}}, nil
}

func (d *desk) Dial(ctx context.Context, p *access.Principal, to string, _ id.ID, command string) (calls.Ref, error) {
	if to == "panic" {
		panic("secret in a panic")
	}
	made, err := d.create(ctx, p, "call", row.Fields{"user": p.User, "to_formatted": to, "status": "queued"}, command)
	return calls.Ref{ID: made}, err
}

func (d *desk) Accept(_ context.Context, _ *access.Principal, _ id.ID, command string) (calls.Ref, error) {
	d.note("accept " + command)
	return calls.Ref{}, nil
}

func (*desk) Hold(context.Context, *access.Principal, id.ID, bool, string) (calls.Ref, error) {
	return calls.Ref{}, nil
}

func (*desk) Transfer(context.Context, *access.Principal, calls.Transferring) (calls.Ref, error) {
	return calls.Ref{}, nil
}

func (*desk) CompleteTransfer(context.Context, *access.Principal, id.ID, string) (calls.Ref, error) {
	return calls.Ref{}, nil
}

func (*desk) CancelTransfer(context.Context, *access.Principal, id.ID, string) (calls.Ref, error) {
	return calls.Ref{}, nil
}

func (d *desk) Decline(context.Context, *access.Principal, id.ID, string) (calls.Ref, error) {
	d.note("decline")
	return calls.Ref{}, fault.New(fault.Conflict, "Bob has taken this call.")
}

func (*desk) Barred(context.Context, *access.Principal, string) (bool, error) { return false, nil }

func (*desk) Notice(context.Context, *access.Principal, []id.ID, string) error { return nil }

func (*desk) Caller(context.Context, *access.Principal, id.ID) (calls.Caller, error) {
	return calls.Caller{Notes: []calls.NoteLink{}}, nil
}

func (d *desk) Hangup(context.Context, *access.Principal, id.ID, string) (calls.Ref, error) {
	d.note("hangup")
	return calls.Ref{}, errors.New("pq: secret of the database")
}

func (d *desk) SendFiles(context.Context, *access.Principal, id.ID, string, []id.ID, string, string) (conversations.Sending, error) {
	return conversations.Sending{}, fault.New(fault.Limited, "Slow down.").After(1500 * 1e6)
}

func (d *desk) Begin(ctx context.Context, p *access.Principal, to conversations.Recipient, name, command string) (conversations.Ref, error) {
	made, err := d.create(ctx, p, "twilio_conversation", row.Fields{"name": name, "contact_phones": []string{to.Phone}}, command)
	return conversations.Ref{ID: made}, err
}

func (*desk) Look(_ context.Context, _ *access.Principal, to conversations.Recipient) (conversations.Look, error) {
	return conversations.Look{Number: to.Phone, Refusal: "He said STOP."}, nil
}

func (d *desk) Cancel(_ context.Context, _ *access.Principal, message id.ID, command string) error {
	d.note("cancel " + string(message) + " " + command)
	return fault.New(fault.Conflict, "It may have been sent.")
}

func (d *desk) ReadChat(ctx context.Context, p *access.Principal, r thread.Reading) error {
	_, err := r.Place(ctx, d.store, p, "chat_message")
	d.note("read " + string(r.ID))
	return err
}

func (d *desk) UnreadChat(_ context.Context, _ *access.Principal, chat id.ID, number int64, command string) error {
	d.note(fmt.Sprint("unread ", chat, " ", number, " ", command))
	return nil
}

func (d *desk) Direct(_ context.Context, _ *access.Principal, with id.ID, command string) (thread.Ref, error) {
	d.note("direct " + string(with) + " " + command)
	return thread.Ref{ID: with}, nil
}

func (d *desk) Help(_ context.Context, p *access.Principal, command string) (thread.Ref, error) {
	d.note("help " + string(p.User) + " " + command)
	return thread.Ref{ID: p.User}, nil
}

func (d *desk) ReadConversation(ctx context.Context, p *access.Principal, r thread.Reading) error {
	_, err := r.Place(ctx, d.store, p, "twilio_message")
	d.note("read " + string(r.ID))
	return err
}

func (d *desk) OrganizationName(context.Context, id.ID) (string, error) { return "Test", nil }

func (d *desk) ActiveApps(context.Context, id.ID) ([]row.Record, error) { return nil, nil }

func (d *desk) Features(context.Context, id.ID) (map[string]bool, error) {
	return map[string]bool{"help_chat": false}, nil
}

func (d *desk) PhoneNumbers(_ context.Context, organization id.ID) ([]string, error) {
	return []string{"numbers of " + string(organization)}, nil
}

func (d *desk) Token(_ context.Context, p *access.Principal, organization id.ID) (calls.Token, error) {
	d.note("token of " + string(organization))
	return calls.Token{Token: "t", Identity: string(p.User), TTL: 3600}, nil
}

func (*desk) Signal() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUpgradeRequired) })
}

func (d *desk) Control(ours func(*http.Request) []string, _ func(http.ResponseWriter, *http.Request, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		d.note("simulator " + r.URL.Path + " with " + strings.Join(ours(r), ","))
	})
}

const (
	someID   = id.ID("0198c0de-0000-7000-8000-0000000000aa")
	password = "correct horse"
)

// person is a user who is signed in.
type person struct {
	*world
	id    id.ID
	token string
}

func (w *world) person(name string, fields row.Fields) *person {
	w.t.Helper()
	set := row.Fields{"name": name}
	maps.Copy(set, fields)
	email := strings.ToLower(name) + "@example.com"
	user, err := w.accounts.Members.CreateUser(w.t.Context(), w.org, accounts.NewUser{Email: email, Password: password, Fields: set})
	if err != nil {
		w.t.Fatal(err)
	}
	tokens, err := w.accounts.SignIns.SignIn(w.t.Context(), email, password, accounts.Client{Address: "192.0.2.1"})
	if err != nil {
		w.t.Fatal(err)
	}
	return &person{world: w, id: user, token: tokens.Access}
}

// put makes a record behind the server's back.
func (w *world) put(object string, set row.Fields) id.ID {
	w.t.Helper()
	made := id.New()
	_, err := w.store.Commit(w.t.Context(), row.Change{Organization: w.org, Writes: []row.Write{
		{Object: object, ID: made, Op: entry.Created, Set: set},
	}})
	if err != nil {
		w.t.Fatal(err)
	}
	return made
}

func (w *world) record(object string, record id.ID) row.Record {
	w.t.Helper()
	r, err := w.store.Get(w.t.Context(), w.org, object, record)
	if err != nil {
		w.t.Fatal(err)
	}
	return r
}

// answer is what came back.
type answer struct {
	t      *testing.T
	what   string
	status int
	header http.Header
	body   []byte
}

func (w *world) do(method, target, body string, change ...func(*http.Request)) *answer {
	w.t.Helper()
	var from io.Reader = http.NoBody
	if body != "" {
		from = strings.NewReader(body)
	}
	r := httptest.NewRequest(method, "http://desk.test"+target, from)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for _, c := range change {
		c(r)
	}
	recorder := httptest.NewRecorder()
	w.handler.ServeHTTP(recorder, r)
	return &answer{w.t, method + " " + target, recorder.Code, recorder.Header(), recorder.Body.Bytes()}
}

func header(name, value string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set(name, value) }
}

func (p *person) do(method, target, body string, change ...func(*http.Request)) *answer {
	p.t.Helper()
	return p.world.do(method, target, body, append([]func(*http.Request){header("Authorization", "Bearer "+p.token)}, change...)...)
}

// is asserts the status.
func (a *answer) is(status int) *answer {
	a.t.Helper()
	if a.status != status {
		a.t.Errorf("%s: %d %s, want %d", a.what, a.status, a.body, status)
	}
	return a
}

// problem asserts a refusal and gives it.
func (a *answer) problem(status int) problem.Document {
	a.t.Helper()
	a.is(status)
	var p problem.Document
	if a.header.Get("Content-Type") != "application/problem+json" || json.Unmarshal(a.body, &p) != nil {
		a.t.Errorf("%s: no problem: %s", a.what, a.body)
	}
	if p.Status != status || p.Detail == "" || p.Code == "" || p.RequestID == "" || p.RequestID != a.header.Get("X-Request-ID") {
		a.t.Errorf("%s: half a problem: %+v", a.what, p)
	}
	return p
}

// into decodes a body of success.
func (a *answer) into(target any) {
	a.t.Helper()
	if a.status >= 300 || json.Unmarshal(a.body, target) != nil {
		a.t.Fatalf("%s: %d %s", a.what, a.status, a.body)
	}
}

type object = map[string]any

// rows returns the rows of a list or of a write.
func (a *answer) rows() []object {
	a.t.Helper()
	if a.status == http.StatusOK && len(a.body) > 0 && a.body[0] == '[' {
		var rows []object
		a.into(&rows)
		return rows
	}
	var list struct{ Data []object }
	a.into(&list)
	return list.Data
}

// newOrganization is the same server seen by another organization's people.
func newOrganization(w *world) *world {
	w.t.Helper()
	foreign := *w
	foreign.org = id.New()
	if err := w.store.CreateOrganization(w.t.Context(), organizations.Organization{ID: foreign.org, Name: "Foreign"}); err != nil {
		w.t.Fatal(err)
	}
	return &foreign
}

func (d *desk) Jobs(context.Context, *access.Principal) (jobs.Jobs, error) {
	d.note("jobs")
	return jobs.Jobs{}, nil
}

func (d *desk) CancelJob(_ context.Context, _ *access.Principal, job id.ID) error {
	d.note("cancel " + string(job))
	return nil
}

func (d *desk) RetryJob(_ context.Context, _ *access.Principal, job id.ID) error {
	d.note("retry " + string(job))
	return nil
}

func (d *desk) Erase(_ context.Context, _ *access.Principal, what erasure.Erase) (id.ID, error) {
	d.note("erase " + string(what.ID))
	return what.ID, nil
}
