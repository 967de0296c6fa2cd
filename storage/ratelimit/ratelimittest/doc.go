// Package ratelimittest is the suite that every ratelimit.Limiter passes.
//
// Concurrency: none of its own beyond its tests.
//
// Allowed imports: storage/ratelimit.
package ratelimittest
