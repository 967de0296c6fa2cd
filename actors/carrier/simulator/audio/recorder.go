package audio

import "sync"

// maxFrames bounds the recorded frames: ten seconds.
const maxFrames = 10 * Rate / Length

// Recorder keeps the last frames. It is safe for concurrent use.
type Recorder struct {
	mu     sync.Mutex
	frames []Frame
}

// Take adds a frame.
func (r *Recorder) Take(f *Frame) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.frames) >= 2*maxFrames { // in steps, so that it is not moved each time
		r.frames = append(r.frames[:0], r.frames[len(r.frames)-maxFrames:]...)
	}
	r.frames = append(r.frames, *f)
}

// Last returns the samples of the newest frames, at most that many.
func (r *Recorder) Last(frames int) []int16 {
	r.mu.Lock()
	defer r.mu.Unlock()
	newest := r.frames[max(0, len(r.frames)-frames):]
	samples := make([]int16, 0, len(newest)*Length)
	for i := range newest {
		samples = append(samples, newest[i][:]...)
	}
	return samples
}
