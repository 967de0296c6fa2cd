// Package carriertest holds the tests of all carriers: a suite over the port, a
// receiver that stands in for the product, and a transport that checks each request
// and response against the provider's published description.
//
// The descriptions in testdata are the provider's OpenAPI documents (MIT, see their
// LICENSE). They describe no errors, so only 2xx responses are checked. Their schemas
// accept unknown form fields, so field names are checked by hand.
//
// Concurrency: a Product and a Checking transport are safe for concurrent use.
// Lifecycle: for tests only; nothing runs in the background. Allowed imports:
// actors/carrier, storage leaves, kin-openapi.
package carriertest
