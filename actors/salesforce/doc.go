// Package salesforce tells a person how he stands with Salesforce: which credential is his, and
// what an administrator must set up before he can authorize it. The feature is there where the
// app is in use that stands for it; the integrated app in that app's records is Salesforce.
//
// Concurrency: a Service never changes. Lifecycle: none.
// Allowed imports: storage leaves, storage/schema, storage/access, actors/feature.
package salesforce
