//go:build e2e

package ui

import "embed"

// The build for browser tests also marks on the page how its connection stands
// (src/realtime/probe.ts).
const folder = "dist-e2e"

//go:embed all:dist-e2e
var built embed.FS
