package rest_test

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"switchboard/actors/files"
	"switchboard/actors/organizations"
	"switchboard/rest"
	"switchboard/storage/blob/folder"
	"switchboard/storage/row"
)

// onNewNode has a node without memory answer from now on, with the same storage.
func (w *world) onNewNode() {
	w.t.Helper()
	f, err := folder.Open(w.blobs.dir)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { _ = f.Close() })
	for i, one := range w.deps.Features {
		if one.Name == files.Feature.Name {
			running := files.New(w.store, f, organizations.New(w.store, nil), "http://desk.test").Running()
			running.Feature = one.Feature
			w.deps.Features[i] = running
		}
	}
	if w.handler, err = rest.New(w.deps); err != nil {
		w.t.Fatal(err)
	}
}

func (p *person) contentOf(address string) string {
	p.t.Helper()
	var file storedFile
	p.do("GET", "/v1/object/file/"+strings.TrimPrefix(address, pieces+"/"), "").is(http.StatusOK).into(&file)
	return string(p.do("GET", path(file.Link), "").is(http.StatusOK).body)
}

func TestAnUploadGoesOnAfterARestart(t *testing.T) {
	w := newWorld(t)
	boss := w.person("Boss", row.Fields{"is_superuser": true})
	address := boss.begins("offer.txt", len(text))
	boss.sends(address, 0, text[:7]).is(http.StatusNoContent)
	w.onNewNode()
	if got := boss.do("HEAD", address, "", tus()).is(http.StatusOK).header.Get("Upload-Offset"); got != "7" {
		t.Errorf("the upload stands at %s", got)
	}
	boss.sends(address, 7, text[7:]).is(http.StatusNoContent)
	if got := boss.contentOf(address); got != text {
		t.Errorf("the content is %q", got)
	}
}

// TestTwoNodesStoreNoPartTwice has a second node store other bytes at the offset that the first one
// is writing: none that was answered with success is lost.
func TestTwoNodesStoreNoPartTwice(t *testing.T) {
	w := newWorld(t)
	boss := w.person("Boss", row.Fields{"is_superuser": true})
	address := boss.begins("offer.txt", len(text)+1)
	boss.sends(address, 0, text[:7]).is(http.StatusNoContent)
	slow := &waiting{Reader: strings.NewReader(text[7:]), reached: make(chan struct{}), release: make(chan struct{})}
	first := make(chan *answer)
	go func() {
		first <- boss.sends(address, 7, "", func(r *http.Request) { r.Body = io.NopCloser(slow) })
	}()
	<-slow.reached
	boss.sends(address, 7, "one of the same node").problem(http.StatusConflict)
	w.onNewNode()
	other := strings.Repeat("X", len(text)-7)
	boss.sends(address, 7, other).is(http.StatusNoContent)
	close(slow.release)
	(<-first).problem(http.StatusConflict)
	if got := boss.do("HEAD", address, "", tus()).is(http.StatusOK).header.Get("Upload-Offset"); got != strconv.Itoa(len(text)) {
		t.Errorf("the upload stands at %s", got)
	}
	boss.sends(address, len(text), "!").is(http.StatusNoContent)
	if got := boss.contentOf(address); got != text[:7]+other+"!" {
		t.Errorf("the content is %q", got)
	}
}

// waiting stands still behind its first byte.
type waiting struct {
	*strings.Reader
	reached, release chan struct{}
	reads            int
}

func (w *waiting) Read(b []byte) (int, error) {
	w.reads++
	switch w.reads {
	case 1:
		return w.Reader.Read(b[:1])
	case 2:
		close(w.reached)
		<-w.release
	}
	return w.Reader.Read(b)
}

func TestExpiredUploadsAreDeleted(t *testing.T) {
	w := newWorld(t)
	boss := w.person("Boss", row.Fields{"is_superuser": true})
	address := boss.begins("offer.txt", len(text))
	boss.sends(address, 0, text[:7]).is(http.StatusNoContent)
	info := filepath.Join(w.blobs.dir, string(w.org), "resumable", strings.TrimPrefix(address, pieces+"/"), "info")
	raw, err := os.ReadFile(info)
	var stored map[string]any
	if err != nil || json.Unmarshal(raw, &stored) != nil {
		t.Fatalf("the upload is stored as %q: %v", raw, err)
	}
	stored["created"] = time.Now().Add(-49 * time.Hour).UTC()
	if raw, err = json.Marshal(stored); err == nil {
		err = os.WriteFile(info, raw, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	boss.do("HEAD", address, "", tus()).is(http.StatusNotFound)
	boss.sends(address, 7, text[7:]).problem(http.StatusNotFound)
	boss.begins("other.txt", 3)
	if kept := w.blobs.kept(t); len(kept) != 1 {
		t.Errorf("the storage holds %q", kept)
	}
}
