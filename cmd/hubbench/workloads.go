//go:build linux

package main

import (
	"context"
	"fmt"
	"strings"
)

// workload is one measurement, with the columns of its report.
type workload struct {
	name    string
	title   string
	run     func(context.Context, server, *process, settings, result) error
	columns []column
	// recovery means that the server must keep what a session misses.
	recovery bool
}

// column is a number of a workload's table; with a ratio, the ratio to the
// first server follows.
type column struct {
	what, head, format string
	ratio              bool
}

var workloads = []workload{
	{name: "spread", run: spread, title: "Fan-out, spread: {sockets} subscribers of one room, {rate} events/s", columns: []column{
		{"spread cpu", "CPU per delivery", "%.1f µs", true}, {"spread p50", "p50", "%.0f ms", false}, {"spread p99", "p99", "%.0f ms", false},
	}},
	{name: "rising", run: rising, title: "Fan-out, rising: {rising} subscribers, until p99 exceeds 100 ms", columns: []column{
		{"rising held", "deliveries/s held", "%.0f", true}, {"rising p99", "p99 there", "%.0f ms", false}, {"rising cpu", "CPU per delivery there", "%.1f µs", true},
	}},
	{name: "idle", run: idle, title: "Memory: {idle} idle connections", columns: []column{{"idle memory", "per connection", "%.1f KiB", true}}},
	{name: "acks", run: acks, title: "Request with ack: {askers} connections in a closed loop", columns: []column{
		{"acks rate", "acks/s", "%.0f", true}, {"acks p99", "p99", "%.1f ms", false}, {"acks cpu", "CPU per request", "%.1f µs", true},
		{"paced p50", "p50 at 20,000/s", "%.2f ms", false}, {"paced p99", "p99 at 20,000/s", "%.2f ms", false},
	}},
	{name: "churn", run: churn, title: "Churn: 200 connections/s that join and leave", columns: []column{
		{"churn cpu", "CPU per connection", "%.2f ms", true}, {"churn growth", "memory kept per connection", "%.2f KiB", false},
	}},
	{name: "recovery", run: recovery, recovery: true, title: "Recovery: {cuts} sessions cut, 100 events missed, all return at once", columns: []column{
		{"recovery cpu", "CPU per session", "%.2f ms", true}, {"recovery time", "until all are back", "%.0f ms", false}, {"recovery share", "recovered", "%.0f %%", false},
	}},
	{name: "slow", run: slow, title: "Slow readers: 100 subscribers, 50 events/s of 32 KB, one reader stops", columns: []column{
		{"slow without", "p99 without", "%.1f ms", false}, {"slow with", "p99 with", "%.1f ms", false}, {"slow growth", "memory grew by", "%.1f MiB", false},
	}},
}

func names() string {
	var all []string
	for _, w := range workloads {
		all = append(all, w.name)
	}
	return strings.Join(all, ", ")
}

// choose returns the workloads of a list of names, or all if it is empty.
func choose(only string) ([]workload, error) {
	if only == "" {
		return workloads, nil
	}
	var chosen []workload
	for name := range strings.SplitSeq(only, ",") {
		found := false
		for _, w := range workloads {
			if w.name == strings.TrimSpace(name) {
				chosen, found = append(chosen, w), true
			}
		}
		if !found {
			return nil, fmt.Errorf("there is no workload %q: %s", name, names())
		}
	}
	return chosen, nil
}
