package tables

// slab gives pieces of memory for the rows of one page, which live as long as the page: some
// pieces at once, twice as many each time.
type slab[T any] struct {
	free []T
	rows int
}

// mostAtOnce bounds what a slab has in advance.
const mostAtOnce = 16 << 10

// take returns n of them, which are empty. None of them are a piece too, and not nil.
func (s *slab[T]) take(n int) []T {
	if s.free == nil || len(s.free) < n {
		s.rows = min(max(1, 2*s.rows), mostAtOnce)
		s.free = make([]T, max(n, min(s.rows*n, mostAtOnce)))
	}
	out := s.free[:n:n]
	s.free = s.free[n:]
	return out
}
