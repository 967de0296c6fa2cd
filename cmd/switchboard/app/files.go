package app

import (
	"context"

	"switchboard/storage/blob"
	"switchboard/storage/blob/folder"
	"switchboard/storage/blob/s3"
)

// openFiles opens the storage of files. A directory that can't be written stops the start. A bucket
// may come back, and everything but files works without it.
func openFiles(ctx context.Context, env environment) (blob.Storage, error) {
	if dir := env.config.FilesDir(); dir != "" {
		files, err := folder.Open(dir)
		if err != nil {
			return nil, err
		}
		env.life.onEnd("files", func(context.Context) error { return files.Close() })
		return files, files.Check(ctx)
	}
	bucket, err := s3.New(env.config.Files.Bucket)
	if err != nil {
		return nil, err
	}
	if err := bucket.Check(ctx); err != nil {
		env.log.Warn("files can't be stored or read", "bucket", env.config.Files.Bucket.Bucket, "endpoint", env.config.Files.Bucket.Endpoint, "error", err)
	}
	return bucket, nil
}
