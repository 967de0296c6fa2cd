package accounts_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"switchboard/actors/accounts"
	"switchboard/actors/features"
	"switchboard/actors/mail"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg/organizations"
	"switchboard/storage/row"
)

// outbox is mail that keeps what is sent, or refuses it.
type outbox struct {
	mu      sync.Mutex
	letters []mail.Letter
	err     error
}

func (o *outbox) Send(_ context.Context, l mail.Letter) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err == nil {
		o.letters = append(o.letters, l)
	}
	return o.err
}

// office is a world that can invite.
type office struct {
	*world
	mail  outbox
	admin access.Principal
}

type named map[id.ID]string

func (n named) OrganizationName(_ context.Context, organization id.ID) (string, error) {
	return n[organization], nil
}

func newOffice(t *testing.T) *office {
	t.Helper()
	o := &office{world: newWorld(t)}
	o.cfg.Letters, o.cfg.Names = true, named{o.org: "Harbor & Pine"}
	o.Service = o.service(o.cfg)
	o.admin = access.Build(features.Registry(), access.Inputs{Organization: o.org, User: o.user, Name: "Ann", Superuser: true})
	return o
}

const guest = "bob@example.com"

func (o *office) invite(email string) id.ID {
	o.t.Helper()
	user, err := o.Invitations.Invite(o.t.Context(), o.org, accounts.NewInvitation{By: o.user, Fields: row.Fields{"name": "Bob <b>Guest</b>", "email": email, "is_active": true}})
	if err != nil {
		o.t.Fatal(err)
	}
	return user
}

// deliver executes the effects that are due, as the worker does.
func (o *office) deliver() {
	o.t.Helper()
	claimed, err := o.store.ClaimEffects(o.t.Context(), row.ClaimRequest{Node: "test", Limit: 100, Lease: time.Minute})
	if err != nil {
		o.t.Fatal(err)
	}
	posts := map[string]interface {
		Do(ctx context.Context, e row.ClaimedEffect) (any, error)
	}{
		accounts.EffectLetter: accounts.Postman{Accounts: o.Service, Mail: &o.mail},
		accounts.EffectReset:  accounts.ResetPost{Accounts: o.Service, Mail: &o.mail},
	}
	for _, e := range claimed {
		post := posts[e.Kind]
		if post == nil {
			o.t.Fatalf("%s is due", e.Kind)
		}
		settle := func() error { return o.store.FinishEffect(o.t.Context(), e.Claim(), "") }
		if _, failed := post.Do(o.t.Context(), e); failed != nil {
			settle = func() error { return o.store.FailEffect(o.t.Context(), e.Claim(), failed.Error()) }
		}
		if err := settle(); err != nil {
			o.t.Fatal(err)
		}
	}
}

// token delivers and gives that of the newest letter, an invitation.
func (o *office) token() string {
	o.t.Helper()
	return o.tokenOf("invitation")
}

// tokenOf delivers and gives that of the newest letter, whose link leads to a page.
func (o *office) tokenOf(page string) string {
	o.t.Helper()
	o.deliver()
	if len(o.mail.letters) == 0 {
		o.t.Fatal("no letter")
	}
	_, after, found := strings.Cut(o.mail.letters[len(o.mail.letters)-1].Text, "https://desk.example.com/"+page+"#")
	if !found {
		o.t.Fatal("no link in the letter")
	}
	token, _, _ := strings.Cut(after, "\n")
	return token
}

func (o *office) accept(token, password string) error {
	_, err := o.Offers.Accept(o.t.Context(), accounts.Acceptance{Token: token, Password: password}, here)
	return err
}

func (o *office) state(user id.ID) string {
	o.t.Helper()
	record, err := o.store.Get(o.t.Context(), o.org, "user", user)
	if err != nil {
		o.t.Fatal(err)
	}
	active, _ := record.Bool("is_active")
	return fmt.Sprint(record.Text("invitation"), " ", active)
}

func TestAnInvitationMakesAMember(t *testing.T) {
	o := newOffice(t)
	user := o.invite("Bob@Example.com")
	if got := o.state(user); got != "invited false" {
		t.Errorf("the invited is %s", got)
	}
	if _, err := o.store.AccountByEmail(t.Context(), guest); !fault.Is(err, fault.NotFound) {
		t.Errorf("a stranger has an account: %v", err)
	}
	token := o.token()
	l := o.mail.letters[0]
	if l.To != guest || l.Organization != o.org || l.Subject != "Ann invites you to Harbor & Pine" ||
		strings.Contains(l.HTML, "<b>Guest") || !strings.Contains(l.HTML, token) {
		t.Errorf("the letter is %+v", l)
	}
	offer, err := o.Offers.OfferOf(t.Context(), token)
	if err != nil || offer.Known || offer.Email != guest || offer.Inviter != "Ann" || offer.OrganizationName != "Harbor & Pine" {
		t.Errorf("the offer is %+v, %v", offer, err)
	}
	if err := o.accept(token, "short"); !fault.Is(err, fault.Invalid) {
		t.Errorf("a short password: %v", err)
	}
	done, err := o.Offers.Accept(t.Context(), accounts.Acceptance{Token: token, Password: password, Name: "Bob Guest"}, here)
	if err != nil || done.Organization != o.org || done.Email != guest {
		t.Fatal(done, err)
	}
	if got := o.state(user); got != "accepted true" {
		t.Errorf("the member is %s", got)
	}
	tokens, err := o.SignIns.SignIn(t.Context(), guest, password, here)
	if err != nil || tokens.User != user || tokens.Organization != o.org {
		t.Fatalf("signed in as %s: %v", tokens.User, err)
	}
	if p, _, err := o.Principals.Authenticate(t.Context(), tokens.Access); err != nil || p.Name != "Bob Guest" || p.Superuser {
		t.Errorf("acts as %+v, %v", p, err)
	}
	if err := o.accept(token, password); !fault.Is(err, fault.Conflict) || !strings.Contains(err.Error(), "accepted already") {
		t.Errorf("once more: %v", err)
	}
	if err := o.Invitations.Resend(t.Context(), &o.admin, user); !fault.Is(err, fault.Conflict) {
		t.Errorf("another letter to a member: %v", err)
	}
	if err := o.Invitations.Withdraw(t.Context(), &o.admin, user); !fault.Is(err, fault.Conflict) {
		t.Errorf("a member's invitation is withdrawn: %v", err)
	}
}

// The squatter's way: an organization names somebody else's address.
func TestAnAccountIsAddedByItsOwnerAlone(t *testing.T) {
	o := newOffice(t)
	other := id.New()
	if err := o.store.CreateOrganization(t.Context(), organizations.Organization{ID: other, Name: "Elsewhere"}); err != nil {
		t.Fatal(err)
	}
	if _, err := o.Members.CreateUser(t.Context(), other, accounts.NewUser{Email: guest, Password: "bob's own one", Fields: row.Fields{"name": "Bob"}}); err != nil {
		t.Fatal(err)
	}
	if _, err := o.Members.CreateUser(t.Context(), o.org, accounts.NewUser{Email: guest, Password: password, Fields: row.Fields{"name": "Bob"}}); !fault.Is(err, fault.Conflict) {
		t.Fatalf("an account is taken over: %v", err)
	}
	before, err := o.store.AccountByEmail(t.Context(), guest)
	if err != nil {
		t.Fatal(err)
	}
	user := o.invite(guest)
	stranger := o.invite("nobody@example.com")
	for _, one := range []id.ID{user, stranger} { // known or not, the inviter sees the same
		i, err := o.Invitations.Invitation(t.Context(), &o.admin, one)
		if err != nil || i.State != "invited" || i.Resend.IsZero() || i.Inviter != o.user || i.Expires.IsZero() {
			t.Errorf("the invitation is %+v, %v", i, err)
		}
	}
	if after, _ := o.store.AccountByEmail(t.Context(), guest); len(after.Memberships) != 1 || after.PasswordHash != before.PasswordHash {
		t.Errorf("the account is %+v", after)
	}
	o.deliver()
	var token string
	for _, l := range o.mail.letters {
		if l.To == guest {
			_, token, _ = strings.Cut(l.Text, "/invitation#")
			token, _, _ = strings.Cut(token, "\n")
		}
	}
	if offer, err := o.Offers.OfferOf(t.Context(), token); err != nil || !offer.Known {
		t.Errorf("the offer is %+v, %v", offer, err)
	}
	if err := o.accept(token, "chosen by a thief"); !fault.Is(err, fault.Unauthenticated) {
		t.Errorf("accepted with another password: %v", err)
	}
	if _, err := o.Offers.Accept(t.Context(), accounts.Acceptance{Token: token, Principal: &o.admin}, here); !fault.Is(err, fault.Forbidden) {
		t.Errorf("accepted by somebody else who is signed in: %v", err)
	}
	tokens, err := o.SignIns.SignIn(t.Context(), guest, "bob's own one", here)
	if err != nil {
		t.Fatal(err)
	}
	bob, _, err := o.Principals.Authenticate(t.Context(), tokens.Access)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := o.Offers.Accept(t.Context(), accounts.Acceptance{Token: token, Principal: &bob}, here); err != nil {
		t.Fatal(err)
	}
	after, err := o.store.AccountByEmail(t.Context(), guest)
	if err != nil || len(after.Memberships) != 2 || after.PasswordHash != before.PasswordHash || after.Memberships[1].User != user {
		t.Errorf("the account is %+v, %v", after, err)
	}
}

func TestAnotherLetterVoidsTheFirst(t *testing.T) {
	o := newOffice(t)
	user := o.invite(guest)
	first := o.token()
	if err := o.Invitations.Resend(t.Context(), &o.admin, user); !fault.Is(err, fault.Limited) || fault.From(err).RetryAfter <= 0 {
		t.Errorf("at once: %v", err)
	}
	o.clock.advance(time.Minute)
	if err := o.Invitations.Resend(t.Context(), &o.admin, user); err != nil {
		t.Fatal(err)
	}
	second := o.token()
	if first == second || len(o.mail.letters) != 2 || o.mail.letters[0].ID == o.mail.letters[1].ID {
		t.Fatalf("%d letters, the same token: %v", len(o.mail.letters), first == second)
	}
	for _, bad := range []string{first, second + "x", "", "x.y.z", second[:len(second)-4]} {
		if err := o.accept(bad, password); !fault.Is(err, fault.NotFound) {
			t.Errorf("%.20s: %v", bad, err)
		}
	}
	if err := o.Invitations.Withdraw(t.Context(), &o.admin, user); err != nil {
		t.Fatal(err)
	}
	if got := o.state(user); got != "withdrawn false" {
		t.Errorf("withdrawn, he is %s", got)
	}
	if err := o.accept(second, password); !fault.Is(err, fault.Conflict) || !strings.Contains(err.Error(), "withdrawn") {
		t.Errorf("withdrawn: %v", err)
	}
	if err := o.accept(first, password); !fault.Is(err, fault.NotFound) {
		t.Errorf("the first, withdrawn: %v", err)
	}
	o.clock.advance(time.Minute)
	if err := o.Invitations.Resend(t.Context(), &o.admin, user); err != nil {
		t.Fatal(err)
	}
	if err := o.accept(o.token(), password); err != nil || o.state(user) != "accepted true" {
		t.Errorf("after all: %v, %s", err, o.state(user))
	}
}

func TestAnInvitationExpires(t *testing.T) {
	o := newOffice(t)
	user := o.invite(guest)
	token := o.token()
	o.clock.advance(7 * 24 * time.Hour)
	if err := o.accept(token, password); !fault.Is(err, fault.Conflict) || !strings.Contains(err.Error(), "expired") {
		t.Errorf("a week later: %v", err)
	}
	// The effect of the first letter's end does not end a second one.
	e := o.expiry(user)
	if err := o.Invitations.Resend(t.Context(), &o.admin, user); err != nil {
		t.Fatal(err)
	}
	if _, err := (accounts.Expiry{Accounts: o.Service}).Do(t.Context(), e); err != nil || o.state(user) != "invited false" {
		t.Errorf("the old end: %v, %s", err, o.state(user))
	}
	e = o.expiry(user)
	for range 2 {
		if _, err := (accounts.Expiry{Accounts: o.Service}).Do(t.Context(), e); err != nil || o.state(user) != "expired false" {
			t.Errorf("the end: %v, %s", err, o.state(user))
		}
	}
	if err := o.accept(o.token(), password); err == nil {
		t.Error("an expired one is accepted")
	}
}

// expiry is the effect that ends the newest letter.
func (o *office) expiry(user id.ID) row.ClaimedEffect {
	o.t.Helper()
	invitation := id.Derived("invitation:" + string(user))
	record, err := o.store.Get(o.t.Context(), o.org, "invitation", invitation)
	if err != nil {
		o.t.Fatal(err)
	}
	return row.ClaimedEffect{Organization: o.org, Attempts: 1, Effect: row.Effect{
		ID: id.New(), Kind: accounts.EffectExpiry, Subject: invitation,
		Payload: row.JSONValue(map[string]string{"nonce": record.Text("nonce")}),
	}}
}

func TestALetterThatComesBackIsShown(t *testing.T) {
	o := newOffice(t)
	user := o.invite(guest)
	o.mail.err = fault.New(fault.Invalid, "no such box")
	o.deliver()
	if got := o.state(user); got != "undelivered false" {
		t.Errorf("he is %s", got)
	}
	// A server that is away is tried for hours before that.
	away := o.invite("away@example.com")
	o.mail.err = fault.New(fault.Unavailable, "away")
	e := o.expiry(away)
	e.Kind = accounts.EffectLetter
	post := accounts.Postman{Accounts: o.Service, Mail: &o.mail}
	var waited time.Duration
	for ; e.Attempts <= 5; e.Attempts++ {
		_, err := post.Do(t.Context(), e)
		if !fault.Is(err, fault.Unavailable) || o.state(away) != "invited false" {
			t.Fatalf("attempt %d: %v, %s", e.Attempts, err, o.state(away))
		}
		waited += fault.From(err).RetryAfter
	}
	if _, err := post.Do(t.Context(), e); fault.Is(err, fault.Unavailable) || err == nil || o.state(away) != "undelivered false" || waited < 4*time.Hour {
		t.Errorf("after %s: %v, %s", waited, err, o.state(away))
	}
}

// Of many who hold the letter's link one makes the account, and its password opens it.
func TestAnInvitationIsAcceptedOnce(t *testing.T) {
	o := newOffice(t)
	user := o.invite(guest)
	token := o.token()
	const takers = 8
	var won atomic.Int32
	var wg sync.WaitGroup
	winner := make(chan string, takers)
	for i := range takers {
		wg.Go(func() {
			word := fmt.Sprintf("my own password %d", i)
			switch err := o.accept(token, word); {
			case err == nil:
				won.Add(1)
				winner <- word
			case !fault.Is(err, fault.Conflict) && !fault.Is(err, fault.Unauthenticated) && !fault.Is(err, fault.Limited) && !fault.Is(err, fault.Unavailable):
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if won.Load() != 1 {
		t.Fatalf("%d accepted", won.Load())
	}
	tokens, err := o.SignIns.SignIn(t.Context(), guest, <-winner, accounts.Client{Address: "198.51.100.20"})
	if err != nil || tokens.User != user {
		t.Errorf("the winner signs in as %s: %v", tokens.User, err)
	}
}

func TestInvitationsAreTheirOrganizations(t *testing.T) {
	o := newOffice(t)
	user := o.invite(guest)
	token := o.token()
	other := id.New()
	if err := o.store.CreateOrganization(t.Context(), organizations.Organization{ID: other, Name: "Elsewhere"}); err != nil {
		t.Fatal(err)
	}
	stranger := access.Build(features.Registry(), access.Inputs{Organization: other, User: id.New(), Superuser: true})
	agent := access.Build(features.Registry(), access.Inputs{Organization: o.org, User: id.New()})
	for name, c := range map[string]struct {
		who  *access.Principal
		want fault.Code
	}{"a stranger": {&stranger, fault.NotFound}, "an agent": {&agent, fault.Forbidden}} {
		_, err := o.Invitations.Invitation(t.Context(), c.who, user)
		for _, err := range []error{err, o.Invitations.Resend(t.Context(), c.who, user), o.Invitations.Withdraw(t.Context(), c.who, user)} {
			if !fault.Is(err, c.want) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	// The token names its organization: another one's does not fit.
	if err := o.accept(strings.Replace(token, string(o.org), string(other), 1), password); !fault.Is(err, fault.NotFound) {
		t.Errorf("moved to another organization: %v", err)
	}
	// Both may invite one person, who becomes a member of each organization on accepting.
	twin, err := o.Invitations.Invite(t.Context(), other, accounts.NewInvitation{Fields: row.Fields{"name": "Bob", "email": guest}})
	if err != nil || twin == user {
		t.Fatal(twin, err)
	}
	if err := o.accept(token, password); err != nil {
		t.Fatal(err)
	}
	if record, err := o.store.Get(t.Context(), other, "user", twin); err != nil || record.Text("invitation") != "invited" {
		t.Errorf("elsewhere he is %q, %v", record.Text("invitation"), err)
	}
}

func TestWhoMayBeInvited(t *testing.T) {
	o := newOffice(t)
	command := string(id.New())
	same := accounts.NewInvitation{By: o.user, Command: command, Fields: row.Fields{"name": "Bob", "email": guest}}
	first, err := o.Invitations.Invite(t.Context(), o.org, same)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := o.Invitations.Invite(t.Context(), o.org, same); err != nil || again != first {
		t.Errorf("the same command again: %s, %v", again, err)
	}
	o.deliver()
	if len(o.mail.letters) != 1 {
		t.Errorf("%d letters", len(o.mail.letters))
	}
	for want, fields := range map[fault.Code]row.Fields{
		fault.Conflict: {"name": "Bob", "email": "BOB@example.com"}, fault.Invalid: {"name": "Bob", "email": "bob"},
	} {
		if _, err := o.Invitations.Invite(t.Context(), o.org, accounts.NewInvitation{By: o.user, Fields: fields}); !fault.Is(err, want) {
			t.Errorf("%v: %v", fields, err)
		}
	}
	if _, err := o.Invitations.Invite(t.Context(), o.org, accounts.NewInvitation{By: o.user, Fields: row.Fields{"email": "x@example.com"}}); !fault.Is(err, fault.Invalid) {
		t.Errorf("without a name: %v", err)
	}
	var limited error
	for i := range 201 {
		if _, limited = o.Invitations.Invite(t.Context(), o.org, accounts.NewInvitation{Fields: row.Fields{"name": "Bob", "email": fmt.Sprintf("bob%d@example.com", i)}}); limited != nil {
			break
		}
	}
	if !fault.Is(limited, fault.Limited) {
		t.Errorf("two hundred letters: %v", limited)
	}
	o.cfg.Letters = false
	if _, err := o.service(o.cfg).Invitations.Invite(t.Context(), o.org, accounts.NewInvitation{Fields: row.Fields{"name": "Bob", "email": "late@example.com"}}); !fault.Is(err, fault.Conflict) {
		t.Errorf("without mail: %v", err)
	}
}
