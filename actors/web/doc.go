// Package web is how the server asks other systems by HTTP at addresses that people entered.
// Whoever may enter an address could else have the server look around in its own network, at
// itself, or at the metadata of the cloud that it runs in.
//
// Invariants: the address that is checked is the one that is dialled, after its name was
// resolved, and each redirect is dialled again. Public addresses are asked over TLS and at the
// ports 443 and 8443 alone; private ones only inside of networks that the operator allows, and
// there in the clear, too, and at any port. A redirect is followed only where nothing was sent
// but the question. Answers are bounded in time and size. No proxy of the environment is used.
//
// Concurrency: a Client is safe for concurrent use. Lifecycle: none, no connection outlives its
// request. Allowed imports: storage leaves.
package web
