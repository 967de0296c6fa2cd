package backup

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"

	"switchboard/storage/blob"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// format is the layout of a repository that this release writes and reads.
const format = 1

// The keys of a repository.
const (
	settingsKey   = "repository/settings"
	packPrefix    = "packs"
	indexPrefix   = "indexes"
	recordPrefix  = "snapshots"
	lockPrefix    = "locks"
	abandonedLock = 24 * time.Hour
)

// Errors of Open.
var (
	// ErrNone is the error of a place that holds no repository.
	ErrNone = errors.New("there is no backup here")
	// ErrPassphrase is the error of a passphrase that is missing or wrong.
	ErrPassphrase = errors.New("the passphrase does not open this backup")
	// ErrInUse is the error of a repository that something else works in.
	ErrInUse = errors.New("another backup or prune works here; try again when it has ended")
)

// Repository holds snapshots.
type Repository struct {
	store blob.Storage
	seal  *sealer // nil for one that is not encrypted
	zip   *zstd.Encoder
	unzip *zstd.Decoder
	known map[ID]place // where chunks lie
}

type settings struct {
	Format int   `json:"format"`
	Lock   *lock `json:"encryption,omitempty"`
}

// Open opens the repository in a storage. Where there is none, it makes one if create is set, and
// fails with ErrNone otherwise. An empty passphrase means no encryption.
func Open(ctx context.Context, store blob.Storage, passphrase string, create bool) (*Repository, error) {
	r := &Repository{store: store, known: map[ID]place{}}
	var err error
	if r.zip, err = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1)); err != nil {
		return nil, err
	}
	if r.unzip, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxRecord)); err != nil {
		return nil, err
	}
	text, err := r.get(ctx, settingsKey)
	if fault.Is(err, fault.NotFound) {
		if !create {
			return nil, ErrNone
		}
		return r, r.begin(ctx, passphrase)
	}
	if err != nil {
		return nil, err
	}
	var s settings
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, fmt.Errorf("the settings of the backup can't be read: %w", err)
	}
	switch {
	case s.Format != format:
		return nil, fmt.Errorf("the backup has format %d, and this release reads format %d", s.Format, format)
	case s.Lock == nil && passphrase != "":
		return nil, errors.New("this backup is not encrypted: leave the passphrase out, or choose another place")
	case s.Lock != nil:
		if r.seal, err = s.Lock.open(passphrase); err != nil {
			return nil, err
		}
	}
	return r, r.readIndexes(ctx)
}

// IsEncrypted reports whether a passphrase opens the repository.
func (r *Repository) IsEncrypted() bool { return r.seal != nil }

func (r *Repository) begin(ctx context.Context, passphrase string) (err error) {
	s := settings{Format: format}
	if passphrase != "" {
		if s.Lock, r.seal, err = newLock(passphrase); err != nil {
			return err
		}
	}
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	_, err = r.store.Put(ctx, settingsKey, bytes.NewReader(text))
	return err
}

// get reads the whole of a key.
func (r *Repository) get(ctx context.Context, key string) ([]byte, error) {
	size, err := r.store.Size(ctx, key)
	if err != nil {
		return nil, err
	}
	return r.getPart(ctx, key, 0, size)
}

func (r *Repository) getPart(ctx context.Context, key string, offset, length int64) ([]byte, error) {
	from, err := r.store.Open(ctx, key, offset, length)
	if err != nil {
		return nil, err
	}
	out := make([]byte, length)
	_, err = io.ReadFull(from, out)
	return out, errors.Join(err, from.Close())
}

// maxRecord bounds what a record or a chunk unpacks to.
const maxRecord = 1 << 30

// pack compresses and encrypts; about is what must be the same when it is opened.
func (r *Repository) pack(plain []byte, about string) []byte {
	packed := r.zip.EncodeAll(plain, nil)
	if r.seal == nil {
		return packed
	}
	return r.seal.close(packed, about)
}

func (r *Repository) unpack(packed []byte, about string) ([]byte, error) {
	if r.seal != nil {
		var err error
		if packed, err = r.seal.open(packed, about); err != nil {
			return nil, err
		}
	}
	return r.unzip.DecodeAll(packed, nil)
}

func (r *Repository) putRecord(ctx context.Context, key string, record any) error {
	text, err := json.Marshal(record)
	if err == nil {
		_, err = r.store.Put(ctx, key, bytes.NewReader(r.pack(text, key)))
	}
	return err
}

func (r *Repository) getRecord(ctx context.Context, key string, record any) error {
	packed, err := r.get(ctx, key)
	if err != nil {
		return err
	}
	text, err := r.unpack(packed, key)
	if err == nil {
		err = json.Unmarshal(text, record)
	}
	if err != nil {
		return fmt.Errorf("%s is damaged: %w", key, err)
	}
	return nil
}

// names are the last parts of the keys under a prefix, in their order.
func (r *Repository) names(ctx context.Context, prefix string) ([]string, error) {
	var out []string
	for key, err := range r.store.Keys(ctx, prefix) {
		if err != nil {
			return nil, err
		}
		out = append(out, key[strings.LastIndexByte(key, '/')+1:])
	}
	slices.Sort(out)
	return out, nil
}

// hold keeps others from removing what this one writes, until the returned function is called.
func (r *Repository) hold(ctx context.Context, what string, against ...string) (release func(), err error) {
	locks, err := r.names(ctx, lockPrefix)
	if err != nil {
		return nil, err
	}
	for _, one := range locks {
		if kind, _, _ := strings.Cut(one, "-"); slices.Contains(against, kind) && !r.isAbandoned(ctx, one) {
			return nil, ErrInUse
		}
	}
	key := lockPrefix + "/" + what + "-" + string(id.New())
	if _, err := r.store.Put(ctx, key, strings.NewReader(time.Now().UTC().Format(time.RFC3339))); err != nil {
		return nil, err
	}
	return func() { _ = r.store.Delete(context.WithoutCancel(ctx), key) }, nil // else it is abandoned after a day
}

// isAbandoned reports whether the work that a lock is of was cut off long ago.
func (r *Repository) isAbandoned(ctx context.Context, lock string) bool {
	text, err := r.get(ctx, lockPrefix+"/"+lock)
	if err != nil {
		return fault.Is(err, fault.NotFound)
	}
	at, err := time.Parse(time.RFC3339, string(text))
	return err == nil && time.Since(at) > abandonedLock
}
