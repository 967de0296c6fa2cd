package provision

import (
	"fmt"
	"regexp"
	"slices"
	"time"

	"switchboard/actors/carrier/simulator/sid"
)

// Memory is what the accounts own, as it is stored.
type Memory struct {
	Accounts []*Account `json:"provisioned,omitempty"`
}

// Account is an account with what it owns.
type Account struct {
	SID          string         `json:"sid"`
	Token        string         `json:"token"`
	Name         string         `json:"name"`
	Owner        string         `json:"owner"`
	Created      time.Time      `json:"created"`
	Applications []*Application `json:"applications,omitempty"`
	Services     []*Service     `json:"services,omitempty"`
	Numbers      []*Number      `json:"numbers,omitempty"`
	Addresses    []*Address     `json:"addresses,omitempty"`
}

// Application is a voice application.
type Application struct {
	SID     string    `json:"sid"`
	Name    string    `json:"name"`
	Voice   string    `json:"voice"`
	Status  string    `json:"status"`
	Created time.Time `json:"created"`
}

// Service is a service of conversations with the events that it reports.
type Service struct {
	SID     string    `json:"sid"`
	Name    string    `json:"name"`
	Hook    string    `json:"hook,omitempty"`
	Filters []string  `json:"filters,omitempty"`
	Created time.Time `json:"created"`
}

// Number is a phone number.
type Number struct {
	SID         string    `json:"sid"`
	Number      string    `json:"number"`
	Application string    `json:"application,omitempty"`
	Created     time.Time `json:"created"`
}

// Address says what happens to the first text to a number.
type Address struct {
	SID     string    `json:"sid"`
	Number  string    `json:"number"`
	Service string    `json:"service"`
	Enabled bool      `json:"enabled"`
	Created time.Time `json:"created"`
}

var (
	account = regexp.MustCompile(`^AC[0-9a-fA-F]{32}$`)
	token   = regexp.MustCompile(`^[0-9a-fA-F]{32}$`)
)

// Account returns an account; nil if there is none.
func (m *Memory) Account(sid string) *Account {
	for _, a := range m.Accounts {
		if a.SID == sid {
			return a
		}
	}
	return nil
}

// SignIn returns the account of a sid and a token. An account that nobody has used yet
// exists from the first time that both look right, and has one number. nil means that
// the provider does not accept them.
func (m *Memory) SignIn(name, secret string, now time.Time) *Account {
	if a := m.Account(name); a != nil {
		if a.Token != secret {
			return nil
		}
		return a
	}
	if !account.MatchString(name) || !token.MatchString(secret) {
		return nil
	}
	a := m.Open(name, secret, "Own account", name, now)
	a.Numbers = append(a.Numbers, &Number{SID: sid.New("PN"), Number: m.free("206"), Created: now})
	return a
}

// Open adds an account.
func (m *Memory) Open(sid, token, name, owner string, now time.Time) *Account {
	a := &Account{SID: sid, Token: token, Name: name, Owner: owner, Created: now}
	m.Accounts = append(m.Accounts, a)
	return a
}

// IsTaken reports whether an account has a number.
func (m *Memory) IsTaken(number string) bool {
	return slices.ContainsFunc(m.Accounts, func(a *Account) bool { return a.Number(number) != nil })
}

// forSale is how many numbers an area code has.
const forSale = 30

// ForSale lists numbers that can be bought in an area code. Codes that no area has, and
// those that end in 00, have none.
func (m *Memory) ForSale(code string) (numbers []string) {
	if !areaCode.MatchString(code) || code[1:] == "00" {
		return nil
	}
	for n := range forSale {
		if number := numberIn(code, n); !m.IsTaken(number) {
			numbers = append(numbers, number)
		}
	}
	return numbers
}

var areaCode = regexp.MustCompile(`^[2-9][0-9]{2}$`)

// numberIn returns a number of an area code. The exchange 555 belongs to nobody.
func numberIn(code string, n int) string { return fmt.Sprintf("+1%s5550%03d", code, 700+n) }

func (m *Memory) free(code string) string {
	if numbers := m.ForSale(code); len(numbers) > 0 {
		return numbers[0]
	}
	return numberIn(code, len(m.Accounts)+forSale)
}

// Number returns the account's number, by its sid or in E.164; nil if it has none.
func (a *Account) Number(name string) *Number {
	for _, n := range a.Numbers {
		if n.SID == name || n.Number == name {
			return n
		}
	}
	return nil
}

// Application returns a voice application by its sid; nil if there is none.
func (a *Account) Application(sid string) *Application {
	for _, one := range a.Applications {
		if one.SID == sid {
			return one
		}
	}
	return nil
}

// Service returns a service by its sid; nil if there is none.
func (a *Account) Service(sid string) *Service {
	for _, one := range a.Services {
		if one.SID == sid {
			return one
		}
	}
	return nil
}

// Address returns an address configuration by its sid or number; nil if there is none.
func (a *Account) Address(name string) *Address {
	for _, one := range a.Addresses {
		if one.SID == name || one.Number == name {
			return one
		}
	}
	return nil
}
