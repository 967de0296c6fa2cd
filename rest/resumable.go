package rest

import (
	"context"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

const (
	tusVersion = "1.0.0"
	pieceType  = "application/offset+octet-stream"
)

// resumables are the routes that take files in pieces (https://tus.io/protocols/resumable-upload).
func resumables(r chi.Router, g *gate, all []feature.Resumable) {
	for _, f := range all {
		t := &tus{f}
		one := f.Path + "/{upload}"
		r.Method(http.MethodOptions, f.Path, http.HandlerFunc(t.options))
		r.Method(http.MethodPost, f.Path, g.of(g.principal, t.begin, g.taking))
		r.Method(http.MethodHead, one, g.signed(t.state))
		// Its pieces are counted as one change when the upload begins.
		r.Method(http.MethodPatch, one, g.of(g.principal, t.write, g.entered))
		r.Method(http.MethodDelete, one, g.of(g.principal, t.cancel, g.entered))
	}
}

type tus struct{ feature.Resumable }

func (t *tus) options(w http.ResponseWriter, _ *http.Request) {
	h := w.Header()
	h.Set("Tus-Resumable", tusVersion)
	h.Set("Tus-Version", tusVersion)
	h.Set("Tus-Extension", "creation,expiration,termination")
	h.Set("Tus-Max-Size", strconv.FormatInt(t.Most, 10))
	w.WriteHeader(http.StatusNoContent)
}

// speaks fails for a client of another version.
func speaks(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Tus-Resumable", tusVersion)
	w.Header().Set("Cache-Control", "no-store")
	if got := r.Header.Get("Tus-Resumable"); got != tusVersion {
		w.Header().Set("Tus-Version", tusVersion)
		return fault.New(fault.Malformed, "Send the header Tus-Resumable: %s, not %q.", tusVersion, got)
	}
	return nil
}

// begin answers POST with the address of a new upload.
func (t *tus) begin(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	if err := speaks(w, r); err != nil {
		return err
	}
	size, err := strconv.ParseInt(r.Header.Get("Upload-Length"), 10, 64)
	if err != nil || size < 0 {
		return fault.New(fault.Malformed, "Send the size of the file in bytes as Upload-Length.")
	}
	if size > t.Most {
		return fault.New(fault.TooLarge, "The file is too large: an upload may have %d bytes.", t.Most)
	}
	about, err := metadata(r.Header.Get("Upload-Metadata"))
	if err != nil {
		return err
	}
	isPublic := about["public"] == "true" || about["public_file"] == "true"
	got, err := t.Begin(r.Context(), p, feature.Beginning{Name: about["filename"], Size: size, Public: isPublic})
	if err != nil {
		return err
	}
	w.Header().Set("Location", "/v1"+t.Path+"/"+string(got.ID))
	writeProgress(w.Header(), got)
	w.WriteHeader(http.StatusCreated)
	return nil
}

// metadata reads Upload-Metadata: names, each with a value in Base64, with commas between.
func metadata(header string) (map[string]string, error) {
	out := map[string]string{}
	if strings.TrimSpace(header) == "" {
		return out, nil
	}
	for pair := range strings.SplitSeq(header, ",") {
		name, text, _ := strings.Cut(strings.TrimSpace(pair), " ")
		value, err := base64.StdEncoding.DecodeString(strings.TrimSpace(text))
		if err != nil || name == "" {
			return nil, fault.New(fault.Malformed, "Upload-Metadata must hold names with values in Base64, such as: filename b2ZmZXIucGRm.")
		}
		out[name] = string(value)
	}
	return out, nil
}

func uploadOf(r *http.Request) (id.ID, error) {
	upload, ok := id.Parse(chi.URLParam(r, "upload"))
	if !ok {
		return "", fault.New(fault.NotFound, "There is no such upload.")
	}
	return upload, nil
}

// writeProgress writes how far an upload has got.
func writeProgress(h http.Header, u feature.Unfinished) {
	h.Set("Upload-Offset", strconv.FormatInt(u.Offset, 10))
	h.Set("Upload-Length", strconv.FormatInt(u.Size, 10))
	if !u.Expires.IsZero() {
		h.Set("Upload-Expires", u.Expires.UTC().Format(http.TimeFormat))
	}
}

// state answers HEAD with how far an upload has got.
func (t *tus) state(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	if err := speaks(w, r); err != nil {
		return err
	}
	upload, err := uploadOf(r)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), longest)
	defer cancel()
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(longest)) // the last byte may have to become a file
	got, err := t.State(ctx, p, upload)
	if err != nil {
		return err
	}
	writeProgress(w.Header(), got)
	w.WriteHeader(http.StatusOK)
	return nil
}

// write takes the bytes of PATCH.
func (t *tus) write(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	if err := speaks(w, r); err != nil {
		return err
	}
	upload, err := uploadOf(r)
	if err != nil {
		return err
	}
	if got := r.Header.Get("Content-Type"); got != pieceType {
		return fault.New(fault.Unsupported, "Send the bytes as %s, not %q.", pieceType, got)
	}
	offset, err := strconv.ParseInt(r.Header.Get("Upload-Offset"), 10, 64)
	if err != nil || offset < 0 {
		return fault.New(fault.Malformed, "Send the offset of the first byte as Upload-Offset.")
	}
	// What came is stored, also when its connection is lost.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), longest)
	defer cancel()
	controller := http.NewResponseController(w)
	got, err := t.Write(ctx, p, upload, offset, &slowBody{http.MaxBytesReader(w, r.Body, maxUpload), controller})
	if err != nil {
		return err
	}
	_ = controller.SetWriteDeadline(time.Now().Add(chunkTime))
	writeProgress(w.Header(), got)
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// cancel answers DELETE.
func (t *tus) cancel(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	if err := speaks(w, r); err != nil {
		return err
	}
	upload, err := uploadOf(r)
	if err != nil {
		return err
	}
	if err := t.Cancel(r.Context(), p, upload); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}
