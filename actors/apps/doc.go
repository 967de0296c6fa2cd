// Package apps owns apps, which group what was set up for one purpose and have administrators of
// their own, and their pages. It publishes an app as a package of a version, and deploys packages:
// to the next environment, to the organizations that installed the app, and from files.
//
// A package holds what an app defines (objects, fields) and the records that belong to it (triggers,
// functions, pages, reports, templates, permission sets). It holds no secrets, and no records that
// people work with. A deployment compares the target's app with the package, and makes the
// difference come true in one transaction, by the same services and rights as a client's requests:
// what a client may not do, a package may not either.
//
// Invariants:
//   - A deployment happens wholly or not at all, and one at a time in each organization.
//   - A deployment with a token happens only to the target that the token was made of.
//   - Nothing is overwritten that does not belong to the app.
//   - A version never changes once it is published, and an install code is used once.
//
// Concurrency: a Service is safe for concurrent use.
// Allowed imports: storage leaves, storage/schema, storage/access, storage/settings, actors/feature.
package apps
