package rest_test

import (
	"encoding/base64"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"switchboard/storage/row"
)

const pieces = "/v1/files/resumable"

// tus adds the headers of the protocol; further ones are name=value.
func tus(more ...string) func(*http.Request) {
	return func(r *http.Request) {
		r.Header.Set("Tus-Resumable", "1.0.0")
		if r.Method == http.MethodPatch {
			r.Header.Set("Content-Type", "application/offset+octet-stream")
		}
		for _, one := range more {
			name, value, _ := strings.Cut(one, "=")
			r.Header.Set(name, value)
		}
	}
}

// begins begins an upload, and returns its address.
func (p *person) begins(name string, size int) string {
	p.t.Helper()
	a := p.do("POST", pieces, "", tus("Upload-Length="+strconv.Itoa(size), "Upload-Metadata=filename "+base64.StdEncoding.EncodeToString([]byte(name))+",public "+base64.StdEncoding.EncodeToString([]byte("false")))).is(http.StatusCreated)
	if a.header.Get("Upload-Expires") == "" || !strings.HasPrefix(a.header.Get("Location"), pieces+"/") {
		p.t.Fatalf("an upload begins with %v", a.header)
	}
	return a.header.Get("Location")
}

func (p *person) sends(address string, offset int, body string, change ...func(*http.Request)) *answer {
	p.t.Helper()
	return p.do("PATCH", address, body, append([]func(*http.Request){tus("Upload-Offset=" + strconv.Itoa(offset))}, change...)...)
}

// lost is a body whose connection breaks.
type lost struct{ io.Reader }

func (l lost) Read(b []byte) (int, error) {
	n, err := l.Reader.Read(b)
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

func TestALargeFileComesInPieces(t *testing.T) {
	w := newWorld(t)
	boss := w.person("Boss", row.Fields{"is_superuser": true})
	other := w.person("Other", row.Fields{"is_superuser": true})
	plain := w.person("Plain", nil)

	if a := w.do("OPTIONS", pieces, ""); a.status != http.StatusNoContent || a.header.Get("Tus-Version") != "1.0.0" || a.header.Get("Tus-Extension") != "creation,expiration,termination" {
		t.Errorf("OPTIONS: %d %v", a.status, a.header)
	}
	address := boss.begins("../offer.txt", len(text))
	offset := func(want int) {
		t.Helper()
		if a := boss.do("HEAD", address, "", tus()).is(http.StatusOK); a.header.Get("Upload-Offset") != strconv.Itoa(want) || a.header.Get("Upload-Length") != strconv.Itoa(len(text)) {
			t.Errorf("the upload stands at %v, want %d", a.header, want)
		}
	}
	offset(0)
	if a := boss.sends(address, 0, text[:5]).is(http.StatusNoContent); a.header.Get("Upload-Offset") != "5" {
		t.Errorf("after five bytes: %v", a.header)
	}
	// What came before the connection was lost is kept.
	boss.sends(address, 5, "", func(r *http.Request) { r.Body = io.NopCloser(lost{strings.NewReader(text[5:9])}) }).is(http.StatusNoContent)
	offset(9)
	boss.sends(address, 5, text[5:]).problem(http.StatusConflict)
	boss.sends(address, 9, text[9:]+"more").problem(http.StatusRequestEntityTooLarge)
	offset(9)
	for _, foreign := range []*person{other, plain} {
		if a := foreign.sends(address, 9, text[9:]); a.status != http.StatusNotFound && a.status != http.StatusForbidden {
			t.Errorf("another user's piece: %d %s", a.status, a.body)
		}
	}
	boss.sends(address, 9, text[9:]).is(http.StatusNoContent)
	offset(len(text)) // complete, and a file by now
	record := strings.TrimPrefix(address, pieces+"/")
	var file storedFile
	boss.do("GET", "/v1/object/file/"+record, "").is(http.StatusOK).into(&file)
	if file.Name != "offer.txt" || file.Size != int64(len(text)) || file.ContentType != "text/plain; charset=utf-8" || file.Public {
		t.Errorf("the upload became %+v", file)
	}
	if got := string(boss.do("GET", path(file.Link), "").is(http.StatusOK).body); got != text {
		t.Errorf("its content is %q", got)
	}
	if kept := w.blobs.kept(t); len(kept) != 1 {
		t.Errorf("the storage holds more than the file: %q", kept)
	}
	other.do("HEAD", address, "", tus()).is(http.StatusNotFound)
	boss.sends(address, len(text), "").problem(http.StatusNotFound)
	boss.do("DELETE", address, "", tus()).problem(http.StatusNotFound)
}

func TestAnUploadInPiecesIsCanceledRefusedAndFinishedLater(t *testing.T) {
	w := newWorld(t)
	boss := w.person("Boss", row.Fields{"is_superuser": true})
	plain := w.person("Plain", nil)
	boss.do("PATCH", "/v1/object/organization/"+string(w.org), `{"settings":{"files":{"max_megabytes":1,"total_megabytes":2,"types":["text/plain"]}}}`).is(http.StatusOK)
	length := func(n int) func(*http.Request) { return tus("Upload-Length=" + strconv.Itoa(n)) }

	boss.do("POST", pieces, "", length(2<<20)).problem(http.StatusRequestEntityTooLarge)
	boss.do("POST", pieces, "", length(0)).problem(http.StatusUnprocessableEntity)
	boss.do("POST", pieces, "", tus()).problem(http.StatusBadRequest)
	boss.do("POST", pieces, "", tus("Upload-Length=3", "Upload-Metadata=filename ***")).problem(http.StatusBadRequest)
	boss.do("POST", pieces, "", header("Upload-Length", "3")).problem(http.StatusBadRequest)
	plain.do("POST", pieces, "", length(3)).problem(http.StatusForbidden)
	boss.do("HEAD", pieces+"/"+string(someID), "", tus()).is(http.StatusNotFound)
	boss.do("HEAD", pieces+"/nonsense", "", tus()).is(http.StatusNotFound)

	// What is announced counts, so that several uploads can't take more than there is.
	first := boss.begins("a.txt", 1<<20)
	second := boss.begins("b.txt", 1<<20)
	boss.do("POST", pieces, "", length(10)).problem(http.StatusRequestEntityTooLarge)
	boss.sends(first, 0, "some bytes").is(http.StatusNoContent)
	boss.do("DELETE", first, "", tus()).is(http.StatusNoContent)
	boss.do("HEAD", first, "", tus()).is(http.StatusNotFound)
	boss.do("DELETE", second, "", tus()).is(http.StatusNoContent)
	if kept := w.blobs.kept(t); len(kept) != 0 {
		t.Errorf("canceled uploads leave %q", kept)
	}

	// A type that is not allowed is known with the last byte; nothing of it stays.
	page := "<!DOCTYPE html><html><body>Hello</body></html>"
	html := boss.begins("a.txt", len(page))
	boss.sends(html, 0, page).problem(http.StatusUnsupportedMediaType)
	boss.do("HEAD", html, "", tus()).is(http.StatusNotFound)
	boss.sends(html, 0, page, header("Content-Type", "text/plain")).problem(http.StatusUnsupportedMediaType)
	if kept := w.blobs.kept(t); len(kept) != 0 {
		t.Errorf("a refused upload leaves %q", kept)
	}

	// While the storage is away the last byte can't become a file. It does once somebody asks.
	address := boss.begins("offer.txt", len(text))
	boss.sends(address, 0, text[:10]).is(http.StatusNoContent)
	w.blobs.isFull.Store(true)
	boss.sends(address, 10, text[10:]).problem(http.StatusInsufficientStorage)
	w.blobs.isFull.Store(false)
	// While the file is made, nobody else writes it, and a request for its state waits until it is there.
	making := &making{reached: make(chan struct{}), release: make(chan struct{})}
	w.blobs.making.Store(making)
	written := make(chan *answer)
	go func() { written <- boss.sends(address, 10, text[10:]) }()
	<-making.reached
	w.blobs.making.Store(nil)
	boss.sends(address, 10, text[10:]).problem(http.StatusConflict)
	boss.do("DELETE", address, "", tus()).problem(http.StatusConflict)
	looked := make(chan *answer)
	go func() {
		state := boss.do("HEAD", address, "", tus())
		boss.do("GET", "/v1/object/file/"+strings.TrimPrefix(address, pieces+"/"), "").is(http.StatusOK)
		looked <- state
	}()
	close(making.release)
	(<-written).is(http.StatusNoContent)
	if got := (<-looked).is(http.StatusOK).header.Get("Upload-Offset"); got != strconv.Itoa(len(text)) {
		t.Errorf("the upload ends at %s", got)
	}
}
