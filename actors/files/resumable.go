package files

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

const (
	// lifetime is how long an upload may take.
	lifetime = 48 * time.Hour
	// maxUnfinished bounds the unfinished uploads of an organization.
	maxUnfinished = 200
	// maxPieces bounds the pieces of an upload: a client that sends tiny ones must begin again with
	// larger ones. usualPiece is what the largest upload takes.
	maxPieces  = 8192
	usualPiece = 8 * megabyte

	infoPart = "info"

	recheck = 100 * time.Millisecond
)

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

// pieceKey sorts as the offsets do.
func pieceKey(organization, upload id.ID, offset int64) string {
	return partKey(organization, upload, fmt.Sprintf("%020d", offset))
}

var errNoUpload = fault.New(fault.NotFound, "There is no such upload: it was canceled, has expired, or never began. Begin again.")

// Begin begins an upload of known size. It also deletes the organization's expired ones. Errors:
// fault.Forbidden, Invalid, TooLarge, Limited, Full, Unavailable.
func (s *Service) Begin(ctx context.Context, p *access.Principal, b feature.Beginning) (feature.Unfinished, error) {
	if err := p.MayCreate(fileObject); err != nil {
		return feature.Unfinished{}, err
	}
	info := begun{Name: cleanName(b.Name), Size: b.Size, Public: b.Public, User: p.User, Created: time.Now().UTC()}
	if b.Size <= 0 {
		return feature.Unfinished{}, fault.Field("files", "%s is empty. Choose a file with content.", info.Name)
	}
	set, err := s.settings.Settings(ctx, p.Organization)
	if err != nil {
		return feature.Unfinished{}, err
	}
	if b.Size > int64(set.Files.MaxMegabytes)*megabyte {
		return feature.Unfinished{}, fault.New(fault.TooLarge, "%s is too large: a file may have %d MB.", info.Name, set.Files.MaxMegabytes)
	}
	used, err := s.used(ctx, p.Organization)
	if err != nil {
		return feature.Unfinished{}, err
	}
	waiting, count, err := s.sweep(ctx, p.Organization)
	if err != nil {
		return feature.Unfinished{}, err
	}
	switch {
	case used+waiting+b.Size > int64(set.Files.TotalMegabytes)*megabyte:
		return feature.Unfinished{}, fault.New(fault.TooLarge, "There is no room for %s: the files of your organization may take %d MB. Delete some, or ask your administrator for more.", info.Name, set.Files.TotalMegabytes)
	case count >= maxUnfinished:
		return feature.Unfinished{}, fault.New(fault.Limited, "Your organization has %d unfinished uploads. Finish or cancel some first.", count)
	}
	upload := id.New()
	text, err := json.Marshal(info)
	if err != nil {
		return feature.Unfinished{}, err
	}
	if _, err := s.blobs.Put(ctx, partKey(p.Organization, upload, infoPart), bytes.NewReader(text)); err != nil {
		return feature.Unfinished{}, err
	}
	return feature.Unfinished{ID: upload, Size: b.Size, Expires: info.Created.Add(lifetime)}, nil
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

// pieces lists the stored pieces of an upload in their order, without gaps.
func (s *Service) pieces(ctx context.Context, organization, upload id.ID) (list []piece, end int64, err error) {
	for key, err := range s.blobs.Keys(ctx, partsOf(organization, upload)) {
		if err != nil {
			return nil, 0, err
		}
		if offset, err := strconv.ParseInt(strings.TrimPrefix(key, partKey(organization, upload, "")), 10, 64); err == nil {
			list = append(list, piece{key: key, offset: offset})
		}
	}
	if len(list) == 0 {
		return nil, 0, nil
	}
	slices.SortFunc(list, func(a, b piece) int { return strings.Compare(a.key, b.key) })
	for i := range list[:len(list)-1] {
		list[i].length = list[i+1].offset - list[i].offset
	}
	last := &list[len(list)-1]
	if last.length, err = s.blobs.Size(ctx, last.key); err != nil {
		return nil, 0, err
	}
	return list, last.offset + last.length, nil
}

// State says how far an upload has got. One whose last byte is stored becomes a file, if it is none
// yet. Errors: fault.NotFound, Conflict and those of Write.
func (s *Service) State(ctx context.Context, p *access.Principal, upload id.ID) (feature.Unfinished, error) {
	info, err := s.own(ctx, p, upload)
	if fault.Is(err, fault.NotFound) {
		if done, isDone := s.finished(ctx, p, upload); isDone {
			return done, nil
		}
	}
	if err != nil {
		return feature.Unfinished{}, err
	}
	list, end, err := s.pieces(ctx, p.Organization, upload)
	if err != nil {
		return feature.Unfinished{}, err
	}
	out := feature.Unfinished{ID: upload, Size: info.Size, Offset: end, Expires: info.Created.Add(lifetime)}
	if end < info.Size {
		return out, nil
	}
	// Another request may be making the file; a client that is answered before it is there would not find it.
	for !s.enter(upload) {
		select {
		case <-ctx.Done():
			return feature.Unfinished{}, fault.From(ctx.Err())
		case <-time.After(recheck):
		}
	}
	defer s.leave(upload)
	if done, isDone := s.finished(ctx, p, upload); isDone {
		return done, s.forget(ctx, p.Organization, upload)
	}
	return s.finish(ctx, p, upload, info, list)
}

// own is what is stored of an upload of the principal's.
func (s *Service) own(ctx context.Context, p *access.Principal, upload id.ID) (begun, error) {
	if err := p.MayCreate(fileObject); err != nil {
		return begun{}, err
	}
	info, err := s.info(ctx, p.Organization, upload)
	switch {
	case fault.Is(err, fault.NotFound), err == nil && (info.User != p.User || time.Since(info.Created) > lifetime):
		return begun{}, errNoUpload
	default:
		return info, err
	}
}

// finished says whether an upload of the principal's is a file already.
func (s *Service) finished(ctx context.Context, p *access.Principal, upload id.ID) (feature.Unfinished, bool) {
	record, err := s.store.Get(ctx, p.Organization, fileObject, upload)
	if err != nil || record.Lookup("owner") != p.User {
		return feature.Unfinished{}, false
	}
	size := record.Int("size")
	return feature.Unfinished{ID: upload, Size: size, Offset: size}, true
}

// enter takes the right to write an upload; false if another request of this node has it.
func (s *Service) enter(upload id.ID) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.writing[upload] {
		return false
	}
	s.writing[upload] = true
	return true
}

func (s *Service) leave(upload id.ID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.writing, upload)
}

// Write stores the bytes of an upload from offset on; those that came before a connection was lost,
// too. The last byte makes it a file. Errors: fault.NotFound, Conflict (another offset, or another
// request writes it), Invalid, TooLarge, Unsupported, Full, Unavailable.
func (s *Service) Write(ctx context.Context, p *access.Principal, upload id.ID, offset int64, body io.Reader) (feature.Unfinished, error) {
	info, err := s.own(ctx, p, upload)
	if err != nil {
		return feature.Unfinished{}, err
	}
	if !s.enter(upload) {
		return feature.Unfinished{}, fault.New(fault.Conflict, "Another request is sending this file. Ask how far it has got, and go on there.")
	}
	defer s.leave(upload)
	list, end, err := s.pieces(ctx, p.Organization, upload)
	switch {
	case err != nil:
		return feature.Unfinished{}, err
	case offset != end:
		return feature.Unfinished{}, fault.New(fault.Conflict, "The next byte of this upload is %d, not %d.", end, offset)
	case len(list) >= maxPieces:
		return feature.Unfinished{}, fault.New(fault.TooLarge, "The upload came in too many pieces. Begin again, with pieces of %d MB.", usualPiece/megabyte)
	}
	from := &interrupted{Reader: body, left: info.Size - offset}
	var first [1]byte
	if n, err := io.ReadFull(from, first[:]); n == 1 {
		key := pieceKey(p.Organization, upload, offset)
		if _, err := s.blobs.Put(ctx, key, io.MultiReader(bytes.NewReader(first[:]), from)); err != nil {
			return feature.Unfinished{}, err
		}
		if from.isLonger {
			err := fault.New(fault.TooLarge, "The upload is longer than the %d bytes that were announced.", info.Size)
			return feature.Unfinished{}, errors.Join(err, s.blobs.Delete(ctx, key))
		}
		list = append(list, piece{key: key, offset: offset, length: from.n})
	} else if from.isLonger {
		return feature.Unfinished{}, fault.New(fault.TooLarge, "The upload is longer than the %d bytes that were announced.", info.Size)
	} else if !errors.Is(err, io.EOF) {
		return feature.Unfinished{}, broken(err)
	}
	out := feature.Unfinished{ID: upload, Size: info.Size, Offset: offset + from.n, Expires: info.Created.Add(lifetime)}
	if out.Offset < info.Size {
		return out, nil
	}
	return s.finish(ctx, p, upload, info, list)
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

// finish makes a file of an upload all of whose bytes are stored. One that can't become a file is
// deleted; one whose storage is away can be finished later.
func (s *Service) finish(ctx context.Context, p *access.Principal, upload id.ID, info begun, list []piece) (feature.Unfinished, error) {
	if done, isDone := s.finished(ctx, p, upload); isDone { // by a node that died before it cleaned up
		return done, s.forget(ctx, p.Organization, upload)
	}
	err := s.assemble(ctx, p, upload, info, list)
	if fault.Is(err, fault.Conflict) {
		if done, isDone := s.finished(ctx, p, upload); isDone { // by another node at the same time
			return done, s.forget(ctx, p.Organization, upload)
		}
	}
	if err != nil && slices.Contains([]fault.Code{fault.Full, fault.Unavailable, fault.Internal}, fault.From(err).Code) {
		return feature.Unfinished{}, err
	}
	if err = errors.Join(err, s.forget(ctx, p.Organization, upload)); err != nil {
		return feature.Unfinished{}, err
	}
	return feature.Unfinished{ID: upload, Size: info.Size, Offset: info.Size}, nil
}

// assemble stores the pieces as one file with its record.
func (s *Service) assemble(ctx context.Context, p *access.Principal, record id.ID, info begun, list []piece) (err error) {
	set, err := s.settings.Settings(ctx, p.Organization)
	if err != nil {
		return err
	}
	u := &upload{Service: s, p: p, limits: set.Files, public: info.Public, record: record}
	if u.used, err = s.used(ctx, p.Organization); err != nil {
		return err
	}
	body := &gathered{ctx: ctx, open: s.blobs.Open, list: list}
	defer func() {
		s.hold(p.Organization, -u.held)
		err = errors.Join(err, body.close())
		if err != nil && len(u.keys) > 0 {
			err = errors.Join(err, s.blobs.Delete(context.WithoutCancel(ctx), u.keys...))
		}
	}()
	if err := u.file(ctx, info.Name, body); err != nil {
		return err
	}
	if u.writes[0].Set["size"] != info.Size { // two nodes wrote it at once
		return fault.New(fault.Conflict, "The pieces of %s do not fit together. Send it again.", info.Name)
	}
	_, err = u.commit(ctx)
	return err
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

// Cancel deletes an upload that is not complete. Errors: fault.NotFound, Conflict, Unavailable.
func (s *Service) Cancel(ctx context.Context, p *access.Principal, upload id.ID) error {
	if _, err := s.own(ctx, p, upload); err != nil {
		return err
	}
	if !s.enter(upload) {
		return fault.New(fault.Conflict, "Another request is sending this file. Stop it first.")
	}
	defer s.leave(upload)
	return s.forget(ctx, p.Organization, upload)
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
