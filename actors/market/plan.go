package market

import (
	"context"
	"fmt"
	"slices"
	"time"

	"switchboard/actors/feature"
	"switchboard/actors/payments"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Return is what a buyer comes back with from a checkout. Only the session is used; the rest of
// the address could say anything.
type Return struct {
	SessionID string `json:"session_id"`
	ProductID id.ID  `json:"product_id" of:"a product"`
	PriceID   string `json:"price_id"`
	Quantity  int64  `json:"quantity"`
	feature.Given
}

// Confirmed says how a checkout stands: complete, processing, open or expired.
type Confirmed struct {
	Status   string    `json:"status"`
	Purchase *Purchase `json:"purchase"`
}

// Confirm implements Door. It reads the session and brings the purchase up to date, as the webhook
// does.
func (s *Service) Confirm(ctx context.Context, p *access.Principal, in Return) (Confirmed, error) {
	if in.SessionID == "" {
		return Confirmed{}, fault.Field("session_id", "session_id must be the id of a checkout")
	}
	session, err := s.provider.Session(ctx, in.SessionID)
	if fault.Is(err, fault.NotFound) || err == nil && session.Metadata[metaOrganization] != string(p.Organization) {
		return Confirmed{}, fault.New(fault.NotFound, "Your organization has no such checkout.")
	}
	if err != nil {
		return Confirmed{}, err
	}
	out := Confirmed{Status: session.Status}
	if session.Status != payments.SessionComplete {
		return out, nil
	}
	purchase, ok := id.Parse(session.Metadata[metaCardOf])
	if ok {
		err = s.syncSession(ctx, session.ID)
	} else {
		product, _ := id.Parse(session.Metadata[metaProduct])
		purchase = slot(p.Organization, product, session.Metadata[metaField], session.Metadata[metaTitle])
		err = s.Sync(ctx, session.Subscription)
	}
	if err != nil {
		return out, err
	}
	record, err := s.purchase(ctx, p.Organization, purchase)
	if err != nil {
		return out, err
	}
	if has, _ := record.Bool("access"); !has {
		out.Status = "processing"
	}
	if record.ID != "" {
		shown := show(record)
		out.Purchase = &shown
	}
	return out, nil
}

// Plan is a change of a subscription: another tier or quantity, its end, or that it goes on.
type Plan struct {
	ID       id.ID  `json:"id"`
	Price    string `json:"price"`
	Tier     int64  `json:"tier"`
	Quantity int64  `json:"quantity"`
	Cancel   bool   `json:"cancel"`
	Resume   bool   `json:"resume"`
	// At is the moment of the preview in seconds, so that what was shown is charged.
	At int64 `json:"at"`
	feature.Given
}

// Cost is what a change costs.
type Cost struct {
	Currency string `json:"currency"`
	// Prorated is for the rest of the period, negative for a credit; Next for each period
	// afterwards; Now what is charged at once.
	Prorated string `json:"prorated"`
	Now      string `json:"now"`
	Next     string `json:"next"`
	At       int64  `json:"at"`
}

// subscribed returns a purchase with a subscription that bills.
func (s *Service) subscribed(ctx context.Context, p *access.Principal, purchase id.ID) (row.Record, error) {
	if err := superuser(p); err != nil {
		return row.Record{}, err
	}
	record, err := s.store.Get(ctx, p.Organization, purchaseObject, purchase)
	if fault.Is(err, fault.NotFound) {
		return record, fault.New(fault.NotFound, "Your organization has no such purchase.")
	}
	if err == nil && !owns(record) {
		err = fault.New(fault.Conflict, "%s has no subscription that could be changed.", record.Text("name"))
	}
	return record, err
}

// change returns what a plan asks of the provider.
func (s *Service) change(ctx context.Context, p *access.Principal, in Plan) (row.Record, payments.Change, payments.Subscription, error) {
	none, nobody := payments.Change{}, payments.Subscription{}
	record, err := s.subscribed(ctx, p, in.ID)
	if err != nil {
		return record, none, nobody, err
	}
	product, _ := id.Parse(record.Text("product"))
	o, err := s.offered(ctx, product, record.Text("field"), in.Tier)
	if err != nil {
		return record, none, nobody, err
	}
	if o.tier.Mode != modeSubscription {
		return record, none, nobody, fault.New(fault.Conflict, "%s is free: cancel the subscription, and install it when that has ended.", o.tier.Title)
	}
	if o.field == addOnsField && o.tier.Title != record.Text("tier_title") {
		return record, none, nobody, fault.New(fault.Conflict, "An add-on can't become another one.")
	}
	if err := o.tier.fits(in.Quantity); err != nil {
		return record, none, nobody, err
	}
	if used := int64(len(record.Lookups("seats"))); in.Quantity < used {
		return record, none, nobody, fault.New(fault.Conflict, "%d people use it. Take seats away before you reduce the quantity to %d.", used, in.Quantity)
	}
	price, err := s.price(ctx, o, in.Price)
	if err != nil {
		return record, none, nobody, err
	}
	current, err := s.provider.Subscription(ctx, record.Text("subscription_id"))
	if err != nil {
		return record, none, nobody, err
	}
	change := payments.Change{
		Subscription: current.ID, Price: price.ID, Quantity: in.Quantity,
		IsAtOnce: price.Amount*in.Quantity > current.Price.Amount*current.Quantity,
	}
	if in.At > 0 {
		at := time.Unix(in.At, 0).UTC()
		if age := s.now().Sub(at); age < -time.Minute || age > time.Hour {
			return record, none, nobody, fault.New(fault.Conflict, "The preview is too old. Look at the cost again.")
		}
		change.At = at
	}
	change.Key = fmt.Sprintf("change-%s-%d-%s-%d", record.ID, record.Version, price.ID, in.Quantity)
	return record, change, current, nil
}

// Preview implements Door.
func (s *Service) Preview(ctx context.Context, p *access.Principal, in Plan) (Cost, error) {
	_, change, _, err := s.change(ctx, p, in)
	if err != nil {
		return Cost{}, err
	}
	change.At = s.now().UTC().Truncate(time.Second)
	cost, err := s.provider.Preview(ctx, change)
	if err != nil {
		return Cost{}, err
	}
	out := Cost{Currency: cost.Currency, Prorated: decimal(cost.Prorated), Now: decimal(0), Next: decimal(cost.Next), At: cost.At.Unix()}
	if change.IsAtOnce {
		out.Now = out.Prorated
	}
	return out, nil
}

// Change implements Door. The provider is asked first: the purchase follows what it says.
func (s *Service) Change(ctx context.Context, p *access.Principal, in Plan) (Claimed, error) {
	if in.Cancel || in.Resume {
		return s.cancel(ctx, p, in)
	}
	record, change, current, err := s.change(ctx, p, in)
	if err != nil {
		return Claimed{}, err
	}
	if current.Status != payments.Active {
		return Claimed{}, fault.New(fault.Conflict, "The last payment failed. Pay it before you change the plan.")
	}
	if current.Price.ID != change.Price || current.Quantity != change.Quantity {
		if err := s.provider.Change(ctx, change); err != nil {
			return Claimed{}, err
		}
	}
	if err := s.Sync(ctx, change.Subscription); err != nil {
		return Claimed{}, err
	}
	return s.claimed(ctx, p.Organization, record.ID)
}

func (s *Service) cancel(ctx context.Context, p *access.Principal, in Plan) (Claimed, error) {
	if in.Cancel && in.Resume {
		return Claimed{}, fault.Field("cancel", "Send cancel or resume, not both")
	}
	if in.Cancel && s.settings.CannotStop {
		return Claimed{}, fault.New(fault.Conflict, "Ability to stop services online coming soon")
	}
	record, err := s.subscribed(ctx, p, in.ID)
	if err != nil {
		return Claimed{}, err
	}
	subscription := record.Text("subscription_id")
	if err := s.provider.CancelAtEnd(ctx, subscription, in.Cancel); err != nil {
		return Claimed{}, err
	}
	if err := s.Sync(ctx, subscription); err != nil {
		return Claimed{}, err
	}
	return s.claimed(ctx, p.Organization, record.ID)
}

// Card implements Door: a checkout that stores a card for a subscription.
func (s *Service) Card(ctx context.Context, p *access.Principal, in feature.On) (Secret, error) {
	record, err := s.subscribed(ctx, p, in.ID)
	if err != nil {
		return Secret{}, err
	}
	product, _ := id.Parse(record.Text("product"))
	session, err := s.provider.Checkout(ctx, payments.CheckoutRequest{
		Customer: record.Text("customer_id"), ReturnURL: s.returnTo(product, record.Text("price_id"), record.Int("quantity")),
		Key:      fmt.Sprintf("card-%s-%d", record.ID, s.now().Unix()),
		Metadata: map[string]string{metaOrganization: string(p.Organization), metaCardOf: string(record.ID)},
	})
	return Secret{session.Secret}, err
}

// Seating says who uses a product.
type Seating struct {
	ID    id.ID   `json:"id"`
	Seats []id.ID `json:"seats" of:"users"`
	feature.Given
}

// Seats implements Door.
func (s *Service) Seats(ctx context.Context, p *access.Principal, in Seating) (Claimed, error) {
	if err := superuser(p); err != nil {
		return Claimed{}, err
	}
	record, err := s.store.Get(ctx, p.Organization, purchaseObject, in.ID)
	if err != nil {
		return Claimed{}, err
	}
	if has, _ := record.Bool("access"); !has {
		return Claimed{}, fault.New(fault.Conflict, "Your organization has no access to %s.", record.Text("name"))
	}
	seats := slices.Compact(slices.Sorted(slices.Values(in.Seats)))
	if seats == nil {
		seats = []id.ID{}
	}
	if int64(len(seats)) > record.Int("quantity") {
		return Claimed{}, fault.Field("seats", "%s has %d seats. Buy more, or choose fewer people", record.Text("name"), record.Int("quantity"))
	}
	if err := s.areActive(ctx, p.Organization, seats); err != nil {
		return Claimed{}, err
	}
	if err := s.put(ctx, p.Organization, p.User, record.ID, record, row.Fields{"seats": seats}, "purchase.seats"); err != nil {
		return Claimed{}, err
	}
	return s.claimed(ctx, p.Organization, record.ID)
}

// areActive refuses users that are not active members of an organization.
func (s *Service) areActive(ctx context.Context, organization id.ID, users []id.ID) error {
	if len(users) == 0 {
		return nil
	}
	found, err := s.store.Find(ctx, organization, row.Query{Object: "user", Fields: []string{"is_active"}, Where: []row.Condition{
		{Field: "id", Operator: "IN", Value: users}, {Field: "is_active", Operator: "=", Value: true},
	}, Limit: len(users) + 1})
	if err == nil && len(found) != len(users) {
		err = fault.Field("seats", "Seats are for active users of your organization")
	}
	return err
}
