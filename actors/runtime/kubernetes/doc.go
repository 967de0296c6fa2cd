// Package kubernetes lists the nodes of a cluster from Kubernetes: the ready
// endpoints of their service, read from the EndpointSlices of its API
// (discovery.k8s.io/v1) by a list and a watch from there.
//
// It reads only this resource, with net/http and encoding/json; the official client
// would add some fifty modules.
//
// A node is identified by its address, because that is all the service knows, and all
// nodes must use the same name for a node.
//
// Concurrency: Run is one goroutine; List may be called concurrently. Lifecycle: New,
// Run until its context ends. A broken list or watch is restarted, with growing
// pauses while the API is unavailable. Invariants: List returns a list only while it
// is confirmed by the API. Before the first list and while the API is unreachable it
// returns an error, and the caller keeps its last list. The token is read for each
// request, since the platform replaces it. Allowed imports: actors/runtime, storage
// leaves.
package kubernetes
