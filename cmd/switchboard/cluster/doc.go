// Package cluster tests several nodes: three real processes of the built
// binary on loopback, a real PostgreSQL, a real Redis, a simulated provider
// and a load balancer that they share, sockets of the official client that
// count what they receive, and writers that repeat a command until it is
// acknowledged.
//
// During the load, a node is killed or frozen, and Redis and PostgreSQL are
// restarted, paused, emptied and killed. Afterwards the invariants hold
// (invariants_test.go): acknowledged commands are stored and logged once,
// every socket received everything that it may see once and in order, and
// every request to the provider was made once. The same holds for clients
// behind nginx with the configuration of deployments/ (nginx_test.go), whose
// rules are also tested one by one against fake nodes (front_rules_test.go).
//
// Concurrency: all tests share one cluster and run one after the other; the
// invariants count from its start.
//
// Lifecycle: TestMain builds the binary, starts everything with the first
// test that needs it, and ends it. SWITCHBOARD_SOAK (rounds) adds a
// randomized mixture of all faults, SWITCHBOARD_SEED repeats one.
//
// Allowed imports: everything.
package cluster
