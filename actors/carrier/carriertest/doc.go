// Package carriertest holds what every carrier has to pass: one suite over the
// port, a receiving side that stands in for the product, and a transport that
// checks each request and each answer against the provider's published
// description.
//
// The descriptions in testdata are the provider's OpenAPI documents (MIT, see the
// LICENSE beside them). They describe no errors, so only answers 2xx are checked;
// and their schemas accept unknown form fields, so names are checked by hand.
//
// Concurrency: a Product and a Checking transport are safe for concurrent use.
// Lifecycle: for tests only; nothing runs in the background.
// Allowed imports: actors/carrier, storage leaves, kin-openapi.
package carriertest
