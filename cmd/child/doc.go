// Package child runs other programs beside tests and benchmarks: those of the product as
// processes of their own, and programs to talk with line by line.
//
// It owns: Process and Talk. Nothing of the settings of whoever runs it reaches a
// process, and none outlives it, however it ends.
//
// Concurrency: each belongs to who started it; what waits for its end may be many.
// Lifecycle: Start or Open; Kill or Close, and the end of this process.
//
// Allowed imports: the standard library.
package child
