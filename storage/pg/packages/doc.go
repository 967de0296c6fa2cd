// Package packages keeps the published versions of apps, what was deployed where, which
// organizations installed an app, and the codes by which they do.
//
// What a package contains and what a deployment changes, actors decide (actors/apps). Every method
// joins the transaction of its context, if there is one.
//
// It owns: core.app_version, core.app_deployment, core.app_subscriber and core.app_install_code.
//
// Concurrency: Packages is safe for concurrent use. LockDeploying has deployments to an
// organization happen one after the other.
//
// Invariants:
//   - A version is never changed once it is published.
//   - A code is used once, and its text is not stored.
//
// Allowed imports: storage leaves, storage/pg/pool, pgx.
package packages
