package smoke_test

import (
	"bytes"
	"net/http"

	"switchboard/storage/id"
	"switchboard/storage/waittest"
)

// claimed returns a purchase of something free.
func (w *walk) claimed() id.ID {
	w.t.Helper()
	var out struct {
		Purchase struct {
			ID id.ID `json:"id"`
		} `json:"purchase"`
	}
	order := map[string]any{"product_id": id.Derived("demo/product/onboarding assistance"), "tier": 0}
	if got := w.desks["superuser"].Request(http.MethodPost, "/v1/marketplace/claim", order, &out); got != http.StatusOK {
		w.t.Fatalf("a free product is claimed: %d", got)
	}
	return out.Purchase.ID
}

// sold buys something by a simulated card, and returns the sale of which the webhook told.
func (w *walk) sold() id.ID {
	w.t.Helper()
	admin := w.desks["superuser"]
	if had := admin.list("sale", ""); len(had) > 0 {
		return id.ID(had[0].text("id"))
	}
	var out struct {
		Secret string `json:"secret"`
	}
	order := map[string]any{"product_id": id.Derived("demo/product/campaign texts"), "tier": 0, "quantity": 1}
	if got := admin.Request(http.MethodPost, "/v1/marketplace/checkout", order, &out); got != http.StatusCreated {
		w.t.Fatalf("a checkout is opened: %d", got)
	}
	card := []byte(`{"number":"4242 4242 4242 4242","expiry":"12/49","cvc":"123"}`)
	request, err := http.NewRequestWithContext(w.t.Context(), http.MethodPost, w.product.URL+"/simulator/payments/checkout/"+out.Secret, bytes.NewReader(card))
	if err != nil {
		w.t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil || response.StatusCode != http.StatusOK {
		w.t.Fatalf("a card pays: %v %v", response, err)
	}
	_ = response.Body.Close()
	var found []record
	waittest.Until(w.t, "the webhook to tell of a sale", func() bool {
		found = admin.list("sale", "")
		return len(found) > 0
	})
	return id.ID(found[0].text("id"))
}
