// Package problem writes refusals of HTTP requests as problem documents (RFC 9457), for the
// API and for webhooks.
//
// It owns: the shape of the document. Which status a refusal has, each edge says itself: a
// provider repeats what a browser should not.
//
// Concurrency: functions only.
// Allowed imports: storage leaves.
package problem
