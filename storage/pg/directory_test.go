package pg_test

import (
	"fmt"
	"sync"
	"testing"

	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg/commit"
	"switchboard/storage/row"
)

// phone writes a number of an organization.
func (f *fixture) phone(organization id.ID, write row.Write) (id.ID, error) {
	write.Object = "twilio_phone"
	made, err := f.Commit(f.Context(), row.Change{Organization: organization, Writes: []row.Write{write}})
	if err != nil {
		return "", err
	}
	return made[0].ID, nil
}

func (f *fixture) claimNumber(organization id.ID, e164 string) (id.ID, error) {
	return f.phone(organization, row.Write{Op: entry.Created, Set: row.Fields{"phone_number": e164, "sid": string(id.New())}})
}

// belongs asserts whose a number is, "" for nobody's.
func (f *fixture) belongs(e164 string, organization id.ID) {
	f.Helper()
	got, _, err := f.OrganizationByNumber(f.Context(), e164)
	if got != organization || (organization == "") != fault.Is(err, fault.NotFound) {
		f.Errorf("%s is %s's, want %s: %v", e164, got, organization, err)
	}
}

func TestANumberIsOneOrganizations(t *testing.T) {
	f := newFixture(t)
	other := newOrganization(f, "Other")
	const a, b = "+15550000001", "+15550000002"
	phone, err := f.claimNumber(f.org, a)
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.claimNumber(other, a)
	f.refused(err, fault.Conflict)
	if fault.From(err).Fields["phone_number"] == nil {
		t.Errorf("the refusal names no field: %v", err)
	}
	theirs, err := f.claimNumber(other, b)
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.phone(other, row.Write{ID: theirs, Op: entry.Updated, Set: row.Fields{"phone_number": a}})
	f.refused(err, fault.Conflict)
	f.belongs(a, f.org)
	f.belongs(b, other)
	// What is given up, by another number or by removal, can be claimed again.
	if _, err := f.phone(other, row.Write{ID: theirs, Op: entry.Updated, Set: row.Fields{"phone_number": "+15550000003"}}); err != nil {
		t.Fatal(err)
	}
	f.belongs(b, "")
	if _, err := f.phone(f.org, row.Write{ID: phone, Op: entry.Removed}); err != nil {
		t.Fatal(err)
	}
	f.belongs(a, "")
	if _, err := f.claimNumber(other, a); err != nil {
		t.Error(err)
	}
	f.belongs(a, other)
	// In one change a number passes from one record to another.
	old, next := id.New(), id.New()
	f.commit(f.change(row.Write{Object: "twilio_phone", ID: old, Op: entry.Created, Set: row.Fields{"phone_number": b, "sid": "PN1"}}))
	f.commit(f.change(
		row.Write{Object: "twilio_phone", ID: old, Op: entry.Updated, Set: row.Fields{"phone_number": "+15550000008"}},
		row.Write{Object: "twilio_phone", ID: next, Op: entry.Created, Set: row.Fields{"phone_number": b, "sid": "PN2"}},
		row.Write{Object: "twilio_phone", ID: old, Op: entry.Updated, Set: row.Fields{"phone_number": "+15550000009"}},
	))
	if _, record, err := f.OrganizationByNumber(t.Context(), b); err != nil || record != next {
		t.Errorf("%s is of %s, %v", b, record, err)
	}
	f.belongs("+15550000008", "")
	f.belongs("+15550000009", f.org)
}

func TestTwoOrganizationsClaimANumberAtOnce(t *testing.T) {
	f := newFixture(t)
	other := newOrganization(f, "Other")
	for i := range 20 {
		e164 := fmt.Sprintf("+1555000%04d", i)
		var work sync.WaitGroup
		errs := make([]error, 2)
		for i, organization := range []id.ID{f.org, other} {
			work.Go(func() { _, errs[i] = f.claimNumber(organization, e164) })
		}
		work.Wait()
		if (errs[0] == nil) == (errs[1] == nil) {
			t.Fatalf("%s was claimed at once: %v, %v", e164, errs[0], errs[1])
		}
		for i, organization := range []id.ID{f.org, other} {
			if errs[i] == nil {
				f.belongs(e164, organization)
			} else {
				f.refused(errs[i], fault.Conflict)
			}
		}
	}
}

// A release that does not know of the directory writes beside it.
func TestTheDirectoryIsFilledAtAStart(t *testing.T) {
	f := newFixture(t)
	other := newOrganization(f, "Other")
	if _, err := f.claimNumber(f.org, "+15550000001"); err != nil {
		t.Fatal(err)
	}
	if _, err := f.claimNumber(other, "+15550000002"); err != nil {
		t.Fatal(err)
	}
	thread := newConversation(f, other)
	for _, statement := range []string{
		`DELETE FROM core.number`, `DELETE FROM core.record`,
		`UPDATE "org_` + other.Compact() + `".twilio_phone SET phone_number = '+15550000003'`,
		`INSERT INTO core.number SELECT '+15550000002', organization_id, 'twilio_phone', id FROM "org_` + other.Compact() + `".twilio_phone`,
	} {
		if _, err := f.conn.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 { // again changes nothing
		f.otherRegistry(f.org)
		f.otherRegistry(other)
		if err := f.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		f.belongs("+15550000001", f.org)
		f.belongs("+15550000002", "")
		f.belongs("+15550000003", other)
		if organization, err := f.OrganizationByRecord(t.Context(), thread); organization != other {
			t.Errorf("the conversation is of %q, %v", organization, err)
		}
	}
}

func TestNumbersAreNotChangedInBulk(t *testing.T) {
	f := newFixture(t)
	phone, err := f.claimNumber(f.org, "+15550000001")
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.CommitBulk(t.Context(), commit.Bulk{Organization: f.org, Object: "twilio_phone", IDs: []id.ID{phone}, Set: row.Fields{"phone_number": "+15550000009"}})
	f.refused(err, fault.Invalid)
}
