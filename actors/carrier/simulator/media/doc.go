// Package media is the sound of the simulated phone network: WebRTC connections of
// browsers (Peer), outside people without a browser (Outsider), and the mixer of
// conferences.
//
// Browsers and the network send only PCMU and telephone events, so no codec other
// than Go code is needed. The network is ICE-lite: its session description has all
// its addresses, since the voice SDK trickles no candidates. The browser's address is
// learned from its packets.
//
// Concurrency: safe for concurrent use. The mixer's goroutine calls a Party.
// Lifecycle: New and NewMixer start nothing. Mixer.Run mixes until its context ends.
// A Peer has a Close, which waits for its goroutines. Invariants: a party without a
// seat hears nothing and is not heard. Queues are bounded. Allowed imports:
// simulator/audio, pion, the standard library.
package media
