package hub

import (
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"switchboard/hub/limits"
	"switchboard/hub/link"
)

// metrics are the hub's metrics. It implements link.Observer.
type metrics struct {
	sockets       prometheus.Gauge
	deliveries    prometheus.Counter
	decisions     prometheus.Counter
	frames        prometheus.Counter
	resyncs       prometheus.Counter
	sheds         prometheus.Counter
	holes         prometheus.Counter
	queryRuns     prometheus.Counter
	queryChanges  prometheus.Counter
	closes        *prometheus.CounterVec
	refusals      *prometheus.CounterVec
	recoveries    *prometheus.CounterVec
	panics        *prometheus.CounterVec
	stages        *prometheus.HistogramVec
	arrival       prometheus.Observer
	writing       prometheus.Observer
	commitToWrite prometheus.Histogram
}

// counts are the gauges that are computed when metrics are read and cost
// nothing in between.
type counts struct {
	organizations, rooms, subscriptions, users int
	queuedBytes, queuedMessages                int
	liveQueries                                int
	traffic                                    link.Traffic
	windowBytes                                int64
}

var latencies = []float64{.0005, .001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 5, 30}

func newMetrics(r prometheus.Registerer, count func() counts) (*metrics, error) {
	m := &metrics{
		sockets:      prometheus.NewGauge(prometheus.GaugeOpts{Name: "switchboard_hub_sockets", Help: "Open connections."}),
		deliveries:   counter("deliveries_total", "Changes handed to sockets."),
		decisions:    counter("visibility_looks_total", "Decisions on what a profile sees of an entry."),
		frames:       counter("frames_built_total", "Packets built for changes; each is shared by all sockets of its profiles."),
		resyncs:      counter("resyncs_total", "Requests to sockets to take a fresh snapshot of a topic."),
		sheds:        counter("sheds_total", "Ephemeral packets dropped for sockets that fall behind."),
		holes:        counter("holes_total", "Gaps in the feed that were filled from the log."),
		queryRuns:    counter("query_runs_total", "Runs of live queries after a change."),
		queryChanges: counter("query_changes_total", "Changes of live queries' results sent to sockets."),
		closes:       prometheus.NewCounterVec(prometheus.CounterOpts{Name: "switchboard_hub_closes_total", Help: "Closed connections by reason."}, []string{"reason"}),
		refusals:     prometheus.NewCounterVec(prometheus.CounterOpts{Name: "switchboard_hub_refusals_total", Help: "Events, subscriptions and sockets refused, by the limit that was met."}, []string{"limit"}),
		panics:       prometheus.NewCounterVec(prometheus.CounterOpts{Name: "switchboard_hub_panics_total", Help: "Panics that were caught, by place."}, []string{"where"}),
		recoveries:   prometheus.NewCounterVec(prometheus.CounterOpts{Name: "switchboard_hub_recoveries_total", Help: "Sessions that asked to be recovered, by outcome."}, []string{"outcome"}),
		stages: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "switchboard_hub_stage_seconds", Help: "Time of an entry in a stage: arrival is from its time until this node has it, writing from then until it is applied and written to sockets.",
			Buckets: latencies,
		}, []string{"stage"}),
		commitToWrite: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "switchboard_hub_commit_to_write_seconds", Help: "From the time of an entry until this node has written it to sockets.", Buckets: latencies,
		}),
	}
	m.arrival, m.writing = m.stages.WithLabelValues("arrival"), m.stages.WithLabelValues("writing")
	for _, reason := range link.Reasons() {
		m.closes.WithLabelValues(reason.Code)
	}
	for _, l := range limits.All {
		m.refusals.WithLabelValues(string(l))
	}
	for _, where := range append(link.PanicPlaces(), panicked...) {
		m.panics.WithLabelValues(where)
	}
	if r == nil {
		return m, nil
	}
	for _, c := range []prometheus.Collector{
		m.sockets, m.deliveries, m.decisions, m.frames, m.resyncs, m.sheds, m.holes, m.queryRuns, m.queryChanges, m.closes, m.refusals, m.recoveries, m.panics, m.stages, m.commitToWrite,
		collector{count},
	} {
		if err := r.Register(c); err != nil {
			return nil, fmt.Errorf("hub: registering metrics: %w", err)
		}
	}
	return m, nil
}

func counter(name, help string) prometheus.Counter {
	return prometheus.NewCounter(prometheus.CounterOpts{Name: "switchboard_hub_" + name, Help: help})
}

// applied records the stages of an entry. The entry's time comes from another
// machine's clock, so negative stages count as zero.
func (m *metrics) applied(at, arrived, written time.Time) {
	if at.IsZero() {
		return
	}
	m.arrival.Observe(max(0, arrived.Sub(at).Seconds()))
	m.writing.Observe(max(0, written.Sub(arrived).Seconds()))
	m.commitToWrite.Observe(max(0, written.Sub(at).Seconds()))
}

// collector computes the gauges when the metrics are read.
type collector struct{ count func() counts }

func described(name, help string) *prometheus.Desc {
	return prometheus.NewDesc("switchboard_hub_"+name, help, nil, nil)
}

var (
	organizationsDesc  = described("organizations", "Organizations that this node follows.")
	roomsDesc          = described("rooms", "Topics with subscribers on this node.")
	subscriptionsDesc  = described("subscriptions", "Topics followed, summed over all sockets.")
	queriesDesc        = described("live_queries", "Live queries followed, summed over all sockets.")
	usersDesc          = described("users", "Users with sockets on this node.")
	queuedBytesDesc    = described("queued_bytes", "Bytes that wait for sockets that are behind.")
	queuedMessagesDesc = described("queued_messages", "Messages that wait for sockets that are behind.")
	heldDesc           = described("held_input_bytes", "Bytes of messages that are unfinished or wait to be acted on.")
	windowDesc         = described("window_bytes", "Bytes of recent entries kept for recovery.")
	batchesDesc        = described("batches_total", "Writes of several packets that had waited for each other.")
	batchedDesc        = described("batched_packets_total", "Packets that left in such writes.")
	refusedDesc        = described("refused_connections_total", "Connections refused at a limit, before any session.")
)

// Describe implements prometheus.Collector.
func (c collector) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{organizationsDesc, roomsDesc, subscriptionsDesc, queriesDesc, usersDesc, queuedBytesDesc, queuedMessagesDesc, heldDesc, windowDesc, batchesDesc, batchedDesc, refusedDesc} {
		to <- d
	}
}

// Collect implements prometheus.Collector.
func (c collector) Collect(to chan<- prometheus.Metric) {
	now := c.count()
	for d, value := range map[*prometheus.Desc]float64{
		organizationsDesc: float64(now.organizations), roomsDesc: float64(now.rooms), subscriptionsDesc: float64(now.subscriptions),
		queriesDesc: float64(now.liveQueries), usersDesc: float64(now.users), queuedBytesDesc: float64(now.queuedBytes), queuedMessagesDesc: float64(now.queuedMessages),
		windowDesc: float64(now.windowBytes), heldDesc: float64(now.traffic.Held),
	} {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value)
	}
	for d, count := range map[*prometheus.Desc]int64{
		batchesDesc: now.traffic.Batches, batchedDesc: now.traffic.BatchedFrames, refusedDesc: now.traffic.Refused,
	} {
		to <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, float64(count))
	}
}

// Opened implements link.Observer.
func (m *metrics) Opened() { m.sockets.Inc() }

// Ended counts a closed connection by its reason.
func (m *metrics) Ended(r link.Reason) {
	m.sockets.Dec()
	m.closes.WithLabelValues(r.Code).Inc()
}

// Shed counts a dropped ephemeral packet.
func (m *metrics) Shed() { m.sheds.Inc() }

// Panicked counts a panic that the link caught.
func (m *metrics) Panicked(where string) { m.panics.WithLabelValues(where).Inc() }

// Where a panic was caught, for the metrics. A panic costs only the work it
// interrupted, never the process, which serves every other organization's
// sockets.
const (
	panickedCommand   = "command"
	panickedOrg       = "tenant"
	panickedReload    = "reload"
	panickedReplay    = "replay"
	panickedCheck     = "look"
	panickedSweep     = "housekeeping"
	panickedPresence  = "presence"
	panickedEphemeral = "fleeting"
	panickedTimer     = "timer"
	panickedQuery     = "live_query"
)

var panicked = []string{panickedCommand, panickedOrg, panickedReload, panickedReplay, panickedCheck, panickedSweep, panickedPresence, panickedEphemeral, panickedTimer, panickedQuery}
