package stage

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"switchboard/storage/fault"
)

// Folder keeps files in a folder of this machine. Names are paths with slashes, made by the product.
type Folder struct{ root string }

// NewFolder keeps files below a path, which is made when the first one is saved.
func NewFolder(path string) *Folder { return &Folder{path} }

const (
	private     = 0o700
	privateFile = 0o600
)

// Save keeps what is read under a name, in place of what was there.
func (f *Folder) Save(ctx context.Context, name string, from io.Reader) error {
	path, err := f.path(name)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), private); err != nil {
		return failed(err)
	}
	part, err := os.CreateTemp(filepath.Dir(path), ".part-*")
	if err != nil {
		return failed(err)
	}
	defer func() { _ = os.Remove(part.Name()) }() // gone already where it was renamed
	_, err = io.Copy(part, within{ctx, from})
	if err = errors.Join(err, part.Chmod(privateFile), part.Sync(), part.Close()); err != nil {
		return failed(err)
	}
	return failed(os.Rename(part.Name(), path))
}

// Open reads a file from an offset; fault.NotFound where there is none.
func (f *Folder) Open(_ context.Context, name string, offset int64) (io.ReadCloser, error) {
	path, err := f.path(name)
	if err != nil {
		return nil, err
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, failed(err)
	}
	if _, err := file.Seek(offset, io.SeekStart); err != nil {
		return nil, errors.Join(failed(err), file.Close())
	}
	return file, nil
}

// Remove drops a file, or all below a name. What is not there is no error.
func (f *Folder) Remove(_ context.Context, name string) error {
	path, err := f.path(name)
	if err != nil {
		return err
	}
	return failed(os.RemoveAll(path))
}

// Sweep removes the files below a name that are older than a moment.
func (f *Folder) Sweep(ctx context.Context, name string, before time.Time) error {
	path, err := f.path(name)
	if err != nil {
		return err
	}
	var folders []string
	err = filepath.WalkDir(path, func(path string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist): // removed since, or nothing was ever kept
			return nil
		case err != nil || ctx.Err() != nil:
			return errors.Join(err, ctx.Err())
		case d.IsDir():
			folders = append(folders, path)
			return nil
		}
		if info, err := d.Info(); err == nil && info.ModTime().Before(before) {
			_ = os.Remove(path) //nolint:gosec // nobody but the product writes below the folder; else the next sweep does
		}
		return nil
	})
	for i := len(folders) - 1; i > 0; i-- { // the innermost first; those that hold something stay
		if info, err := os.Stat(folders[i]); err == nil && info.ModTime().Before(before) {
			_ = os.Remove(folders[i])
		}
	}
	return failed(err)
}

func (f *Folder) path(name string) (string, error) {
	if !filepath.IsLocal(name) {
		return "", fault.New(fault.Internal, "The name %q leads out of the folder.", name)
	}
	return filepath.Join(f.root, filepath.FromSlash(name)), nil
}

// failed says of an error of the file system what clients get.
func failed(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrNotExist):
		return fault.Wrap(err, fault.NotFound, "The file is no longer there")
	case isFull(err):
		return fault.Wrap(err, fault.Full, "The disk is full.")
	default:
		return err
	}
}

// within ends reading with its context.
type within struct {
	ctx  context.Context //nolint:containedctx // a reader has no other way
	from io.Reader
}

func (w within) Read(p []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	return w.from.Read(p)
}
