package market

import (
	"context"
	"net/http"
	"time"

	"switchboard/actors/payments"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

const (
	// providerName is under which events are marked.
	providerName = "stripe"
	// grace is how long access lasts after a failed renewal.
	grace = 14 * 24 * time.Hour
)

// Receive takes in an event of the provider. Its signature is checked first; the same event again
// does nothing. What it is about is read from the provider.
func (s *Service) Receive(ctx context.Context, header http.Header, body []byte) error {
	event, err := s.provider.Event(body, header.Get("Stripe-Signature"))
	if err != nil {
		return err
	}
	if event.ID == "" || s.settings.Seller == "" {
		return nil
	}
	if _, _, known, err := s.answers.InboundAnswer(ctx, providerName, event.ID, event.Type); err != nil || known {
		return err
	}
	if err := s.take(ctx, event); err != nil {
		return err
	}
	_, err = s.store.Commit(ctx, row.Change{Organization: s.settings.Seller, Inbound: &row.Inbound{Provider: providerName, ProviderID: event.ID, Kind: event.Type}})
	if fault.Is(err, fault.Conflict) { // two deliveries at once
		return nil
	}
	return err
}

func (s *Service) take(ctx context.Context, event payments.Event) (err error) {
	invoice := event.Invoice
	if invoice == "" && event.Charge != "" {
		if invoice, err = s.provider.InvoiceOfCharge(ctx, event.Charge); err != nil {
			return unknown(err)
		}
	}
	subscription := event.Subscription
	if invoice != "" {
		if subscription, err = s.syncSale(ctx, invoice); err != nil {
			return err
		}
	}
	if subscription != "" {
		if err := s.Sync(ctx, subscription); err != nil {
			return err
		}
	}
	if event.Session != "" {
		return s.syncSession(ctx, event.Session)
	}
	return nil
}

// unknown drops the error of something that the provider does not know, as of another account.
func unknown(err error) error {
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	return err
}

// syncSession takes over the card that a checkout stored, and forgets one that has ended.
func (s *Service) syncSession(ctx context.Context, session string) error {
	found, err := s.provider.Session(ctx, session)
	if err != nil {
		return unknown(err)
	}
	organization, ok := id.Parse(found.Metadata[metaOrganization])
	if !ok || found.PaymentMethod == "" {
		return nil
	}
	purchase, ok := id.Parse(found.Metadata[metaCardOf])
	if !ok {
		return nil
	}
	record, err := s.purchase(ctx, organization, purchase)
	if err != nil || !owns(record) {
		return err
	}
	return s.useCard(ctx, record.Text("subscription_id"), found.PaymentMethod)
}

// useCard makes a card pay a subscription, and what is open of it.
func (s *Service) useCard(ctx context.Context, subscription, method string) error {
	if err := s.provider.UsePaymentMethod(ctx, subscription, method); err != nil {
		return unknown(err)
	}
	current, err := s.provider.Subscription(ctx, subscription)
	if err != nil {
		return unknown(err)
	}
	if current.Status == payments.PastDue && current.Latest.ID != "" {
		if err := s.provider.Pay(ctx, current.Latest.ID); err != nil && !fault.Is(err, fault.Conflict) {
			return err
		}
	}
	return s.Sync(ctx, subscription)
}

// Sync makes the purchase what its subscription is now. It is safe at any time and any number of
// times: the purchase is read before the subscription and written at that version, so an older
// state never replaces a newer one.
func (s *Service) Sync(ctx context.Context, subscription string) error {
	named, err := s.provider.Subscription(ctx, subscription)
	if err != nil {
		return unknown(err)
	}
	organization, isOurs := id.Parse(named.Metadata[metaOrganization])
	product, isProduct := id.Parse(named.Metadata[metaProduct])
	if !isOurs || !isProduct {
		return nil
	}
	purchase := slot(organization, product, named.Metadata[metaField], named.Metadata[metaTitle])
	for range attempts {
		if err = s.sync(ctx, organization, product, purchase, subscription); !isOvertaken(err) {
			return err
		}
	}
	return err
}

func (s *Service) sync(ctx context.Context, organization, product, purchase id.ID, subscription string) error {
	had, err := s.purchase(ctx, organization, purchase)
	if err != nil {
		return err
	}
	current, err := s.provider.Subscription(ctx, subscription)
	if err != nil {
		return unknown(err)
	}
	if other := had.Text("subscription_id"); other != "" && other != subscription {
		isSuperseded, err := s.superseded(ctx, other, current)
		if err != nil || isSuperseded {
			return err
		}
	}
	record, err := s.store.Get(ctx, s.settings.Seller, productObject, product)
	if err != nil && !fault.Is(err, fault.NotFound) { // what was paid for stays, though the product went
		return err
	}
	set := s.stateOf(current, record)
	set["field"], set["product"] = current.Metadata[metaField], string(product)
	if had.ID == "" {
		set["name"], set["tier_title"] = current.Metadata[metaTitle], current.Metadata[metaTitle]
	}
	if name := record.Text("name"); name != "" {
		set["name"] = name
	}
	s.keepSeats(had, set)
	hasAccess, _ := set["access"].(bool)
	more, err := s.installation(ctx, organization, purchase, record, hasAccess)
	if err != nil {
		return err
	}
	if differs(had, set) || len(more) > 0 {
		if err := s.put(ctx, organization, "", purchase, had, set, "purchase.synced", more...); err != nil {
			return err
		}
	}
	if set["status"] == Refunded && current.Status != payments.Canceled { // or it would bill again
		return s.provider.CancelNow(ctx, subscription)
	}
	return nil
}

// superseded reports whether another subscription of the same plan stands. One that was paid as well
// by accident is ended and its money returned.
func (s *Service) superseded(ctx context.Context, other string, current payments.Subscription) (bool, error) {
	stands, err := s.provider.Subscription(ctx, other)
	if fault.Is(err, fault.NotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if stands.Status == payments.Canceled {
		return current.Created.Before(stands.Created), nil
	}
	if current.Status == payments.Active && current.Latest.Status == payments.InvoicePaid {
		s.log.WarnContext(ctx, "a plan was paid twice; the second subscription is refunded", "subscription", current.ID)
		if err := s.provider.Refund(ctx, current.Latest.ID, 0, "double-"+current.ID); err != nil {
			return true, err
		}
	}
	if current.Status != payments.Canceled {
		return true, s.provider.CancelNow(ctx, current.ID)
	}
	return true, nil
}

// stateOf returns the fields of a purchase with a subscription.
func (s *Service) stateOf(current payments.Subscription, product row.Record) row.Fields {
	set := row.Fields{
		"subscription_id": current.ID, "customer_id": current.Customer, "price_id": current.Price.ID, "quantity": current.Quantity,
		"unit_price": decimal(current.Price.Amount), "frequency": current.Price.Interval, "current_period_end": when(current.PeriodEnd),
		"cancel_at": when(current.CancelAt), "grace_until": nil, "checkout": nil, "app": string(product.Lookup("app")),
	}
	if index, tier, ok := s.tierOf(product, current); ok {
		set["tier"], set["tier_title"] = index, tier.Title
	}
	status, hasAccess := Open, false
	switch {
	case current.Latest.Status == payments.InvoiceDisputed:
		status = Disputed
	case current.Latest.Status == payments.InvoiceRefunded:
		status = Refunded
	case current.Status == payments.Active:
		status, hasAccess = Active, true
	case current.Status == payments.PastDue:
		until := current.Latest.Created.Add(grace)
		status, hasAccess = PastDue, s.now().Before(until)
		set["grace_until"] = until
	case current.Status == payments.Canceled:
		status = Canceled
	}
	if status != Active && status != PastDue {
		set["cancel_at"] = nil
	}
	set["status"], set["access"] = status, hasAccess
	return set
}

// tierOf finds the tier that a subscription's price belongs to.
func (s *Service) tierOf(product row.Record, current payments.Subscription) (int64, Tier, bool) {
	tiers, err := readTiers(product, current.Metadata[metaField])
	if err != nil {
		return 0, Tier{}, false
	}
	for i := range tiers {
		if tiers[i].price(s.settings.IsLive) == current.Price.ID {
			return int64(i), tiers[i], true
		}
	}
	return 0, Tier{}, false
}

func when(at time.Time) any {
	if at.IsZero() {
		return nil
	}
	return at
}

// differs reports whether a record does not have these values yet.
func differs(had row.Record, set row.Fields) bool {
	if had.ID == "" {
		return true
	}
	for name, value := range set {
		switch v := value.(type) {
		case time.Time:
			if !had.Time(name).Equal(v) {
				return true
			}
		case nil:
			if is := had.Fields[name]; is != nil && is != "" {
				return true
			}
		case string:
			if had.Text(name) != v {
				return true
			}
		case []id.ID:
			if len(had.Lookups(name)) != len(v) {
				return true
			}
		default:
			if had.Fields[name] != v {
				return true
			}
		}
	}
	return false
}

// syncSale makes the seller's record of an invoice what the invoice is now, and returns the
// subscription that it bills.
func (s *Service) syncSale(ctx context.Context, invoice string) (subscription string, err error) {
	for range attempts {
		if subscription, err = s.sale(ctx, invoice); !isOvertaken(err) {
			return subscription, err
		}
	}
	return subscription, err
}

func saleID(invoice string) id.ID { return id.Derived("market/sale/" + invoice) }

func (s *Service) sale(ctx context.Context, invoice string) (string, error) {
	had, err := s.store.Get(ctx, s.settings.Seller, saleObject, saleID(invoice))
	if err != nil && !fault.Is(err, fault.NotFound) {
		return "", err
	}
	current, err := s.provider.Invoice(ctx, invoice)
	if err != nil || current.Subscription == "" {
		return "", unknown(err)
	}
	of, err := s.provider.Subscription(ctx, current.Subscription)
	if err != nil {
		return "", unknown(err)
	}
	buyer, isOurs := id.Parse(of.Metadata[metaOrganization])
	product, isProduct := id.Parse(of.Metadata[metaProduct])
	if !isOurs || !isProduct {
		return "", nil
	}
	name, err := s.names.OrganizationName(ctx, buyer)
	if err != nil && !fault.Is(err, fault.NotFound) {
		return "", err
	}
	revenue := int64(0)
	if current.Status == payments.InvoicePaid {
		revenue = current.Amount - current.Refunded
	}
	title := current.Number
	if title == "" {
		title = current.ID
	}
	set := row.Fields{
		"name": title, "buyer": name, "buyer_id": string(buyer), "status": current.Status, "amount": decimal(current.Amount),
		"refunded": decimal(current.Refunded), "revenue": decimal(revenue), "currency": current.Currency, "invoiced_date": when(current.Created),
		"paid_date": when(current.Paid), "invoice_id": current.ID, "subscription_id": current.Subscription,
	}
	if record, err := s.store.Get(ctx, s.settings.Seller, productObject, product); err == nil {
		set["product"], set["product_name"] = product, record.Text("name")
	}
	if !differs(had, set) {
		return current.Subscription, nil
	}
	write := row.Write{Object: saleObject, ID: saleID(invoice), Op: entry.Updated, Expect: had.Version, Set: set, Cause: "sale.synced"}
	if had.ID == "" {
		write.Op = entry.Created
	}
	_, err = s.store.Commit(ctx, row.Change{Organization: s.settings.Seller, Writes: []row.Write{write}})
	return current.Subscription, err
}
