package audio

import (
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
)

// mostClips bounds what the clips add to the binary.
const mostClips = 150_000

func TestCustomersSpeakTheirSentences(t *testing.T) {
	total := 0
	for who, script := range scripts {
		s := &customer{says: script}
		for n, sentence := range script {
			total += len(sentence)
			var said Recorder
			for range len(sentence) / Length {
				f := s.Next()
				said.Take(&f)
			}
			if loudness := Loudness(said.Last(len(sentence) / Length)); loudness < 500 || loudness > 12_000 {
				t.Errorf("customer %d, sentence %d has the loudness %d", who, n, loudness)
			}
			pause := betweenSentences
			if n == len(script)-1 {
				pause = beforeRepeat
			}
			for range pause/Length + 1 {
				s.Next()
			}
		}
		if again := s.Next(); again == (Frame{}) {
			t.Errorf("customer %d does not begin again", who)
		}
	}
	if len(scripts) < 3 || total > mostClips {
		t.Errorf("%d customers say %d bytes, want at least 3 and at most %d bytes", len(scripts), total, mostClips)
	}
}

func TestSeedsChooseAmongAllCustomers(t *testing.T) {
	first := map[Frame]bool{}
	for n := range uint64(50) {
		first[Customer(n*1_000_000).Next()] = true // times have whole milliseconds
	}
	if len(first) != len(scripts) {
		t.Errorf("%d customers of %d call", len(first), len(scripts))
	}
}

func TestEveryClipHasItsSentence(t *testing.T) {
	text, err := os.ReadFile("clips/sentences.txt")
	if err != nil {
		t.Fatal(err)
	}
	written := []string{}
	for line := range strings.Lines(string(text)) {
		if parts := strings.Split(strings.TrimSpace(line), "\t"); len(parts) == 3 {
			written = append(written, "clips/"+parts[0]+".ul")
		}
	}
	slices.Sort(written)
	files, err := fs.Glob(clips, "clips/*.ul")
	if err != nil || !slices.Equal(files, written) {
		t.Errorf("the clips are %v (%v), and the text has %v", files, err, written)
	}
}
