package audio

import (
	"embed"
	"io/fs"
	"math/rand/v2"
	"strings"
)

// clips are sentences of customers as µ-law, one file each. clips/README.md says
// how they were made.
//
//go:embed clips/*.ul
var clips embed.FS

// script is what one customer says: the sentences in order.
type script [][]byte

// scripts are all customers'. Files of one customer have the same name before the
// dash and follow each other.
var scripts = func() (all []script) {
	files, err := fs.Glob(clips, "clips/*.ul") // sorted
	if err != nil {
		panic(err) // the pattern is wrong
	}
	last := ""
	for _, file := range files {
		sound, err := clips.ReadFile(file)
		if err != nil {
			panic(err) // the file is in the binary
		}
		who, _, _ := strings.Cut(file, "-")
		if who != last {
			all, last = append(all, nil), who
		}
		all[len(all)-1] = append(all[len(all)-1], sound)
	}
	return all
}()

// The pauses of a customer, in samples.
const (
	betweenSentences = Rate * 3 / 4
	beforeRepeat     = Rate * 5 / 2
)

// customer says their script, listens for a while, and begins again.
type customer struct {
	says   script
	next   int    // the sentence after this one
	left   []byte // of this sentence
	silent int    // remaining samples of the pause
}

// Customer plays what a customer says on the phone, in real sentences. The seed
// chooses the customer.
func Customer(seed uint64) Source {
	random := rand.New(rand.NewPCG(seed, 1)) //nolint:gosec // a choice of voices is no secret
	return &customer{says: scripts[random.IntN(len(scripts))]}
}

// Next implements Source.
func (c *customer) Next() (f Frame) {
	for i := range f {
		if c.silent > 0 {
			c.silent--
			continue
		}
		if len(c.left) == 0 {
			c.left, c.next = c.says[c.next], (c.next+1)%len(c.says)
		}
		f[i], c.left = decoded[c.left[0]], c.left[1:]
		if len(c.left) == 0 {
			c.silent = betweenSentences
			if c.next == 0 {
				c.silent = beforeRepeat
			}
		}
	}
	return f
}
