package simulator

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
)

// Price is a price that the simulator knows from its start.
type Price struct {
	ID       string
	Product  string
	Currency string
	Interval string
	Amount   int64
}

type price struct {
	Product  string
	Currency string
	Interval string
	Amount   int64
	Created  int64
}

type customer struct {
	Name, Email string
	Metadata    map[string]string
	Created     int64
}

type session struct {
	Secret, Status, Mode, Customer, Price string
	Subscription, Method, ReturnURL       string
	Quantity, Created                     int64
	IsPaid                                bool
	Metadata                              map[string]string
}

type subscription struct {
	Item, Customer, Status, Price, Method string
	Latest                                string
	Quantity, Created                     int64
	PeriodStart, PeriodEnd                int64
	CancelAt                              int64
	CancelsAtEnd                          bool
	// Pending is what the next invoice adds for changes.
	Pending int64
	// Attempts counts failed collections of the latest invoice, NextTry is the next one.
	Attempts, NextTry int64
	Metadata          map[string]string
}

type invoice struct {
	Number, Customer, Subscription, Status, Currency, Charge string
	Amount, Created, Paid                                    int64
	Attempted                                                bool
}

type charge struct {
	Invoice, Currency  string
	Amount, Refunded   int64
	IsDisputed, IsPaid bool
	Created            int64
}

// event is one that waits for delivery.
type event struct {
	ID       string
	Body     json.RawMessage
	Due      int64 // in milliseconds
	Failures int64
}

// stored is the answer that an idempotency key got.
type stored struct {
	Request string
	Status  int
	Body    json.RawMessage
}

// state is everything that the simulator remembers.
type state struct {
	Next          int64
	Prices        map[string]*price
	Customers     map[string]*customer
	Sessions      map[string]*session
	Subscriptions map[string]*subscription
	Invoices      map[string]*invoice
	Charges       map[string]*charge
	Methods       map[string]string // the card of a payment method
	Keys          map[string]stored
	Events        []event
}

func emptyState() *state {
	return &state{
		Prices: map[string]*price{}, Customers: map[string]*customer{}, Sessions: map[string]*session{}, Subscriptions: map[string]*subscription{},
		Invoices: map[string]*invoice{}, Charges: map[string]*charge{}, Methods: map[string]string{}, Keys: map[string]stored{},
	}
}

// most bounds each kind of thing, so that the file stays small; the simulator refuses more.
const most = 5_000

// load reads the state of an earlier process, if there is one.
func load(path string) (*state, error) {
	s := emptyState()
	if path == "" {
		return s, nil
	}
	raw, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		return s, nil
	}
	if err != nil {
		return nil, fmt.Errorf("payment simulator: %w", err)
	}
	if err := json.Unmarshal(raw, s); err != nil {
		return nil, fmt.Errorf("payment simulator: %s: %w", path, err)
	}
	return s, nil
}

// save replaces the file at once, so that a crash leaves the old state or the new one.
func (s *state) save(path string) error {
	if path == "" {
		return nil
	}
	if len(s.Keys) > most {
		maps.DeleteFunc(s.Keys, func(string, stored) bool { return len(s.Keys) > most/2 })
	}
	raw, err := json.Marshal(s)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	if err := os.WriteFile(path+".tmp", raw, 0o600); err != nil {
		return err
	}
	return os.Rename(path+".tmp", path)
}
