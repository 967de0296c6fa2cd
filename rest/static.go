package rest

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// file is one file of the UI, held in memory with its compressed forms.
type file struct {
	plain     []byte
	packed    []encoded // those that are smaller, the smallest first
	mediaType string
	tag       string
	immutable bool
	// scripts are the sources of the scripts within a page, as its policy names them.
	scripts string
}

// static serves the built UI.
type static struct {
	files map[string]*file
	index *file
}

// brotliSuffix is the suffix of files that the build compressed: Brotli takes seconds, too long
// for a start.
const brotliSuffix = ".br"

// hashed is the name of a file that the build named by its content.
var hashed = regexp.MustCompile(`^assets/.+-[A-Za-z0-9_-]{8,}\.[a-z0-9]+$`)

func newStatic(tree fs.FS) (*static, error) {
	s, packed := &static{files: map[string]*file{}}, map[string][]byte{}
	err := fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(d.Name(), ".") {
			return err
		}
		content, err := fs.ReadFile(tree, name)
		if err != nil {
			return err
		}
		if base, is := strings.CutSuffix(name, brotliSuffix); is {
			packed[base] = content
			return nil
		}
		s.files[name], err = newFile(name, content)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("rest: the built UI: %w", err)
	}
	for name, content := range packed {
		if f := s.files[name]; f != nil {
			f.packed = slices.Insert(f.packed, 0, encoded{"br", content})
		}
	}
	if s.index = s.files["index.html"]; s.index != nil {
		s.index.scripts = inlineScripts(s.index.plain)
	}
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
		f.packed = []encoded{{"gzip", zipped.Bytes()}}
	}
	return f, nil
}

// inline is a script that stands in a page itself.
var inline = regexp.MustCompile(`(?s)<script>(.*?)</script>`)

// inlineScripts names the scripts within a page by their hashes (https://www.w3.org/TR/CSP3/): these run, and none that
// somebody else brings into the page.
func inlineScripts(page []byte) string {
	var sources strings.Builder
	for _, found := range inline.FindAllSubmatch(page, -1) {
		sum := sha256.Sum256(found[1])
		sources.WriteString(" 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'")
	}
	return sources.String()
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
		s.serve(f, w, r)
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
	if forPrograms[strings.ToLower(first)] || strings.HasPrefix(first, ".") || strings.Contains(path.Base(name), ".") || !acceptsPage(r) {
		return nil
	}
	return s.index
}

// forPrograms are the first parts of addresses that are no pages of the UI: those of this
// server's own API and files, and those where programs look for an API as a rule.
var forPrograms = map[string]bool{
	"v1": true, "socket.io": true, "assets": true, "oauth2": true, "healthz": true, "readyz": true, "metrics": true,
	"mcp": true, "sse": true, "api": true, "graphql": true, "rpc": true,
}

// acceptsPage reports whether a request takes HTML: a program that asks for JSON alone would
// take a page for an answer of the API.
func acceptsPage(r *http.Request) bool {
	accept := r.Header.Values("Accept")
	if len(accept) == 0 {
		return true
	}
	for part := range strings.SplitSeq(strings.Join(accept, ","), ",") {
		media, _, _ := strings.Cut(part, ";")
		switch strings.ToLower(strings.TrimSpace(media)) {
		case "text/html", "application/xhtml+xml", "text/*", "*/*":
			return true
		}
	}
	return false
}

func (s *static) serve(f *file, w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", f.mediaType)
	h.Set("Vary", "Accept-Encoding")
	switch {
	case f.immutable:
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	case f == s.index:
		h.Set("Cache-Control", "no-cache")
	default: // a picture that is drawn again in an outage is not asked for
		h.Set("Cache-Control", "public, max-age=3600")
	}
	if f.scripts != "" {
		h.Set("Content-Security-Policy", strings.Replace(h.Get("Content-Security-Policy"), ownScripts, ownScripts+f.scripts, 1))
	}
	content, tag := f.plain, f.tag
	if best := f.inCodingOf(r.Header.Values("Accept-Encoding")); best != nil {
		content, tag = best.content, strings.TrimSuffix(f.tag, `"`)+"-"+best.coding+`"`
		h.Set("Content-Encoding", best.coding)
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
