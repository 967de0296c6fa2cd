package ui

import (
	"embed"
	"io/fs"
)

//go:generate go run ../cmd/contract -out src/api/generated

//go:embed all:dist
var dist embed.FS

// FS returns the built application with index.html at its root. A tree that
// was never built has no index.html: opening it gives fs.ErrNotExist.
func FS() fs.FS {
	built, err := fs.Sub(dist, "dist")
	if err != nil {
		panic("ui: embedded folder dist is missing: " + err.Error())
	}
	return built
}
