package audio

import (
	"cmp"
	"math"
	"slices"
)

// What was heard is found out by its frequencies (Goertzel's algorithm).

const (
	lowest, highest, spacing = 200, 3400, 50
	// audible is the least amplitude that counts as a tone.
	audible = 500
	// block is how many samples are looked at as one: as few as tell 50 Hz apart, so that
	// a frequency between two steps is found at the nearest.
	block = 2 * Length
)

// Tones lists the frequencies that sound, in steps of 50 Hz, the loudest first. It needs
// 40 ms of them at least.
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

// Amplitude is how loud one frequency is, on average.
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
		// A window without edges, else a loud tone would seem to sound beside itself.
		window := .5 - .5*math.Cos(2*math.Pi*float64(i)/float64(len(samples)))
		s1, s2 = float64(sample)*window+turn*s1-s2, s1
		weight += window
	}
	return 2 * math.Sqrt(max(0, s1*s1+s2*s2-turn*s1*s2)) / weight
}

// Loudness is the root of the mean square: 0 for silence.
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
