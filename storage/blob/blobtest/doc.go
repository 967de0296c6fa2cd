// Package blobtest is the suite that every blob.Storage passes.
//
// Concurrency: none of its own beyond its tests.
//
// Allowed imports: storage/blob.
package blobtest
