package files

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
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

	recheck = 100 * time.Millisecond
)

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
		key := newPieceKey(p.Organization, upload, offset)
		if _, err := s.blobs.Put(ctx, key, io.MultiReader(bytes.NewReader(first[:]), from)); err != nil {
			return feature.Unfinished{}, err
		}
		if from.isLonger {
			err := fault.New(fault.TooLarge, "The upload is longer than the %d bytes that were announced.", info.Size)
			return feature.Unfinished{}, errors.Join(err, s.blobs.Delete(ctx, key))
		}
		// Of two nodes that store the same part at least one sees the other's, and takes its own back.
		if list, _, err = s.pieces(ctx, p.Organization, upload); err != nil {
			return feature.Unfinished{}, errors.Join(err, s.blobs.Delete(ctx, key))
		}
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
	if u.writes[0].Set["size"] != info.Size {
		return fault.New(fault.Conflict, "The pieces of %s do not fit together. Send it again.", info.Name)
	}
	_, err = u.commit(ctx)
	return err
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
