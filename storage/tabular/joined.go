package tabular

import (
	"errors"
	"io"
)

// Joined reads head and then n files, one after the other, of which open opens each.
func Joined(head io.Reader, n int, open func(i int) (io.ReadCloser, error)) io.ReadCloser {
	return &joined{from: head, n: n, open: open}
}

type joined struct {
	from   io.Reader
	at, n  int
	open   func(i int) (io.ReadCloser, error)
	opened io.Closer
}

// Read implements io.Reader.
func (j *joined) Read(p []byte) (int, error) {
	for {
		n, err := j.from.Read(p)
		if n > 0 || !errors.Is(err, io.EOF) {
			return n, err
		}
		if err := j.Close(); err != nil {
			return 0, err
		}
		if j.at == j.n {
			return 0, io.EOF
		}
		file, err := j.open(j.at)
		if err != nil {
			return 0, err
		}
		j.from, j.opened = file, file
		j.at++
	}
}

// Close implements io.Closer.
func (j *joined) Close() error {
	if j.opened == nil {
		return nil
	}
	opened := j.opened
	j.opened = nil
	return opened.Close()
}
