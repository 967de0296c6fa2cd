package payments

import (
	"context"
	"time"
)

// Provider is the payment provider. Errors: fault.NotFound for an unknown id, fault.Conflict for
// what the state forbids, fault.Invalid for a declined card, fault.Unavailable if the provider does
// not answer.
type Provider interface {
	Price(ctx context.Context, price string) (Price, error)
	CreatePrice(ctx context.Context, r PriceRequest) (Price, error)
	CreateCustomer(ctx context.Context, r CustomerRequest) (string, error)

	Checkout(ctx context.Context, r CheckoutRequest) (Session, error)
	Session(ctx context.Context, session string) (Session, error)
	// Expire ends a session that nobody has paid, so that nobody can pay it later.
	Expire(ctx context.Context, session string) error

	Subscription(ctx context.Context, subscription string) (Subscription, error)
	Preview(ctx context.Context, c Change) (Preview, error)
	Change(ctx context.Context, c Change) error
	// CancelAtEnd cancels a subscription at the end of its paid period, or resumes it.
	CancelAtEnd(ctx context.Context, subscription string, cancel bool) error
	CancelNow(ctx context.Context, subscription string) error
	UsePaymentMethod(ctx context.Context, subscription, method string) error

	Invoice(ctx context.Context, invoice string) (Invoice, error)
	// InvoiceOfCharge returns the id of the invoice that a charge paid, "" for none.
	InvoiceOfCharge(ctx context.Context, charge string) (string, error)
	Invoices(ctx context.Context, customer string) ([]Invoice, error)
	// Pay tries to collect an open invoice again.
	Pay(ctx context.Context, invoice string) error
	// Refund returns an amount of a paid invoice, 0 for all of it. The key makes it happen once.
	Refund(ctx context.Context, invoice string, amount int64, key string) error

	// Event checks a webhook's signature and reads what it is about. fault.Forbidden if the
	// signature is missing, wrong or too old.
	Event(payload []byte, signature string) (Event, error)
}

// PriceRequest describes a recurring price to be created. The same key creates it once.
type PriceRequest struct {
	Product, Currency, Interval, Key string
	Amount                           int64
}

// Price is a price as the provider knows it.
type Price struct {
	ID       string
	Currency string
	Amount   int64
	Interval string // day, week, month or year; "" for one that does not recur
	Active   bool
}

// CustomerRequest describes a customer to be created. The same key creates it once.
type CustomerRequest struct {
	Name, Email, Key string
	Metadata         map[string]string
}

// CheckoutRequest describes a checkout. Without a price it only stores a card for a subscription.
type CheckoutRequest struct {
	Customer  string
	Price     string
	Quantity  int64
	ReturnURL string
	Metadata  map[string]string
	Key       string
}

// The states of a session.
const (
	SessionOpen     = "open"
	SessionComplete = "complete"
	SessionExpired  = "expired"
)

// Session is a checkout session.
type Session struct {
	ID            string
	Secret        string
	Status        string
	IsPaid        bool
	Customer      string
	Subscription  string
	PaymentMethod string // that a checkout without a price stored
	Metadata      map[string]string
}

// The states of a subscription that the product distinguishes.
const (
	Incomplete = "incomplete"
	Active     = "active"
	PastDue    = "past_due"
	Canceled   = "canceled"
)

// Subscription is a subscription with its one item.
type Subscription struct {
	ID       string
	Customer string
	Status   string // one of the states above
	Price    Price
	Quantity int64
	Created  time.Time
	// PeriodEnd is the end of the paid period; CancelAt is zero unless it is to end.
	PeriodEnd time.Time
	CancelAt  time.Time
	// Latest is the latest invoice.
	Latest   Invoice
	Metadata map[string]string
}

// Change replaces price and quantity of a subscription. IsAtOnce invoices the difference
// immediately; otherwise the next invoice contains it.
type Change struct {
	Subscription string
	Price        string
	Quantity     int64
	IsAtOnce     bool
	Key          string
	// At is the moment of the proration: that of the preview, so that it is what is charged.
	At time.Time
}

// Preview says what a change costs.
type Preview struct {
	Currency string
	Prorated int64 // for the rest of the period, negative for a credit
	Next     int64 // each period afterwards
	At       time.Time
}

// The states of an invoice that the product distinguishes.
const (
	InvoiceOpen     = "open"
	InvoicePaid     = "paid"
	InvoiceFailed   = "failed"
	InvoiceRefunded = "refunded"
	InvoiceDisputed = "disputed"
	InvoiceVoid     = "void"
)

// Invoice is one bill.
type Invoice struct {
	ID           string
	Number       string
	Customer     string
	Subscription string
	Status       string
	Currency     string
	Amount       int64
	Refunded     int64
	Created      time.Time
	Paid         time.Time
	URL          string // where the provider shows it, "" for nowhere
}

// Event names what changed at the provider. Ids are "" for what it does not concern.
type Event struct {
	ID, Type                               string
	Session, Subscription, Invoice, Charge string
}
