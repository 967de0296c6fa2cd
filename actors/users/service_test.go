package users_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"testing"
	"time"

	"go.uber.org/goleak"

	"switchboard/actors/features"
	"switchboard/actors/records"
	"switchboard/actors/runtime"
	"switchboard/actors/users"
	"switchboard/actors/users/presence"
	"switchboard/cmd/storetest"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/pg/pgtest"
	"switchboard/storage/row"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(pgtest.Wrap(m)) }

// staff is an organization on a real database with two users.
type staff struct {
	t         *testing.T
	store     *pg.Store
	org       id.ID
	service   *users.Service
	engine    runtime.Engine
	anna, ben id.ID
}

func open(t *testing.T) *staff {
	t.Helper()
	store, org := storetest.New(t)
	engine := runtime.NewLocal(runtime.Options{Logger: slog.New(slog.DiscardHandler)})
	engine.Register(users.Kind, users.Factory(store, runtime.WriterOptions{}))
	t.Cleanup(func() {
		if err := engine.Stop(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
	s := &staff{t: t, store: store, org: org, engine: engine, anna: id.New(), ben: id.New()}
	s.service = users.New(engine, store, presence.New(store, slog.New(slog.DiscardHandler), nil))
	for name, user := range map[string]id.ID{"anna": s.anna, "ben": s.ben} {
		_, err := store.Commit(t.Context(), row.Change{Organization: org, Writes: []row.Write{{
			Object: "user", ID: user, Op: entry.Created, Set: row.Fields{"name": name, "email": name + "@demo.test"},
		}}})
		if err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func (s *staff) principal(user id.ID, sets ...access.PermissionSet) *access.Principal {
	p := access.Build(features.Registry(), access.Inputs{Organization: s.org, User: user, Sets: sets})
	return &p
}

func (s *staff) user(user id.ID) row.Record {
	s.t.Helper()
	r, err := s.store.Get(s.t.Context(), s.org, "user", user)
	if err != nil {
		s.t.Fatal(err)
	}
	return r
}

func TestChoosingMakesACandidate(t *testing.T) {
	s := open(t)
	candidates := func() []id.ID {
		t.Helper()
		list, err := s.service.Candidates(t.Context(), s.org)
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	if list := candidates(); len(list) != 0 {
		t.Errorf("who never chose is a candidate: %v", list)
	}
	status, err := s.service.SetStatus(t.Context(), s.principal(s.anna), users.Available, "one")
	if err != nil || status.CallStatus != users.Available || status.Effective != users.Unknown || len(status.Reasons) != 1 {
		t.Errorf("choosing answered %+v, %v", status, err)
	}
	if list := candidates(); !slices.Equal(list, []id.ID{s.anna}) {
		t.Errorf("the candidates are %v", list)
	}
	claimed, err := s.store.ClaimEffects(t.Context(), row.ClaimRequest{Node: "test", Limit: 10, Lease: time.Minute})
	var p users.AvailabilityPayload
	if err != nil || len(claimed) != 1 || claimed[0].Kind != users.EffectAvailability ||
		json.Unmarshal(claimed[0].Payload, &p) != nil || !p.Available || p.User != s.anna {
		t.Errorf("the effects are %v, %v", claimed, err)
	}
	call := id.New()
	command, err := users.Decode(row.Effect{Kind: users.EffectOnCall, Payload: row.JSONValue(users.CallPayload{Call: call})})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.engine.Ask(t.Context(), users.Kind, runtime.Identity{Organization: s.org, ID: s.anna}, command); err != nil {
		t.Fatal(err)
	}
	if list := candidates(); len(list) != 0 {
		t.Errorf("who is on a call is a candidate: %v", list)
	}
}

func TestUserChangePermissions(t *testing.T) {
	s := open(t)
	door := records.New(s.store)
	door.Own("user", users.Owner{Service: s.service})
	patch := func(p *access.Principal, user id.ID, field string, value any) ([]string, error) {
		t.Helper()
		row := records.Input{"id": row.JSONValue(user), field: row.JSONValue(value)}
		written, err := door.Patch(t.Context(), p, "user", []records.Input{row}, 0, "")
		return written.Ignored, err
	}
	dark := json.RawMessage(`{"theme":"dark"}`)
	editor := access.PermissionSet{Objects: map[string]access.ObjectPermission{"user": {Read: true, Update: true}}}
	administrator := editor
	administrator.System = []string{access.AdministerUsers}
	for _, c := range []struct {
		sets    []access.PermissionSet
		user    id.ID
		field   string
		value   any
		allowed bool
	}{
		{nil, s.anna, "settings", dark, true},
		{nil, s.ben, "name", "Benedict", false},
		{nil, s.anna, "is_active", false, false},
		{[]access.PermissionSet{editor}, s.ben, "extension", "42", true},
		{[]access.PermissionSet{editor}, s.ben, "is_active", false, false},
		{[]access.PermissionSet{administrator}, s.ben, "is_active", false, true},
		{[]access.PermissionSet{administrator}, s.anna, "is_superuser", true, false},
	} {
		_, err := patch(s.principal(s.anna, c.sets...), c.user, c.field, c.value)
		if c.allowed && err != nil || !c.allowed && !fault.Is(err, fault.Forbidden) {
			t.Errorf("%s of himself %v, with %d sets: %v", c.field, c.user == s.anna, len(c.sets), err)
		}
	}
	if ignored, err := patch(s.principal(s.anna), s.anna, "email", "other@demo.test"); err != nil || !slices.Equal(ignored, []string{"email"}) {
		t.Errorf("one's own address: ignored %v, %v", ignored, err)
	}
	if is, _ := s.user(s.ben).Bool("is_active"); is || s.user(s.ben).Text("extension") != "42" {
		t.Errorf("stored %v", s.user(s.ben).Fields)
	}
	settings := row.Fields{"settings": dark}
	if err := s.service.Patch(t.Context(), s.principal(s.anna), []row.ChangeRequest{{Record: s.anna, Set: settings, Expect: 99}}); err != nil {
		t.Errorf("a patch that changes nothing got %v", err)
	}
	stale := row.Fields{"first_name": "Anna"}
	if err := s.service.Patch(t.Context(), s.principal(s.anna), []row.ChangeRequest{{Record: s.anna, Set: stale, Expect: 99}}); !fault.Is(err, fault.VersionConflict) {
		t.Errorf("a wrong version got %v", err)
	}
	owner := users.Owner{Service: s.service}
	if err := owner.Remove(t.Context(), s.principal(s.anna, administrator), "user", []row.ChangeRequest{{Record: s.ben}}); !fault.Is(err, fault.Conflict) {
		t.Errorf("removing got %v", err)
	}
	if _, err := owner.Create(t.Context(), s.principal(s.anna), "user", []row.ChangeRequest{{Set: row.Fields{}}}); !fault.Is(err, fault.Forbidden) {
		t.Errorf("creating got %v", err)
	}
}

func TestExtensionIsUnique(t *testing.T) {
	s := open(t)
	choose := func(user id.ID, extension string) error {
		set := row.Fields{"settings": row.JSONValue(map[string]any{"phone_settings": map[string]any{"extension": extension}})}
		return s.service.Patch(t.Context(), s.principal(user), []row.ChangeRequest{{Record: user, Set: set}})
	}
	if err := choose(s.anna, "4711"); err != nil {
		t.Fatal(err)
	}
	const taken = "Extension is already in use by another user, please choose a different extension."
	refused := fault.From(choose(s.ben, "4711"))
	if refused.Code != fault.Conflict || refused.Detail != taken || !slices.Equal(refused.Fields["extension"], []string{taken}) {
		t.Errorf("who chooses a colleague's extension is told %v, of fields %v", refused, refused.Fields)
	}
	if err := choose(s.anna, ""); err != nil {
		t.Fatal(err)
	}
	if err := choose(s.ben, "4711"); err != nil {
		t.Errorf("one that is free again: %v", err)
	}
	if given := s.user(s.ben).Text("extension"); given != "4711" {
		t.Errorf("stored is %q", given)
	}
}
