//go:build linux

package main

import "switchboard/cmd/measure"

// timing is a row of the printed tables.
type timing struct{ measure.Timing }

func (t *timing) line(what string) string { return t.Row(what, 1, 50, 95, 99, 100) }

const tableHead = "| what | n | p50 | p95 | p99 | max |\n|---|---|---|---|---|---|"
