package pg_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// A reset is the newest one, counts once, and goes with its account.
func TestAResetCountsOnce(t *testing.T) {
	f := newFixture(t)
	made := account("ann@example.test", "kept")
	_, err := f.join(f.org, row.Join{Account: made, New: true})
	f.ok(err)
	_, _, err = f.Reset(t.Context(), made.ID)
	f.refused(err, fault.NotFound)
	f.refused(f.PutReset(t.Context(), row.Reset{Account: id.New(), TokenHash: "x", Expires: time.Now()}), fault.NotFound)

	older := row.Reset{Account: made.ID, TokenHash: "older", Expires: time.Now().Add(time.Minute).Truncate(time.Millisecond)}
	newer := row.Reset{Account: made.ID, TokenHash: "newer", Expires: older.Expires.Add(time.Minute)}
	f.ok(f.PutReset(t.Context(), older))
	use := func(r row.Reset, want bool) {
		t.Helper()
		done, err := f.UseReset(t.Context(), r)
		f.ok(err)
		if done != want {
			t.Errorf("%s: %v, want %v", r.TokenHash, done, want)
		}
	}
	use(newer, false)
	f.ok(f.PutReset(t.Context(), newer))
	use(older, false)
	got, of, err := f.Reset(t.Context(), made.ID)
	f.ok(err)
	if got.TokenHash != "newer" || !got.Expires.Equal(newer.Expires) || got.IsUsed || of.Email != "ann@example.test" || len(of.Memberships) != 1 {
		t.Errorf("%+v of %+v", got, of)
	}
	use(newer, true)
	use(newer, false)
	if got, _, err = f.Reset(t.Context(), made.ID); err != nil || !got.IsUsed {
		t.Errorf("%+v, %v", got, err)
	}
	f.ok(f.PutReset(t.Context(), older))
	use(older, true)
}

// What a transaction does with a reset and a password it does wholly or not at all.
func TestAResetIsPartOfItsTransaction(t *testing.T) {
	f := newFixture(t)
	made := account("ann@example.test", "kept")
	_, err := f.join(f.org, row.Join{Account: made, New: true})
	f.ok(err)
	r := row.Reset{Account: made.ID, TokenHash: "hash", Expires: time.Now().Add(time.Minute)}
	f.ok(f.PutReset(t.Context(), r))
	no := fault.New(fault.Conflict, "No.")
	err = f.Together(t.Context(), func(ctx context.Context) error {
		if done, err := f.UseReset(ctx, r); err != nil || !done {
			t.Errorf("not used: %v", err)
		}
		if err := f.SetPassword(ctx, made.ID, "other"); err != nil {
			t.Error(err)
		}
		if got, _, err := f.Reset(ctx, made.ID); err != nil || !got.IsUsed {
			t.Errorf("within: %+v, %v", got, err)
		}
		return no
	})
	f.refused(err, fault.Conflict)
	got, of, err := f.Reset(t.Context(), made.ID)
	f.ok(err)
	if got.IsUsed || of.PasswordHash != "kept" {
		t.Errorf("%+v of %+v", got, of)
	}
}

// The list of an organization's people says who may sign in, and names no program.
func TestStaffOfAnOrganization(t *testing.T) {
	f := newFixture(t)
	bob, err := f.join(f.org, row.Join{Account: account("bob@example.test", "x"), New: true})
	f.ok(err)
	set, session, key, cara := id.New(), id.New(), id.New(), id.New()
	_, err = f.Commit(t.Context(), row.Change{Organization: f.org, Writes: []row.Write{
		{Object: "permission", ID: set, Op: entry.Created, Set: row.Fields{"name": "Agents"}},
		{Object: "user", ID: bob, Op: entry.Updated, Set: row.Fields{"name": "Bob", "permissions": []id.ID{set}, "is_superuser": true}},
		{Object: "user", ID: cara, Op: entry.Created, Set: row.Fields{"name": "Cara", "email": "cara@example.test", "is_active": false, "invitation": "invited"}},
		{Object: "user", ID: key, Op: entry.Created, Set: row.Fields{"name": "Importer", "email": row.ProgramEmail(string(key)), "is_active": true}},
		{Object: "session", ID: session, Op: entry.Created, Set: row.Fields{"name": "Bob", "user": bob, "expires_date": time.Now().Add(time.Hour)}},
	}})
	f.ok(err)
	staff, err := f.Staff(t.Context(), f.org)
	f.ok(err)
	staff = slices.DeleteFunc(staff, func(m row.StaffMember) bool { return m.Name != "Bob" && m.Name != "Cara" && m.Name != "Importer" })
	if len(staff) != 2 {
		t.Fatalf("%+v", staff)
	}
	b, c := staff[0], staff[1]
	if b.User != bob || !b.HasAccount || !b.IsActive || !b.IsSuperuser || !slices.Equal(b.Permissions, []string{"Agents"}) || time.Since(b.SignedIn) > time.Minute {
		t.Errorf("Bob is %+v", b)
	}
	if c.User != cara || c.HasAccount || c.IsActive || c.Invitation != "invited" || !c.SignedIn.IsZero() {
		t.Errorf("Cara is %+v", c)
	}
	_, err = f.Staff(t.Context(), id.New())
	f.refused(err, fault.NotFound)
}
