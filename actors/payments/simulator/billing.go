package simulator

import (
	"fmt"
	"net/http"
	"strings"
	"time"
)

// The states of a subscription and of an invoice.
const (
	active   = "active"
	pastDue  = "past_due"
	canceled = "canceled"
	open     = "open"
	paid     = "paid"
)

const (
	// retryAfter is between attempts to collect a failed invoice, maxAttempts how many there are
	// before the subscription is canceled.
	retryAfter  = 24 * time.Hour
	maxAttempts = 4
)

// The test cards, as Stripe documents them. Every other well-formed number is paid.
const (
	CardPays      = "4242424242424242"
	CardDeclined  = "4000000000000002"
	CardNoFunds   = "4000000000009995"
	CardNeedsStep = "4000002500003155"
	CardFailsNext = "4000000000000341"
)

func (s *Simulator) getSubscription(st *state, f form) (any, error) {
	x := st.Subscriptions[f.id]
	if x == nil {
		return nil, missing("subscription", f.id)
	}
	return st.showSubscription(f.id, x), nil
}

// after returns the end of a period that begins at a moment.
func (st *state) after(from int64, price string) int64 {
	at := time.Unix(from, 0).UTC()
	switch st.Prices[price].Interval {
	case "day":
		return at.AddDate(0, 0, 1).Unix()
	case "week":
		return at.AddDate(0, 0, 7).Unix()
	case "year":
		return at.AddDate(1, 0, 0).Unix()
	default:
		return at.AddDate(0, 1, 0).Unix()
	}
}

// bill makes an invoice of a subscription and collects it by its card. first says that the buyer
// is there.
func (s *Simulator) bill(st *state, id string, amount int64, first bool) bool {
	x := st.Subscriptions[id]
	made := st.id("in")
	in := &invoice{
		Number: fmt.Sprintf("SIM-%04d", len(st.Invoices)+1), Customer: x.Customer, Subscription: id, Status: open,
		Currency: st.Prices[x.Price].Currency, Amount: amount, Created: s.now().Unix(),
	}
	st.Invoices[made], x.Latest = in, made
	return s.collect(st, made, first)
}

// collect tries to pay an invoice.
func (s *Simulator) collect(st *state, id string, first bool) bool {
	in := st.Invoices[id]
	x := st.Subscriptions[in.Subscription]
	in.Attempted = true
	card := st.Methods[x.Method]
	if in.Amount > 0 && !first && (card == CardFailsNext || card == CardDeclined || card == CardNoFunds) {
		s.emit(st, "invoice.payment_failed", st.showInvoice(id, in))
		return false
	}
	in.Status, in.Paid = paid, s.now().Unix()
	if in.Amount > 0 {
		in.Charge = st.id("ch")
		st.Charges[in.Charge] = &charge{Invoice: id, Currency: in.Currency, Amount: in.Amount, IsPaid: true, Created: s.now().Unix()}
	}
	s.emit(st, "invoice.paid", st.showInvoice(id, in))
	return true
}

// prorated returns what the rest of the period costs after a change.
func (st *state) prorated(x *subscription, price string, quantity, at int64) int64 {
	whole := x.PeriodEnd - x.PeriodStart
	left := min(max(x.PeriodEnd-at, 0), whole)
	before, after := st.Prices[x.Price].Amount*x.Quantity, st.Prices[price].Amount*quantity
	return after*left/whole - before*left/whole
}

func (s *Simulator) updateSubscription(st *state, f form) (any, error) {
	x := st.Subscriptions[f.id]
	switch {
	case x == nil:
		return nil, missing("subscription", f.id)
	case x.Status == canceled:
		return nil, invalid("resource_missing", "A canceled subscription can only update its metadata.")
	}
	if method := f.Get("default_payment_method"); method != "" {
		if st.Methods[method] == "" {
			return nil, missing("payment method", method)
		}
		x.Method = method
	}
	if f.Has("cancel_at_period_end") {
		x.CancelsAtEnd, x.CancelAt = f.Get("cancel_at_period_end") == "true", 0
		if x.CancelsAtEnd {
			x.CancelAt = x.PeriodEnd
		}
	}
	if err := s.changeItem(st, f, x); err != nil {
		return nil, err
	}
	s.emit(st, "customer.subscription.updated", st.showSubscription(f.id, x))
	return st.showSubscription(f.id, x), nil
}

func (s *Simulator) changeItem(st *state, f form, x *subscription) error {
	price, quantity := f.Get("items[0][price]"), f.number("items[0][quantity]")
	switch {
	case price == "":
		return nil
	case f.Get("items[0][id]") != x.Item:
		return invalid("", "The simulator knows one item of a subscription.")
	case st.Prices[price] == nil:
		return missing("price", price)
	}
	if quantity == 0 {
		quantity = 1 // as the provider does where none is sent
	}
	at := f.number("proration_date")
	if at == 0 {
		at = s.now().Unix()
	}
	amount := st.prorated(x, price, quantity, at)
	if f.Get("proration_behavior") == "always_invoice" && amount > 0 {
		card := st.Methods[x.Method]
		if card == CardFailsNext || card == CardDeclined || card == CardNoFunds {
			return &refusal{http.StatusPaymentRequired, "card_error", "card_declined", "Your card was declined."}
		}
		x.Price, x.Quantity = price, quantity
		s.bill(st, f.id, amount, false)
		return nil
	}
	x.Price, x.Quantity = price, quantity
	x.Pending += amount
	return nil
}

func (s *Simulator) cancelSubscription(st *state, f form) (any, error) {
	x := st.Subscriptions[f.id]
	if x == nil || x.Status == canceled {
		return nil, missing("subscription", f.id)
	}
	s.end(st, f.id, x)
	return st.showSubscription(f.id, x), nil
}

func (s *Simulator) end(st *state, id string, x *subscription) {
	x.Status = canceled
	s.emit(st, "customer.subscription.deleted", st.showSubscription(id, x))
}

func (s *Simulator) upcoming(st *state, f form) (any, error) {
	id := f.Get("subscription")
	x := st.Subscriptions[id]
	price, quantity := f.Get("subscription_items[0][price]"), f.number("subscription_items[0][quantity]")
	if x == nil || x.Status == canceled {
		return nil, invalid("invoice_upcoming_none", "No upcoming invoices for customer.")
	}
	if st.Prices[price] == nil {
		return nil, missing("price", price)
	}
	line := func(amount int64, proration bool) object {
		return object{"id": "il_tmp", "object": "line_item", "amount": amount, "currency": st.Prices[price].Currency, "proration": proration, "type": "subscription"}
	}
	change := st.prorated(x, price, quantity, f.number("subscription_proration_date"))
	next := st.Prices[price].Amount * quantity
	return object{
		"object": "invoice", "currency": st.Prices[price].Currency, "subscription": id, "customer": x.Customer, "total": change + next + x.Pending,
		"lines": object{"object": "list", "has_more": false, "url": "/v1/invoices/upcoming/lines", "data": []any{line(change, true), line(next, false)}},
	}, nil
}

func (s *Simulator) payInvoice(st *state, f form) (any, error) {
	in := st.Invoices[f.id]
	switch {
	case in == nil:
		return nil, missing("invoice", f.id)
	case in.Status != open:
		return nil, invalid("invoice_already_paid", "Invoice is already paid")
	case !s.collect(st, f.id, false):
		return nil, &refusal{http.StatusPaymentRequired, "card_error", "card_declined", "Your card was declined."}
	}
	if x := st.Subscriptions[in.Subscription]; x.Status == pastDue && x.Latest == f.id {
		x.Status, x.Attempts, x.NextTry = active, 0, 0
		s.emit(st, "customer.subscription.updated", st.showSubscription(in.Subscription, x))
	}
	return st.showInvoice(f.id, in), nil
}

func (s *Simulator) refund(st *state, f form) (any, error) {
	id := f.Get("charge")
	x := st.Charges[id]
	if x == nil {
		return nil, missing("charge", id)
	}
	amount := f.number("amount")
	if amount == 0 {
		amount = x.Amount - x.Refunded
	}
	if amount <= 0 || x.Refunded+amount > x.Amount {
		return nil, invalid("charge_already_refunded", "Charge "+id+" has already been refunded.")
	}
	x.Refunded += amount
	s.emit(st, "charge.refunded", showCharge(id, x))
	return object{"id": st.id("re"), "object": "refund", "amount": amount, "charge": id, "status": "succeeded", "currency": x.Currency}, nil
}

// Dispute makes the holder of the card dispute the latest charge of a subscription.
func (s *Simulator) Dispute(id string) error {
	return s.changed(func(st *state) error {
		x := st.Subscriptions[id]
		if x == nil {
			return missing("subscription", id)
		}
		in := st.Invoices[x.Latest]
		c := st.Charges[in.Charge]
		if c == nil {
			return invalid("", "The latest invoice has no charge.")
		}
		c.IsDisputed = true
		s.emit(st, "charge.dispute.created", object{"id": st.id("dp"), "object": "dispute", "charge": in.Charge, "status": "needs_response"})
		return nil
	})
}

// Renew ends the period of a subscription of an organization now, as if its time had passed.
func (s *Simulator) Renew(organization, id string) error {
	return s.changed(func(st *state) error {
		x := st.Subscriptions[id]
		if x == nil || x.Status == canceled || x.Metadata["organization"] != organization {
			return missing("subscription", id)
		}
		if x.Status == pastDue {
			x.NextTry = 0
			s.retry(st, id, x)
			return nil
		}
		x.PeriodEnd = s.now().Unix()
		s.renew(st, id, x)
		return nil
	})
}

func (s *Simulator) renew(st *state, id string, x *subscription) {
	if x.CancelsAtEnd {
		s.end(st, id, x)
		return
	}
	amount := max(st.Prices[x.Price].Amount*x.Quantity+x.Pending, 0)
	x.Pending = 0
	x.PeriodStart = x.PeriodEnd
	x.PeriodEnd = st.after(x.PeriodStart, x.Price)
	if !s.bill(st, id, amount, false) {
		x.Status, x.Attempts, x.NextTry = pastDue, 1, s.now().Add(retryAfter).Unix()
	}
	s.emit(st, "customer.subscription.updated", st.showSubscription(id, x))
}

func (s *Simulator) retry(st *state, id string, x *subscription) {
	if s.collect(st, x.Latest, false) {
		x.Status, x.Attempts, x.NextTry = active, 0, 0
		s.emit(st, "customer.subscription.updated", st.showSubscription(id, x))
		return
	}
	if x.Attempts++; x.Attempts >= maxAttempts {
		s.end(st, id, x)
		return
	}
	x.NextTry = s.now().Add(retryAfter).Unix()
}

// due renews and collects what is due.
func (s *Simulator) due(st *state) {
	now := s.now().Unix()
	for id, x := range st.Subscriptions {
		switch {
		case x.Status == active && x.PeriodEnd <= now:
			s.renew(st, id, x)
		case x.Status == pastDue && x.NextTry <= now:
			s.retry(st, id, x)
		}
	}
}

// digits takes the spaces out of a card number.
func digits(number string) string { return strings.NewReplacer(" ", "", "-", "").Replace(number) }
