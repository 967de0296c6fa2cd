package config

import (
	"fmt"
	"net/url"
	"path/filepath"
	"strings"

	"switchboard/storage/blob/s3"
)

// Files is where the bytes of files are stored: a directory of this machine, or a bucket. The zero
// value is the default.
type Files struct {
	Dir    string // "" for a bucket, or "files" in the data directory
	Bucket s3.Config
}

// FilesDir returns the directory of the files, "" if they are in a bucket.
func (c Config) FilesDir() string {
	switch {
	case c.Files.Bucket.Bucket != "":
		return ""
	case c.Files.Dir != "":
		return c.Files.Dir
	default:
		return filepath.Join(c.DataDir, "files")
	}
}

// parseFiles reads file:///PATH or the address of a bucket; "" is the directory of the data.
func parseFiles(text string) (Files, error) {
	if text == "" {
		return Files{}, nil
	}
	if !strings.HasPrefix(text, "file:") {
		bucket, err := s3.Parse(text)
		if err != nil {
			return Files{}, fmt.Errorf("want file:///PATH or the address of a bucket: %w", err)
		}
		return Files{Bucket: bucket}, nil
	}
	u, err := url.Parse(text)
	if err != nil || u.Host != "" || !filepath.IsAbs(u.Path) || u.RawQuery != "" || u.Fragment != "" {
		return Files{}, fmt.Errorf("want file:///PATH with an absolute path, not %q", text)
	}
	return Files{Dir: filepath.Clean(u.Path)}, nil
}
