// Package onboarding guides the administrators of an organization through connecting other
// systems. It owns the onboarding records, whose wizards keep their progress there. Records
// have no actor: actors/records changes them.
// The Service sets up an organization's account at the phone provider. Each of its commands
// looks at the provider and at our records first, so that a repeat creates nothing.
//
// Concurrency: a Service never changes. Lifecycle: none.
// Invariants: an organization has one record per wizard, whose id follows from both. No
// onboarding record holds a secret; those of the provider are sealed where they lie.
// Allowed imports: storage leaves, storage/schema, storage/access, actors/feature,
// actors/carrier, actors/numbers, actors/runtime.
package onboarding
