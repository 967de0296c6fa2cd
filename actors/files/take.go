package files

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"hash"
	"io"
	"mime/multipart"
	"net/http"
	"strconv"
	"strings"

	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
	"switchboard/storage/settings"
)

const (
	// maxFiles bounds the files of one form, maxValue the bytes of its other parts.
	maxFiles = 50
	maxValue = 1 << 10
	megabyte = 1 << 20
)

// upload is a form that is being read.
type upload struct {
	*Service

	p       *access.Principal
	command string
	limits  settings.Files
	used    int64 // by the organization's files when the upload began
	held    int64 // bytes of this upload
	public  bool
	writes  []row.Write
	keys    []string
	record  id.ID // of the file, "" for a new one
}

// Take stores the files of a form and creates a record of each, all or none. The form has the parts
// files (or file), and public (or public_file): true or false. The same command stores nothing
// again. Errors: fault.Forbidden, Malformed, Invalid, Unsupported, TooLarge, Full, Unavailable.
func (s *Service) Take(ctx context.Context, p *access.Principal, form *multipart.Reader, command string) (ids []id.ID, err error) {
	if err := p.MayCreate(fileObject); err != nil {
		return nil, err
	}
	set, err := s.settings.Settings(ctx, p.Organization)
	if err != nil {
		return nil, err
	}
	u := &upload{Service: s, p: p, command: command, limits: set.Files}
	if u.used, err = s.used(ctx, p.Organization); err != nil {
		return nil, err
	}
	defer func() {
		s.hold(p.Organization, -u.held)
		if err != nil && len(u.keys) > 0 { // the request may have ended
			err = errors.Join(err, s.blobs.Delete(context.WithoutCancel(ctx), u.keys...))
		}
	}()
	if err := u.read(ctx, form); err != nil {
		return nil, err
	}
	return u.commit(ctx)
}

// used is what the organization's files take, deleted ones included until they are purged.
func (s *Service) used(ctx context.Context, organization id.ID) (total int64, err error) {
	for _, removed := range []bool{false, true} {
		groups, _, err := s.store.Groups(ctx, organization, row.GroupRequest{
			ReadRequest: row.ReadRequest{Object: fileObject, Visible: []row.Relation{{Kind: schema.ToAll}}, Removed: removed}, Sums: []string{"size"}, Most: 1,
		})
		if err != nil {
			return 0, err
		}
		for _, g := range groups {
			var sum json.Number
			if json.Unmarshal(g.Sums[0], &sum) == nil {
				n, _ := strconv.ParseInt(sum.String(), 10, 64) // null is none
				total += n
			}
		}
	}
	return total, nil
}

// hold adds to the bytes of an organization that are not committed yet, and returns them.
func (s *Service) hold(organization id.ID, n int64) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.uploading[organization] += n
	now := s.uploading[organization]
	if now == 0 {
		delete(s.uploading, organization)
	}
	return now
}

func (u *upload) read(ctx context.Context, form *multipart.Reader) error {
	for {
		part, err := form.NextPart()
		switch {
		case errors.Is(err, io.EOF) && len(u.writes) == 0:
			return fault.Field("files", "Send at least one file in the part files")
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return broken(err)
		}
		switch name := part.FormName(); name {
		case "files", "file", "files[]":
			if err := u.file(ctx, part.FileName(), part); err != nil {
				return fault.From(err).At(len(u.writes))
			}
		case "public", "public_file":
			if err := u.flag(name, part); err != nil {
				return err
			}
		default:
			return fault.Field(name, "There is no part %q. Send files and public.", name)
		}
	}
}

// broken is the fault of a form that can't be read.
func broken(err error) error {
	if known := fault.From(err); known.Code != fault.Internal {
		return err
	}
	if tooLong, is := errors.AsType[*http.MaxBytesError](err); is {
		return fault.Wrap(err, fault.TooLarge, "The body is too large: it may have %d bytes.", tooLong.Limit)
	}
	return fault.Wrap(err, fault.Malformed, "The upload ended early, or it is no multipart form.")
}

func (u *upload) flag(name string, part io.Reader) error {
	text, err := io.ReadAll(io.LimitReader(part, maxValue))
	if err != nil {
		return broken(err)
	}
	switch strings.ToLower(strings.TrimSpace(string(text))) {
	case "true", "1", "on", "yes":
		u.public = true
	case "", "false", "0", "off", "no":
	default:
		return fault.Field(name, "%s must be true or false", name)
	}
	return nil
}

// file stores one file.
func (u *upload) file(ctx context.Context, fileName string, part io.Reader) error {
	if len(u.writes) == maxFiles {
		return fault.Field("files", "Send at most %d files at once", maxFiles)
	}
	name := cleanName(fileName)
	from := &counted{Reader: part, upload: u, name: name, hash: sha256.New()}
	kind, body, err := sniff(name, from)
	if err != nil {
		return broken(err)
	}
	if !allowed(kind.media, u.limits.Types) {
		return fault.New(fault.Unsupported, "%s is of the type %s. Your organization allows %s.", name, kind.media, strings.Join(u.limits.Types, ", "))
	}
	record := u.record
	if record == "" {
		record = id.New()
	}
	if u.command != "" {
		record = id.Derived("file:" + string(u.p.Organization) + ":" + string(u.p.User) + ":" + u.command + ":" + strconv.Itoa(len(u.writes)))
	}
	key := string(u.p.Organization) + "/" + string(id.New()) // of a repeat, too: the first may have succeeded
	if _, err := u.blobs.Put(ctx, key, body); err != nil {
		return broken(err)
	}
	u.keys = append(u.keys, key)
	if from.n == 0 {
		return fault.Field("files", "%s is empty. Choose a file with content.", name)
	}
	u.writes = append(u.writes, row.Write{Object: fileObject, ID: record, Op: entry.Created, Cause: fileObject + ".created", Set: row.Fields{
		"name": name, "owner": u.p.User, "content_type": kind.full, "type": kind.full, "extension": kind.extension, "link": u.link(record),
		"size": from.n, "checksum": hex.EncodeToString(from.hash.Sum(nil)), "storage_key": key,
	}})
	return nil
}

// counted bounds what is read of a file, and computes its checksum.
type counted struct {
	io.Reader

	upload *upload
	name   string
	n      int64
	hash   hash.Hash
}

// Read implements io.Reader.
func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	u := c.upload
	c.n += int64(n)
	u.held += int64(n)
	_, _ = c.hash.Write(p[:n]) // a hash takes everything
	uploading := u.hold(u.p.Organization, int64(n))
	switch {
	case c.n > int64(u.limits.MaxMegabytes)*megabyte:
		return 0, fault.New(fault.TooLarge, "%s is too large: a file may have %d MB.", c.name, u.limits.MaxMegabytes)
	case u.used+uploading > int64(u.limits.TotalMegabytes)*megabyte:
		return 0, fault.New(fault.TooLarge, "There is no room for %s: the files of your organization may take %d MB. Delete some, or ask your administrator for more.", c.name, u.limits.TotalMegabytes)
	}
	return n, err
}

// commit creates the records.
func (u *upload) commit(ctx context.Context) ([]id.ID, error) {
	ids := make([]id.ID, len(u.writes))
	for i := range u.writes {
		w := &u.writes[i]
		ids[i] = w.ID
		w.Set["public"] = u.public
		if u.public {
			u.publish(u.p.Organization, w.ID, true, w.Set)
		}
	}
	_, err := u.store.Commit(ctx, row.Change{Organization: u.p.Organization, By: u.p.User, Command: u.command, Writes: u.writes})
	if err == nil {
		return ids, nil
	}
	if u.command != "" && fault.Is(err, fault.Conflict) || errors.Is(err, row.ErrRepeated) {
		for _, one := range ids {
			if _, absent := u.store.Get(ctx, u.p.Organization, fileObject, one); absent != nil {
				return nil, err
			}
		}
		return ids, u.blobs.Delete(context.WithoutCancel(ctx), u.keys...) // the first time stored them
	}
	return nil, err
}
