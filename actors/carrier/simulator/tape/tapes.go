package tape

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"switchboard/actors/carrier/simulator/audio"
	"switchboard/actors/carrier/simulator/mp3"
)

const suffix = ".ulaw"

// Tapes are the recordings in a folder.
type Tapes struct {
	folder string

	mu   sync.Mutex
	open map[string]*Tape
}

// New returns the recordings in a folder.
func New(folder string) (*Tapes, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("tape: %w", err)
	}
	return &Tapes{folder: folder, open: map[string]*Tape{}}, nil
}

func (t *Tapes) place(recording string) string { return filepath.Join(t.folder, recording+suffix) }

// For returns the tape of a recording in progress.
func (t *Tapes) For(recording string) (*Tape, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if known := t.open[recording]; known != nil {
		return known, nil
	}
	file, err := os.OpenFile(t.place(recording), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("tape: %w", err)
	}
	info, err := file.Stat()
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	made := &Tape{file: file, size: info.Size()}
	t.open[recording] = made
	return made, nil
}

// Only closes all tapes except those in progress.
func (t *Tapes) Only(goesOn func(recording string) bool) (err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for recording, one := range t.open {
		if !goesOn(recording) {
			delete(t.open, recording)
			err = errors.Join(err, one.close())
		}
	}
	return err
}

// Close closes all tapes.
func (t *Tapes) Close() error { return t.Only(func(string) bool { return false }) }

// Keep deletes unknown recordings.
func (t *Tapes) Keep(known func(recording string) bool) error {
	files, err := os.ReadDir(t.folder)
	if err != nil {
		return fmt.Errorf("tape: %w", err)
	}
	for _, file := range files {
		if recording, is := strings.CutSuffix(file.Name(), suffix); is && !known(recording) {
			err = errors.Join(err, os.Remove(t.place(recording)))
		}
	}
	return err
}

// Length returns the duration of an ended recording.
func (t *Tapes) Length(recording string) time.Duration {
	info, err := os.Stat(t.place(recording))
	if err != nil {
		return 0
	}
	return time.Duration(info.Size()) * time.Second / audio.Rate
}

// Sound is a recording as MP3.
type Sound struct {
	*mp3.Reader
	io.Closer
}

// Read opens an ended recording.
func (t *Tapes) Read(recording string) (Sound, error) {
	file, err := os.Open(t.place(recording))
	if err != nil {
		return Sound{}, fmt.Errorf("tape: %w", err)
	}
	info, err := file.Stat()
	if err != nil {
		return Sound{}, errors.Join(err, file.Close())
	}
	return Sound{mp3.New(samples{file}, info.Size()), file}, nil
}

// samples are the samples of a file.
type samples struct{ file io.ReaderAt }

// SamplesAt implements mp3.Samples.
func (s samples) SamplesAt(into []int16, from int64) error {
	codes := make([]byte, len(into))
	n, err := s.file.ReadAt(codes, from)
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("tape: %w", err)
	}
	clear(into[copy(into, audio.Decode(codes[:n])):])
	return nil
}
