package audio

import "math/bits"

// G.711 µ-law (ITU-T G.711), the phones' encoding with eight bits per sample.

const (
	bias    = 0x84
	loudest = 32635 // a larger value overflows once the bias is added
)

// Encode encodes a frame as µ-law.
func Encode(f *Frame) []byte {
	out := make([]byte, Length)
	for i, sample := range f {
		out[i] = encode(int(sample))
	}
	return out
}

func encode(sample int) byte {
	sign := 0
	if sample < 0 {
		sample, sign = -sample, 0x80
	}
	sample = min(sample, loudest) + bias
	exponent := bits.Len(uint(sample)) - 8
	mantissa := sample >> (exponent + 3) & 0x0f
	return ^byte(sign | exponent<<4 | mantissa)
}

// decoded holds the samples of all 256 codes.
var decoded = func() (table [256]int16) {
	for code := range table {
		u := ^code & 0xff
		sample := ((u&0x0f)<<3+bias)<<(u>>4&7) - bias
		if u&0x80 != 0 {
			sample = -sample
		}
		table[code] = int16(sample)
	}
	return table
}()

// Decode decodes µ-law of any length.
func Decode(codes []byte) []int16 {
	samples := make([]int16, len(codes))
	for i, code := range codes {
		samples[i] = decoded[code]
	}
	return samples
}
