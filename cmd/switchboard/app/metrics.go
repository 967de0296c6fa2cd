package app

import (
	"fmt"

	"github.com/prometheus/client_golang/prometheus"

	"switchboard/actors/carrier/simulator"
	"switchboard/actors/carrier/simulator/media"
	"switchboard/actors/effects"
	"switchboard/actors/runtime"
	"switchboard/storage/broker/redis"
	leases "switchboard/storage/ephemeral/redis"
	"switchboard/storage/panics"
	"switchboard/storage/pg/relay"
)

// counted are the components with metrics of their own.
type counted struct {
	engine engine
	nodes  nodes
	worker *effects.Worker
	relay  *relay.Relay // nil for none
	panics *panics.Catcher
	// simulator is the phone network in this process, nil for none.
	simulator *simulator.Simulator
}

// register registers the components' metrics, which are read on each scrape.
func register(metrics *prometheus.Registry, of counted) error {
	var all []prometheus.Collector
	gauge := func(name, help string, read func() float64) {
		all = append(all, prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "switchboard_" + name, Help: help}, read))
	}
	counter := func(name, help string, read func() float64) {
		all = append(all, prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "switchboard_" + name + "_total", Help: help}, read))
	}
	if live, ok := of.engine.(interface{ Live() int }); ok {
		gauge("actors", "Live actors in the memory of this node.", func() float64 { return float64(live.Live()) })
	}
	if cluster, ok := of.engine.(*runtime.Cluster); ok {
		gauge("cluster_members", "Nodes that share the actors, as this one sees them.", func() float64 { return float64(len(cluster.Members())) })
	}
	if b, ok := of.nodes.broker.(*redis.Broker); ok {
		counter("broker_published", "Publications handed to Redis.", func() float64 { return float64(b.Stats().Published) })
		counter("broker_received", "Publications of other nodes.", func() float64 { return float64(b.Stats().Received) })
		counter("broker_unreadable", "Publications that could not be read and were passed over.", func() float64 { return float64(b.Stats().Unreadable) })
		counter("broker_forged", "Publications without a MAC of this installation, which were dropped.", func() float64 { return float64(b.Stats().Forged) })
		counter("broker_dropped", "Publications that did not leave this node.", func() float64 { return float64(b.Stats().Dropped) })
		counter("broker_failures", "Conversations with Redis that failed.", func() float64 { return float64(b.Stats().Failures) })
	}
	if l, ok := of.nodes.leases.(*leases.Leases); ok {
		counter("leases_forged", "Leases without a MAC of this installation, which were dropped.", func() float64 { return float64(l.Forged()) })
	}
	gauge("relay_leading", "1 on the node whose relay moves the outbox.", func() float64 {
		if r := of.relay; r != nil && r.Leading() {
			return 1
		}
		return 0
	})
	for name, figure := range map[string]struct {
		help string
		read func(effects.Stats) int64
	}{
		"effects_done":    {"Effects that were executed and reported.", func(s effects.Stats) int64 { return s.Done }},
		"effects_failed":  {"Effects that failed for good.", func(s effects.Stats) int64 { return s.Failed }},
		"effects_retried": {"Tries of effects that were put off.", func(s effects.Stats) int64 { return s.Retried }},
		"effects_retold":  {"Results of effects that could not be reported yet: only the report is repeated.", func(s effects.Stats) int64 { return s.Renotified }},
		"effects_untold":  {"Results of effects without a receiver.", func(s effects.Stats) int64 { return s.Undelivered }},
		"effects_lost":    {"Effects that another node had taken over, dropped without a word to the provider.", func(s effects.Stats) int64 { return s.Lost }},
		"effects_panics":  {"Panics of handlers of effects that were caught.", func(s effects.Stats) int64 { return s.Panics }},
	} {
		counter(name, figure.help, func() float64 {
			return float64(figure.read(of.worker.Stats()))
		})
	}
	for name, figure := range map[string]struct {
		help string
		read func(relay.Stats) int64
	}{
		"relay_moved":     {"Entries that this node's relay moved from the outbox into the log.", func(s relay.Stats) int64 { return s.Moved }},
		"relay_announced": {"Entries that it announced to other nodes.", func(s relay.Stats) int64 { return s.Announced }},
		"relay_followed":  {"Entries that it took from announcements of another node.", func(s relay.Stats) int64 { return s.Followed }},
		"relay_gaps":      {"Times that it read the log because an announcement was missing.", func(s relay.Stats) int64 { return s.Gaps }},
		"relay_panics":    {"Panics of the relay and of followers of the log that were caught.", func(s relay.Stats) int64 { return s.Panics }},
	} {
		counter(name, figure.help, func() float64 {
			if r := of.relay; r != nil {
				return float64(figure.read(r.Stats()))
			}
			return 0
		})
	}
	all = append(all, caught{of.panics})
	if of.simulator != nil {
		all = append(all, mixerTiming{of.simulator})
	}
	for _, c := range all {
		if err := metrics.Register(c); err != nil {
			return fmt.Errorf("metrics: %w", err)
		}
	}
	return nil
}

// caught collects how often each component panicked.
type caught struct{ panics *panics.Catcher }

var caughtDesc = prometheus.NewDesc("switchboard_panics_total", "Panics that were caught, by the part of the product; the hub, the relay and effects have counters of their own.", []string{"where"}, nil)

// Describe implements prometheus.Collector.
func (caught) Describe(to chan<- *prometheus.Desc) { to <- caughtDesc }

// Collect implements prometheus.Collector.
func (c caught) Collect(to chan<- prometheus.Metric) {
	for where, count := range c.panics.Counts() {
		to <- prometheus.MustNewConstMetric(caughtDesc, prometheus.CounterValue, float64(count), string(where))
	}
}

// mixerTiming collects how punctually the simulated phone network mixes
// audio.
type mixerTiming struct{ simulator *simulator.Simulator }

var (
	lateDesc = prometheus.NewDesc("switchboard_simulator_tick_late_seconds", "How long after it was due each 20 ms of the simulated calls' sound were mixed.", nil, nil)
	tookDesc = prometheus.NewDesc("switchboard_simulator_tick_seconds", "How long mixing and sending each 20 ms of the simulated calls' sound took.", nil, nil)
)

// Describe implements prometheus.Collector.
func (mixerTiming) Describe(to chan<- *prometheus.Desc) { to <- lateDesc; to <- tookDesc }

// Collect implements prometheus.Collector.
func (s mixerTiming) Collect(to chan<- prometheus.Metric) {
	ticks := s.simulator.Ticks()
	for desc, of := range map[*prometheus.Desc]media.Spread{lateDesc: ticks.Late, tookDesc: ticks.Took} {
		buckets := map[float64]uint64{}
		for i, bound := range media.Bounds {
			buckets[bound.Seconds()] = of.Within[i]
		}
		to <- prometheus.MustNewConstHistogram(desc, of.Count, of.Sum.Seconds(), buckets)
	}
}
