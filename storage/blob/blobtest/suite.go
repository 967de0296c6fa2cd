package blobtest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"

	"switchboard/storage/blob"
	"switchboard/storage/fault"
)

// Run holds an implementation to the port. open returns an empty one.
func Run(t *testing.T, open func(t *testing.T) blob.Storage) {
	t.Helper()
	for name, test := range map[string]func(*testing.T, blob.Storage){
		"what is put is read":             roundTrip,
		"nothing is put":                  empty,
		"parts of it":                     parts,
		"larger than a part of an upload": large,
		"a reader that fails":             failing,
		"a replacement that fails":        keeps,
		"a context that ends":             ended,
		"absent keys":                     absent,
		"what is deleted":                 deleted,
		"keys that lead elsewhere":        tricks,
		"many at once":                    many,
		"the check leaves nothing":        checked,
		"the keys of a part":              listed,
	} {
		t.Run(name, func(t *testing.T) { test(t, open(t)) })
	}
}

const key = "org/one"

func put(t *testing.T, s blob.Storage, key, text string) {
	t.Helper()
	if n, err := s.Put(t.Context(), key, strings.NewReader(text)); err != nil || n != int64(len(text)) {
		t.Fatalf("put %d of %d bytes: %v", n, len(text), err)
	}
}

func read(t *testing.T, s blob.Storage, key string, offset, length int64) string {
	t.Helper()
	r, err := s.Open(t.Context(), key, offset, length)
	if err != nil {
		t.Fatal(err)
	}
	all, err := io.ReadAll(r)
	if err = errors.Join(err, r.Close()); err != nil {
		t.Fatal(err)
	}
	return string(all)
}

func isAbsent(t *testing.T, s blob.Storage, key string) {
	t.Helper()
	if n, err := s.Size(t.Context(), key); !fault.Is(err, fault.NotFound) {
		t.Errorf("%s has %d bytes: %v", key, n, err)
	}
	r, err := s.Open(t.Context(), key, 0, 1)
	if err == nil {
		_, err = io.ReadAll(r)
		_ = r.Close()
	}
	if !fault.Is(err, fault.NotFound) {
		t.Errorf("%s is opened: %v", key, err)
	}
}

func roundTrip(t *testing.T, s blob.Storage) {
	put(t, s, key, "first")
	put(t, s, "org/two.thumbnail", "second")
	put(t, s, key, "replaced")
	for key, want := range map[string]string{key: "replaced", "org/two.thumbnail": "second"} {
		if n, err := s.Size(t.Context(), key); err != nil || n != int64(len(want)) {
			t.Errorf("%s has %d bytes: %v", key, n, err)
		}
		if got := read(t, s, key, 0, int64(len(want))); got != want {
			t.Errorf("%s holds %q", key, got)
		}
	}
}

func empty(t *testing.T, s blob.Storage) {
	put(t, s, key, "")
	if n, err := s.Size(t.Context(), key); err != nil || n != 0 {
		t.Errorf("it has %d bytes: %v", n, err)
	}
	if got := read(t, s, key, 0, 0); got != "" {
		t.Errorf("it holds %q", got)
	}
}

func parts(t *testing.T, s blob.Storage) {
	put(t, s, key, "0123456789")
	for _, c := range []struct {
		offset, length int64
		want           string
	}{{0, 1, "0"}, {3, 4, "3456"}, {9, 1, "9"}, {0, 10, "0123456789"}} {
		if got := read(t, s, key, c.offset, c.length); got != c.want {
			t.Errorf("%d bytes from %d on are %q", c.length, c.offset, got)
		}
	}
}

// sequence gives so many bytes, none of which the reader keeps.
func sequence(n int64) io.Reader { return io.LimitReader(&counting{}, n) }

type counting struct{ at uint64 }

func (c *counting) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(c.at ^ c.at>>8 ^ c.at>>16)
		c.at++
	}
	return len(p), nil
}

func large(t *testing.T, s blob.Storage) {
	const size = 40<<20 + 3
	want := sha256.New()
	if n, err := s.Put(t.Context(), key, io.TeeReader(sequence(size), want)); err != nil || n != size {
		t.Fatalf("put %d bytes: %v", n, err)
	}
	r, err := s.Open(t.Context(), key, 0, size)
	if err != nil {
		t.Fatal(err)
	}
	got := sha256.New()
	n, err := io.Copy(got, r)
	if err = errors.Join(err, r.Close()); err != nil || n != size || !bytes.Equal(got.Sum(nil), want.Sum(nil)) {
		t.Errorf("%d other bytes: %v", n, err)
	}
}

// errSource is the error of a client that leaves.
var errSource = errors.New("the client left")

// breaking gives some bytes and fails.
func breaking(n int64) io.Reader {
	return io.MultiReader(sequence(n), iotestErr{})
}

type iotestErr struct{}

func (iotestErr) Read([]byte) (int, error) { return 0, errSource }

func failing(t *testing.T, s blob.Storage) {
	for _, n := range []int64{0, 10, 1 << 20, 20 << 20} {
		if _, err := s.Put(t.Context(), key, breaking(n)); !errors.Is(err, errSource) {
			t.Errorf("a reader that fails after %d bytes: %v", n, err)
		}
		isAbsent(t, s, key)
	}
}

func keeps(t *testing.T, s blob.Storage) {
	put(t, s, key, "kept")
	if _, err := s.Put(t.Context(), key, breaking(1<<20)); !errors.Is(err, errSource) {
		t.Errorf("a reader that fails: %v", err)
	}
	if got := read(t, s, key, 0, 4); got != "kept" {
		t.Errorf("it holds %q", got)
	}
}

func ended(t *testing.T, s blob.Storage) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Put(ctx, key, sequence(1<<20)); err == nil {
		t.Error("put without a context")
	}
	isAbsent(t, s, key)
}

func absent(t *testing.T, s blob.Storage) {
	isAbsent(t, s, key)
	isAbsent(t, s, "nobody/one")
	if err := s.Delete(t.Context(), key, "nobody/one"); err != nil {
		t.Error(err)
	}
}

func deleted(t *testing.T, s blob.Storage) {
	put(t, s, key, "gone")
	put(t, s, "org/two", "stays")
	if err := s.Delete(t.Context(), key, "org/absent"); err != nil {
		t.Fatal(err)
	}
	isAbsent(t, s, key)
	if got := read(t, s, "org/two", 0, 5); got != "stays" {
		t.Errorf("the other one holds %q", got)
	}
}

func tricks(t *testing.T, s blob.Storage) {
	for _, bad := range []string{"", "one", "/etc/passwd", "../one/two", "org/../../two", "org/..", "org/.one", "org//one", `org\one`, "org/one\x00", "org/" + strings.Repeat("a", 300), "Org/one", "org/a/b/c/d"} {
		if _, err := s.Put(t.Context(), bad, strings.NewReader("x")); !fault.Is(err, fault.Internal) {
			t.Errorf("put %q: %v", bad, err)
		}
		if _, err := s.Open(t.Context(), bad, 0, 1); !fault.Is(err, fault.Internal) {
			t.Errorf("open %q: %v", bad, err)
		}
		if err := s.Delete(t.Context(), bad); !fault.Is(err, fault.Internal) {
			t.Errorf("delete %q: %v", bad, err)
		}
	}
}

func many(t *testing.T, s blob.Storage) {
	var all sync.WaitGroup
	for i := range 16 {
		all.Go(func() {
			text := strings.Repeat(string(rune('a'+i)), 1000+i)
			if _, err := s.Put(t.Context(), key, strings.NewReader(text)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	n, err := s.Size(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	if got := read(t, s, key, 0, n); strings.Trim(got, got[:1]) != "" || int(n) != 1000+int(got[0]-'a') {
		t.Errorf("it holds a mixture of %d bytes", n)
	}
}

func checked(t *testing.T, s blob.Storage) {
	if err := s.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	isAbsent(t, s, "check/check")
}

func listed(t *testing.T, s blob.Storage) {
	keys := func(prefix string) (out []string) {
		t.Helper()
		for key, err := range s.Keys(t.Context(), prefix) {
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, key)
		}
		slices.Sort(out)
		return out
	}
	if found := keys("org"); len(found) != 0 {
		t.Errorf("an empty storage lists %v", found)
	}
	for _, one := range []string{"org/b", "org/a/c", "organ/a", "other/a"} {
		put(t, s, one, one)
	}
	if found := keys("org"); !slices.Equal(found, []string{"org/a/c", "org/b"}) {
		t.Errorf("under org lie %v", found)
	}
	if found := keys("org/a"); !slices.Equal(found, []string{"org/a/c"}) {
		t.Errorf("under org/a lie %v", found)
	}
	if found := keys(""); len(found) != 4 {
		t.Errorf("in all lie %v", found)
	}
	for _, err := range s.Keys(t.Context(), "") {
		if err != nil {
			t.Error(err)
		}
		break
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, err := range s.Keys(ended, "org") {
		if err == nil {
			t.Error("keys are listed after the context has ended")
		}
		break
	}
}
