package rest_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/textproto"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"switchboard/storage/blob"
	"switchboard/storage/blob/folder"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// blobs is a storage that may be away.
type blobs struct {
	*folder.Folder
	dir    string
	isAway atomic.Bool
	isFull atomic.Bool // after some bytes
	making atomic.Pointer[making]
}

// making holds a file that is about to be stored.
type making struct{ reached, release chan struct{} }

func openBlobs(t *testing.T) *blobs {
	t.Helper()
	dir := t.TempDir()
	f, err := folder.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return &blobs{Folder: f, dir: dir}
}

func (b *blobs) Put(ctx context.Context, key string, r io.Reader) (int64, error) {
	if b.isFull.Load() {
		_, _ = io.CopyN(io.Discard, r, 10)
		return 0, fault.New(fault.Full, "The server's disk is full, so the file was not saved.")
	}
	if m := b.making.Load(); m != nil && !strings.Contains(key, "/resumable/") {
		close(m.reached)
		<-m.release
	}
	return b.Folder.Put(ctx, key, r)
}

func (b *blobs) Open(ctx context.Context, key string, offset, length int64) (io.ReadCloser, error) {
	if b.isAway.Load() {
		return nil, blob.Away(io.ErrClosedPipe)
	}
	return b.Folder.Open(ctx, key, offset, length)
}

// kept lists the stored content, without thumbnails.
func (b *blobs) kept(t *testing.T) (names []string) {
	t.Helper()
	err := filepath.WalkDir(b.dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !strings.HasSuffix(path, ".thumbnail") {
			names = append(names, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// sent is a file of a form.
type sent struct{ name, claims, content string }

// upload sends a form; flags are name=value.
func (p *person) upload(list []sent, flags ...string) *answer {
	p.t.Helper()
	body, contentType := form(p.t, list, flags...)
	return p.do("POST", "/v1/files", body, header("Content-Type", contentType))
}

func form(t *testing.T, list []sent, flags ...string) (body, contentType string) {
	t.Helper()
	var out bytes.Buffer
	w := multipart.NewWriter(&out)
	for _, one := range list {
		h := textproto.MIMEHeader{}
		h.Set("Content-Disposition", `form-data; name="files"; filename="`+strings.ReplaceAll(one.name, `\`, `\\`)+`"`)
		h.Set("Content-Type", one.claims)
		part, err := w.CreatePart(h)
		if err == nil {
			_, err = io.WriteString(part, one.content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, flag := range flags { // behind the files, as clients send them
		name, value, _ := strings.Cut(flag, "=")
		if err := w.WriteField(name, value); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String(), w.FormDataContentType()
}

// stored is a file's record as REST shows it.
type storedFile struct {
	ID          id.ID  `json:"id"`
	Name        string `json:"name"`
	ContentType string `json:"content_type"`
	Extension   string `json:"extension"`
	Link        string `json:"link"`
	Location    string `json:"location"`
	URL         string `json:"url"`
	Public      bool   `json:"public"`
	PublicFile  bool   `json:"public_file"`
	Size        int64  `json:"size"`
	Checksum    string `json:"checksum"`
}

func (a *answer) files() (list []storedFile) {
	a.t.Helper()
	a.is(http.StatusCreated).into(&list)
	return list
}

func (a *answer) file() storedFile {
	a.t.Helper()
	list := a.files()
	if len(list) != 1 {
		a.t.Fatalf("%s: %d files", a.what, len(list))
	}
	return list[0]
}

func path(link string) string { return strings.TrimPrefix(link, "http://desk.test") }

const text = "Offer for Dana Whitfield\n"

// picture is a PNG of so many pixels.
func picture(t *testing.T, width, height int) string {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewRGBA(image.Rect(0, 0, width, height))); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestFilesAreUploadedAndDownloaded(t *testing.T) {
	w := newWorld(t)
	boss := w.person("Boss", row.Fields{"is_superuser": true})
	list := boss.upload([]sent{{"offer.txt", "text/plain", text}, {"Grüße.png", "image/png", picture(t, 3, 2)}}, "public_file=false").files()
	if len(list) != 2 || list[0].Name != "offer.txt" || list[0].ContentType != "text/plain; charset=utf-8" || list[0].Extension != "txt" || list[0].Size != int64(len(text)) || list[1].Name != "Grüße.png" || list[1].ContentType != "image/png" {
		t.Fatalf("uploaded are %+v", list)
	}
	one := list[0]
	sum := sha256.Sum256([]byte(text))
	if one.Checksum != hex.EncodeToString(sum[:]) || one.Link != "http://desk.test/v1/files/"+string(one.ID)+"/download" || one.Location != one.Link || one.URL != "" || one.Public {
		t.Errorf("the record is %+v", one)
	}
	a := boss.do("GET", path(one.Link), "").is(http.StatusOK)
	for name, want := range map[string]string{
		"Content-Type": "text/plain; charset=utf-8", "Content-Disposition": "attachment; filename=offer.txt", "X-Content-Type-Options": "nosniff", "Content-Length": "25",
		"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox", "Cache-Control": "private, no-store", "Accept-Ranges": "bytes", "Cross-Origin-Resource-Policy": "same-origin",
	} {
		if got := a.header.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if string(a.body) != text {
		t.Errorf("the content is %q", a.body)
	}
	if got := boss.do("GET", path(list[1].Link), "").header.Get("Content-Disposition"); got != "attachment; filename*=utf-8''Gr%C3%BC%C3%9Fe.png" {
		t.Errorf("the name is %q", got)
	}
	for asked, want := range map[string]struct {
		status int
		body   string
	}{
		"bytes=0-4": {206, "Offer"}, "bytes=10-": {206, text[10:]}, "bytes=-9": {206, text[len(text)-9:]}, "bytes=6-9999": {206, text[6:]}, "rows=1": {200, text},
	} {
		if a := boss.do("GET", path(one.Link), "", header("Range", asked)); want.status != a.status && asked != "rows=1" || string(a.body) != want.body && asked != "rows=1" {
			t.Errorf("%s: %d %q", asked, a.status, a.body)
		}
	}
	boss.do("GET", path(one.Link), "", header("Range", "bytes=25-")).problem(http.StatusRequestedRangeNotSatisfiable)
	if a := boss.do("HEAD", path(one.Link), "").is(http.StatusOK); len(a.body) != 0 || a.header.Get("Content-Length") != "25" {
		t.Errorf("HEAD: %d bytes, %v", len(a.body), a.header)
	}
	boss.do("GET", path(one.Link), "", header("If-None-Match", `"`+one.Checksum+`"`)).is(http.StatusNotModified)
	w.do("GET", path(one.Link), "").problem(http.StatusUnauthorized)
	boss.do("GET", "/v1/files/"+string(someID)+"/download", "").problem(http.StatusNotFound)
	boss.do("GET", "/v1/files/..%2F..%2Fetc/download", "").problem(http.StatusNotFound)
	// A file whose content is elsewhere has none here.
	var elsewhere []storedFile
	boss.do("POST", "/v1/object/file", `{"name":"site","link":"https://files.example.com/a"}`).is(http.StatusOK).into(&elsewhere)
	boss.do("GET", "/v1/files/"+string(elsewhere[0].ID)+"/download", "").problem(http.StatusNotFound)
	boss.do("POST", "/v1/object/file", `{"name":"nothing"}`).problem(http.StatusUnprocessableEntity)
}

// TestTypesAreWhatTheBytesAre claims types and names that the content does not have.
func TestTypesAreWhatTheBytesAre(t *testing.T) {
	w := newWorld(t)
	boss := w.person("Boss", row.Fields{"is_superuser": true})
	const script = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`
	for _, c := range []struct {
		sent
		wantName, wantType string
	}{
		{sent{"photo.png", "image/png", "<html><script>alert(1)</script></html>"}, "photo.png", "text/html; charset=utf-8"},
		{sent{"photo.jpg", "image/jpeg", script}, "photo.jpg", "image/svg+xml"},
		{sent{"page.html", "text/html", "\x00\x01\x02binary"}, "page.html", "application/octet-stream"},
		{sent{"letter.pdf", "application/pdf", "%PDF-1.7\n1 0 obj\n"}, "letter.pdf", "application/pdf"},
		{sent{"list.csv", "application/vnd.ms-excel", "name,phone\nDana,+12065550123\n"}, "list.csv", "text/csv"},
		{sent{"one.csv", "", "name\n"}, "one.csv", "text/csv; charset=utf-8"},
		{sent{`C:\Users\dana\..\offer.txt`, "text/plain", text}, "offer.txt", "text/plain; charset=utf-8"},
		{sent{"../../etc/passwd", "text/plain", text}, "passwd", "text/plain; charset=utf-8"},
		{sent{"..", "text/plain", text}, "file", "text/plain; charset=utf-8"},
		{sent{"a\u202egnp.exe", "text/plain", text}, "agnp.exe", "text/plain; charset=utf-8"},
		{sent{strings.Repeat("n", 400) + ".txt", "text/plain", text}, strings.Repeat("n", 196) + ".txt", "text/plain; charset=utf-8"},
	} {
		one := boss.upload([]sent{c.sent}).file()
		if one.Name != c.wantName || one.ContentType != c.wantType {
			t.Errorf("%q: %q of the type %q, want %q, %q", c.name, one.Name, one.ContentType, c.wantName, c.wantType)
		}
		a := boss.do("GET", path(one.Link), "").is(http.StatusOK)
		if got := a.header.Get("Content-Disposition"); !strings.HasPrefix(got, "attachment") || a.header.Get("Content-Security-Policy") != "default-src 'none'; style-src 'unsafe-inline'; sandbox" {
			t.Errorf("%q is served as %v", c.name, a.header)
		}
		boss.do("PATCH", "/v1/object/file/"+string(one.ID), `{"content_type":"image/png"}`).problem(http.StatusUnprocessableEntity)
		boss.do("PATCH", "/v1/object/file/"+string(one.ID), `{"link":"https://evil.example.com/"}`).problem(http.StatusUnprocessableEntity)
	}
	one := boss.upload([]sent{{"offer.txt", "", text}}).file()
	boss.do("PATCH", "/v1/object/file/"+string(one.ID), `{"name":"Offer of March"}`).is(http.StatusOK)
	if got := boss.do("GET", path(one.Link), "").header.Get("Content-Disposition"); got != `attachment; filename="Offer of March.txt"` {
		t.Errorf("a renamed file is saved as %s", got)
	}
}

func TestBadUploadsKeepNothing(t *testing.T) {
	w := newWorld(t)
	boss := w.person("Boss", row.Fields{"is_superuser": true})
	plain := w.person("Plain", nil)
	boss.do("PATCH", "/v1/object/organization/"+string(w.org), `{"settings":{"files":{"max_megabytes":1,"total_megabytes":3,"types":["image/*","text/plain","application/pdf"]}}}`).is(http.StatusOK)
	good, big := sent{"a.txt", "", text}, sent{"big.txt", "", strings.Repeat("x", 1<<20+1)}
	body, contentType := form(t, []sent{good, good})
	for name, c := range map[string]struct {
		a      *answer
		status int
		says   string
	}{
		"a type that is not allowed": {boss.upload([]sent{good, {"a.png", "image/png", "<html></html>"}}), 415, "a.png is of the type text/html. Your organization allows application/pdf, image/*, text/plain."},
		"too large":                  {boss.upload([]sent{good, big}), 413, "big.txt is too large: a file may have 1 MB."},
		"empty":                      {boss.upload([]sent{good, {"zero.txt", "", ""}}), 422, "zero.txt is empty"},
		"no file":                    {boss.upload(nil, "public=true"), 422, "Send at least one file"},
		"an unknown part":            {boss.upload([]sent{good}, "path=/etc"), 422, `There is no part "path"`},
		"an odd flag":                {boss.upload([]sent{good}, "public=maybe"), 422, "public must be true or false"},
		"too many":                   {boss.upload(slices.Repeat([]sent{good}, 51)), 422, "at most 50 files"},
		"no form":                    {boss.do("POST", "/v1/files", `{}`), 415, "multipart/form-data"},
		"half a form":                {boss.do("POST", "/v1/files", body[:len(body)-40], header("Content-Type", contentType)), 400, "ended early"},
		"no right":                   {plain.upload([]sent{good}), 403, "permission"},
		"nobody":                     {w.do("POST", "/v1/files", body, header("Content-Type", contentType)), 401, "sign in"},
	} {
		if p := c.a.problem(c.status); !strings.Contains(p.Detail, c.says) {
			t.Errorf("%s: %q", name, p.Detail)
		}
	}
	w.blobs.isFull.Store(true)
	if p := boss.upload([]sent{good}).problem(http.StatusInsufficientStorage); !strings.Contains(p.Detail, "disk is full") {
		t.Errorf("a full disk: %q", p.Detail)
	}
	w.blobs.isFull.Store(false)
	if left := w.blobs.kept(t); len(left) > 0 {
		t.Errorf("left are %v", left)
	}
	if found, err := w.store.Find(t.Context(), w.org, row.Query{Object: "file"}); err != nil || len(found) > 0 {
		t.Errorf("records are %v: %v", found, err)
	}
	half := sent{"half.txt", "", strings.Repeat("x", 1<<20-1)}
	first := boss.upload([]sent{half, half}).files()
	if p := boss.upload([]sent{half, half}).problem(http.StatusRequestEntityTooLarge); !strings.Contains(p.Detail, "may take 3 MB") {
		t.Errorf("no room: %q", p.Detail)
	}
	boss.do("DELETE", "/v1/object/file/"+string(first[0].ID), "").is(http.StatusNoContent)
	boss.upload([]sent{half, half}).problem(http.StatusRequestEntityTooLarge) // a deleted file can come back, so it counts
	if kept := w.blobs.kept(t); len(kept) != 2 {
		t.Errorf("kept are %v", kept)
	}
}

// TestAClientThatLeavesKeepsNothing ends a connection in the middle of an upload.
func TestAClientThatLeavesKeepsNothing(t *testing.T) {
	w := newWorld(t)
	boss := w.person("Boss", row.Fields{"is_superuser": true})
	server := httptest.NewServer(w.handler)
	defer server.Close()
	body, contentType := form(t, []sent{{"big.txt", "", strings.Repeat("x", 1<<20)}})
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+"/v1/files", io.MultiReader(strings.NewReader(body[:1<<19]), leaving{}))
	if err != nil {
		t.Fatal(err)
	}
	r.Host = "desk.test"
	r.Header.Set("Content-Type", contentType)
	r.Header.Set("Authorization", "Bearer "+boss.token)
	if answer, err := http.DefaultClient.Do(r); err == nil {
		_ = answer.Body.Close()
		t.Errorf("answered %d", answer.StatusCode)
	}
	server.Close() // waits for the handler
	if left := w.blobs.kept(t); len(left) > 0 {
		t.Errorf("left are %v", left)
	}
}

type leaving struct{}

func (leaving) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

func TestRepeatedUploadsAreOne(t *testing.T) {
	w := newWorld(t)
	boss := w.person("Boss", row.Fields{"is_superuser": true})
	body, contentType := form(t, []sent{{"a.txt", "", text}, {"b.txt", "", text}})
	send := func() []storedFile {
		return boss.do("POST", "/v1/files", body, header("Content-Type", contentType), header("Idempotency-Key", "upload-1")).files()
	}
	first, second := send(), send()
	if !slices.Equal(first, second) {
		t.Errorf("first %+v, second %+v", first, second)
	}
	if kept := w.blobs.kept(t); len(kept) != 2 {
		t.Errorf("kept are %v", kept)
	}
}

func TestPublicLinksAreWithdrawn(t *testing.T) {
	w := newWorld(t)
	boss := w.person("Boss", row.Fields{"is_superuser": true})
	one := boss.upload([]sent{{"logo.png", "", picture(t, 4, 4)}}, "public_file=true").file()
	if !one.Public || !one.PublicFile || !strings.HasPrefix(one.URL, "http://desk.test/v1/public/files/") {
		t.Fatalf("the file is %+v", one)
	}
	a := w.do("GET", path(one.URL), "").is(http.StatusOK)
	if string(a.body) != picture(t, 4, 4) || a.header.Get("Cross-Origin-Resource-Policy") != "cross-origin" || !strings.HasPrefix(a.header.Get("Content-Disposition"), "attachment") {
		t.Errorf("public: %v", a.header)
	}
	w.do("GET", path(one.Link), "").problem(http.StatusUnauthorized)
	set := func(public string) storedFile {
		var list []storedFile
		boss.do("PATCH", "/v1/object/file/"+string(one.ID), `{"public_file":`+public+`}`).is(http.StatusOK).into(&list)
		return list[0]
	}
	if after := set("false"); after.URL != "" || after.Public {
		t.Errorf("withdrawn: %+v", after)
	}
	w.do("GET", path(one.URL), "").problem(http.StatusNotFound)
	again := set("true")
	if again.URL == one.URL || again.URL == "" {
		t.Errorf("a new link is %q", again.URL)
	}
	w.do("GET", path(one.URL), "").problem(http.StatusNotFound) // a withdrawn link stays dead
	w.do("GET", path(again.URL), "").is(http.StatusOK)
	for _, bad := range []string{"x", strings.Repeat("A", 64), path(again.URL)[len("/v1/public/files/"):] + "A"} {
		w.do("GET", "/v1/public/files/"+bad, "").problem(http.StatusNotFound)
	}
	boss.do("DELETE", "/v1/object/file/"+string(one.ID), "").is(http.StatusNoContent)
	w.do("GET", path(again.URL), "").problem(http.StatusNotFound)
	boss.do("GET", path(one.Link), "").problem(http.StatusNotFound)
}

// TestOthersFilesStayTheirs reads files without a right to them.
func TestOthersFilesStayTheirs(t *testing.T) {
	w := newWorld(t)
	boss := w.person("Boss", row.Fields{"is_superuser": true})
	plain := w.person("Plain", nil)
	stranger := newOrganization(w).person("Stranger", row.Fields{"is_superuser": true})
	one := boss.upload([]sent{{"logo.png", "", picture(t, 4, 4)}}).file()
	for _, at := range []string{path(one.Link), "/v1/files/" + string(one.ID) + "/thumbnail"} {
		plain.do("GET", at, "").problem(http.StatusForbidden)
		stranger.do("GET", at, "").problem(http.StatusNotFound)
	}
	location := func(p *person, location string) *answer {
		return p.do("POST", "/v1/files/location", `{"location":"`+location+`","public_file":false}`)
	}
	if a := location(boss, one.Location).is(http.StatusOK); string(a.body) != picture(t, 4, 4) || a.header.Get("Content-Type") != "image/png" {
		t.Errorf("by its location: %v", a.header)
	}
	location(boss, strings.TrimSuffix(one.Location, "download")+"thumbnail").is(http.StatusOK)
	location(boss, path(one.Location)).is(http.StatusOK)
	location(plain, one.Location).problem(http.StatusForbidden)
	location(stranger, one.Location).problem(http.StatusNotFound)
	for _, bad := range []string{"http://169.254.169.254/latest/meta-data", "file:///etc/passwd", "https://example.com/a.png", "../../etc/passwd", "/v1/files/x/download"} {
		location(boss, bad).problem(http.StatusNotFound)
	}
	location(boss, "").problem(http.StatusUnprocessableEntity)
	boss.do("POST", "/v1/files/location", `{"loc":"x"}`).problem(http.StatusBadRequest)
	w.do("POST", "/v1/files/location", `{"location":"x"}`).problem(http.StatusUnauthorized)
	w.blobs.isAway.Store(true)
	boss.do("GET", path(one.Link), "").problem(http.StatusServiceUnavailable)
}

// bomb is a PNG of a few bytes that says it has so many pixels.
func bomb(t *testing.T, width, height uint32) string {
	t.Helper()
	raw := []byte(picture(t, 1, 1))
	binary.BigEndian.PutUint32(raw[16:], width)
	binary.BigEndian.PutUint32(raw[20:], height)
	binary.BigEndian.PutUint32(raw[29:], crc32.ChecksumIEEE(raw[12:29]))
	return string(raw)
}

func TestThumbnails(t *testing.T) {
	w := newWorld(t)
	boss := w.person("Boss", row.Fields{"is_superuser": true})
	thumbnail := func(name, content string) *answer {
		one := boss.upload([]sent{{name, "", content}}).file()
		return boss.do("GET", "/v1/files/"+string(one.ID)+"/thumbnail", "")
	}
	a := thumbnail("wide.png", picture(t, 1000, 500)).is(http.StatusOK)
	if got, err := jpeg.DecodeConfig(bytes.NewReader(a.body)); err != nil || got.Width != 256 || got.Height != 128 {
		t.Errorf("a wide one: %+v %v", got, err)
	}
	if p := thumbnail("bomb.png", bomb(t, 100_000, 100_000)).problem(http.StatusUnprocessableEntity); !strings.Contains(p.Detail, "100000 × 100000 pixels") {
		t.Errorf("a bomb: %q", p.Detail)
	}
	thumbnail("broken.png", picture(t, 10, 10)[:40]).problem(http.StatusUnprocessableEntity)
	thumbnail("offer.txt", text).problem(http.StatusNotFound)
	thumbnail("image.svg", `<svg xmlns="http://www.w3.org/2000/svg"/>`).problem(http.StatusNotFound)
	// A camera held on its side: the left of what it saw is up in the file.
	held := image.NewRGBA(image.Rect(0, 0, 40, 20))
	for y := range 20 {
		for x := range 40 {
			held.Set(x, y, color.Black)
			if x < 20 {
				held.Set(x, y, color.White)
			}
		}
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, held, nil); err != nil {
		t.Fatal(err)
	}
	exif := "\xff\xe1\x00\x22Exif\x00\x00II*\x00\x08\x00\x00\x00\x01\x00\x12\x01\x03\x00\x01\x00\x00\x00\x06\x00\x00\x00\x00\x00\x00\x00"
	a = thumbnail("turned.jpg", out.String()[:2]+exif+out.String()[2:]).is(http.StatusOK)
	got, err := jpeg.Decode(bytes.NewReader(a.body))
	if err != nil {
		t.Fatal(err)
	}
	bright := func(x, y int) bool { r, _, _, _ := got.At(x, y).RGBA(); return r > 0x8000 }
	if got.Bounds().Dx() != 20 || got.Bounds().Dy() != 40 || !bright(10, 5) || bright(10, 35) {
		t.Errorf("a turned one is %v, bright above %t, below %t", got.Bounds(), bright(10, 5), bright(10, 35))
	}
}

// TestUploadsAreNotKeptInMemory sends more than a server could keep for a request.
func TestUploadsAreNotKeptInMemory(t *testing.T) {
	w := newWorld(t)
	boss := w.person("Boss", row.Fields{"is_superuser": true})
	server := httptest.NewServer(w.handler)
	defer server.Close()
	const size = 200 << 20
	head := "--b\r\nContent-Disposition: form-data; name=\"files\"; filename=\"big.bin\"\r\n\r\n"
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+"/v1/files", io.MultiReader(strings.NewReader(head), io.LimitReader(zeros{}, size), strings.NewReader("\r\n--b--\r\n")))
	if err != nil {
		t.Fatal(err)
	}
	r.Host = "desk.test"
	r.Header.Set("Content-Type", "multipart/form-data; boundary=b")
	r.Header.Set("Authorization", "Bearer "+boss.token)
	before := allocated()
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	if grown := allocated() - before; answer.StatusCode != http.StatusCreated || grown > size { // parallel tests allocate too
		t.Errorf("%d, and %d MB were allocated for %d MB", answer.StatusCode, grown>>20, size>>20)
	}
	if kept := w.blobs.kept(t); len(kept) != 1 {
		t.Errorf("kept are %v", kept)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// allocated is how many bytes this process ever allocated. Other tests run in parallel, so its
// bound is generous.
func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}
