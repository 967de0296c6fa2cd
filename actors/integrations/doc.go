// Package integrations declares the objects of other systems that an organization is
// connected with: which they are, and the credentials by which they let it in. Their records
// have no owner of their own: they are changed by actors/records.
//
// Concurrency: declarations only.
// Allowed imports: storage leaves, storage/schema, actors/feature.
package integrations
