package simulator

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"path"
	"strings"
	"time"

	"switchboard/actors/carrier/simulator/sid"
	"switchboard/actors/carrier/simulator/texting"
	"switchboard/storage/fault"
)

const (
	// maxForm bounds a text with files, maxFiles their number.
	maxForm  = 64 << 20
	maxFiles = 10
	formHeld = 1 << 20 // bytes of a form that are not in temporary files
)

// Attached is a file of a text from an outside phone.
type Attached struct {
	Name, ContentType string
	Content           []byte
}

// text is a text from outside: JSON, or a form with files.
type text struct {
	From string `json:"from"`
	To   string `json:"to"`
	Body string `json:"body"`

	files []Attached
}

// isForm reports whether a request is a form with files.
func isForm(r *http.Request) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && kind == "multipart/form-data"
}

// readText reads a text with its files.
func readText(r *http.Request) (in text, err error) {
	if !isForm(r) {
		return in, decode(r, &in)
	}
	if err := r.ParseMultipartForm(formHeld); err != nil {
		if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
			return in, fault.Wrap(err, fault.TooLarge, "A text and its files have at most %d MB.", maxForm>>20)
		}
		return in, fault.Wrap(err, fault.Malformed, "The form can't be read.")
	}
	defer func() { _ = r.MultipartForm.RemoveAll() }()
	in.From, in.To, in.Body = r.PostFormValue("from"), r.PostFormValue("to"), r.PostFormValue("body")
	sent := r.MultipartForm.File["files"]
	if len(sent) > maxFiles {
		return in, fault.Field("files", "A text has at most %d files.", maxFiles)
	}
	for _, header := range sent {
		file, err := header.Open()
		if err != nil {
			return in, fault.Wrap(err, fault.Unavailable, "The file can't be read.")
		}
		content, err := io.ReadAll(file)
		_ = file.Close()
		if err != nil {
			return in, fault.Wrap(err, fault.Unavailable, "The file can't be read.")
		}
		kind := header.Header.Get("Content-Type")
		if kind == "" || kind == "application/octet-stream" {
			if byName := mime.TypeByExtension(strings.ToLower(path.Ext(header.Filename))); byName != "" {
				kind = byName
			}
		}
		in.files = append(in.files, Attached{Name: path.Base(header.Filename), ContentType: kind, Content: content})
	}
	return in, nil
}

// keep stores the files of a text from outside. An empty file is kept: phones send such things.
func (o outside) keep(files []Attached) ([]texting.Media, error) {
	var out []texting.Media
	for _, f := range files {
		m := texting.Media{SID: sid.New("ME"), Filename: f.Name, ContentType: f.ContentType, Size: len(f.Content), Created: time.Now().UTC()}
		if m.ContentType == "" {
			m.ContentType = "application/octet-stream"
		}
		if err := o.album.Put(m.SID, f.Content); err != nil {
			return nil, fault.Wrap(err, fault.Unavailable, "The phone simulator can't store the file.")
		}
		out = append(out, m)
	}
	return out, nil
}

// media returns a file of a text of the scope's numbers, for the simulator's page.
func (o outside) media(name string) (http.HandlerFunc, error) {
	var found *texting.Media
	o.store.view(func(w *world) {
		for _, t := range w.texts.Texts() {
			for i := range t.Media {
				if o.in.has(t.Ours()) && t.Media[i].SID == name {
					found = &t.Media[i]
				}
			}
		}
	})
	gone := fault.New(fault.NotFound, "There is no such file.")
	if found == nil {
		return nil, gone
	}
	content, err := o.album.Get(name)
	if err != nil || content == nil {
		return nil, gone
	}
	return func(w http.ResponseWriter, _ *http.Request) { write(w, found.ContentType, content) }, nil
}
