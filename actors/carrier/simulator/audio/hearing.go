package audio

import (
	"cmp"
	"math"
	"slices"
)

// Sound is recognized by its frequencies (Goertzel's algorithm).

const (
	lowest, highest, spacing = 200, 3400, 50
	// audible is the minimum amplitude of a tone.
	audible = 500
	// block is the number of samples per analysis: the fewest that separate 50 Hz, so
	// that a frequency between two steps is found at the nearest.
	block = 2 * Length
)

// Tones lists the audible frequencies, in steps of 50 Hz, the loudest first. It needs
// at least 40 ms of them.
func Tones(samples []int16) []int {
	loudness := map[int]float64{}
	for hertz := lowest; hertz <= highest; hertz += spacing {
		loudness[hertz] = Amplitude(samples, hertz)
	}
	tones := []int{}
	for hertz, a := range loudness {
		if a >= audible && a > loudness[hertz-spacing] && a >= loudness[hertz+spacing] {
			tones = append(tones, hertz)
		}
	}
	slices.SortFunc(tones, func(x, y int) int { return cmp.Compare(loudness[y], loudness[x]) })
	return tones
}

// Amplitude returns the average amplitude of one frequency.
func Amplitude(samples []int16, hertz int) float64 {
	sum, blocks := 0.0, len(samples)/block
	for n := range blocks {
		sum += amplitude(samples[n*block:(n+1)*block], hertz)
	}
	return sum / float64(max(1, blocks))
}

func amplitude(samples []int16, hertz int) float64 {
	turn := 2 * math.Cos(2*math.Pi*float64(hertz)/Rate)
	var s1, s2, weight float64
	for i, sample := range samples {
		// A window without edges, so that a loud tone does not leak into its
		// neighbors.
		window := .5 - .5*math.Cos(2*math.Pi*float64(i)/float64(len(samples)))
		s1, s2 = float64(sample)*window+turn*s1-s2, s1
		weight += window
	}
	return 2 * math.Sqrt(max(0, s1*s1+s2*s2-turn*s1*s2)) / weight
}

// Loudness returns the root mean square: 0 for silence.
func Loudness(samples []int16) int {
	if len(samples) == 0 {
		return 0
	}
	var sum float64
	for _, sample := range samples {
		sum += float64(sample) * float64(sample)
	}
	return int(math.Sqrt(sum / float64(len(samples))))
}
