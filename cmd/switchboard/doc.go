// Command switchboard is the one binary: it serves the product, migrates its
// database and creates organizations.
//
// Wiring and configuration live here and nowhere else: Config reads the
// environment, Main starts every part in order and stops them in reverse, and
// the whole-product tests in smoke start the same Main.
//
// Concurrency: the parts run side by side inside app.Main; a signal ends its Run.
//
// Allowed imports: everything.
package main
