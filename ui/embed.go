//go:build !e2e

package ui

import "embed"

const folder = "dist"

//go:embed all:dist
var built embed.FS
