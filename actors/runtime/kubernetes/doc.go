// Package kubernetes tells the nodes of a cluster which of them are there as Kubernetes
// sees it: the ready endpoints of their service, read from the EndpointSlices of its API
// (discovery.k8s.io/v1) by a list and a watch that goes on from it.
//
// It reads one resource and nothing else, by net/http and encoding/json; the official
// client would bring some fifty modules for that.
//
// A node is known by its address alone: the service says no more of it, and all nodes
// must call a node the same.
//
// Concurrency: Run is one goroutine; List may be called beside it.
// Lifecycle: New, Run until its context ends. A list or watch that breaks off is begun
// again, with growing pauses while the API answers nothing.
// Invariants: List gives a list only when the API stands behind it: before the first
// list and while the API can't be reached it gives an error, and the caller keeps what it
// knew. The token is read anew for each request, since the platform replaces it.
// Allowed imports: actors/runtime, storage leaves.
package kubernetes
