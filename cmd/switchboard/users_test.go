package main

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"switchboard/actors/accounts"
	"switchboard/actors/features"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/pg/pgtest"
	rates "switchboard/storage/ratelimit/memory"
	"switchboard/storage/row"
)

const commandSecret = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="

// installation is a database that the command line works on, with the people of two
// organizations.
type installation struct {
	t        *testing.T
	settings []string
	store    *pg.Store
	accounts *accounts.Service
}

func newInstallation(t *testing.T) *installation {
	t.Helper()
	dsn := pgtest.OpenEmpty(t)
	i := &installation{t: t, settings: []string{"DATABASE_URL=" + dsn, "SWITCHBOARD_DATA_DIR=" + t.TempDir(), "SWITCHBOARD_SECRET_KEY=" + commandSecret,
		"SWITCHBOARD_PUBLIC_URL=https://desk.acme.test"}}
	i.run("a long password\n", 0, "organization", "create", "Acme", "ada@acme.test", "Ada Low")
	i.run("a long password\n", 0, "organization", "create", "Blue", "bob@blue.test", "Bob Hill")
	var err error
	if i.store, err = pg.Open(t.Context(), pg.Config{DSN: dsn, Registry: features.Registry()}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(i.store.Close)
	if i.accounts, err = accounts.New(accounts.Config{Store: i.store, Limiter: rates.New(rates.Size, time.Now), SecretKey: []byte("0123456789abcdef0123456789abcdef"), Issuer: "https://desk.acme.test"}); err != nil {
		t.Fatal(err)
	}
	return i
}

// run gives what a command with its input writes, and expects its exit code.
func (i *installation) run(input string, wantCode int, words ...string) (stdout, stderr string) {
	i.t.Helper()
	stdout, stderr, code := command(i.t, append([]string{asInput + input}, i.settings...), words...)
	if code != wantCode {
		i.t.Fatalf("%s ended with %d, want %d: %q, %q", strings.Join(words, " "), code, wantCode, stdout, stderr)
	}
	return stdout, stderr
}

// refused expects one line of a sentence, without a code before it.
func (i *installation) refused(input, want string, words ...string) {
	i.t.Helper()
	stdout, stderr := i.run(input, 1, words...)
	lines := strings.Split(strings.TrimSuffix(stderr, "\n"), "\n")
	last := lines[len(lines)-1]
	if _, after, prompted := strings.Cut(last, "confirm: "); prompted {
		last = after
	}
	if stdout != "" || len(lines) != 1 || !strings.HasPrefix(last, "switchboard: "+want) {
		i.t.Errorf("%s says %q, want %q", strings.Join(words, " "), stderr, want)
	}
}

func (i *installation) signIn(email, password string) (accounts.Tokens, error) {
	return i.accounts.SignIns.SignIn(i.t.Context(), email, password, accounts.Client{Address: "192.0.2.1"})
}

func TestAPasswordIsSetOnTheCommandLine(t *testing.T) {
	i := newInstallation(t)
	tokens, err := i.signIn("ada@acme.test", "a long password")
	if err != nil {
		t.Fatal(err)
	}
	i.refused("another password\n", "There is no account with the e-mail address eve@acme.test", "user", "password", "eve@acme.test")
	i.refused("weak\n", "The password must have at least 8 characters", "user", "password", "ada@acme.test")
	i.refused("", "there is no password on standard input", "user", "password", "ada@acme.test")
	if _, _, err := i.accounts.Principals.Authenticate(t.Context(), tokens.Access); err != nil {
		t.Errorf("a refused password ended a session: %v", err)
	}
	stdout, _ := i.run(" another password \n", 0, "user", "password", "--password-stdin", "Ada@acme.test")
	if !strings.Contains(stdout, "ended all their sessions") {
		t.Errorf("it says %q", stdout)
	}
	if _, err := i.accounts.Sessions.Refresh(t.Context(), tokens.Refresh); !fault.Is(err, fault.Unauthenticated) {
		t.Errorf("the session goes on: %v", err)
	}
	if _, err := i.signIn("ada@acme.test", "a long password"); !fault.Is(err, fault.Unauthenticated) {
		t.Errorf("the old password: %v", err)
	}
	if _, err := i.signIn("ada@acme.test", " another password "); err != nil {
		t.Errorf("the new password: %v", err)
	}
}

func TestASecondFactorIsResetOnTheCommandLine(t *testing.T) {
	i := newInstallation(t)
	i.refused("", "There is no account with the e-mail address eve@acme.test", "user", "second-factor", "reset", "eve@acme.test")
	i.refused("", "ada@acme.test has no second factor.", "user", "second-factor", "reset", "ada@acme.test")
	tokens, err := i.signIn("ada@acme.test", "a long password")
	if err != nil {
		t.Fatal(err)
	}
	account, err := i.store.AccountByEmail(t.Context(), "ada@acme.test")
	if err != nil {
		t.Fatal(err)
	}
	factor := row.SecondFactor{Account: account.ID, Factor: id.New(), Secret: "sealed:00000000.x"}
	if err := i.store.BeginSecondFactor(t.Context(), factor); err != nil {
		t.Fatal(err)
	}
	if isOn, err := i.store.ConfirmSecondFactor(t.Context(), factor, 1); err != nil || !isOn {
		t.Fatal(isOn, err)
	}
	if asked, err := i.signIn("ada@acme.test", "a long password"); err != nil || asked.Ticket == "" {
		t.Fatalf("%+v, %v", asked, err)
	}
	stdout, _ := i.run("", 0, "user", "second-factor", "reset", "Ada@acme.test")
	if !strings.Contains(stdout, "turned off the second factor of Ada@acme.test and ended all their sessions") {
		t.Errorf("it says %q", stdout)
	}
	if _, err := i.accounts.Sessions.Refresh(t.Context(), tokens.Refresh); !fault.Is(err, fault.Unauthenticated) {
		t.Errorf("the session goes on: %v", err)
	}
	if tokens, err := i.signIn("ada@acme.test", "a long password"); err != nil || tokens.Access == "" {
		t.Errorf("%+v, %v", tokens, err)
	}
}

func TestUsersAreListed(t *testing.T) {
	i := newInstallation(t)
	if _, err := i.signIn("ada@acme.test", "a long password"); err != nil {
		t.Fatal(err)
	}
	i.run("", 0, "user", "invite", "cara@acme.test", "--organization", "Acme", "--name", "Cara\tMay", "--link")
	all, _ := i.run("", 0, "user", "list")
	for _, want := range []string{
		`EMAIL +NAME +ORGANIZATION +RIGHTS +STATE +LAST SIGN-IN`,
		`ada@acme\.test +Ada Low +Acme +superuser +active +20\d\d-\d\d-\d\d \d\d:\d\d`,
		`bob@blue\.test +Bob Hill +Blue +superuser +active +-`,
		`cara@acme\.test +Cara May +Acme +- +invited +-`,
	} {
		if !regexp.MustCompile(`(?m)^` + want + `$`).MatchString(all) {
			t.Errorf("no line %q in\n%s", want, all)
		}
	}
	if one, _ := i.run("", 0, "user", "list", "--organization", "Blue"); strings.Count(one, "\n") != 2 || !strings.Contains(one, "bob@blue.test") {
		t.Errorf("one organization:\n%s", one)
	}
	i.refused("", `There is no organization "Green".`, "user", "list", "--organization", "Green")
}

func TestSomebodyIsInvitedOnTheCommandLine(t *testing.T) {
	i := newInstallation(t)
	invite := func(more ...string) []string {
		return append([]string{"user", "invite", "bob@blue.test", "--organization", "Acme", "--name", "Bob"}, more...)
	}
	i.refused("", "This installation sends no mail. Set SWITCHBOARD_SMTP_URL", invite()...)
	i.refused("", `Acme has no permission set "Agents". It has: none.`, invite("--link", "--permission", "Agents")...)
	i.refused("", "", "user", "invite", "no address", "--organization", "Acme", "--name", "Bob", "--link")
	first, _ := i.run("", 0, invite("--link")...)
	second, _ := i.run("", 0, invite("--link", "--superuser")...)
	token := func(link string) string {
		token, found := strings.CutPrefix(strings.TrimSpace(link), "https://desk.acme.test/invitation#")
		if !found {
			t.Errorf("the link is %q", link)
		}
		return token
	}
	if _, err := i.accounts.Offers.OfferOf(t.Context(), token(first)); !fault.Is(err, fault.NotFound) {
		t.Errorf("the first link: %v", err)
	}
	if _, err := i.accounts.Offers.Accept(t.Context(), accounts.Acceptance{Token: token(second), Password: "a long password"}, accounts.Client{Address: "192.0.2.1"}); err != nil {
		t.Fatal(err)
	}
	if list, _ := i.run("", 0, "user", "list", "--organization", "Acme"); !regexp.MustCompile(`bob@blue.test +Bob +Acme +superuser +active`).MatchString(list) {
		t.Errorf("after the invitation:\n%s", list)
	}
	i.refused("", "bob@blue.test is a member already", invite("--link")...)

	i.settings = append(i.settings, "SWITCHBOARD_SMTP_URL=smtp://127.0.0.1:1", "SWITCHBOARD_MAIL_FROM=desk@acme.test")
	stdout, _ := i.run("", 0, "user", "invite", "dan@acme.test", "--organization", "Acme", "--name", "Dan")
	if !strings.Contains(stdout, "a running node sends the letter") {
		t.Errorf("it says %q", stdout)
	}
}

func TestAUserIsDisabledOnTheCommandLine(t *testing.T) {
	i := newInstallation(t)
	link, _ := i.run("", 0, "user", "invite", "bob@blue.test", "--organization", "Acme", "--name", "Bob", "--link")
	_, token, _ := strings.Cut(strings.TrimSpace(link), "#")
	if _, err := i.accounts.Offers.Accept(t.Context(), accounts.Acceptance{Token: token, Password: "a long password"}, accounts.Client{Address: "192.0.2.1"}); err != nil {
		t.Fatal(err)
	}
	states := func() (acme, blue string) {
		list, _ := i.run("", 0, "user", "list")
		for line := range strings.Lines(list) {
			if strings.HasPrefix(line, "bob@blue.test") {
				state := "active"
				if strings.Contains(line, "disabled") {
					state = "disabled"
				}
				if strings.Contains(line, "Acme") {
					acme = state
				} else {
					blue = state
				}
			}
		}
		return acme, blue
	}
	want := func(acme, blue string) {
		t.Helper()
		if a, b := states(); a != acme || b != blue {
			t.Errorf("Bob is %s and %s, want %s and %s", a, b, acme, blue)
		}
	}
	i.refused("no\n", "not confirmed: nothing was changed", "user", "disable", "bob@blue.test")
	// He is the last superuser of one of the two: nothing is half done.
	i.refused("yes\n", "Blue: This is the last active superuser", "user", "disable", "bob@blue.test")
	i.refused("", "ada@acme.test is not a member of Blue", "user", "disable", "--yes", "ada@acme.test", "--organization", "Blue")
	want("active", "active")

	tokens, err := i.accounts.SignIns.SignIn(t.Context(), "bob@blue.test", "a long password", accounts.Client{Address: "192.0.2.1", Organization: i.organization("Acme")})
	if err != nil {
		t.Fatal(err)
	}
	i.run("yes\n", 0, "user", "disable", "bob@blue.test", "--organization", "Acme")
	want("disabled", "active")
	if _, err := i.accounts.Sessions.Refresh(t.Context(), tokens.Refresh); !fault.Is(err, fault.Unauthenticated) {
		t.Errorf("the session goes on: %v", err)
	}
	i.run("", 0, "user", "disable", "--enable", "bob@blue.test")
	want("active", "active")
}

func (i *installation) organization(name string) id.ID {
	i.t.Helper()
	all, err := i.store.Organizations(i.t.Context())
	if err != nil {
		i.t.Fatal(err)
	}
	for _, o := range all {
		if o.Name == name {
			return o.ID
		}
	}
	i.t.Fatalf("no organization %s", name)
	return ""
}
