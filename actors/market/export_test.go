package market

import (
	"log/slog"
	"time"

	"switchboard/actors/feature"
	"switchboard/actors/payments"
	"switchboard/storage/id"
)

// New makes a Service for tests.
func New(store Store, provider payments.Provider, settings Settings, names Names, answers Answers, now func() time.Time) *Service {
	return &Service{store: store, provider: provider, settings: settings, names: names, answers: answers, log: slog.New(slog.DiscardHandler), now: now}
}

// Slot names a purchase.
func Slot(organization, product id.ID, field, title string) id.ID {
	return slot(organization, product, field, title)
}

// Reviewer is that of products.
func Reviewer(seller id.ID) feature.Reviewer { return productReviewer{seller} }
