package ui

import "io/fs"

//go:generate go run ../cmd/contract -out src/api/generated

// FS returns the built application with index.html at its root. A tree that
// was never built has no index.html: opening it gives fs.ErrNotExist.
func FS() fs.FS {
	files, err := fs.Sub(built, folder)
	if err != nil {
		panic("ui: the embedded folder " + folder + " is missing: " + err.Error())
	}
	return files
}
