package demo

import (
	"context"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// The size of one transaction, in records or in calls with their dependent
// records.
const (
	batchSize   = 200
	callsABatch = 25
)

// Store stores the records.
type Store interface {
	Commit(ctx context.Context, change row.Change) ([]row.Record, error)
	Get(ctx context.Context, organization id.ID, object string, record id.ID) (row.Record, error)
}

// AddUser creates a user with an account of the given password. For an
// existing user it may only change the password.
type AddUser func(ctx context.Context, user id.ID, email, password string, fields row.Fields) error

// Seed fills an organization.
type Seed struct {
	Store      Store
	AddUser    AddUser
	Password   string // every user's
	PhoneApp   string // the name of the app that represents the phone
	ServiceSID string // the carrier's messaging service
	Seal       Seal
	Now        time.Time
}

// People creates what a first sign-in needs: rights, teams, users, numbers,
// chats.
func (s Seed) People(ctx context.Context) error {
	phones := make([]row.Write, 0, len(Phones()))
	for _, p := range Phones() {
		phones = append(phones, create("twilio_phone", p.ID, row.Fields{
			"name": p.Name, "sid": p.SID, "phone_number": p.Number, "friendly_number": p.Friendly, "service_sid": s.ServiceSID,
			"capabilities": row.JSONValue(map[string]bool{"voice": true, "sms": true, "mms": true}),
		}))
	}
	for _, writes := range [][]row.Write{permissionSets(), teams(), phones} {
		if err := s.once(ctx, writes); err != nil {
			return err
		}
	}
	// Hashing a password is slow on purpose, so users are created
	// concurrently.
	var users errgroup.Group
	for i, u := range Users() {
		users.Go(func() error {
			if err := s.AddUser(ctx, u.ID, u.Email, s.Password, userFields(i, u)); err != nil {
				return fmt.Errorf("demo user %s: %w", u.Email, err)
			}
			return nil
		})
	}
	if err := users.Wait(); err != nil {
		return err
	}
	for _, c := range chatSeeds() {
		if err := s.once(ctx, chatWrites(c, s.Now)); err != nil {
			return err
		}
	}
	integrations, err := s.integrations()
	if err != nil {
		return fmt.Errorf("demo credentials: %w", err)
	}
	if err := s.once(ctx, integrations); err != nil {
		return err
	}
	if err := s.once(ctx, content(s.PhoneApp)); err != nil {
		return err
	}
	if err := s.once(ctx, reports()); err != nil {
		return err
	}
	if err := s.once(ctx, marketplace()); err != nil {
		return err
	}
	return s.useApp(ctx)
}

// History creates contacts, notes, calls and conversations. It takes a moment
// and may be interrupted and called again.
func (s Seed) History(ctx context.Context) error {
	agents := Users()[2:]
	owner := func(i int) id.ID { return agents[i%len(agents)].ID }
	var writes []row.Write
	for i := range conversationContacts() {
		writes = append(writes, contactWrite(i, owner(i), s.Now))
	}
	for i := range ContactCount - conversationContacts() {
		writes = append(writes, contactWrite(conversationContacts()+i, owner(i), s.Now))
	}
	for i := range noteCount {
		writes = append(writes, noteWrite(i, owner(i), s.Now))
	}
	for i := range eventCount {
		writes = append(writes, eventWrite(i, owner(i), s.Now))
	}
	for from := 0; from < len(writes); from += batchSize {
		if err := s.once(ctx, writes[from:min(from+batchSize, len(writes))]); err != nil {
			return err
		}
	}
	for from := 0; from < callCount; from += callsABatch {
		if err := s.calls(ctx, from, min(from+callsABatch, callCount), owner); err != nil {
			return err
		}
	}
	for i := range conversationCount {
		if err := s.once(ctx, conversationWrites(i, s.ServiceSID, agents, s.Now)); err != nil {
			return err
		}
	}
	return nil
}

func conversationContacts() int { return conversationCount * 7 }

// calls creates some of the calls. Replaying them takes longer than all else,
// so calls that an earlier start created are skipped.
func (s Seed) calls(ctx context.Context, from, to int, owner func(int) id.ID) error {
	if made, err := s.made(ctx, "call", callID(from)); made || err != nil {
		return err
	}
	var writes []row.Write
	for i := from; i < to; i++ {
		call, err := callWrites(i, owner(i), owner(i+1+i%3), s.Now)
		if err != nil {
			return fmt.Errorf("demo call %d: %w", i, err)
		}
		writes = append(writes, call...)
	}
	return s.commit(ctx, writes)
}

// once commits the writes in one transaction, unless an earlier start did.
func (s Seed) once(ctx context.Context, writes []row.Write) error {
	if made, err := s.made(ctx, writes[0].Object, writes[0].ID); made || err != nil {
		return err
	}
	return s.commit(ctx, writes)
}

// made reports whether an earlier start made the transaction whose first
// record it is.
func (s Seed) made(ctx context.Context, object string, first id.ID) (bool, error) {
	_, err := s.Store.Get(ctx, Organization, object, first)
	if fault.Is(err, fault.NotFound) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("demo %s: %w", object, err)
	}
	return true, nil
}

func (s Seed) commit(ctx context.Context, writes []row.Write) error {
	_, err := s.Store.Commit(ctx, row.Change{Organization: Organization, Writes: writes})
	if fault.Is(err, fault.Conflict) {
		return nil // they exist, and the first of them has been deleted since: it stays deleted
	}
	if err != nil {
		return fmt.Errorf("demo %s: %w", writes[0].Object, err)
	}
	return nil
}

func userFields(i int, u User) row.Fields {
	set := AgentSet
	if u.Supervisor {
		set = SupervisorSet
	}
	fields := row.Fields{
		"name": u.Name(), "first_name": u.FirstName, "last_name": u.LastName, "is_superuser": u.Superuser,
		"permissions": []id.ID{set}, "teams": []id.ID{teamOf(i)}, "extension": fmt.Sprintf("%d", 100+i), "time_zone": "America/Los_Angeles", "locale": "en-US",
		"availability": row.JSONValue(map[string]any{
			"call_availability": map[string]any{
				"call_status": "available", "available_for_web_calls": true, "available_for_mobile_calls": false, "has_mobile_app": false,
			},
			"time_zone": "America/Los_Angeles",
		}),
		"settings": row.JSONValue(map[string]any{"theme": "light", "phone": map[string]any{"id": Phones()[0].ID, "name": Phones()[0].Name}}),
	}
	if u.Superuser {
		delete(fields, "permissions")
	}
	return fields
}
