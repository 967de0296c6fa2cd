package backup

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"switchboard/storage/id"
)

const (
	// chunkSize is what content is cut into: databases write their files in place.
	chunkSize = 512 << 10
	// packSize is what chunks are gathered to, so that small files make few objects.
	packSize = 16 << 20
)

// ID names a chunk.
type ID [32]byte

// String returns the name in hexadecimal digits.
func (i ID) String() string { return hex.EncodeToString(i[:]) }

// MarshalText implements encoding.TextMarshaler.
func (i ID) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, i[:]), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (i *ID) UnmarshalText(text []byte) error {
	n, err := hex.Decode(i[:], text)
	if err == nil && n != len(i) {
		err = errors.New("no name of a chunk")
	}
	return err
}

// place is where a chunk lies.
type place struct {
	pack           string
	offset, length int64
}

// index lists the packs that one snapshot added.
type index struct {
	Packs []packed `json:"packs"`
}

type packed struct {
	Name   string  `json:"name"`
	Chunks []chunk `json:"chunks"`
}

type chunk struct {
	ID     ID    `json:"id"`
	Length int64 `json:"length"`
}

func packKey(name string) string { return packPrefix + "/" + name[len(name)-2:] + "/" + name }

// writer adds chunks to the repository.
type writer struct {
	*Repository

	index   index
	pending bytes.Buffer
	open    packed
	added   int64 // bytes
	buffer  []byte
}

func (r *Repository) writer() *writer {
	return &writer{Repository: r, buffer: make([]byte, chunkSize)}
}

// add stores what from gives and returns its chunks and size.
func (w *writer) add(ctx context.Context, from io.Reader) (chunks []ID, size int64, err error) {
	for {
		n, err := io.ReadFull(from, w.buffer)
		if n > 0 {
			name, stored := w.chunk(ctx, w.buffer[:n])
			if stored != nil {
				return nil, 0, stored
			}
			chunks, size = append(chunks, name), size+int64(n)
		}
		switch {
		case err == nil:
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			return chunks, size, nil
		default:
			return nil, 0, err
		}
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
	}
}

func (w *writer) chunk(ctx context.Context, content []byte) (ID, error) {
	name := w.nameOf(content)
	if _, known := w.known[name]; known {
		return name, nil
	}
	if w.open.Name == "" {
		w.open.Name = string(id.New())
	}
	sealed := w.pack(content, name.String())
	w.known[name] = place{w.open.Name, int64(w.pending.Len()), int64(len(sealed))}
	w.open.Chunks = append(w.open.Chunks, chunk{name, int64(len(sealed))})
	w.pending.Write(sealed)
	w.added += int64(len(sealed))
	if w.pending.Len() < packSize {
		return name, nil
	}
	return name, w.flush(ctx)
}

// flush writes the pack that is filled.
func (w *writer) flush(ctx context.Context) error {
	if w.pending.Len() == 0 {
		return nil
	}
	if _, err := w.store.Put(ctx, packKey(w.open.Name), bytes.NewReader(w.pending.Bytes())); err != nil {
		return err
	}
	w.index.Packs = append(w.index.Packs, w.open)
	w.open = packed{}
	w.pending.Reset()
	return nil
}

// readIndexes learns where all chunks lie.
func (r *Repository) readIndexes(ctx context.Context) error {
	indexes, err := r.names(ctx, indexPrefix)
	if err != nil {
		return err
	}
	for _, name := range indexes {
		var i index
		if err := r.getRecord(ctx, indexPrefix+"/"+name, &i); err != nil {
			return err
		}
		for _, p := range i.Packs {
			offset := int64(0)
			for _, c := range p.Chunks {
				r.known[c.ID] = place{p.Name, offset, c.Length}
				offset += c.Length
			}
		}
	}
	return nil
}

// read returns a chunk's content, which is what its name says.
func (r *Repository) read(ctx context.Context, name ID) ([]byte, error) {
	at, known := r.known[name]
	if !known {
		return nil, fmt.Errorf("the backup lacks the chunk %s", name)
	}
	sealed, err := r.getPart(ctx, packKey(at.pack), at.offset, at.length)
	if err != nil {
		return nil, fmt.Errorf("the chunk %s can't be read: %w", name, err)
	}
	content, err := r.unpack(sealed, name.String())
	if err == nil && r.nameOf(content) != name {
		err = errors.New("its content is another")
	}
	if err != nil {
		return nil, fmt.Errorf("the chunk %s is damaged: %w", name, err)
	}
	return content, nil
}
