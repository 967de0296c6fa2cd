package rest

import (
	"context"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"os"
	"time"

	"github.com/go-chi/chi/v5"

	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/fault"
)

const (
	// maxFormFile bounds the file of a form, maxPart another part, maxParts their number.
	maxFormFile = 1 << 30
	maxPart     = 256 << 10
	maxParts    = 20
	// uploadTime is how long a file may take to arrive and to be taken.
	uploadTime = time.Hour
)

// forms are the routes that take a file with fields.
func forms(r chi.Router, g *gate, all []feature.Form) {
	for _, u := range all {
		r.Post(u.Path, g.signed(takeForm(u)))
	}
}

// takeForm reads a form into a temporary file and hands it on. It takes as long as the client sends, so it
// has not the time of a request but one of its own.
func takeForm(u feature.Form) signedHandler {
	return func(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
		in := feature.Submitted{Object: chi.URLParam(r, "object"), Fields: map[string]string{}}
		if err := u.May(p, in.Object); err != nil {
			return err
		}
		ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), uploadTime)
		defer cancel()
		file, err := os.CreateTemp("", "switchboard-upload-*")
		if err != nil {
			return fault.Wrap(err, fault.Unavailable, "The file can't be kept now. Please try again.")
		}
		defer func() { _ = errors.Join(file.Close(), os.Remove(file.Name())) }()
		in.File = file
		if err := readSubmitted(w, r, &in); err != nil {
			return err
		}
		// What is done with the file has its time too.
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(uploadTime))
		reply, err := u.Take(ctx, p, in)
		if err != nil {
			return err
		}
		return writeJSON(w, http.StatusAccepted, reply)
	}
}

// readSubmitted reads the parts of a form: one file, and fields in any order.
func readSubmitted(w http.ResponseWriter, r *http.Request, in *feature.Submitted) error {
	media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || media != "multipart/form-data" {
		return fault.New(fault.Unsupported, "Send the file as multipart/form-data.")
	}
	form, err := r.MultipartReader()
	if err != nil {
		return fault.Wrap(err, fault.Malformed, "The form can't be read.")
	}
	hasFile := false
	for n := 0; ; n++ {
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(chunkTime))
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return cutShort(err)
		}
		switch {
		case n >= maxParts:
			return fault.New(fault.Malformed, "The form has too many parts.")
		case part.FormName() != "file":
			raw, err := io.ReadAll(io.LimitReader(part, maxPart+1))
			if err != nil {
				return cutShort(err)
			}
			if len(raw) > maxPart {
				return fault.Field(part.FormName(), "This part of the form is too large")
			}
			in.Fields[part.FormName()] = string(raw)
		case hasFile:
			return fault.Field("file", "Send one file")
		default:
			hasFile = true
			in.Name, in.Type = part.FileName(), part.Header.Get("Content-Type")
			if err := keepPart(w, in.File, part); err != nil {
				return err
			}
		}
	}
	if !hasFile {
		return fault.Field("file", "Send the file in the part called file")
	}
	return nil
}

// keepPart writes a file as it comes.
func keepPart(w http.ResponseWriter, to *os.File, part *multipart.Part) error {
	on := http.NewResponseController(w)
	var size int64
	for {
		// Where the deadline can't be moved the server's own holds.
		_ = on.SetReadDeadline(time.Now().Add(chunkTime))
		n, err := io.CopyN(to, part, 1<<20)
		size += n
		switch {
		case size > maxFormFile:
			return tooLarge(maxFormFile)
		case errors.Is(err, io.EOF):
			_, err := to.Seek(0, io.SeekStart)
			return err
		case err != nil:
			return cutShort(err)
		}
	}
}

func cutShort(err error) error {
	if _, isPath := errors.AsType[*os.PathError](err); isPath {
		return fault.Wrap(err, fault.Full, "The file can't be kept: the disk of this server is full.")
	}
	return fault.Wrap(err, fault.Malformed, "The upload ended early.")
}
