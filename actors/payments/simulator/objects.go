package simulator

import (
	"cmp"
	"slices"
	"strings"
)

// object is a thing as the API shows it.
type object = map[string]any

func account(*state, form) (any, error) {
	return object{
		"id": "acct_simulated", "object": "account", "charges_enabled": true, "details_submitted": true, "default_currency": "usd",
		"settings": object{"dashboard": object{"display_name": "Simulated account"}},
	}, nil
}

func (s *Simulator) endpoints(*state, form) (any, error) {
	return object{"object": "list", "has_more": false, "url": "/v1/webhook_endpoints", "data": []any{object{
		"id": "we_simulated", "object": "webhook_endpoint", "url": s.config.Webhook, "status": "enabled", "enabled_events": []string{"*"},
	}}}, nil
}

func showPrice(id string, p *price) object {
	return object{
		"id": id, "object": "price", "active": true, "currency": p.Currency, "unit_amount": p.Amount, "type": "recurring", "created": p.Created,
		"recurring": object{"interval": p.Interval, "interval_count": 1, "usage_type": "licensed"}, "product": p.Product,
	}
}

func (s *Simulator) getPrice(st *state, f form) (any, error) {
	p := st.Prices[f.id]
	if p == nil {
		return nil, missing("price", f.id)
	}
	return showPrice(f.id, p), nil
}

func (s *Simulator) createPrice(st *state, f form) (any, error) {
	if len(st.Prices) >= most {
		return nil, invalid("", "The simulator keeps no more prices.")
	}
	if f.number("unit_amount") <= 0 {
		return nil, invalid("parameter_invalid_integer", "Invalid unit_amount.")
	}
	id := st.id("price")
	st.Prices[id] = &price{
		Product: f.Get("product_data[name]"), Currency: f.Get("currency"), Interval: cmp.Or(f.Get("recurring[interval]"), "month"),
		Amount: f.number("unit_amount"), Created: s.now().Unix(),
	}
	return showPrice(id, st.Prices[id]), nil
}

func (s *Simulator) createCustomer(st *state, f form) (any, error) {
	if len(st.Customers) >= most {
		return nil, invalid("", "The simulator keeps no more customers.")
	}
	id := st.id("cus")
	c := &customer{Name: f.Get("name"), Email: f.Get("email"), Metadata: f.metadata("metadata"), Created: s.now().Unix()}
	st.Customers[id] = c
	return object{"id": id, "object": "customer", "name": c.Name, "email": c.Email, "metadata": c.Metadata, "created": c.Created}, nil
}

func showSession(id string, x *session) object {
	out := object{
		"id": id, "object": "checkout.session", "mode": x.Mode, "status": x.Status, "ui_mode": "embedded", "client_secret": x.Secret,
		"customer": x.Customer, "return_url": x.ReturnURL, "metadata": x.Metadata, "created": x.Created, "livemode": false,
		"payment_status": "unpaid", "subscription": nil, "setup_intent": nil,
	}
	if x.IsPaid {
		out["payment_status"] = "paid"
	}
	if x.Subscription != "" {
		out["subscription"] = x.Subscription
	}
	if x.Mode == modeSetup && x.Method != "" {
		out["payment_status"] = "no_payment_required"
		out["setup_intent"] = object{"id": "seti_" + id, "object": "setup_intent", "status": "succeeded", "payment_method": x.Method}
	}
	return out
}

func (st *state) showSubscription(id string, x *subscription) object {
	p := st.Prices[x.Price]
	out := object{
		"id": id, "object": "subscription", "status": x.Status, "customer": x.Customer, "metadata": x.Metadata, "created": x.Created,
		"current_period_start": x.PeriodStart, "current_period_end": x.PeriodEnd, "cancel_at_period_end": x.CancelsAtEnd,
		"cancel_at": nil, "default_payment_method": x.Method, "latest_invoice": nil, "livemode": false,
		"items": object{"object": "list", "has_more": false, "url": "/v1/subscription_items", "data": []any{object{
			"id": x.Item, "object": "subscription_item", "quantity": x.Quantity, "price": showPrice(x.Price, p), "subscription": id,
		}}},
	}
	if x.CancelAt > 0 {
		out["cancel_at"] = x.CancelAt
	}
	if in := st.Invoices[x.Latest]; in != nil {
		out["latest_invoice"] = st.showInvoice(x.Latest, in)
	}
	return out
}

func (st *state) showInvoice(id string, x *invoice) object {
	out := object{
		"id": id, "object": "invoice", "number": x.Number, "customer": x.Customer, "subscription": x.Subscription, "status": x.Status,
		"currency": x.Currency, "total": x.Amount, "amount_due": x.Amount, "amount_paid": 0, "created": x.Created, "attempted": x.Attempted,
		"charge": nil, "hosted_invoice_url": nil, "status_transitions": object{"paid_at": nil}, "livemode": false,
	}
	if x.Paid > 0 {
		out["status_transitions"], out["amount_paid"] = object{"paid_at": x.Paid}, x.Amount
	}
	if c := st.Charges[x.Charge]; c != nil {
		out["charge"] = showCharge(x.Charge, c)
	}
	return out
}

func showCharge(id string, x *charge) object {
	return object{
		"id": id, "object": "charge", "amount": x.Amount, "amount_refunded": x.Refunded, "currency": x.Currency, "paid": x.IsPaid,
		"refunded": x.Refunded > 0 && x.Refunded >= x.Amount, "disputed": x.IsDisputed, "invoice": x.Invoice, "created": x.Created, "livemode": false,
	}
}

func (s *Simulator) getInvoice(st *state, f form) (any, error) {
	x := st.Invoices[f.id]
	if x == nil {
		return nil, missing("invoice", f.id)
	}
	return st.showInvoice(f.id, x), nil
}

func (s *Simulator) getCharge(st *state, f form) (any, error) {
	x := st.Charges[f.id]
	if x == nil {
		return nil, missing("charge", f.id)
	}
	return showCharge(f.id, x), nil
}

func (s *Simulator) listInvoices(st *state, f form) (any, error) {
	ids := []string{}
	for id, x := range st.Invoices {
		if x.Customer == f.Get("customer") {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(a, b string) int {
		return cmp.Or(cmp.Compare(st.Invoices[b].Created, st.Invoices[a].Created), cmp.Compare(len(b), len(a)), strings.Compare(b, a))
	})
	data := []any{}
	for _, id := range ids[:min(len(ids), 100)] {
		data = append(data, st.showInvoice(id, st.Invoices[id]))
	}
	return object{"object": "list", "has_more": false, "url": "/v1/invoices", "data": data}, nil
}
