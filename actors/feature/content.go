package feature

import (
	"context"
	"io"
	"mime/multipart"
	"time"

	"switchboard/storage/access"
	"switchboard/storage/id"
)

// Content is a place of REST from which bytes are read that are no record. It has one of Open,
// Find and Locate.
type Content struct {
	// Path is below /v1; {name} in it names what is read.
	Path string
	// IsPublic content is read without a token: the principal is nil.
	IsPublic bool
	// Open opens it for a principal, or the part of it that a Range header asks for ("" for
	// all). Who opens it closes it.
	Open func(ctx context.Context, p *access.Principal, name, part string) (Opened, error)
	// Find finds what the product stores itself.
	Find func(ctx context.Context, p *access.Principal, name string) (Stored, error)
	// Locate is Find by a location that a client sends in the JSON body of a POST, {"location": "…"}.
	Locate func(ctx context.Context, p *access.Principal, location string) (Stored, error)
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

// Stored is what can be read in any part.
type Stored struct {
	Type     string // its media type
	Name     string // the file name under which a browser saves it
	Size     int64
	Tag      string // names the bytes: other bytes have another tag
	Modified time.Time
	// Open reads length bytes from offset on.
	Open func(ctx context.Context, offset, length int64) (io.ReadCloser, error)
}

// Arrived is a file that somebody outside sent.
type Arrived struct {
	Organization id.ID
	// Record is the id of its record. The same file has the same, so that it is stored once.
	Record id.ID
	Name   string
	Body   io.Reader
	// Object and About name the record that it is attached to.
	Object string
	About  id.ID
}

// Resumable is a place of REST that takes large files in pieces, by the protocol tus 1.0. A complete
// upload becomes a record that has the upload's id.
type Resumable struct {
	// Path is below /v1.
	Path string
	// Most is the size of the largest upload in bytes; organizations have lower limits.
	Most   int64
	Begin  func(ctx context.Context, p *access.Principal, b Beginning) (Unfinished, error)
	State  func(ctx context.Context, p *access.Principal, upload id.ID) (Unfinished, error)
	Write  func(ctx context.Context, p *access.Principal, upload id.ID, offset int64, body io.Reader) (Unfinished, error)
	Cancel func(ctx context.Context, p *access.Principal, upload id.ID) error
}

// Beginning is what a client says of a file before it sends it.
type Beginning struct {
	Name   string
	Size   int64
	Public bool
}

// Unfinished says how far an upload has got.
type Unfinished struct {
	ID     id.ID
	Size   int64
	Offset int64 // bytes that are stored; Size once the upload is a file
	// Expires is when an upload that is not complete is deleted; zero for a complete one.
	Expires time.Time
}

// Upload is a place of REST that takes files as multipart/form-data.
type Upload struct {
	// Path is below /v1.
	Path string
	// Take stores the files of a form, and returns the ids of the records that it created, which
	// are of the object Shows: all or none. command is "", or the same for a repeat.
	Take  func(ctx context.Context, p *access.Principal, form *multipart.Reader, command string) ([]id.ID, error)
	Shows string
}
