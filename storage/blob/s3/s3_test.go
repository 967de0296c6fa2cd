package s3_test

import (
	"context"
	"errors"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"switchboard/storage/blob"
	"switchboard/storage/blob/blobtest"
	"switchboard/storage/blob/s3"
	"switchboard/storage/fault"
)

const longest = 60 * time.Second

// serve starts an S3 service with the bucket "files".
func serve(t *testing.T) *httptest.Server {
	t.Helper()
	fake := gofakes3.New(s3mem.New(), gofakes3.WithHostBucket(false))
	server := httptest.NewServer(fake.Server())
	t.Cleanup(server.Close)
	client, err := minio.New(strings.TrimPrefix(server.URL, "http://"), &minio.Options{Creds: credentials.NewStaticV4("key", "secret", "")})
	if err == nil {
		err = client.MakeBucket(t.Context(), "files", minio.MakeBucketOptions{})
	}
	if err != nil {
		t.Fatal(err)
	}
	return server
}

func bucket(t *testing.T, server string) *s3.Bucket {
	t.Helper()
	c, err := s3.Parse(strings.Replace(server, "://", "://key:secret@", 1) + "/files/desk")
	if err != nil {
		t.Fatal(err)
	}
	b, err := s3.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestTheSuite(t *testing.T) {
	blobtest.Run(t, func(t *testing.T) blob.Storage {
		t.Helper()
		return bucket(t, serve(t).URL)
	})
}

// TestAServiceThatGoesAway ends the service in the middle of an upload.
func TestAServiceThatGoesAway(t *testing.T) {
	server := serve(t)
	front := httptest.NewServer(nil)
	defer front.Close()
	target, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	isAway := false
	front.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if isAway {
			panic(http.ErrAbortHandler)
		}
		r.URL.Scheme, r.URL.Host, r.RequestURI = target.Scheme, target.Host, ""
		answer, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		defer func() { _ = answer.Body.Close() }()
		maps.Copy(w.Header(), answer.Header)
		w.WriteHeader(answer.StatusCode)
		_, _ = io.Copy(w, answer.Body)
		isAway = strings.Contains(r.URL.RawQuery, "uploads") // the upload has begun
	})
	ctx, cancel := context.WithTimeout(t.Context(), longest)
	defer cancel()
	b := bucket(t, front.URL)
	if _, err := b.Put(ctx, "org/one", io.LimitReader(zeros{}, 40<<20)); !fault.Is(err, fault.Unavailable) {
		t.Errorf("an upload to a service that is away: %v", err)
	}
	isAway = false
	if _, err := b.Size(t.Context(), "org/one"); !fault.Is(err, fault.NotFound) {
		t.Errorf("the rest of the upload: %v", err)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

func TestAddresses(t *testing.T) {
	c, err := s3.Parse("https://key:se%2Fcret@s3.example.com:9000/files/a/b?region=eu-1")
	want := s3.Config{Endpoint: "s3.example.com:9000", IsSecure: true, Bucket: "files", Prefix: "a/b", Region: "eu-1", AccessKey: "key", SecretKey: "se/cret"}
	if err != nil || c != want {
		t.Errorf("%+v: %v", c, err)
	}
	for _, bad := range []string{"", "s3.example.com/files", "https://s3.example.com/files", "https://key@host/files", "https://key:secret@host", "https://key:secret@host/F", "https://key:secret@host/files?x=1", "ftp://key:secret@host/files", "https://key:sec%ret@host/files"} {
		if _, err := s3.Parse(bad); err == nil || strings.Contains(err.Error(), "sec%ret") || errors.Is(err, io.EOF) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}
