// Command switchboard is the product's only binary: it serves the product,
// migrates its database, creates organizations and manages their users.
//
// Wiring and configuration are here and nowhere else: Config reads the
// environment, Main starts every component in order and stops them in
// reverse, and the whole-product tests in smoke start the same Main.
//
// Concurrency: the components run concurrently inside app.Main; a signal ends
// its Run.
//
// Allowed imports: everything.
package main
