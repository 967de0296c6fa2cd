package files

import (
	"context"
	"io"
	"mime"
	"path"
	"strings"

	"switchboard/actors/feature"
	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Download finds the content of a file for a user who may read it, by the id of its record. Errors:
// fault.NotFound, fault.Forbidden.
func (s *Service) Download(ctx context.Context, p *access.Principal, name string) (feature.Stored, error) {
	file, ok := id.Parse(name)
	if !ok {
		return feature.Stored{}, fault.New(fault.NotFound, "There is no file of this id.")
	}
	record, err := s.readable(ctx, p, file)
	if err != nil {
		return feature.Stored{}, err
	}
	return s.stored(record)
}

// Locate is Download, or Thumbnail, by the link of a file.
func (s *Service) Locate(ctx context.Context, p *access.Principal, location string) (feature.Stored, error) {
	file, isThumbnail, ok := located(location)
	if !ok {
		return feature.Stored{}, fault.New(fault.NotFound, "There is no file of your organization at this location.")
	}
	if isThumbnail {
		return s.Thumbnail(ctx, p, string(file))
	}
	return s.Download(ctx, p, string(file))
}

// Public finds the content of a public file for anyone who has its public link. Errors:
// fault.NotFound, which does not reveal whether there is such a file.
func (s *Service) Public(ctx context.Context, _ *access.Principal, text string) (feature.Stored, error) {
	gone := fault.New(fault.NotFound, "This link is not valid, or it was withdrawn.")
	name, ok := parsePublicName(text)
	if !ok {
		return feature.Stored{}, gone
	}
	record, err := s.store.Get(ctx, name.organization, fileObject, name.file)
	switch {
	case fault.Is(err, fault.Unavailable):
		return feature.Stored{}, err
	case err != nil || !name.fits(record): // an organization that is not there is one
		return feature.Stored{}, gone
	default:
		return s.stored(record)
	}
}

// readable returns the record of a file whose content the user may read, which takes the right to
// read its link.
func (s *Service) readable(ctx context.Context, p *access.Principal, file id.ID) (row.Record, error) {
	item, err := sight.Of(ctx, s.store, p, fileObject, file)
	if err != nil {
		return row.Record{}, err
	}
	if !p.Rights(fileObject).Visible(&item.Route).Has("link") {
		return row.Record{}, fault.New(fault.Forbidden, "You don't have permission to read the content of this file")
	}
	return s.store.Get(ctx, p.Organization, fileObject, file)
}

func (s *Service) stored(r row.Record) (feature.Stored, error) {
	key := r.Text("storage_key")
	if key == "" {
		return feature.Stored{}, fault.New(fault.NotFound, "The content of this file is not stored here. Its link says where it is.")
	}
	return feature.Stored{
		Type: r.Text("content_type"), Name: fileName(r.Text("name"), r.Text("extension"), r.Text("content_type")), Size: r.Int("size"), Tag: r.Text("checksum"), Modified: r.Time("created_date"),
		Open: func(ctx context.Context, offset, length int64) (io.ReadCloser, error) {
			return s.blobs.Open(ctx, key, offset, length)
		},
	}, nil
}

// fileName is the name under which a file is saved: users rename records, and leave the extension
// out then.
func fileName(name, extension, contentType string) string {
	has := strings.ToLower(strings.TrimPrefix(path.Ext(name), "."))
	if extension == "" || has == extension {
		return name
	}
	media, _, _ := mime.ParseMediaType(contentType)
	if other := mime.TypeByExtension("." + has); has != "" && strings.HasPrefix(other, media) {
		return name // .jpeg instead of .jpg
	}
	return name + "." + extension
}
