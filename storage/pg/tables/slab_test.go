package tables

import "testing"

// Each piece is as long as was asked for, empty, and nobody else's.
func TestPiecesOfASlabAreApart(t *testing.T) {
	var s slab[byte]
	var pieces [][]byte
	for i := range 200 {
		n := i % 7
		if i%50 == 0 {
			n = 3 * mostAtOnce
		}
		piece := s.take(n)
		if piece == nil {
			t.Fatalf("a piece of %d is nil, as if there were no value", n)
		}
		if len(piece) != n || cap(piece) != n {
			t.Fatalf("a piece of %d is %d long and has room for %d", n, len(piece), cap(piece))
		}
		for j, b := range piece {
			if b != 0 {
				t.Fatalf("piece %d holds %d at %d", i, b, j)
			}
			piece[j] = byte(i + 1)
		}
		if cap(s.free) > mostAtOnce {
			t.Fatalf("%d are had in advance", cap(s.free))
		}
		pieces = append(pieces, piece)
	}
	for i, piece := range pieces {
		for _, b := range piece {
			if b != byte(i+1) {
				t.Fatalf("piece %d was written over", i)
			}
		}
	}
}
