package feature

import (
	"context"
	"os"

	"switchboard/storage/access"
)

// Form is a place of REST that takes one file with fields, as multipart/form-data, and starts work
// on it.
type Form struct {
	// Path is below /v1; {object} in it names an object.
	Path string
	// May reports whether a principal may send a file there, before it is read.
	May func(p *access.Principal, object string) error
	// Take takes the file. The answer is sent with the status 202.
	Take func(ctx context.Context, p *access.Principal, in Submitted) (any, error)
}

// Submitted is a file that a client sent with its fields. It is gone once it was taken.
type Submitted struct {
	Object string
	// Fields are the other parts of the form.
	Fields map[string]string
	// Name and Type are what the client calls the file and its media type.
	Name string
	Type string
	File *os.File
}
