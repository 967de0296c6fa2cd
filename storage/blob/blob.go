package blob

import (
	"context"
	"io"
	"iter"
	"regexp"

	"switchboard/storage/fault"
)

// Storage stores bytes under keys.
type Storage interface {
	// Put stores all that r gives under a key, and returns how many bytes that is. An error of r is
	// returned as it is, and nothing is stored then. What the key held before is replaced. Errors:
	// fault.Full where there is no space, fault.Unavailable where the storage does not answer.
	Put(ctx context.Context, key string, r io.Reader) (int64, error)
	// Size returns the number of bytes under a key. Errors: fault.NotFound, fault.Unavailable.
	Size(ctx context.Context, key string) (int64, error)
	// Open reads length bytes of a key from offset on, which both lie within its size. Close what
	// it returns. Errors: fault.NotFound, fault.Unavailable.
	Open(ctx context.Context, key string, offset, length int64) (io.ReadCloser, error)
	// Delete deletes keys; those that hold nothing are no error.
	Delete(ctx context.Context, keys ...string) error
	// Keys lists the keys that begin with a part or several, in any order; one that is put or deleted
	// during the call may be left out. An error ends it. Errors: fault.Unavailable.
	Keys(ctx context.Context, prefix string) iter.Seq2[string, error]
	// Check fails if the storage can't be written.
	Check(ctx context.Context) error
}

var keyRule = regexp.MustCompile(`^[a-z0-9][a-z0-9-]*(/[a-z0-9][a-z0-9.-]*){1,3}$`)

const maxKey = 200

// CheckKey refuses what is not a key: two to four parts of small letters, digits, dashes and dots,
// none of which begins with a dot.
func CheckKey(key string) error {
	if len(key) > maxKey || !keyRule.MatchString(key) {
		return fault.New(fault.Internal, "%q is no key of a file.", key)
	}
	return nil
}

// NotFound is the error of a key that holds nothing.
func NotFound() error { return fault.New(fault.NotFound, "The file's content is not there anymore.") }

// Away is the error of a storage that does not answer.
func Away(cause error) error {
	return fault.Wrap(cause, fault.Unavailable, "The storage of files does not answer. Please try again.")
}

// Source remembers the error of a reader, which its user must tell from those of the storage.
type Source struct {
	io.Reader

	Err error
}

// Read implements io.Reader.
func (s *Source) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	if err != nil && err != io.EOF {
		s.Err = err
	}
	return n, err
}

// IsNotFound reports whether a key holds nothing.
func IsNotFound(err error) bool { return fault.Is(err, fault.NotFound) }
