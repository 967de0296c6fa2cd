//go:build linux

package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}

// report writes a workload's table as Markdown, with medians and ratios to the
// first server.
func report(w io.Writer, load workload, servers []server, results map[string]result, s settings) {
	title := strings.NewReplacer("{sockets}", strconv.Itoa(s.sockets), "{rate}", strconv.Itoa(s.rate), "{rising}", strconv.Itoa(s.rising),
		"{idle}", strconv.Itoa(s.idle), "{askers}", strconv.Itoa(s.askers), "{cuts}", strconv.Itoa(s.cuts)).Replace(load.title)
	head, rule := "| server |", "|---|"
	for _, c := range load.columns {
		head, rule = head+" "+c.head+" |", rule+"---|"
		if c.ratio {
			head, rule = head+" ratio |", rule+"---|"
		}
	}
	_, _ = fmt.Fprintf(w, "\n%s.\n\n%s\n%s\n", title, head, rule)
	for _, server := range servers {
		r := results[server.name]
		if len(r[load.columns[0].what]) == 0 {
			continue
		}
		var line strings.Builder
		line.WriteString("| " + server.name + " |")
		for _, c := range load.columns {
			value := median(r[c.what])
			_, _ = fmt.Fprintf(&line, " "+c.format+" |", value)
			if c.ratio {
				_, _ = fmt.Fprintf(&line, " %.2f |", value/median(results[servers[0].name][c.what]))
			}
		}
		_, _ = fmt.Fprintln(w, line.String())
	}
}
