package main

import (
	"context"
	"embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"switchboard/cmd/child"
)

// peerFiles are the peer's module. Their names end in .txt, so that they are
// not taken for a part of this one.
//
//go:embed peer
var peerFiles embed.FS

// startPeer builds and starts a PocketBase, which creates its contacts before
// it serves.
func (w *world) startPeer(ctx context.Context) error {
	source := filepath.Join(w.dir, "peer-source")
	if err := os.Mkdir(source, 0o700); err != nil {
		return err
	}
	files, err := peerFiles.ReadDir("peer")
	if err != nil {
		return err
	}
	for _, file := range files {
		text, err := peerFiles.ReadFile("peer/" + file.Name())
		if err == nil {
			err = os.WriteFile(filepath.Join(source, strings.TrimSuffix(file.Name(), ".txt")), text, 0o600)
		}
		if err != nil {
			return err
		}
	}
	binary := filepath.Join(w.dir, "peer")
	build := exec.CommandContext(ctx, "go", "build", "-o", binary, ".")
	build.Dir, build.Env = source, append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("build the peer: %w\n%s", err, out)
	}
	w.peer, err = child.Start(child.Program{
		Name: "PocketBase", Apart: true, Out: os.Stderr, Command: []string{binary, "-addr", w.peerAt, "-dir", filepath.Join(w.dir, "pb_data"),
			"-rows", strconv.Itoa(w.rows), "-companies", strconv.Itoa(w.companies()), "-first", w.nameScheme().first, "-last", w.nameScheme().last},
	})
	if err != nil {
		return err
	}
	return await(ctx, w.peer, w.peerAt, "/api/health")
}
