// Package subscribers declares who is told of which record, and of what of it. A person makes,
// changes and removes his own subscriptions; those of others are whoever's rights to the
// object let change them. Nobody is subscribed to a record that he may not read.
//
// Concurrency: its reviewer holds nothing that changes.
// Allowed imports: storage leaves, storage/schema, storage/access, actors/feature, actors/sight.
package subscribers
