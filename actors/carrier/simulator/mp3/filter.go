package mp3

import "math"

const (
	bands = 32
	// used is the number of bands below 4 kHz.
	used = bands / 2
	// lines is the number of frequencies of a band, and of its samples in a frame.
	lines = 18
	// granule is the number of phone samples, at 8,000 per second, in a frame.
	granule = bands * lines / 2
)

// filter splits sound into bands, and bands into lines.
type filter struct {
	past   [512]float64          // the newest samples first
	before [used][lines]float64  // bands of the previous frame
	lines  [used * lines]float64 // result of the newest frame
}

// take filters the samples of a frame.
func (f *filter) take(samples *[granule]int16) {
	var now [used][lines]float64
	for slot := range lines {
		f.shift(samples[slot*bands/2:])
		f.split(slot, &now)
	}
	for band := range used {
		f.turn(band, &now[band])
	}
	f.before = now
	f.alias()
}

// shift adds 16 samples, each followed by a zero, which doubles the rate. The images
// above 4 kHz are in the omitted bands; the lost loudness is compensated by doubling.
func (f *filter) shift(samples []int16) {
	copy(f.past[bands:], f.past[:len(f.past)-bands])
	for i := range bands / 2 {
		f.past[bands-1-2*i] = float64(samples[i]) / (1 << 14)
		f.past[bands-2-2*i] = 0
	}
}

// split computes a sample of each band (11172-3, C.1.3). Every other sample of every
// other band is negated, since these run from high to low.
func (f *filter) split(slot int, into *[used][lines]float64) {
	var folded [64]float64
	for i := range folded {
		for j := 0; j < len(f.past); j += 64 {
			folded[i] += window[i+j] * f.past[i+j]
		}
	}
	for band := range used {
		sum := 0.0
		for k, value := range &folded {
			sum += matrix[band][k] * value
		}
		if slot%2 == 1 && band%2 == 1 {
			sum = -sum
		}
		into[band][slot] = sum
	}
}

// turn transforms a band's samples of the last and the newest frame into lines.
func (f *filter) turn(band int, now *[lines]float64) {
	for line := range lines {
		sum := 0.0
		for k := range lines {
			sum += turning[line][k]*f.before[band][k] + turning[line][lines+k]*now[k]
		}
		f.lines[band*lines+line] = sum
	}
}

// alias removes aliasing between neighboring bands.
func (f *filter) alias() {
	for band := 1; band < used; band++ {
		for i := range butterflies {
			b := &butterflies[i]
			low, high := &f.lines[band*lines-1-i], &f.lines[band*lines+i]
			*low, *high = *low*b.self+*high*b.other, *high*b.self-*low*b.other
		}
	}
}

// matrix holds the cosines of split.
var matrix = func() (m [used][64]float64) {
	for band := range m {
		for k := range m[band] {
			m[band][k] = math.Cos(float64((2*band+1)*(k-16)) * math.Pi / 64)
		}
	}
	return m
}()

// turning holds the cosines of turn with the window of a long block. The decoder's
// inverse scales it by nine.
var turning = func() (t [lines][2 * lines]float64) {
	for line := range t {
		for k := range t[line] {
			t[line][k] = math.Sin(math.Pi/36*(float64(k)+.5)) * math.Cos(math.Pi/72*float64((2*k+1+lines)*(2*line+1))) / 9
		}
	}
	return t
}()

type butterfly struct{ self, other float64 }

var butterflies = func() (b [8]butterfly) {
	for i, c := range [...]float64{-.6, -.535, -.33, -.185, -.095, -.041, -.0142, -.0037} {
		b[i] = butterfly{1 / math.Sqrt(1+c*c), c / math.Sqrt(1+c*c)}
	}
	return b
}()
