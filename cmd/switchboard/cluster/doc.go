// Package cluster tests several nodes as prose: three real processes of the built
// binary on loopback, a real PostgreSQL, a real Redis, a simulated provider and a
// load balancer that they share, sockets of the official client that count what
// they are told, and writers that repeat a command until it is acknowledged.
//
// While all of them work, a node is killed or frozen, Redis and PostgreSQL are
// restarted, paused, emptied and killed. Afterwards the laws hold (laws_test.go):
// what was acknowledged is stored and logged once, every socket was told
// everything that it may see once and in order, and what was asked of the provider
// was asked once. The same goes for people behind nginx with the configuration that
// deployments/ offers (nginx_test.go), whose rules are also tried one by one on nodes
// that a test plays (front_rules_test.go).
//
// Concurrency: all tests share one cluster and run one after the other; the laws
// count from its start.
//
// Lifecycle: TestMain builds the binary, starts everything with the first test that
// needs it, and ends it. SWITCHBOARD_SOAK (rounds) adds a randomised mixture of all
// faults, SWITCHBOARD_SEED repeats one.
//
// Allowed imports: everything.
package cluster
