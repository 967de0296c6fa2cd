package folder

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path"
	"strings"
	"syscall"
	"time"

	"switchboard/storage/blob"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

const (
	// uploads is the directory of temporary files; no key begins with a dot.
	uploads = ".uploads"
	// abandoned is the age at which a temporary file is no upload of a running node.
	abandoned = 24 * time.Hour
	// copied is read at once.
	copied = 256 << 10
)

// Folder stores files in a directory.
type Folder struct{ root *os.Root }

// Open creates the directory if it is absent.
func Open(dir string) (*Folder, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("directory of files: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("directory of files: %w", err)
	}
	f := &Folder{root}
	if err := f.tidy(); err != nil {
		return nil, errors.Join(fmt.Errorf("directory of files: %w", err), root.Close())
	}
	return f, nil
}

// Close ends the use of the directory.
func (f *Folder) Close() error { return f.root.Close() }

// tidy removes what uploads left that a crash interrupted.
func (f *Folder) tidy() error {
	if err := f.root.MkdirAll(uploads, 0o700); err != nil {
		return err
	}
	left, err := fs.ReadDir(f.root.FS(), uploads)
	if err != nil {
		return err
	}
	for _, one := range left {
		if info, err := one.Info(); err == nil && time.Since(info.ModTime()) > abandoned {
			err = f.root.Remove(path.Join(uploads, one.Name()))
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	return nil
}

// Put implements blob.Storage.
func (f *Folder) Put(ctx context.Context, key string, r io.Reader) (n int64, err error) {
	if err := blob.CheckKey(key); err != nil {
		return 0, err
	}
	temporary := path.Join(uploads, string(id.New()))
	file, err := f.root.OpenFile(temporary, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return 0, away(err)
	}
	from := &blob.Source{Reader: r}
	n, err = io.CopyBuffer(struct{ io.Writer }{file}, stoppable{ctx, from}, make([]byte, copied))
	if err = errors.Join(err, file.Sync(), file.Close()); err == nil {
		err = f.rename(temporary, key)
	}
	if err == nil {
		return n, nil
	}
	_ = f.root.Remove(temporary) // tidy does, if this fails
	switch {
	case from.Err != nil:
		return 0, from.Err
	case ctx.Err() != nil:
		return 0, fault.From(ctx.Err())
	default:
		return 0, away(err)
	}
}

// stoppable stops reading when the context ends.
type stoppable struct {
	ctx context.Context
	io.Reader
}

func (s stoppable) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.Reader.Read(p)
}

// rename makes an upload that is complete the key's, durably.
func (f *Folder) rename(temporary, key string) error {
	dir := path.Dir(key)
	if err := f.root.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if err := f.root.Rename(temporary, key); err != nil {
		return err
	}
	for ; ; dir = path.Dir(dir) {
		if err := f.sync(dir); err != nil || dir == "." {
			return err
		}
	}
}

func (f *Folder) sync(dir string) error {
	d, err := f.root.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// Size implements blob.Storage.
func (f *Folder) Size(_ context.Context, key string) (int64, error) {
	if err := blob.CheckKey(key); err != nil {
		return 0, err
	}
	info, err := f.root.Stat(key)
	if err != nil {
		return 0, away(err)
	}
	return info.Size(), nil
}

// Open implements blob.Storage.
func (f *Folder) Open(_ context.Context, key string, offset, length int64) (io.ReadCloser, error) {
	if err := blob.CheckKey(key); err != nil {
		return nil, err
	}
	file, err := f.root.Open(key)
	if err != nil {
		return nil, away(err)
	}
	return part{io.NewSectionReader(file, offset, length), file}, nil
}

// part is a section of a file.
type part struct {
	io.Reader
	io.Closer
}

// Delete implements blob.Storage.
func (f *Folder) Delete(_ context.Context, keys ...string) error {
	for _, key := range keys {
		if err := blob.CheckKey(key); err != nil {
			return err
		}
		if err := f.root.Remove(key); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return away(err)
		}
		if strings.Count(key, "/") == deepest { // nothing else is put below it, and it fails where something is left
			_ = f.root.Remove(path.Dir(key))
		}
	}
	return nil
}

// deepest is the number of separators of the longest keys: the pieces of something.
const deepest = 3

// Keys implements blob.Storage.
func (f *Folder) Keys(ctx context.Context, prefix string) iter.Seq2[string, error] {
	if prefix == "" {
		prefix = "."
	}
	return func(yield func(string, error) bool) {
		err := fs.WalkDir(f.root.FS(), prefix, func(key string, entry fs.DirEntry, err error) error {
			switch {
			case errors.Is(err, fs.ErrNotExist): // or just deleted
				return nil
			case err != nil:
				return err
			case ctx.Err() != nil:
				return ctx.Err()
			case entry.IsDir() && entry.Name() == uploads:
				return fs.SkipDir
			case !entry.IsDir() && blob.CheckKey(key) == nil && !yield(key, nil):
				return fs.SkipAll
			}
			return nil
		})
		if err != nil {
			yield("", away(err))
		}
	}
}

// Check implements blob.Storage.
func (f *Folder) Check(ctx context.Context) error {
	if _, err := f.Put(ctx, "check/check", &empty{}); err != nil {
		return err
	}
	return f.Delete(ctx, "check/check")
}

// empty is a reader of nothing.
type empty struct{}

func (*empty) Read([]byte) (int, error) { return 0, io.EOF }

// away is the fault of an error of the file system.
func away(err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return blob.NotFound()
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return fault.Wrap(err, fault.Full, "The server's disk is full, so the file was not saved. Your administrator must free space; then try again.")
	default:
		return blob.Away(err)
	}
}
