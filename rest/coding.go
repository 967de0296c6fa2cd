package rest

import (
	"strconv"
	"strings"
)

// encoded is a file's content in a coding of RFC 9110 §8.4.1.
type encoded struct {
	coding  string
	content []byte
}

// inCodingOf chooses among the compressed forms the one that the client likes best, the smallest of those it likes
// equally; nil for the file as it is.
func (f *file) inCodingOf(header []string) *encoded {
	weigh := weights(strings.Join(header, ","))
	var best *encoded
	most := 0.0
	for i, form := range f.packed {
		if weight := weigh(form.coding); weight > most {
			best, most = &f.packed[i], weight
		}
	}
	return best
}

// weights reads Accept-Encoding (RFC 9110 §12.5.3): how much a client likes a coding, 0 for one that it refuses.
func weights(header string) func(coding string) float64 {
	given := map[string]float64{}
	for part := range strings.SplitSeq(header, ",") {
		coding, parameter, _ := strings.Cut(part, ";")
		weight := 1.0
		if value, is := strings.CutPrefix(strings.ToLower(strings.TrimSpace(parameter)), "q="); is {
			var err error
			if weight, err = strconv.ParseFloat(value, 64); err != nil {
				weight = 0
			}
		}
		given[strings.ToLower(strings.TrimSpace(coding))] = weight
	}
	return func(coding string) float64 {
		if weight, named := given[coding]; named {
			return weight
		}
		return given["*"]
	}
}
