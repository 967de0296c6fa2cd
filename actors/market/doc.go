// Package market sells products to organizations: a catalogue, checkouts, subscriptions and what
// they give access to.
//
// It owns: the objects product, purchase and sale, Service, and the provider's webhook. Products
// and sales belong to the organization that sells (Settings.Seller); a purchase belongs to the
// organization that bought.
//
// Invariants: price and quantity come from the product and from the provider, never from a client.
// A purchase follows its subscription: whatever happens, its current state is read from the
// provider and written under a version check, so that neither the order of events nor their
// repetition matters. A product has one paid plan in an organization, and one of each add-on. Who
// has not paid has no access, except for the grace after a failed renewal.
//
// Concurrency: Service is safe for concurrent use and keeps no state.
// Lifecycle: a job ends what was not paid within the grace.
// Allowed imports: actors/feature, actors/payments, storage leaves, storage/schema, storage/access.
package market
