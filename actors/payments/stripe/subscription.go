package stripe

import (
	"context"
	"fmt"
	"time"

	"github.com/stripe/stripe-go/v76"

	"switchboard/actors/payments"
	"switchboard/storage/fault"
)

// Subscription implements payments.Provider.
func (c *Client) Subscription(ctx context.Context, subscription string) (payments.Subscription, error) {
	found, err := c.subscription(ctx, subscription)
	if err != nil {
		return payments.Subscription{}, err
	}
	out := payments.Subscription{
		ID: found.ID, Status: statusOf(found.Status), Created: at(found.Created), PeriodEnd: at(found.CurrentPeriodEnd),
		CancelAt: at(found.CancelAt), Metadata: found.Metadata,
	}
	if found.Customer != nil {
		out.Customer = found.Customer.ID
	}
	if item, err := itemOf(found); err == nil {
		out.Price, out.Quantity = priceOf(item.Price), item.Quantity
	}
	if found.LatestInvoice != nil {
		out.Latest = invoiceOf(found.LatestInvoice)
	}
	return out, nil
}

func (c *Client) subscription(ctx context.Context, subscription string) (*stripe.Subscription, error) {
	found, err := c.api.Subscriptions.Get(subscription, &stripe.SubscriptionParams{Params: params(ctx, "", "latest_invoice.charge")})
	return found, failure(err)
}

func itemOf(s *stripe.Subscription) (*stripe.SubscriptionItem, error) {
	if s.Items == nil || len(s.Items.Data) != 1 {
		return nil, fault.New(fault.Conflict, "The subscription %s does not have exactly one item. Correct it at the payment provider.", s.ID)
	}
	return s.Items.Data[0], nil
}

func statusOf(s stripe.SubscriptionStatus) string {
	switch s {
	case stripe.SubscriptionStatusActive, stripe.SubscriptionStatusTrialing:
		return payments.Active
	case stripe.SubscriptionStatusPastDue, stripe.SubscriptionStatusPaused:
		return payments.PastDue
	case stripe.SubscriptionStatusIncomplete:
		return payments.Incomplete
	case stripe.SubscriptionStatusCanceled, stripe.SubscriptionStatusIncompleteExpired, stripe.SubscriptionStatusUnpaid:
		return payments.Canceled
	default:
		return payments.Incomplete
	}
}

// Preview implements payments.Provider.
func (c *Client) Preview(ctx context.Context, change payments.Change) (payments.Preview, error) {
	found, err := c.subscription(ctx, change.Subscription)
	if err != nil {
		return payments.Preview{}, err
	}
	item, err := itemOf(found)
	if err != nil {
		return payments.Preview{}, err
	}
	price, err := c.Price(ctx, change.Price)
	if err != nil {
		return payments.Preview{}, err
	}
	now := change.At
	if now.IsZero() {
		now = time.Now().UTC().Truncate(time.Second)
	}
	p := &stripe.InvoiceUpcomingParams{
		Params: params(ctx, ""), Subscription: new(change.Subscription),
		SubscriptionItems:             []*stripe.SubscriptionItemsParams{{ID: new(item.ID), Price: new(change.Price), Quantity: new(change.Quantity)}},
		SubscriptionProrationBehavior: new("create_prorations"), SubscriptionProrationDate: new(now.Unix()),
	}
	upcoming, err := c.api.Invoices.Upcoming(p)
	if err != nil {
		return payments.Preview{}, failure(err)
	}
	out := payments.Preview{Currency: price.Currency, Next: price.Amount * change.Quantity, At: now}
	if upcoming.Lines != nil {
		for _, line := range upcoming.Lines.Data {
			if line.Proration {
				out.Prorated += line.Amount
			}
		}
	}
	return out, nil
}

// Change implements payments.Provider. The subscription's item is changed, since a second one would
// be billed too; the quantity is always sent, since a new price resets it.
func (c *Client) Change(ctx context.Context, change payments.Change) error {
	found, err := c.subscription(ctx, change.Subscription)
	if err != nil {
		return err
	}
	item, err := itemOf(found)
	if err != nil {
		return err
	}
	behavior := "create_prorations"
	p := &stripe.SubscriptionParams{
		Params: params(ctx, change.Key),
		Items:  []*stripe.SubscriptionItemsParams{{ID: new(item.ID), Price: new(change.Price), Quantity: new(change.Quantity)}},
	}
	if change.IsAtOnce {
		behavior = "always_invoice"
		p.PaymentBehavior = new("error_if_incomplete") // without payment nothing changes
	}
	p.ProrationBehavior = new(behavior)
	if !change.At.IsZero() {
		p.ProrationDate = new(change.At.Unix())
	}
	_, err = c.api.Subscriptions.Update(change.Subscription, p)
	return failure(err)
}

// CancelAtEnd implements payments.Provider.
func (c *Client) CancelAtEnd(ctx context.Context, subscription string, cancel bool) error {
	_, err := c.api.Subscriptions.Update(subscription, &stripe.SubscriptionParams{Params: params(ctx, ""), CancelAtPeriodEnd: new(cancel)})
	return failure(err)
}

// CancelNow implements payments.Provider. A canceled subscription stays canceled.
func (c *Client) CancelNow(ctx context.Context, subscription string) error {
	_, err := c.api.Subscriptions.Cancel(subscription, &stripe.SubscriptionCancelParams{Params: params(ctx, "")})
	if err = failure(err); fault.Is(err, fault.NotFound) {
		return nil
	}
	return err
}

// UsePaymentMethod implements payments.Provider.
func (c *Client) UsePaymentMethod(ctx context.Context, subscription, method string) error {
	_, err := c.api.Subscriptions.Update(subscription, &stripe.SubscriptionParams{Params: params(ctx, ""), DefaultPaymentMethod: new(method)})
	if err != nil {
		return fmt.Errorf("payment method of %s: %w", subscription, failure(err))
	}
	return nil
}
