// Package child runs other programs for tests and benchmarks: those of the
// product as processes of their own, and programs to exchange lines with.
//
// It owns Process and Talk. A process inherits none of its parent's product
// settings, and none outlives its parent, however that ends.
//
// Concurrency: each belongs to its creator; any number of goroutines may wait
// for its end. Lifecycle: Start or Open; Kill or Close, and the end of this
// process.
//
// Allowed imports: the standard library.
package child
