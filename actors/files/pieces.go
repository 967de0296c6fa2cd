package files

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// infoPart is the part of an upload that says what it is.
const infoPart = "info"

// begun is what is stored of an upload when it begins.
type begun struct {
	Name    string    `json:"name"`
	Size    int64     `json:"size"`
	Public  bool      `json:"public"`
	User    id.ID     `json:"user"`
	Created time.Time `json:"created"`
}

// piece is a stored part of an upload.
type piece struct {
	key    string
	offset int64
	length int64
}

// unfinishedOf is the prefix of what is stored of an organization's unfinished uploads, and
// partsOf that of one of them.
func unfinishedOf(organization id.ID) string { return string(organization) + "/resumable" }

func partsOf(organization, upload id.ID) string {
	return unfinishedOf(organization) + "/" + string(upload)
}

func partKey(organization, upload id.ID, part string) string {
	return partsOf(organization, upload) + "/" + part
}

// newPieceKey sorts as the offsets do, and is no other request's.
func newPieceKey(organization, upload id.ID, offset int64) string {
	return partKey(organization, upload, fmt.Sprintf("%020d.%s", offset, id.New()))
}

// sweep deletes the organization's expired uploads, and returns the sizes of the others together and
// how many there are.
func (s *Service) sweep(ctx context.Context, organization id.ID) (total int64, count int, err error) {
	parts := map[id.ID][]string{}
	for key, err := range s.blobs.Keys(ctx, unfinishedOf(organization)) {
		if err != nil {
			return 0, 0, err
		}
		upload, _, _ := strings.Cut(strings.TrimPrefix(key, unfinishedOf(organization)+"/"), "/")
		parts[id.ID(upload)] = append(parts[id.ID(upload)], key)
	}
	for upload, keys := range parts {
		info, err := s.info(ctx, organization, upload)
		switch {
		case err == nil && time.Since(info.Created) <= lifetime:
			total += info.Size
			count++
		case err == nil || fault.Is(err, fault.NotFound): // pieces without their upload, too
			if err := s.blobs.Delete(ctx, keys...); err != nil {
				return 0, 0, err
			}
		default:
			return 0, 0, err
		}
	}
	return total, count, nil
}

// info reads what is stored of an upload. Errors: fault.NotFound, Unavailable.
func (s *Service) info(ctx context.Context, organization, upload id.ID) (out begun, err error) {
	key := partKey(organization, upload, infoPart)
	size, err := s.blobs.Size(ctx, key)
	if err != nil {
		return out, err
	}
	body, err := s.blobs.Open(ctx, key, 0, size)
	if err != nil {
		return out, err
	}
	defer func() { _ = body.Close() }()
	return out, json.NewDecoder(body).Decode(&out)
}

// pieces lists the stored pieces of an upload in their order, without gaps. Errors: fault.Conflict if
// two hold the same part, Unavailable.
func (s *Service) pieces(ctx context.Context, organization, upload id.ID) (list []piece, end int64, err error) {
	for key, err := range s.blobs.Keys(ctx, partsOf(organization, upload)) {
		if err != nil {
			return nil, 0, err
		}
		text, _, _ := strings.Cut(strings.TrimPrefix(key, partKey(organization, upload, "")), ".")
		if offset, err := strconv.ParseInt(text, 10, 64); err == nil {
			list = append(list, piece{key: key, offset: offset})
		}
	}
	if len(list) == 0 {
		return nil, 0, nil
	}
	slices.SortFunc(list, func(a, b piece) int { return strings.Compare(a.key, b.key) })
	for i := range list[:len(list)-1] {
		if list[i].length = list[i+1].offset - list[i].offset; list[i].length == 0 {
			return nil, 0, fault.New(fault.Conflict, "Two requests sent the same part of this file. Ask how far it has got, and go on there.")
		}
	}
	last := &list[len(list)-1]
	if last.length, err = s.blobs.Size(ctx, last.key); err != nil {
		return nil, 0, err
	}
	return list, last.offset + last.length, nil
}

// forget deletes what is stored of an upload; the file that it became stays.
func (s *Service) forget(ctx context.Context, organization, upload id.ID) error {
	var keys []string
	for key, err := range s.blobs.Keys(ctx, partsOf(organization, upload)) {
		if err != nil {
			return err
		}
		keys = append(keys, key)
	}
	return s.blobs.Delete(ctx, keys...)
}

// interrupted reads a body of which what came is kept when its connection is lost.
type interrupted struct {
	io.Reader

	n        int64
	left     int64 // bytes that may still come
	isLonger bool
}

// Read implements io.Reader.
func (r *interrupted) Read(b []byte) (int, error) {
	n, err := r.Reader.Read(b)
	if int64(n) > r.left {
		r.isLonger = true
		n = int(r.left)
		err = io.EOF
	}
	r.n += int64(n)
	r.left -= int64(n)
	if err != nil && r.n > 0 {
		err = io.EOF
	}
	return n, err
}

// gathered reads the pieces of an upload one behind the other.
type gathered struct {
	ctx  context.Context
	open func(ctx context.Context, key string, offset, length int64) (io.ReadCloser, error)
	list []piece // that are not open yet
	body io.ReadCloser
}

// Read implements io.Reader.
func (g *gathered) Read(b []byte) (int, error) {
	for {
		if g.body == nil {
			if len(g.list) == 0 {
				return 0, io.EOF
			}
			next := g.list[0]
			g.list = g.list[1:]
			var err error
			if g.body, err = g.open(g.ctx, next.key, 0, next.length); err != nil {
				return 0, err
			}
		}
		n, err := g.body.Read(b)
		if errors.Is(err, io.EOF) {
			err = g.close()
		}
		if n > 0 || err != nil {
			return n, err
		}
	}
}

func (g *gathered) close() error {
	if g.body == nil {
		return nil
	}
	body := g.body
	g.body = nil
	return body.Close()
}
