package market_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"github.com/stripe/stripe-go/v76/webhook"

	"switchboard/actors/feature"
	"switchboard/actors/market"
	"switchboard/actors/payments/simulator"
	"switchboard/actors/payments/stripe"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

func on(record id.ID) feature.On { return feature.On{ID: record} }

func rawJSON(text string) json.RawMessage { return json.RawMessage(text) }

func sign(body []byte, at time.Time) string {
	return webhook.GenerateTestSignedPayload(&webhook.UnsignedPayload{Payload: body, Secret: webhookSecret, Timestamp: at}).Header
}

var renamings int

// renamed is an event under another id, so that it is not known.
func renamed(e simulator.Signed) simulator.Signed {
	renamings++
	body := bytes.Replace(e.Body, []byte(`"`+e.ID+`"`), fmt.Appendf(nil, `"evt_again%d"`, renamings), 1)
	return simulator.Signed{ID: e.ID, Body: body, Signature: sign(body, time.Now())}
}

// reset empties the plan that the buyer has, as before the first event.
func reset(w *world) row.Write {
	return row.Write{Object: "purchase", ID: w.slot(), Op: entry.Updated, Set: row.Fields{
		"status": "open", "access": false, "subscription_id": nil, "quantity": nil, "grace_until": nil, "current_period_end": nil, "price_id": nil,
	}}
}

func (w *world) users(n int) []id.ID {
	w.Helper()
	var out []id.ID
	for i := range n {
		user := id.New()
		w.write(w.buyer, row.Write{Object: "user", ID: user, Op: entry.Created, Set: row.Fields{"name": fmt.Sprintf("User %d", i), "email": fmt.Sprintf("u%d@acme.test", i), "is_active": true}})
		out = append(out, user)
	}
	return out
}

// stop makes the seller the only one who ends subscriptions.
func (w *world) stop() {
	provider := stripe.New(stripe.Config{SecretKey: secretKey, WebhookSecret: webhookSecret, URL: "http://payments.test", Transport: w.sim.Transport()})
	w.service = market.New(w.store, provider, market.Settings{Seller: seller, CannotStop: true}, names{}, w.store, time.Now)
}
