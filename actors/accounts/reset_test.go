package accounts_test

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"switchboard/actors/accounts"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg/organizations"
	"switchboard/storage/row"
)

// forgot asks for a letter, and has the work behind the answer done.
func (o *office) forgot(email string) {
	o.t.Helper()
	if err := o.Resets.Forgot(o.t.Context(), email, here); err != nil {
		o.t.Fatalf("forgot %s: %v", email, err)
	}
	o.Resets.ServeWaiting(o.t.Context())
}

// resetToken asks for a letter and gives its token.
func (o *office) resetToken() string {
	o.t.Helper()
	o.forgot(email)
	return o.tokenOf("reset")
}

func (o *office) reset(token, password string) error {
	_, err := o.Resets.Reset(o.t.Context(), token, password, here)
	return err
}

// refused checks the code of an error and what it says.
func (o *office) refused(err error, code fault.Code, says string) {
	o.t.Helper()
	if !fault.Is(err, code) || !strings.Contains(fault.From(err).Detail, says) {
		o.t.Errorf("%v, want %s with %q", err, code, says)
	}
}

const another = "staple battery"

func TestAForgottenPasswordIsReplaced(t *testing.T) {
	o := newOffice(t)
	second := id.New()
	if err := o.store.CreateOrganization(t.Context(), organizations.Organization{ID: second, Name: "Second"}); err != nil {
		t.Fatal(err)
	}
	account, err := o.store.AccountByEmail(t.Context(), email)
	if err != nil {
		t.Fatal(err)
	}
	there := id.New()
	_, err = o.store.Commit(t.Context(), row.Change{Organization: second, Join: &row.Join{Account: account, User: there}, Writes: []row.Write{
		{Object: "user", ID: there, Op: entry.Created, Set: row.Fields{"name": "Ann", "email": email, "is_active": true}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	var sessions []accounts.Tokens
	for _, at := range []id.ID{o.org, second, second} {
		tokens, err := o.SignIns.SignIn(t.Context(), email, password, accounts.Client{Address: "192.0.2.9", Organization: at})
		if err != nil {
			t.Fatal(err)
		}
		sessions = append(sessions, tokens)
	}

	token := o.resetToken()
	l := o.mail.letters[0]
	if l.To != email || l.Organization != o.org || !strings.Contains(l.HTML, token) || !strings.Contains(l.Text, "Your password stays the same") {
		t.Errorf("the letter is %+v", l)
	}
	offer, err := o.Resets.Look(t.Context(), token, here)
	if err != nil || offer.Email != email || offer.Expires.Sub(o.clock.Now()) > 30*time.Minute {
		t.Errorf("the offer is %+v, %v", offer, err)
	}
	if _, err := o.SignIns.SignIn(t.Context(), email, password, accounts.Client{Address: "192.0.2.9", Organization: o.org}); err != nil {
		t.Errorf("asking for a letter changed something: %v", err)
	}
	o.refused(o.reset(token, "short"), fault.Invalid, "at least 8")
	if err := o.reset(token, another); err != nil {
		t.Fatal(err)
	}
	for i, s := range sessions {
		if _, _, err := o.Principals.Authenticate(t.Context(), s.Access); !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("session %d goes on: %v", i, err)
		}
		if _, err := o.Sessions.Refresh(t.Context(), s.Refresh); !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("session %d is renewed: %v", i, err)
		}
	}
	in := accounts.Client{Address: "192.0.2.9", Organization: second}
	if _, err := o.SignIns.SignIn(t.Context(), email, password, in); !fault.Is(err, fault.Unauthenticated) {
		t.Errorf("the old password: %v", err)
	}
	if _, err := o.SignIns.SignIn(t.Context(), email, another, in); err != nil {
		t.Errorf("the new password: %v", err)
	}
	o.refused(o.reset(token, "third password"), fault.Conflict, "already been used")
	_, err = o.Resets.Look(t.Context(), token, here)
	o.refused(err, fault.Conflict, "already been used")
}

func TestALinkForANewPasswordIsTheNewestOneInTime(t *testing.T) {
	o := newOffice(t)
	first := o.resetToken()
	o.clock.advance(time.Minute)
	token := o.resetToken()
	o.refused(o.reset(first, another), fault.NotFound, "incomplete or has been replaced")
	account, _, _ := strings.Cut(token, ".")
	for _, bad := range []string{"", "x", account, account + ".", account + ".guess", string(id.New()) + ".guess", token + "x", strings.Repeat("a", 500)} {
		o.refused(o.reset(bad, another), fault.NotFound, "incomplete or has been replaced")
	}
	o.clock.advance(30*time.Minute - time.Millisecond)
	if _, err := o.Resets.Look(t.Context(), token, here); err != nil {
		t.Errorf("it ended early: %v", err)
	}
	o.clock.advance(time.Millisecond)
	o.refused(o.reset(token, another), fault.Conflict, "has expired")
	if err := o.reset(o.resetToken(), another); err != nil {
		t.Errorf("after an expired one: %v", err)
	}
}

func TestALinkForANewPasswordCountsOnce(t *testing.T) {
	o := newOffice(t)
	o.signIn()
	token := o.resetToken()
	var at sync.WaitGroup
	refused := make([]error, 4)
	for i := range refused {
		at.Go(func() { refused[i] = o.reset(token, another+string(rune('a'+i))) })
	}
	at.Wait()
	done := 0
	for i, err := range refused {
		_, signIn := o.SignIns.SignIn(t.Context(), email, another+string(rune('a'+i)), here)
		if err == nil {
			done++
		} else {
			o.refused(err, fault.Conflict, "already been used")
		}
		if (err == nil) != (signIn == nil) {
			t.Errorf("%d: %v, and signing in %v", i, err, signIn)
		}
	}
	if done != 1 {
		t.Errorf("it counted %d times", done)
	}
}

// Neither answer nor limits report whether there is an account, and only who may sign in gets a
// letter.
func TestNobodyLearnsOfAnAccount(t *testing.T) {
	o := newOffice(t)
	gone := o.newUser("gone@example.com")
	o.commit(row.Write{Object: "user", ID: gone, Op: entry.Updated, Set: row.Fields{"is_active": false}})
	o.invite(guest)
	o.deliver()
	before := len(o.mail.letters)
	for _, address := range []string{"nobody@example.com", "gone@example.com", guest} {
		var waits [2]time.Duration
		for i, who := range []string{email, address} {
			if i == 1 {
				before += 5
			}
			network := accounts.Client{Address: "198.51.100." + string(rune('1'+i))}
			for range 5 {
				if err := o.Resets.Forgot(t.Context(), strings.ToUpper(who), network); err != nil {
					t.Fatalf("%s: %v", who, err)
				}
				o.Resets.ServeWaiting(t.Context())
				o.deliver()
			}
			err := o.Resets.Forgot(t.Context(), who, network)
			o.refused(err, fault.Limited, "Too many requests for a new password")
			waits[i] = fault.From(err).RetryAfter
		}
		if waits[0] != waits[1] || waits[0] <= 0 {
			t.Errorf("%s waits %s, an account %s", address, waits[1], waits[0])
		}
		if len(o.mail.letters) != before {
			t.Errorf("%s: %d letters, want %d", address, len(o.mail.letters), before)
		}
		o.clock.advance(2 * time.Hour)
	}
	network := accounts.Client{Address: "203.0.113.5"}
	for i := range 20 {
		if err := o.Resets.Forgot(t.Context(), "p"+string(rune('a'+i))+"@example.com", network); err != nil {
			t.Fatal(err)
		}
	}
	o.refused(o.Resets.Forgot(t.Context(), email, network), fault.Limited, "Please wait")
	o.refused(o.Resets.Forgot(t.Context(), "no address", here), fault.Invalid, "")

	without := o.cfg
	without.Letters = false
	for _, address := range []string{email, "nobody@example.com"} {
		o.refused(o.service(without).Resets.Forgot(t.Context(), address, here), fault.Conflict, "sends no mail")
	}
}

// The link of a user who was disabled after it was sent is void.
func TestALinkOfADisabledUserOpensNothing(t *testing.T) {
	o := newOffice(t)
	ann := o.newUser("second@example.com")
	o.forgot("second@example.com")
	token := o.tokenOf("reset")
	o.commit(row.Write{Object: "user", ID: ann, Op: entry.Updated, Set: row.Fields{"is_active": false}})
	o.refused(o.reset(token, another), fault.Conflict, "no longer active")
}

// A letter that comes late is not sent after the end of its link, and not after a newer one.
func TestALetterForANewPasswordThatWaited(t *testing.T) {
	o := newOffice(t)
	o.mail.err = fault.Wrap(errors.New("away"), fault.Unavailable, "The mail server is away.")
	o.forgot(email)
	claimed, err := o.store.ClaimEffects(t.Context(), row.ClaimRequest{Node: "test", Limit: 10, Lease: time.Minute})
	if err != nil || len(claimed) != 1 {
		t.Fatalf("%v, %v", claimed, err)
	}
	post := accounts.ResetPost{Accounts: o.Service, Mail: &o.mail}
	if _, err := post.Do(t.Context(), claimed[0]); !fault.Is(err, fault.Unavailable) || fault.From(err).RetryAfter != 5*time.Second {
		t.Errorf("while the server is away: %v", err)
	}
	o.mail.err = nil
	o.clock.advance(31 * time.Minute)
	if _, err := post.Do(t.Context(), claimed[0]); err != nil || len(o.mail.letters) != 0 {
		t.Errorf("%d letters, %v", len(o.mail.letters), err)
	}
	o.forgot(email)
	if _, err := post.Do(t.Context(), claimed[0]); err != nil || len(o.mail.letters) != 0 {
		t.Errorf("an older letter was sent: %v", err)
	}
	o.deliver()
	if len(o.mail.letters) != 1 {
		t.Errorf("%d letters", len(o.mail.letters))
	}
}

// Who tried too often may sign in with the new password at once.
func TestAResetGivesGuessesBack(t *testing.T) {
	o := newOffice(t)
	for range 10 {
		if _, err := o.SignIns.SignIn(t.Context(), email, "wrong horse", here); !fault.Is(err, fault.Unauthenticated) {
			t.Fatal(err)
		}
	}
	if _, err := o.SignIns.SignIn(t.Context(), email, password, here); !fault.Is(err, fault.Limited) {
		t.Fatalf("not limited: %v", err)
	}
	if err := o.reset(o.resetToken(), another); err != nil {
		t.Fatal(err)
	}
	if _, err := o.SignIns.SignIn(t.Context(), email, another, here); err != nil {
		t.Error(err)
	}
}

// the operator sets a password, which ends all sessions, and disables a user.
func TestMembersAreManagedFromOutside(t *testing.T) {
	o := newOffice(t)
	o.newUser("boss@example.com")
	tokens := o.signIn()
	o.refused(o.Members.SetPassword(t.Context(), "nobody@example.com", another), fault.NotFound, "no account")
	o.refused(o.Members.SetPassword(t.Context(), email, "short"), fault.Invalid, "at least 8")
	if err := o.Members.SetPassword(t.Context(), " Ann@Example.com", another); err != nil {
		t.Fatal(err)
	}
	if _, _, err := o.Principals.Authenticate(t.Context(), tokens.Access); !fault.Is(err, fault.Unauthenticated) {
		t.Errorf("the session goes on: %v", err)
	}
	tokens, err := o.SignIns.SignIn(t.Context(), email, another, here)
	if err != nil {
		t.Fatal(err)
	}
	member := []accounts.Membership{{Organization: o.org, User: o.user}}
	if err := o.Members.SetActive(t.Context(), member, false); err != nil {
		t.Fatal(err)
	}
	if _, err := o.Sessions.Refresh(t.Context(), tokens.Refresh); !fault.Is(err, fault.Unauthenticated) {
		t.Errorf("the session goes on: %v", err)
	}
	if _, err := o.SignIns.SignIn(t.Context(), email, another, here); !fault.Is(err, fault.Unauthenticated) {
		t.Errorf("a disabled user signs in: %v", err)
	}
	if err := o.Members.SetActive(t.Context(), member, true); err != nil {
		t.Fatal(err)
	}
	if _, err := o.SignIns.SignIn(t.Context(), email, another, here); err != nil {
		t.Error(err)
	}
}
