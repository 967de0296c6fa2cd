// Package softphone is a browser with a phone, for tests: it speaks the signaling of
// the provider's voice SDK over a WebSocket and has real sound by WebRTC.
//
// Concurrency: safe for concurrent use. Lifecycle: Open connects and registers; Close
// ends everything and waits. Allowed imports: simulator/audio, simulator/media,
// coder/websocket, pion, the standard library.
package softphone
