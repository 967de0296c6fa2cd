package s3

import (
	"bytes"
	"context"
	"io"
	"iter"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"

	"switchboard/storage/blob"
	"switchboard/storage/fault"
)

const (
	// partSize bounds an object by the 10,000 parts that it may have: 160 GB.
	partSize = 16 << 20
	// answerTime is how long the service may take for an answer without bytes.
	answerTime = 15 * time.Second
)

// Bucket stores files in a bucket.
type Bucket struct {
	client         *minio.Client
	core           minio.Core
	bucket, prefix string
}

// Put implements blob.Storage. What is shorter than a part is sent at once; the rest goes up in
// parts, none of which is kept in memory once it is there.
func (b *Bucket) Put(ctx context.Context, key string, r io.Reader) (int64, error) {
	if err := blob.CheckKey(key); err != nil {
		return 0, err
	}
	from := &blob.Source{Reader: r}
	first := make([]byte, 64<<10) // most files are smaller
	n, err := io.ReadFull(from, first)
	switch {
	case from.Err != nil:
		return 0, from.Err
	case err != nil: // the end
		_, err = b.client.PutObject(ctx, b.bucket, b.prefix+key, bytes.NewReader(first[:n]), int64(n), options())
		return int64(n), b.away(err)
	}
	o := options()
	o.PartSize = partSize
	done, err := b.client.PutObject(ctx, b.bucket, b.prefix+key, io.MultiReader(bytes.NewReader(first), from), -1, o)
	if from.Err != nil {
		return 0, from.Err
	}
	if err != nil {
		if ctx.Err() != nil {
			return 0, fault.From(ctx.Err())
		}
		return 0, b.away(err)
	}
	return done.Size, nil
}

// options are those of an upload. The database knows the types of files; in the bucket all
// objects are bytes.
func options() minio.PutObjectOptions {
	return minio.PutObjectOptions{ContentType: "application/octet-stream", DisableContentSha256: true}
}

// Size implements blob.Storage.
func (b *Bucket) Size(ctx context.Context, key string) (int64, error) {
	if err := blob.CheckKey(key); err != nil {
		return 0, err
	}
	asking, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	info, err := b.client.StatObject(asking, b.bucket, b.prefix+key, minio.StatObjectOptions{})
	return info.Size, b.away(err)
}

// Open implements blob.Storage.
func (b *Bucket) Open(ctx context.Context, key string, offset, length int64) (io.ReadCloser, error) {
	if err := blob.CheckKey(key); err != nil {
		return nil, err
	}
	o := minio.GetObjectOptions{}
	if length == 0 { // which no range says
		_, err := b.Size(ctx, key)
		return http.NoBody, err
	}
	if err := o.SetRange(offset, offset+length-1); err != nil {
		return nil, fault.Wrap(err, fault.Internal, "A part of a file can't be read.")
	}
	body, _, _, err := b.core.GetObject(ctx, b.bucket, b.prefix+key, o)
	if err != nil {
		return nil, b.away(err)
	}
	return body, nil
}

// Delete implements blob.Storage.
func (b *Bucket) Delete(ctx context.Context, keys ...string) error {
	for _, key := range keys {
		if err := blob.CheckKey(key); err != nil {
			return err
		}
		asking, cancel := context.WithTimeout(ctx, answerTime)
		err := b.client.RemoveObject(asking, b.bucket, b.prefix+key, minio.RemoveObjectOptions{})
		cancel()
		if err = b.away(err); err != nil && !fault.Is(err, fault.NotFound) {
			return err
		}
	}
	return nil
}

// Keys implements blob.Storage.
func (b *Bucket) Keys(ctx context.Context, prefix string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		if prefix != "" {
			prefix += "/"
		}
		o := minio.ListObjectsOptions{Prefix: b.prefix + prefix, Recursive: true}
		for object := range b.client.ListObjectsIter(ctx, b.bucket, o) {
			if object.Err != nil {
				yield("", b.away(object.Err))
				return
			}
			key := strings.TrimPrefix(object.Key, b.prefix)
			if blob.CheckKey(key) == nil && !yield(key, nil) {
				return
			}
		}
	}
}

// Check implements blob.Storage.
func (b *Bucket) Check(ctx context.Context) error {
	asking, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	if _, err := b.Put(asking, "check/check", bytes.NewReader([]byte("check"))); err != nil {
		return err
	}
	return b.Delete(asking, "check/check")
}

// full are the codes of services that have no space left.
var full = []string{"XMinioStorageFull", "InsufficientStorage", "QuotaExceeded", "EntityTooLarge"}

// away is the fault of an error of the service.
func (b *Bucket) away(err error) error {
	if err == nil {
		return nil
	}
	switch answer := minio.ToErrorResponse(err); {
	case answer.Code == minio.NoSuchKey, answer.Code == "" && answer.StatusCode == http.StatusNotFound:
		return blob.NotFound()
	case slices.Contains(full, answer.Code), answer.StatusCode == http.StatusInsufficientStorage:
		return fault.Wrap(err, fault.Full, "The storage of files is full, so the file was not saved. Your administrator must free space; then try again.")
	default:
		return blob.Away(err)
	}
}
