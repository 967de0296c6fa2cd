package mp3

import (
	"fmt"
	"io"
)

// Samples give the sound that is written: as many as fit, from a place on.
type Samples interface {
	// SamplesAt fills into with the samples from a place on; what is beyond the end is
	// silence.
	SamplesAt(into []int16, from int64) error
}

// tail are the frames that a decoder needs to play the last samples.
const tail = 2

// Reader encodes what is read of it. It implements io.ReadSeeker.
type Reader struct {
	samples Samples
	frames  int64
	at      int64

	filter filter
	next   int64 // the frame that the filter takes next
	shown  int64 // the frame in bytes, -1 for none
	bytes  []byte
}

// New encodes samples, length of them.
func New(samples Samples, length int64) *Reader {
	return &Reader{samples: samples, frames: (length+granule-1)/granule + tail, shown: -1}
}

// Size is how many bytes there are.
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

// show encodes a frame, and the two before it unless they were the last.
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
