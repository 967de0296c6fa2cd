package rest

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// file is one file of the UI, held in memory with its compressed form.
type file struct {
	plain, zipped []byte // zipped is nil where it would not be smaller
	mediaType     string
	tag           string
	immutable     bool
}

// static serves the built UI.
type static struct {
	files map[string]*file
	index *file
}

// hashed is the name of a file that the build named by its content.
var hashed = regexp.MustCompile(`^assets/.+-[A-Za-z0-9_-]{8,}\.[a-z0-9]+$`)

func newStatic(tree fs.FS) (*static, error) {
	s := &static{files: map[string]*file{}}
	err := fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(d.Name(), ".") {
			return err
		}
		content, err := fs.ReadFile(tree, name)
		if err != nil {
			return err
		}
		s.files[name], err = newFile(name, content)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("rest: the built UI: %w", err)
	}
	s.index = s.files["index.html"]
	return s, nil
}

func newFile(name string, content []byte) (*file, error) {
	sum := sha256.Sum256(content)
	f := &file{
		plain: content, tag: `"` + hex.EncodeToString(sum[:12]) + `"`,
		mediaType: mime.TypeByExtension(path.Ext(name)), immutable: hashed.MatchString(name),
	}
	switch path.Ext(name) { // the machine's own table may say otherwise
	case ".js", ".mjs":
		f.mediaType = "text/javascript; charset=utf-8"
	case ".svg":
		f.mediaType = "image/svg+xml"
	case ".woff2":
		f.mediaType = "font/woff2"
	case ".webmanifest":
		f.mediaType = "application/manifest+json"
	}
	if f.mediaType == "" {
		f.mediaType = "application/octet-stream"
	}
	var zipped bytes.Buffer
	w, err := gzip.NewWriterLevel(&zipped, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	_, errWrite := w.Write(content)
	if err := errors.Join(errWrite, w.Close()); err != nil {
		return nil, err
	}
	if zipped.Len() < len(content)*9/10 {
		f.zipped = zipped.Bytes()
	}
	return f, nil
}

// orElse serves a file, the index for a route of the UI, or hands on: paths of
// the API and of files that do not exist are never answered with a page.
func (s *static) orElse(otherwise http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		f := s.find(r)
		if f == nil || r.Method != http.MethodGet && r.Method != http.MethodHead {
			otherwise(w, r)
			return
		}
		f.serve(w, r)
	}
}

func (s *static) find(r *http.Request) *file {
	name := strings.TrimPrefix(path.Clean("/"+r.URL.Path), "/")
	if name == "" || name == "index.html" {
		return s.index
	}
	if f := s.files[name]; f != nil {
		return f
	}
	first, _, _ := strings.Cut(name, "/")
	if first == "v1" || first == "socket.io" || first == "assets" || strings.Contains(path.Base(name), ".") {
		return nil
	}
	return s.index
}

func (f *file) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", f.mediaType)
	h.Set("Vary", "Accept-Encoding")
	if f.immutable {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		h.Set("Cache-Control", "no-cache")
	}
	content, tag := f.plain, f.tag
	if f.zipped != nil && acceptsGzip(r.Header.Get("Accept-Encoding")) {
		content, tag = f.zipped, strings.TrimSuffix(f.tag, `"`)+`-gzip"`
		h.Set("Content-Encoding", "gzip")
	}
	h.Set("ETag", tag)
	if r.Header.Get("Range") == "" && h.Get("Content-Encoding") == "" {
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
		return
	}
	if strings.Contains(r.Header.Get("If-None-Match"), tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Length", strconv.Itoa(len(content)))
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodGet {
		_, _ = w.Write(content)
	}
}

// acceptsGzip reads Accept-Encoding as far as gzip goes.
func acceptsGzip(header string) bool {
	for part := range strings.SplitSeq(header, ",") {
		coding, q, _ := strings.Cut(strings.TrimSpace(part), ";")
		if coding = strings.TrimSpace(coding); coding == "gzip" || coding == "*" {
			value, given := strings.CutPrefix(strings.TrimSpace(q), "q=")
			weight, err := strconv.ParseFloat(value, 64)
			return !given || err == nil && weight > 0
		}
	}
	return false
}
