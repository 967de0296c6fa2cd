package market

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"switchboard/actors/feature"
	"switchboard/actors/payments"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// The members of the metadata that name what a checkout or subscription is for.
const (
	metaOrganization = "organization"
	metaProduct      = "product"
	metaField        = "field"
	metaTitle        = "tier_title"
	metaCardOf       = "card_of" // the purchase for which a card is stored
)

// Order is what somebody wants to buy. Price and Mode are what their page showed; they are compared, never used.
type Order struct {
	ProductID id.ID  `json:"product_id" of:"a product"`
	Price     string `json:"price"`
	Quantity  int64  `json:"quantity"`
	Mode      string `json:"mode"`
	Tier      int64  `json:"tier"`
	Field     string `json:"field"`
	feature.Given
}

// Secret opens a checkout in the browser.
type Secret struct {
	Secret string `json:"secret"`
}

// Claimed says what somebody has now.
type Claimed struct {
	Purchase Purchase `json:"purchase"`
}

func (s *Service) wanted(ctx context.Context, p *access.Principal, in Order, mode string) (offer, error) {
	if err := superuser(p); err != nil {
		return offer{}, err
	}
	if in.ProductID == "" {
		return offer{}, fault.Field("product_id", "product_id must be the id of a product")
	}
	o, err := s.offered(ctx, in.ProductID, in.Field, in.Tier)
	if err != nil {
		return offer{}, err
	}
	if o.tier.Mode != mode || in.Mode != "" && in.Mode != mode {
		return offer{}, fault.New(fault.Conflict, "%s is offered in another way now. Reload the page.", o.tier.Title)
	}
	return o, o.tier.fits(in.Quantity)
}

// Checkout implements Door.
func (s *Service) Checkout(ctx context.Context, p *access.Principal, in Order) (Secret, error) {
	o, err := s.wanted(ctx, p, in, modeSubscription)
	if err != nil {
		return Secret{}, err
	}
	price, err := s.price(ctx, o, in.Price)
	if err != nil {
		return Secret{}, err
	}
	for range attempts {
		var secret string
		if secret, err = s.checkout(ctx, p, o, price, in.Quantity); err == nil || !fault.Is(err, fault.VersionConflict) {
			return Secret{secret}, err
		}
	}
	return Secret{}, err
}

// checkout opens a session unless the same one is open. An earlier one of another plan is ended
// first, so that at most one can be paid. VersionConflict if another tab was first.
func (s *Service) checkout(ctx context.Context, p *access.Principal, o offer, price payments.Price, quantity int64) (string, error) {
	purchase := slot(p.Organization, o.product.ID, o.field, o.tier.Title)
	had, err := s.purchase(ctx, p.Organization, purchase)
	if err != nil {
		return "", err
	}
	if owns(had) {
		return "", fault.New(fault.Conflict, "Your organization already has %s. Change its plan instead.", had.Text("name"))
	}
	earlier := checkoutOf(had)
	if earlier.Session != "" {
		secret, err := s.reopen(ctx, earlier, price.ID, quantity)
		if err != nil || secret != "" {
			return secret, err
		}
	}
	customer, err := s.customer(ctx, p)
	if err != nil {
		return "", err
	}
	session, err := s.provider.Checkout(ctx, payments.CheckoutRequest{
		Customer: customer, Price: price.ID, Quantity: quantity, ReturnURL: s.returnTo(o.product.ID, price.ID, quantity),
		Key: fmt.Sprintf("checkout-%s-%d-%s-%d", purchase, had.Version, price.ID, quantity),
		Metadata: map[string]string{
			metaOrganization: string(p.Organization), metaProduct: string(o.product.ID), metaField: o.field, metaTitle: o.tier.Title,
		},
	})
	if err != nil {
		return "", err
	}
	set := row.Fields{
		"customer_id": customer, "checkout": row.JSONValue(openCheckout{session.ID, price.ID, quantity, o.index}),
	}
	if had.ID == "" {
		set["name"], set["product"], set["field"], set["status"] = o.product.Text("name"), string(o.product.ID), o.field, Open
		set["tier"], set["tier_title"] = o.index, o.tier.Title
	}
	if err = s.put(ctx, p.Organization, p.User, purchase, had, set, "purchase.checkout"); isOvertaken(err) {
		return "", fault.Wrap(err, fault.VersionConflict, "Another tab is buying this. Reload the page.")
	}
	return session.Secret, err
}

// reopen returns the secret of an open session for the same price and quantity; one for others is
// ended, and "" returned.
func (s *Service) reopen(ctx context.Context, earlier openCheckout, price string, quantity int64) (string, error) {
	session, err := s.provider.Session(ctx, earlier.Session)
	switch {
	case fault.Is(err, fault.NotFound):
		return "", nil
	case err != nil:
		return "", err
	case session.Status == payments.SessionComplete:
		if err := s.Sync(ctx, session.Subscription); err != nil {
			return "", err
		}
		current, err := s.provider.Subscription(ctx, session.Subscription)
		if err != nil || current.Status == payments.Canceled {
			return "", err // bought once before, and ended
		}
		return "", fault.New(fault.Conflict, "This has been bought in another tab. Reload the page.")
	case session.Status == payments.SessionOpen && earlier.Price == price && earlier.Quantity == quantity:
		return session.Secret, nil
	case session.Status == payments.SessionOpen:
		return "", s.provider.Expire(ctx, earlier.Session)
	default:
		return "", nil
	}
}

// returnTo is where the provider sends a buyer. What its query says is a hint for the page alone.
func (s *Service) returnTo(product id.ID, price string, quantity int64) string {
	query := fmt.Sprintf("?action=return&session_id={CHECKOUT_SESSION_ID}&price_id=%s&quantity=%d", url.QueryEscape(price), quantity)
	return s.settings.PublicURL + "/marketplace/" + string(product) + query
}

// Claim implements Door.
func (s *Service) Claim(ctx context.Context, p *access.Principal, in Order) (Claimed, error) {
	if in.Quantity == 0 {
		in.Quantity = 1
	}
	o, err := s.wanted(ctx, p, in, modeFree)
	if err != nil {
		return Claimed{}, err
	}
	purchase := slot(p.Organization, o.product.ID, o.field, o.tier.Title)
	for range attempts {
		if err = s.claim(ctx, p, o, purchase, in.Quantity); err == nil || !isOvertaken(err) || fault.Is(err, fault.Conflict) && owned(err) {
			break
		}
	}
	if err != nil {
		return Claimed{}, err
	}
	return s.claimed(ctx, p.Organization, purchase)
}

func (s *Service) claim(ctx context.Context, p *access.Principal, o offer, purchase id.ID, quantity int64) error {
	had, err := s.purchase(ctx, p.Organization, purchase)
	if err != nil {
		return err
	}
	if owns(had) {
		return &ownedError{fault.New(fault.Conflict, "Your organization already pays for %s. Cancel the subscription first.", had.Text("name"))}
	}
	if earlier := checkoutOf(had); earlier.Session != "" {
		if err := s.provider.Expire(ctx, earlier.Session); err != nil && !fault.Is(err, fault.Conflict) && !fault.Is(err, fault.NotFound) {
			return err
		}
	}
	// A free tier without a maximum gives as much as somebody asks for.
	if o.tier.Max != nil {
		quantity = *o.tier.Max
	}
	set := row.Fields{
		"name": o.product.Text("name"), "product": string(o.product.ID), "field": o.field, "tier": o.index, "tier_title": o.tier.Title,
		"status": Free, "access": true, "quantity": quantity, "price_id": nil, "unit_price": decimal(0), "frequency": nil,
		"subscription_id": nil, "current_period_end": nil, "cancel_at": nil, "grace_until": nil, "checkout": nil,
		"app": string(o.product.Lookup("app")),
	}
	more, err := s.installation(ctx, p.Organization, purchase, o.product, true)
	if err != nil {
		return err
	}
	return s.put(ctx, p.Organization, p.User, purchase, had, set, "purchase.claimed", more...)
}

// ownedError is a conflict that no repetition solves.
type ownedError struct{ cause error }

// Error implements error.
func (e *ownedError) Error() string { return e.cause.Error() }

// Unwrap returns the error itself.
func (e *ownedError) Unwrap() error { return e.cause }

func (s *Service) claimed(ctx context.Context, organization, purchase id.ID) (Claimed, error) {
	record, err := s.store.Get(ctx, organization, purchaseObject, purchase)
	return Claimed{show(record)}, err
}

// owned reports whether an error is an ownedError.
func owned(err error) bool {
	_, is := errors.AsType[*ownedError](err)
	return is
}

// owns reports whether a purchase has a subscription that bills.
func owns(purchase row.Record) bool {
	status := purchase.Text("status")
	return purchase.Text("subscription_id") != "" && (status == Active || status == PastDue || status == Disputed)
}
