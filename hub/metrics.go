package hub

import (
	"fmt"

	"github.com/prometheus/client_golang/prometheus"

	"switchboard/hub/link"
)

// metrics are the hub's numbers. It is the link's Observer.
type metrics struct {
	sockets       prometheus.Gauge
	deliveries    prometheus.Counter
	sheds         prometheus.Counter
	holes         prometheus.Counter
	closes        *prometheus.CounterVec
	recoveries    *prometheus.CounterVec
	commitToWrite prometheus.Histogram
}

func newMetrics(r prometheus.Registerer) (*metrics, error) {
	m := &metrics{
		sockets:    prometheus.NewGauge(prometheus.GaugeOpts{Name: "switchboard_hub_sockets", Help: "Open connections."}),
		deliveries: prometheus.NewCounter(prometheus.CounterOpts{Name: "switchboard_hub_deliveries_total", Help: "Changes handed to sockets."}),
		sheds:      prometheus.NewCounter(prometheus.CounterOpts{Name: "switchboard_hub_sheds_total", Help: "Fleeting packets dropped for sockets that fall behind."}),
		holes:      prometheus.NewCounter(prometheus.CounterOpts{Name: "switchboard_hub_holes_total", Help: "Holes in the feed that were filled from the log."}),
		closes:     prometheus.NewCounterVec(prometheus.CounterOpts{Name: "switchboard_hub_closes_total", Help: "Closed connections by reason."}, []string{"reason"}),
		recoveries: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "switchboard_hub_recoveries_total", Help: "Sessions that asked to be recovered, by outcome."}, []string{"outcome"}),
		commitToWrite: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "switchboard_hub_commit_to_write_seconds", Help: "From the time of an entry until this node writes it to sockets.",
			Buckets: []float64{.001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 5, 30},
		}),
	}
	for _, reason := range link.Reasons() {
		m.closes.WithLabelValues(reason.Code)
	}
	if r == nil {
		return m, nil
	}
	for _, c := range []prometheus.Collector{m.sockets, m.deliveries, m.sheds, m.holes, m.closes, m.recoveries, m.commitToWrite} {
		if err := r.Register(c); err != nil {
			return nil, fmt.Errorf("hub: registering metrics: %w", err)
		}
	}
	return m, nil
}

// Opened, Ended and Shed implement link.Observer.
func (m *metrics) Opened() { m.sockets.Inc() }

// Ended counts a closed connection under its reason.
func (m *metrics) Ended(r link.Reason) {
	m.sockets.Dec()
	m.closes.WithLabelValues(r.Code).Inc()
}

// Shed counts a dropped fleeting packet.
func (m *metrics) Shed() { m.sheds.Inc() }
