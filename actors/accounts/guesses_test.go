package accounts_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"switchboard/actors/accounts"
	"switchboard/storage/fault"
)

// from is a client somewhere.
func from(address string) accounts.Client { return accounts.Client{Address: address} }

// guess tries a wrong password n times and tells how often it was looked at.
func (w *world) guess(address string, client accounts.Client, n int) (tried int) {
	w.t.Helper()
	for range n {
		switch _, err := w.SignIns.SignIn(w.t.Context(), address, "wrong horse", client); {
		case fault.Is(err, fault.Unauthenticated):
			tried++
		case !fault.Is(err, fault.Limited) || fault.From(err).RetryAfter <= 0:
			w.t.Fatal(err)
		}
	}
	return tried
}

// opens reports whether the right password is let in.
func (w *world) opens(client accounts.Client) bool {
	w.t.Helper()
	_, err := w.SignIns.SignIn(w.t.Context(), email, password, client)
	if err != nil && !fault.Is(err, fault.Limited) {
		w.t.Fatal(err)
	}
	return err == nil
}

func TestAStrangerLocksNobodyOut(t *testing.T) {
	w := newWorld(t)
	known := w.signIn().Device
	stranger := from("198.51.100.9")
	if tried := w.guess(email, stranger, 20); tried != 10 {
		t.Errorf("one network tried %d passwords of one account, want 10", tried)
	}
	if w.opens(stranger) {
		t.Error("the network that guessed may go on")
	}
	if !w.opens(from("203.0.113.5")) {
		t.Error("a person in another network was locked out")
	}
	w.guess(email, from("198.51.100.9"), 100)
	for i := range 100 {
		w.guess(fmt.Sprintf("other%d@example.com", i), stranger, 1)
	}
	if !w.opens(accounts.Client{Address: stranger.Address, Device: known}) {
		t.Error("a browser that signed in before was locked out by others in its network")
	}
	w.clock.advance(15 * time.Minute)
	if !w.opens(stranger) {
		t.Error("the limit does not end")
	}
}

func TestOneNetworkGuessesFewAccounts(t *testing.T) {
	w := newWorld(t)
	tried := 0
	for i := range 100 {
		tried += w.guess(fmt.Sprintf("user%d@example.com", i), from("198.51.100.9"), 1)
	}
	if tried != 60 {
		t.Errorf("one network tried %d accounts, want 60", tried)
	}
}

// All addresses of one /64 count as one network.
func TestNetworksOfIPv6(t *testing.T) {
	w := newWorld(t)
	tried := 0
	for i := range 20 {
		tried += w.guess(email, from(fmt.Sprintf("2001:db8:1:2::%x", i)), 1)
	}
	if tried != 10 {
		t.Errorf("one /64 tried %d passwords, want 10", tried)
	}
	if !w.opens(from("2001:db8:1:3::1")) {
		t.Error("the next network was locked out")
	}
	if tried := w.guess(email, from("192.0.2.80"), 5) + w.guess(email, from("::ffff:192.0.2.80"), 20); tried != 10 {
		t.Errorf("one address of IPv4, written in two ways, tried %d passwords, want 10", tried)
	}
}

// Many networks are slowed, and a person in yet another one still gets in.
func TestManyNetworksAreSlowed(t *testing.T) {
	w := newWorld(t)
	const networks = 50
	siege := func() (tried int) {
		for i := range networks {
			tried += w.guess(email, from(fmt.Sprintf("198.51.100.%d", i)), 12)
		}
		return tried
	}
	if tried := siege(); tried > 50+2*networks || tried < 50 {
		t.Errorf("%d networks tried %d passwords of one account, want some %d", networks, tried, 50+2*networks)
	}
	if !w.opens(from("203.0.113.5")) {
		t.Error("a person in another network was locked out")
	}
	again := 0
	for range 6 {
		w.clock.advance(10 * time.Minute)
		again += siege()
	}
	// In an hour the account's 200 refill, and each network gets one in ten minutes.
	if again > 200+7*networks {
		t.Errorf("in the next hour they tried %d", again)
	}
	if !w.opens(from("203.0.113.6")) {
		t.Error("a person in another network was locked out")
	}
}

func TestProofsOfDevices(t *testing.T) {
	w := newWorld(t)
	w.newUser("bob@example.com")
	known := w.signIn().Device
	const office = "198.51.100.9"
	at := func(device string) accounts.Client { return accounts.Client{Address: office, Device: device} }
	shut := func() { // the office has no guesses left
		w.guess(email, from(office), 11)
		w.guess("bob@example.com", from(office), 11)
	}
	other := "A"
	if known[0] == 'A' {
		other = "B"
	}
	shut()
	for what, device := range map[string]string{
		"none": "", "garbage": "x.y", "a changed one": other + known[1:], "a long one": strings.Repeat(known+".", 50),
	} {
		if w.opens(at(device)) {
			t.Errorf("%s proves a browser", what)
		}
	}
	if _, err := w.SignIns.SignIn(t.Context(), "bob@example.com", password, at(known)); !fault.Is(err, fault.Limited) {
		t.Errorf("the proof for one account counts for another: %v", err)
	}
	if tried := w.guess(email, at(known), 20); tried != 10 {
		t.Errorf("a stolen proof is good for %d guesses, want 10", tried)
	}
	w.clock.advance(15 * time.Minute)
	both, err := w.SignIns.SignIn(t.Context(), "bob@example.com", password, at(known))
	if err != nil {
		t.Fatal(err)
	}
	shut()
	if !w.opens(at(both.Device)) {
		t.Error("a second person at a browser takes the first one's proof")
	}
	for i := range 10 {
		address := fmt.Sprintf("p%d@example.com", i)
		w.newUser(address)
		tokens, err := w.SignIns.SignIn(t.Context(), address, password, accounts.Client{Address: fmt.Sprintf("192.0.2.%d", i), Device: both.Device})
		if err != nil {
			t.Fatal(err)
		}
		both.Device = tokens.Device
	}
	if len(both.Device) > 300 {
		t.Errorf("the proofs of a shared browser grow to %d bytes", len(both.Device))
	}
	w.clock.advance(accounts.DeviceLife)
	shut()
	if w.opens(at(known)) {
		t.Error("a proof never ends")
	}
}

func TestNodesCountGuessesTogether(t *testing.T) {
	w := newWorld(t)
	other := *w
	other.Service = w.service(w.cfg)
	tried := 0
	for range 10 {
		tried += w.guess(email, here, 1) + other.guess(email, here, 1)
	}
	if tried != 10 {
		t.Errorf("two nodes let %d guesses through, want 10", tried)
	}
}

func TestAFailedSignInOpensNothing(t *testing.T) {
	w := newWorld(t)
	tokens, err := w.SignIns.SignIn(t.Context(), email, "wrong horse", here)
	if err == nil || tokens.Access != "" || tokens.Device != "" {
		t.Errorf("a wrong password gives %+v, %v", tokens, err)
	}
}
