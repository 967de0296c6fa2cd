package mp3

import (
	"fmt"
	"io"
)

// Samples provides the sound to encode.
type Samples interface {
	// SamplesAt fills into with the samples from a position on. Samples beyond the
	// end are silent.
	SamplesAt(into []int16, from int64) error
}

// tail is the number of extra frames that a decoder needs for the last samples.
const tail = 2

// Reader encodes samples as they are read. It implements io.ReadSeeker.
type Reader struct {
	samples Samples
	frames  int64
	at      int64

	filter filter
	next   int64 // the next frame for the filter
	shown  int64 // the frame in bytes, or -1
	bytes  []byte
}

// New returns a Reader of length samples.
func New(samples Samples, length int64) *Reader {
	return &Reader{samples: samples, frames: (length+granule-1)/granule + tail, shown: -1}
}

// Size returns the number of bytes.
func (r *Reader) Size() int64 { return r.frames * frameSize }

// Read implements io.Reader.
func (r *Reader) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if r.at >= r.Size() {
			if n > 0 {
				return n, nil
			}
			return 0, io.EOF
		}
		if err := r.show(r.at / frameSize); err != nil {
			return n, err
		}
		copied := copy(p[n:], r.bytes[r.at%frameSize:])
		n += copied
		r.at += int64(copied)
	}
	return n, nil
}

// Seek implements io.Seeker.
func (r *Reader) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += r.at
	case io.SeekEnd:
		offset += r.Size()
	}
	if offset < 0 {
		return 0, fmt.Errorf("mp3: there is nothing at %d", offset)
	}
	r.at = offset
	return offset, nil
}

// show encodes a frame, after the two before it unless they were the last ones.
func (r *Reader) show(frame int64) error {
	if frame == r.shown {
		return nil
	}
	if frame != r.next {
		r.filter, r.next = filter{}, max(0, frame-2)
	}
	for r.next <= frame {
		var samples [granule]int16
		if err := r.samples.SamplesAt(samples[:], r.next*granule); err != nil {
			return err
		}
		r.filter.take(&samples)
		r.next++
	}
	r.bytes, r.shown = fit(&r.filter.lines).bytes(), frame
	return nil
}
