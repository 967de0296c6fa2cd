package payments

import (
	"context"

	"switchboard/storage/fault"
)

// Absent is the provider of an installation without payments.
type Absent struct{}

var _ Provider = Absent{}

var errAbsent = fault.New(fault.Unavailable, "Payments are not set up on this installation. An operator must set STRIPE_SECRET_KEY.")

// Price implements Provider.
func (Absent) Price(context.Context, string) (Price, error) { return Price{}, errAbsent }

// CreatePrice implements Provider.
func (Absent) CreatePrice(context.Context, PriceRequest) (Price, error) { return Price{}, errAbsent }

// CreateCustomer implements Provider.
func (Absent) CreateCustomer(context.Context, CustomerRequest) (string, error) { return "", errAbsent }

// Checkout implements Provider.
func (Absent) Checkout(context.Context, CheckoutRequest) (Session, error) {
	return Session{}, errAbsent
}

// Session implements Provider.
func (Absent) Session(context.Context, string) (Session, error) { return Session{}, errAbsent }

// Expire implements Provider.
func (Absent) Expire(context.Context, string) error { return errAbsent }

// Subscription implements Provider.
func (Absent) Subscription(context.Context, string) (Subscription, error) {
	return Subscription{}, errAbsent
}

// Preview implements Provider.
func (Absent) Preview(context.Context, Change) (Preview, error) { return Preview{}, errAbsent }

// Change implements Provider.
func (Absent) Change(context.Context, Change) error { return errAbsent }

// CancelAtEnd implements Provider.
func (Absent) CancelAtEnd(context.Context, string, bool) error { return errAbsent }

// CancelNow implements Provider.
func (Absent) CancelNow(context.Context, string) error { return errAbsent }

// UsePaymentMethod implements Provider.
func (Absent) UsePaymentMethod(context.Context, string, string) error { return errAbsent }

// Invoice implements Provider.
func (Absent) Invoice(context.Context, string) (Invoice, error) { return Invoice{}, errAbsent }

// InvoiceOfCharge implements Provider.
func (Absent) InvoiceOfCharge(context.Context, string) (string, error) { return "", errAbsent }

// Invoices implements Provider.
func (Absent) Invoices(context.Context, string) ([]Invoice, error) { return nil, errAbsent }

// Pay implements Provider.
func (Absent) Pay(context.Context, string) error { return errAbsent }

// Refund implements Provider.
func (Absent) Refund(context.Context, string, int64, string) error { return errAbsent }

// Event implements Provider.
func (Absent) Event([]byte, string) (Event, error) { return Event{}, errAbsent }
