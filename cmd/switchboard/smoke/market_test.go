package smoke_test

import (
	"bytes"
	"net/http"
	"strings"

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

// sold buys something by a simulated card, and returns the sale that the webhook reported.
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
	waittest.Until(w.t, "the webhook to report a sale", func() bool {
		found = admin.list("sale", "")
		return len(found) > 0
	})
	return id.ID(found[0].text("id"))
}

// marketRoutes are the routes of the marketplace, of its webhook and of simulated payments.
func marketRoutes() map[string]route {
	sold := id.Derived("demo/product/team phone")
	always := func(status, method, path string, body any) route {
		return route{strings.TrimSpace(strings.Repeat(status+" ", len(kinds()))), plainly(method, path, body)}
	}
	return map[string]route{
		"GET /v1/marketplace/products": {"401 200 200 200 200 200 200", plainly(http.MethodGet, "/v1/marketplace/products", nil)},
		"GET /v1/marketplace/product/{id}": {"401 200 200 200 200 200 200", func(w *walk, d *desk) int { // offered to all
			return d.Request(http.MethodGet, "/v1/marketplace/product/"+sold.String(), nil, nil)
		}},
		"GET /v1/marketplace/invoices":  {"401 403 403 403 403 200 200", plainly(http.MethodGet, "/v1/marketplace/invoices", nil)},
		"POST /v1/marketplace/checkout": {"401 403 403 403 403 201 201", plainly(http.MethodPost, "/v1/marketplace/checkout", map[string]any{"product_id": sold, "tier": 1, "quantity": 10})},
		"POST /v1/marketplace/claim":    {"401 403 403 403 403 200 200", plainly(http.MethodPost, "/v1/marketplace/claim", map[string]any{"product_id": id.Derived("demo/product/contact cleaner"), "tier": 0})},
		"POST /v1/marketplace/confirm":  {"401 404 404 404 404 404 404", plainly(http.MethodPost, "/v1/marketplace/confirm", map[string]any{"session_id": "cs_test_none"})},
		"POST /v1/marketplace/subscription/{id}": {"401 403 403 403 403 409 404", func(w *walk, d *desk) int { // a free one
			return d.Request(http.MethodPost, "/v1/marketplace/subscription/"+w.claimed().String(), map[string]any{"cancel": true}, nil)
		}},
		"POST /v1/marketplace/subscription/{id}/preview": {"401 403 403 403 403 409 404", func(w *walk, d *desk) int {
			return d.Request(http.MethodPost, "/v1/marketplace/subscription/"+w.claimed().String()+"/preview", map[string]any{"tier": 0, "quantity": 1}, nil)
		}},
		"POST /v1/marketplace/subscription/{id}/card": {"401 403 403 403 403 409 404", func(w *walk, d *desk) int {
			return d.Request(http.MethodPost, "/v1/marketplace/subscription/"+w.claimed().String()+"/card", nil, nil)
		}},
		"POST /v1/marketplace/subscription/{id}/seats": {"401 403 403 403 403 200 404", func(w *walk, d *desk) int {
			return d.Request(http.MethodPost, "/v1/marketplace/subscription/"+w.claimed().String()+"/seats", map[string]any{"seats": []string{}}, nil)
		}},
		"POST /v1/marketplace/product/{id}/prices": {"401 403 403 403 403 200 403", func(w *walk, d *desk) int {
			return d.Request(http.MethodPost, "/v1/marketplace/product/"+sold.String()+"/prices", nil, nil)
		}},
		"POST /v1/marketplace/sale/{id}/refund":      {"401 403 403 403 403 404 403", plainly(http.MethodPost, "/v1/marketplace/sale/"+id.New().String()+"/refund", nil)},
		"POST /v1/webhooks/stripe":                   always("403", http.MethodPost, "/v1/webhooks/stripe", map[string]any{"id": "evt_forged"}),
		"GET /simulator/payments/checkout/{secret}":  always("404", http.MethodGet, "/simulator/payments/checkout/none", nil),
		"POST /simulator/payments/checkout/{secret}": always("404", http.MethodPost, "/simulator/payments/checkout/none", map[string]any{"number": "4242424242424242"}),
		"POST /simulator/payments/renew":             {"401 403 403 403 403 404 404", plainly(http.MethodPost, "/simulator/payments/renew", map[string]any{"subscription": "sub_none"})},
	}
}
