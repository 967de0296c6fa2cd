package album

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
)

// Bounds on stored files.
const (
	maxFiles = 300
	maxBytes = 256 << 20
)

// Album is a folder of files.
type Album struct {
	folder string
	mu     sync.Mutex
}

// New creates the folder.
func New(folder string) (*Album, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("album: %w", err)
	}
	return &Album{folder: folder}, nil
}

// Put stores a file under a sid.
func (a *Album) Put(sid string, content []byte) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	place := a.place(sid)
	if err := os.WriteFile(place+".new", content, 0o600); err != nil {
		return fmt.Errorf("album: %w", err)
	}
	if err := os.Rename(place+".new", place); err != nil {
		return fmt.Errorf("album: %w", err)
	}
	return a.pruneLocked()
}

// Get reads a file, or returns nil if there is none.
func (a *Album) Get(sid string) ([]byte, error) {
	content, err := os.ReadFile(a.place(sid))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return content, err
}

func (a *Album) place(sid string) string { return filepath.Join(a.folder, filepath.Base(sid)) }

// pruneLocked deletes the oldest files beyond the bounds.
func (a *Album) pruneLocked() error {
	entries, err := os.ReadDir(a.folder)
	if err != nil {
		return fmt.Errorf("album: %w", err)
	}
	var list []fs.FileInfo
	var size int64
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
			list, size = append(list, info), size+info.Size()
		}
	}
	slices.SortFunc(list, func(x, y fs.FileInfo) int {
		return cmp.Or(x.ModTime().Compare(y.ModTime()), cmp.Compare(x.Name(), y.Name()))
	})
	for len(list) > 1 && (len(list) > maxFiles || size > maxBytes) {
		if err := os.Remove(a.place(list[0].Name())); err != nil {
			return fmt.Errorf("album: %w", err)
		}
		size -= list[0].Size()
		list = list[1:]
	}
	return nil
}
