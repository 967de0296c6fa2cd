package s3

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// Config says where a bucket is.
type Config struct {
	// Endpoint is the host of the service, with its port if it has one; IsSecure uses https.
	Endpoint string
	IsSecure bool
	Bucket   string
	// Prefix precedes every key, "" for none.
	Prefix string
	// Region is "" if the service has none.
	Region string

	AccessKey, SecretKey string
}

// attempts bounds how often a request is sent while the service does not answer.
const attempts = 3

var bucketRule = regexp.MustCompile(`^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$`)

// Parse reads the address of a bucket: https://ACCESS_KEY:SECRET_KEY@HOST/BUCKET/PREFIX?region=REGION,
// where prefix and region may be absent.
func Parse(text string) (Config, error) {
	u, err := url.Parse(text)
	if err != nil { // its message holds the secret
		return Config{}, fmt.Errorf("want https://ACCESS_KEY:SECRET_KEY@HOST/BUCKET with special characters percent-encoded")
	}
	secret, _ := u.User.Password()
	bucket, prefix, _ := strings.Cut(strings.Trim(u.Path, "/"), "/")
	c := Config{
		Endpoint: u.Host, IsSecure: u.Scheme == "https", Bucket: bucket, Prefix: prefix, Region: u.Query().Get("region"),
		AccessKey: u.User.Username(), SecretKey: secret,
	}
	switch {
	case u.Scheme != "https" && u.Scheme != "http", u.Host == "":
		return Config{}, fmt.Errorf("want a URL that starts with https:// or http://")
	case c.AccessKey == "" || c.SecretKey == "":
		return Config{}, fmt.Errorf("the access key and the secret key are missing: want https://ACCESS_KEY:SECRET_KEY@HOST/BUCKET")
	case !bucketRule.MatchString(bucket):
		return Config{}, fmt.Errorf("%q is no name of a bucket: want https://ACCESS_KEY:SECRET_KEY@HOST/BUCKET", bucket)
	case u.Fragment != "" || len(u.Query()) > 1 || len(u.Query()) == 1 && !u.Query().Has("region"):
		return Config{}, fmt.Errorf("the only parameter is region")
	}
	return c, nil
}

// New returns the storage of a bucket; nothing is asked of the service yet.
func New(c Config) (*Bucket, error) {
	client, err := minio.New(c.Endpoint, &minio.Options{
		Creds: credentials.NewStaticV4(c.AccessKey, c.SecretKey, ""), Secure: c.IsSecure, Region: c.Region,
		BucketLookup: minio.BucketLookupAuto, MaxRetries: attempts,
	})
	if err != nil {
		return nil, fmt.Errorf("storage of files: %w", err)
	}
	prefix := c.Prefix
	if prefix != "" {
		prefix += "/"
	}
	return &Bucket{client: client, core: minio.Core{Client: client}, bucket: c.Bucket, prefix: prefix}, nil
}
