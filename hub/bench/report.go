//go:build linux

package main

import (
	"fmt"
	"io"
	"slices"
)

func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}

// report writes the table as Markdown, with ratios to the first server.
func report(w io.Writer, servers []server, results map[string]*result, s settings) {
	_, _ = fmt.Fprintf(w, "%d rounds; fan-out: %d subscribers of one room, %d events/s, about 200 bytes; memory: %d idle connections; acks: %d connections in a closed loop\n\n",
		s.rounds, s.sockets, s.rate, s.idle, s.askers)
	_, _ = fmt.Fprintln(w, "| server | CPU per delivery | ratio | deliveries/s | p50 / p99 | memory per idle connection | ratio | acks/s | ratio | CPU per request |")
	_, _ = fmt.Fprintln(w, "|---|---|---|---|---|---|---|---|---|---|")
	base := results[servers[0].name]
	for _, server := range servers {
		r := results[server.name]
		_, _ = fmt.Fprintf(w, "| %s | %.1f µs | %.2f | %.0f | %.0f / %.0f ms | %.1f KiB | %.2f | %.0f | %.2f | %.1f µs |\n",
			server.name, median(r.perDelivery), median(r.perDelivery)/median(base.perDelivery), median(r.perSecond),
			median(r.p50), median(r.p99), r.weight, r.weight/base.weight, median(r.acks), median(r.acks)/median(base.acks), median(r.ackCPU))
	}
}
