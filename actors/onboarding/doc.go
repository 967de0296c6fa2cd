// Package onboarding guides the administrators of an organization through connecting other
// systems. It owns the onboarding records, whose wizards keep their progress there. Records
// have no actor: actors/records changes them.
//
// Concurrency: declarations only. Lifecycle: none.
// Invariants: an organization has one record per wizard, whose id follows from both. No
// record holds a secret.
// Allowed imports: storage leaves, storage/schema, actors/feature.
package onboarding
