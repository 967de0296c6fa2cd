package stripe

import (
	"context"

	"github.com/stripe/stripe-go/v76"

	"switchboard/actors/payments"
	"switchboard/storage/fault"
)

// maxInvoices is how many invoices of a customer are listed.
const maxInvoices = 50

// Invoice implements payments.Provider.
func (c *Client) Invoice(ctx context.Context, invoice string) (payments.Invoice, error) {
	found, err := c.api.Invoices.Get(invoice, &stripe.InvoiceParams{Params: params(ctx, "", "charge")})
	if err != nil {
		return payments.Invoice{}, failure(err)
	}
	return invoiceOf(found), nil
}

// Invoices implements payments.Provider.
func (c *Client) Invoices(ctx context.Context, customer string) ([]payments.Invoice, error) {
	p := &stripe.InvoiceListParams{Customer: new(customer)}
	p.Context, p.Single, p.Limit = ctx, true, new(int64(maxInvoices))
	p.AddExpand("data.charge")
	out := []payments.Invoice{}
	list := c.api.Invoices.List(p)
	for list.Next() {
		out = append(out, invoiceOf(list.Invoice()))
	}
	return out, failure(list.Err())
}

func invoiceOf(i *stripe.Invoice) payments.Invoice {
	out := payments.Invoice{
		ID: i.ID, Number: i.Number, Currency: string(i.Currency), Amount: i.Total, Created: at(i.Created), URL: i.HostedInvoiceURL,
		Status: payments.InvoiceOpen,
	}
	if i.Customer != nil {
		out.Customer = i.Customer.ID
	}
	if i.Subscription != nil {
		out.Subscription = i.Subscription.ID
	}
	switch i.Status {
	case stripe.InvoiceStatusPaid:
		out.Status = payments.InvoicePaid
		if i.StatusTransitions != nil {
			out.Paid = at(i.StatusTransitions.PaidAt)
		}
	case stripe.InvoiceStatusVoid, stripe.InvoiceStatusUncollectible:
		out.Status = payments.InvoiceVoid
	case stripe.InvoiceStatusOpen, stripe.InvoiceStatusDraft:
		if i.Attempted {
			out.Status = payments.InvoiceFailed
		}
	default:
	}
	if ch := i.Charge; ch != nil {
		out.Refunded = ch.AmountRefunded
		switch {
		case ch.Disputed:
			out.Status = payments.InvoiceDisputed
		case ch.Refunded:
			out.Status = payments.InvoiceRefunded
		}
	}
	return out
}

// InvoiceOfCharge implements payments.Provider.
func (c *Client) InvoiceOfCharge(ctx context.Context, charge string) (string, error) {
	found, err := c.api.Charges.Get(charge, &stripe.ChargeParams{Params: params(ctx, "")})
	if err != nil {
		return "", failure(err)
	}
	if found.Invoice == nil {
		return "", nil
	}
	return found.Invoice.ID, nil
}

// Pay implements payments.Provider.
func (c *Client) Pay(ctx context.Context, invoice string) error {
	_, err := c.api.Invoices.Pay(invoice, &stripe.InvoicePayParams{Params: params(ctx, "")})
	return failure(err)
}

// Refund implements payments.Provider.
func (c *Client) Refund(ctx context.Context, invoice string, amount int64, key string) error {
	found, err := c.api.Invoices.Get(invoice, &stripe.InvoiceParams{Params: params(ctx, "")})
	if err != nil {
		return failure(err)
	}
	if found.Charge == nil {
		return fault.New(fault.Conflict, "The invoice %s was not paid by card, so there is nothing to refund.", found.Number)
	}
	p := &stripe.RefundParams{Params: params(ctx, key), Charge: new(found.Charge.ID)}
	if amount > 0 {
		p.Amount = new(amount)
	}
	_, err = c.api.Refunds.New(p)
	return failure(err)
}
