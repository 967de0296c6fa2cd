package feature

import (
	"context"
	"io"

	"switchboard/storage/access"
)

// Content is a place of REST from which bytes are read that are no record.
type Content struct {
	// Path is below /v1; {name} in it names what is read.
	Path string
	// Open opens it for a principal, or the part of it that a Range header asks for ("" for
	// all). Who opens it closes it.
	Open func(ctx context.Context, p *access.Principal, name, part string) (Opened, error)
}

// Opened is what is read.
type Opened struct {
	io.ReadCloser

	Type string // its media type
	Name string // of the file as which it is kept
	// Length is how many bytes there are, -1 where nobody knows; Range says which of the
	// whole they are, as Content-Range does, "" for all.
	Length int64
	Range  string
}
