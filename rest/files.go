package rest

import (
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/exact"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

const (
	// sandbox keeps content from running anything in the name of this origin, wherever a browser
	// shows it.
	sandbox = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
	// maxUpload bounds the body of an upload; organizations have lower limits per file.
	maxUpload = 64 << 30
)

// find answers with stored content, or the parts of it that are asked for.
func find(c feature.Content) signedHandler {
	return func(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
		found, err := c.Find(r.Context(), p, chi.URLParam(r, "name"))
		if err != nil {
			return err
		}
		return serveStored(w, r, found)
	}
}

// locate is find by a location in the body. Clients also send public_file, which the location
// decides here.
func locate(c feature.Content) signedHandler {
	return func(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
		body, err := readBody(r, maxBody, false)
		if err != nil {
			return err
		}
		var in struct {
			Location   string `json:"location"`
			Public     bool   `json:"public"`
			PublicFile bool   `json:"public_file"`
		}
		if err := exact.Decode(body, &in); err != nil {
			return fault.Wrap(err, fault.Malformed, `Send {"location": "…", "public_file": true or false}.`)
		}
		if strings.TrimSpace(in.Location) == "" {
			return fault.Field("location", "Send the location of a file, as POST v1/files returns it")
		}
		found, err := c.Locate(r.Context(), p, in.Location)
		if err != nil {
			return err
		}
		return serveStored(w, r, found)
	}
}

// serveStored writes content as a download that no browser opens in the product's origin. It takes
// as long as its reader does.
func serveStored(w http.ResponseWriter, r *http.Request, found feature.Stored) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), longest)
	defer cancel()
	content := &seeker{ctx: ctx, stored: found}
	defer content.close()
	if from, isRange := strings.CutPrefix(r.Header.Get("Range"), "bytes="); isRange {
		from, _, _ = strings.Cut(from, "-")
		if start, err := strconv.ParseInt(from, 10, 64); err == nil && start >= found.Size {
			w.Header().Set("Content-Range", "bytes */"+strconv.FormatInt(found.Size, 10))
			writeStatus(w, r, http.StatusRequestedRangeNotSatisfiable, fault.New(fault.Invalid, "The file has only %d bytes.", found.Size))
			return nil
		} else if err == nil && start > 0 {
			content.at = start
		}
	}
	// Its first bytes are there before the answer begins: a storage that is away is a problem, and
	// no file that ends early.
	if err := content.begin(); err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", found.Type)
	h.Set("Content-Disposition", attachment(found.Name))
	h.Set("Content-Security-Policy", sandbox)
	h.Set("ETag", `"`+found.Tag+`"`)
	http.ServeContent(patient{w}, r, "", found.Modified, content)
	return nil
}

// attachment is the header that has a browser save a file under its name (RFC 6266).
func attachment(name string) string {
	if header := mime.FormatMediaType("attachment", map[string]string{"filename": name}); header != "" {
		return header
	}
	return "attachment"
}

// seeker reads stored content from any offset.
type seeker struct {
	ctx    context.Context
	stored feature.Stored
	at     int64         // where the next byte is read
	body   io.ReadCloser // nil until something is read
	bodyAt int64         // where body stands
}

// begin opens the content where the next byte is read.
func (s *seeker) begin() (err error) {
	if s.body != nil && s.bodyAt == s.at {
		return nil
	}
	s.close()
	s.body, err = s.stored.Open(s.ctx, s.at, s.stored.Size-s.at)
	s.bodyAt = s.at
	return err
}

func (s *seeker) close() {
	if s.body != nil {
		_ = s.body.Close()
		s.body = nil
	}
}

// Read implements io.Reader.
func (s *seeker) Read(p []byte) (int, error) {
	if s.at >= s.stored.Size {
		return 0, io.EOF
	}
	if err := s.begin(); err != nil {
		return 0, err
	}
	n, err := s.body.Read(p)
	s.at += int64(n)
	s.bodyAt = s.at
	return n, err
}

// Seek implements io.Seeker.
func (s *seeker) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += s.at
	case io.SeekEnd:
		offset += s.stored.Size
	}
	if offset < 0 {
		return 0, errors.New("a position before the beginning")
	}
	s.at = offset
	return offset, nil
}

// patient gives the reader time for each piece of the answer instead of for the whole.
type patient struct{ http.ResponseWriter }

// Write implements io.Writer.
func (p patient) Write(b []byte) (int, error) {
	// Where the deadline can't be moved the server's own holds.
	_ = http.NewResponseController(p.ResponseWriter).SetWriteDeadline(time.Now().Add(chunkTime))
	return p.ResponseWriter.Write(b)
}

// uploads are the routes that take files.
func uploads(r chi.Router, g *gate, records Records, all []feature.Upload) {
	for _, u := range all {
		r.Method(http.MethodPost, u.Path, g.of(g.principal, take(u, records), g.taking))
	}
}

// taking handles an upload in the places that it needs. Its body is no change of that size: it is
// never in memory, and organizations bound their files.
func (g *gate) taking(w http.ResponseWriter, r *http.Request, p *access.Principal, h signedHandler) error {
	return g.entered(w, r, p, func(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
		if err := g.budgets.Change(r.Context(), p, 1, 0); err != nil {
			return err
		}
		return h(w, r, p)
	})
}

// take reads a form of files and answers with their records.
func take(u feature.Upload, records Records) signedHandler {
	return func(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
		if key := r.Header.Get("Idempotency-Key"); len(key) > maxKey {
			return fault.New(fault.Malformed, "The Idempotency-Key may have %d characters.", maxKey)
		}
		ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), longest)
		defer cancel()
		r.Body = &slowBody{http.MaxBytesReader(w, r.Body, maxUpload), http.NewResponseController(w)}
		form, err := r.MultipartReader()
		if err != nil {
			return fault.Wrap(err, fault.Unsupported, "Send the files as multipart/form-data.")
		}
		ids, err := u.Take(ctx, p, form, commandOf(r, p))
		if err != nil {
			return err
		}
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(chunkTime))
		rows := make([]entry.Fields, len(ids))
		for i, one := range ids {
			if rows[i], err = shownOrNamed(ctx, records, p, u.Shows, one); err != nil {
				return err
			}
		}
		complete(p, u.Shows, rows...)
		return writeJSON(w, http.StatusCreated, rows)
	}
}

// shownOrNamed is a record as the user may read it; its id alone if that is not at all.
func shownOrNamed(ctx context.Context, records Records, p *access.Principal, object string, record id.ID) (entry.Fields, error) {
	fields, err := records.Get(ctx, p, object, record)
	if fault.Is(err, fault.Forbidden) {
		return entry.Fields{"id": raw(`"` + string(record) + `"`)}, nil
	}
	return fields, err
}

// slowBody gives a client time for each piece of a body instead of for the whole.
type slowBody struct {
	io.ReadCloser

	on *http.ResponseController
}

// Read implements io.Reader.
func (s *slowBody) Read(p []byte) (int, error) {
	_ = s.on.SetReadDeadline(time.Now().Add(chunkTime))
	return s.ReadCloser.Read(p)
}
