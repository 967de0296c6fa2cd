package mp3

import "math"

// The bytes of a frame: 32,000 bits per second, of 576 samples at 16,000 per second.
const (
	frameSize  = 144
	headerSize = 4
	sideSize   = 9
	dataBits   = 8 * (frameSize - headerSize - sideSize)
)

// header is MPEG-2, layer III, no checksum, 32 kbit/s, 16 kHz, one channel, no
// copyright.
var header = [headerSize]byte{0xff, 0xf3, 0x48, 0xc4}

// edges are the ends of a frame's regions, each with its own code book: after 7 and
// after 13 of the scale factor bands.
var edges = [...]int{44, 140, used * lines}

const (
	firstBands, secondBands = 6, 5 // as in the side information: minus one
	most                    = 15 + 1<<13 - 1
	unity                   = 210 // the gain at which a value of 1 is full loudness
	quietest, loudest       = 100, 255
)

// frame holds a frame's quantized values.
type frame struct {
	gain   int
	values [used * lines]int
	// pairs is where only 0, 1 and -1 follow, which are encoded in groups of four up
	// to quads.
	pairs, quads int
	books        [len(edges)]choice
}

// choice is the encoding of a region.
type choice struct {
	table int // 0 for a region of zeros
	book  *book
	more  int // extra bits of values above 15
}

// fit finds the finest quantization that fits into a frame.
func fit(of *[used * lines]float64) *frame {
	var pressed [used * lines]float64 // quantization is nonlinear: loud values have larger steps
	for i, line := range of {
		pressed[i] = math.Copysign(math.Pow(math.Abs(line), .75), line)
	}
	low, high := quietest, loudest
	for low < high {
		if gain := (low + high) / 2; quantize(&pressed, gain).size() <= dataBits {
			high = gain
		} else {
			low = gain + 1
		}
	}
	return quantize(&pressed, low)
}

func quantize(pressed *[used * lines]float64, gain int) *frame {
	f := &frame{gain: gain}
	scale := math.Exp2(-3.0 / 16 * float64(gain-unity))
	for i, line := range pressed {
		f.values[i] = int(min(math.Abs(line)*scale+.4054, 2*most))
		if line < 0 {
			f.values[i] = -f.values[i]
		}
	}
	f.arrange()
	return f
}

// arrange finds where the values end, and their encoding.
func (f *frame) arrange() {
	end := len(f.values)
	for end > 0 && f.values[end-1] == 0 {
		end--
	}
	f.quads = (end + 3) / 4 * 4
	f.pairs = f.quads
	for f.pairs >= 4 && largest(f.values[f.pairs-4:f.pairs]) <= 1 {
		f.pairs -= 4
	}
	for i := range edges {
		f.books[i] = chosen(f.region(i))
	}
}

// region returns the pair-encoded values of a region.
func (f *frame) region(i int) []int {
	from := 0
	if i > 0 {
		from = edges[i-1]
	}
	return f.values[min(from, f.pairs):min(edges[i], f.pairs)]
}

func largest(values []int) (most int) {
	for _, v := range values {
		most = max(most, v, -v)
	}
	return most
}

// chosen returns the cheapest encoding of values.
func chosen(values []int) choice {
	highest := largest(values)
	if highest == 0 {
		return choice{}
	}
	best := choice{}
	for i, more := range [...]int{4, 5, 6, 7, 8, 9, 11, 13} {
		if best.book == nil && highest < 15+1<<more {
			best = choice{24 + i, large, more}
		}
	}
	if best.book == nil {
		return choice{31, large, most} // too large, so it will not be used
	}
	if by := (choice{13, small, 0}); highest <= 15 && by.size(values) < best.size(values) {
		return by
	}
	return best
}

func (c choice) size(values []int) (bits int) {
	w := writer{}
	c.write(&w, values)
	return w.bits
}

func (f *frame) size() int {
	w := writer{}
	f.write(&w)
	return w.bits
}

func (f *frame) write(w *writer) {
	for i := range edges {
		f.books[i].write(w, f.region(i))
	}
	for at := f.pairs; at < f.quads; at += 4 {
		four := f.values[at : at+4]
		which := uint32(0)
		for _, v := range four {
			which = which<<1 | uint32(v&1)
		}
		w.put(15-which, 4)
		for _, v := range four {
			w.sign(v)
		}
	}
}

func (c choice) write(w *writer, values []int) {
	for at := 0; c.book != nil && at+1 < len(values); at += 2 {
		x, y := values[at], values[at+1]
		first, second := largest(values[at:at+1]), largest(values[at+1:at+2])
		so := c.book[min(first, 15)*16+min(second, 15)]
		w.put(so.bits, so.length)
		c.rest(w, first)
		w.sign(x)
		c.rest(w, second)
		w.sign(y)
	}
}

func (c choice) rest(w *writer, value int) {
	if c.more > 0 && value >= 15 {
		w.put(uint32(value-15), c.more)
	}
}

// bytes returns the whole frame.
func (f *frame) bytes() []byte {
	w := writer{out: make([]byte, 0, frameSize)}
	for _, b := range header {
		w.put(uint32(b), 8)
	}
	w.put(0, 8) // the data start in this frame
	w.put(0, 1)
	for _, part := range [...]struct{ value, length int }{
		{f.size(), 12}, {f.pairs / 2, 9}, {f.gain, 8}, {0, 9}, {0, 1}, // no scale factors, a long block
		{f.books[0].table, 5}, {f.books[1].table, 5}, {f.books[2].table, 5}, {firstBands, 4}, {secondBands, 3},
		{0, 1}, {1, 1}, // groups of four with the 4-bit book
	} {
		w.put(uint32(part.value), part.length)
	}
	f.write(&w)
	return append(w.out, make([]byte, frameSize-len(w.out))...)
}

// writer writes bits, the highest first. Without out it only counts them.
type writer struct {
	out  []byte
	bits int
}

func (w *writer) put(value uint32, length int) {
	if w.out == nil {
		w.bits += length
		return
	}
	for length--; length >= 0; length-- {
		if w.bits%8 == 0 {
			w.out = append(w.out, 0)
		}
		w.out[w.bits/8] |= byte(value>>length&1) << (7 - w.bits%8)
		w.bits++
	}
}

func (w *writer) sign(value int) {
	switch {
	case value < 0:
		w.put(1, 1)
	case value > 0:
		w.put(0, 1)
	}
}
