package stripe

import (
	"context"

	"github.com/stripe/stripe-go/v76"

	"switchboard/actors/payments"
)

// Price implements payments.Provider.
func (c *Client) Price(ctx context.Context, price string) (payments.Price, error) {
	found, err := c.api.Prices.Get(price, &stripe.PriceParams{Params: params(ctx, "")})
	if err != nil {
		return payments.Price{}, failure(err)
	}
	return priceOf(found), nil
}

func priceOf(p *stripe.Price) payments.Price {
	if p == nil {
		return payments.Price{}
	}
	out := payments.Price{ID: p.ID, Currency: string(p.Currency), Amount: p.UnitAmount, Active: p.Active}
	if p.Recurring != nil {
		out.Interval = string(p.Recurring.Interval)
	}
	return out
}

// CreatePrice implements payments.Provider.
func (c *Client) CreatePrice(ctx context.Context, r payments.PriceRequest) (payments.Price, error) {
	made, err := c.api.Prices.New(&stripe.PriceParams{
		Params: params(ctx, r.Key), Currency: new(r.Currency), UnitAmount: new(r.Amount),
		Recurring:   &stripe.PriceRecurringParams{Interval: new(r.Interval)},
		ProductData: &stripe.PriceProductDataParams{Name: new(r.Product)},
	})
	if err != nil {
		return payments.Price{}, failure(err)
	}
	return priceOf(made), nil
}

// CreateCustomer implements payments.Provider.
func (c *Client) CreateCustomer(ctx context.Context, r payments.CustomerRequest) (string, error) {
	p := &stripe.CustomerParams{Params: params(ctx, r.Key), Name: new(r.Name), Metadata: r.Metadata}
	if r.Email != "" {
		p.Email = new(r.Email)
	}
	made, err := c.api.Customers.New(p)
	if err != nil {
		return "", failure(err)
	}
	return made.ID, nil
}

// Checkout implements payments.Provider.
func (c *Client) Checkout(ctx context.Context, r payments.CheckoutRequest) (payments.Session, error) {
	p := &stripe.CheckoutSessionParams{
		Params: params(ctx, r.Key), UIMode: new(string(stripe.CheckoutSessionUIModeEmbedded)),
		Customer: new(r.Customer), ReturnURL: new(r.ReturnURL), Metadata: r.Metadata,
	}
	if r.Price == "" {
		p.Mode = new(string(stripe.CheckoutSessionModeSetup))
		p.PaymentMethodTypes = stripe.StringSlice([]string{"card"})
	} else {
		p.Mode = new(string(stripe.CheckoutSessionModeSubscription))
		p.LineItems = []*stripe.CheckoutSessionLineItemParams{{Price: new(r.Price), Quantity: new(r.Quantity)}}
		p.SubscriptionData = &stripe.CheckoutSessionSubscriptionDataParams{Metadata: r.Metadata}
	}
	made, err := c.api.CheckoutSessions.New(p)
	if err != nil {
		return payments.Session{}, failure(err)
	}
	return sessionOf(made), nil
}

// Session implements payments.Provider.
func (c *Client) Session(ctx context.Context, session string) (payments.Session, error) {
	found, err := c.api.CheckoutSessions.Get(session, &stripe.CheckoutSessionParams{Params: params(ctx, "", "setup_intent")})
	if err != nil {
		return payments.Session{}, failure(err)
	}
	return sessionOf(found), nil
}

func sessionOf(s *stripe.CheckoutSession) payments.Session {
	out := payments.Session{
		ID: s.ID, Secret: s.ClientSecret, Status: string(s.Status), Metadata: s.Metadata,
		IsPaid: s.PaymentStatus != stripe.CheckoutSessionPaymentStatusUnpaid,
	}
	if s.Customer != nil {
		out.Customer = s.Customer.ID
	}
	if s.Subscription != nil {
		out.Subscription = s.Subscription.ID
	}
	if s.SetupIntent != nil && s.SetupIntent.PaymentMethod != nil {
		out.PaymentMethod = s.SetupIntent.PaymentMethod.ID
	}
	return out
}

// Expire implements payments.Provider.
func (c *Client) Expire(ctx context.Context, session string) error {
	_, err := c.api.CheckoutSessions.Expire(session, &stripe.CheckoutSessionExpireParams{Params: params(ctx, "")})
	return failure(err)
}
