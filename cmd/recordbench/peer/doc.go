// Program peer is a PocketBase as one would set it up for contacts: a collection of 20
// fields with the indexes that the product's contacts have, open to whoever is signed in.
//
// It makes the contacts, then serves on loopback until it is ended. It is a module of its
// own: the product does not depend on PocketBase.
//
// Concurrency: what PocketBase does.
//
// Allowed imports: PocketBase.
package main
