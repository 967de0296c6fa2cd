// Package ui carries the browser application inside the binary.
//
// It owns nothing but the built files under dist, which Vite writes from src
// (dist-e2e, built for browser tests, where the build tag e2e is set).
// A tree that was never built holds only a placeholder there, so that the
// module always compiles; whoever serves the files must treat a missing
// index.html as "the interface was not built".
//
// Concurrency: the file system is read-only and safe for concurrent use.
// Allowed imports: the standard library.
package ui
