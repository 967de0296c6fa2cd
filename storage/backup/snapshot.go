package backup

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"time"

	"switchboard/storage/id"
)

// Snapshot is what an installation was at one time.
type Snapshot struct {
	ID      string    `json:"id"`
	Created time.Time `json:"created"`
	// Release is that of the product that made it.
	Release string `json:"release"`
	// Holds says which parts it has.
	Holds []string `json:"holds"`
	Files []File   `json:"files"`
	// Size is that of all files; Added is what the repository grew by, both in bytes.
	Size  int64 `json:"size"`
	Added int64 `json:"added"`
}

// File is one file of a snapshot, or a directory.
type File struct {
	Path   string      `json:"path"` // with slashes
	Mode   fs.FileMode `json:"mode"`
	Size   int64       `json:"size"`
	Chunks []ID        `json:"chunks,omitempty"`
}

// Maker makes a snapshot. Nothing of it is there before Save.
type Maker struct {
	// Progress hears how many files and bytes were read so far; it may be nil.
	Progress func(files int, bytes int64)

	w        *writer
	snapshot Snapshot
	former   map[string]File
	release  func()
}

// Make begins a snapshot. Close it, whether it is saved or not.
func (r *Repository) Make(ctx context.Context, release string) (*Maker, error) {
	done, err := r.hold(ctx, "make", "prune")
	if err != nil {
		return nil, err
	}
	at := time.Now().UTC()
	m := &Maker{w: r.writer(), release: done, former: map[string]File{}, snapshot: Snapshot{
		ID: at.Format("20060102-150405.000000-") + string(id.New())[32:], Created: at, Release: release,
	}}
	last, err := r.Snapshot(ctx, "")
	if err == nil {
		for _, f := range last.Files {
			m.former[f.Path] = f
		}
	}
	return m, nil
}

// Close ends the work.
func (m *Maker) Close() { m.release() }

// Directory adds a directory.
func (m *Maker) Directory(path string, mode fs.FileMode) {
	m.snapshot.Files = append(m.snapshot.Files, File{Path: path, Mode: mode | fs.ModeDir})
}

// Add reads a file.
func (m *Maker) Add(ctx context.Context, path string, mode fs.FileMode, from io.Reader) error {
	chunks, size, err := m.w.add(ctx, from)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	m.keep(File{path, mode, size, chunks})
	return nil
}

// Same adds a file that never changes and that the last snapshot has with this size, without
// reading it; false where it doesn't.
func (m *Maker) Same(path string, size int64) bool {
	f, had := m.former[path]
	if !had || f.Size != size {
		return false
	}
	for _, c := range f.Chunks {
		if _, known := m.w.known[c]; !known {
			return false
		}
	}
	m.keep(f)
	return true
}

func (m *Maker) keep(f File) {
	m.snapshot.Files = append(m.snapshot.Files, f)
	m.snapshot.Size += f.Size
	if m.Progress != nil {
		m.Progress(len(m.snapshot.Files), m.snapshot.Size)
	}
}

// Save writes the snapshot, which has the named parts.
func (m *Maker) Save(ctx context.Context, holds ...string) (*Snapshot, error) {
	if err := m.w.flush(ctx); err != nil {
		return nil, err
	}
	m.snapshot.Holds, m.snapshot.Added = holds, m.w.added
	if len(m.w.index.Packs) > 0 {
		if err := m.w.putRecord(ctx, indexPrefix+"/"+m.snapshot.ID, m.w.index); err != nil {
			return nil, err
		}
	}
	if err := m.w.putRecord(ctx, recordPrefix+"/"+m.snapshot.ID, m.snapshot); err != nil {
		return nil, err
	}
	return &m.snapshot, nil
}

// Snapshots lists the ids of all snapshots, the oldest first.
func (r *Repository) Snapshots(ctx context.Context) ([]string, error) {
	return r.names(ctx, recordPrefix)
}

// Snapshot reads one snapshot, the newest where no id is given.
func (r *Repository) Snapshot(ctx context.Context, name string) (*Snapshot, error) {
	all, err := r.Snapshots(ctx)
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, ErrNone
	}
	found := all[len(all)-1]
	if name != "" {
		found = ""
		for _, one := range all {
			if one == name {
				found = one
			}
		}
	}
	if found == "" {
		return nil, fmt.Errorf("there is no snapshot %q; the newest is %s", name, all[len(all)-1])
	}
	var s Snapshot
	return &s, r.getRecord(ctx, recordPrefix+"/"+found, &s)
}

// Copy writes a file's content, every part of which is checked.
func (r *Repository) Copy(ctx context.Context, f File, to io.Writer) error {
	if _, err := io.Copy(to, r.Open(ctx, f)); err != nil {
		return fmt.Errorf("%s: %w", f.Path, err)
	}
	return nil
}

// Open reads a file's content, every part of which is checked.
func (r *Repository) Open(ctx context.Context, f File) io.Reader {
	return &content{ctx: ctx, from: r, file: f}
}

// content reads one chunk after the other.
type content struct {
	ctx  context.Context
	from *Repository
	file File
	next int   // chunk
	size int64 // bytes so far
	rest []byte
}

// Read implements io.Reader.
func (c *content) Read(p []byte) (int, error) {
	for len(c.rest) == 0 {
		if c.next == len(c.file.Chunks) {
			if c.size != c.file.Size {
				return 0, fmt.Errorf("%s has %d bytes in the backup, not %d", c.file.Path, c.size, c.file.Size)
			}
			return 0, io.EOF
		}
		var err error
		if c.rest, err = c.from.read(c.ctx, c.file.Chunks[c.next]); err != nil {
			return 0, err
		}
		c.next++
	}
	n := copy(p, c.rest)
	c.rest, c.size = c.rest[n:], c.size+int64(n)
	return n, nil
}

// Check reads everything that a snapshot needs.
func (r *Repository) Check(ctx context.Context, s *Snapshot, progress func(files int, bytes int64)) error {
	seen := map[ID]bool{}
	var size int64
	for n, f := range s.Files {
		for _, c := range f.Chunks {
			if seen[c] {
				continue
			}
			seen[c] = true
			if _, err := r.read(ctx, c); err != nil {
				return fmt.Errorf("%s: %w", f.Path, err)
			}
		}
		if size += f.Size; progress != nil {
			progress(n+1, size)
		}
	}
	return nil
}
