// Package media is the sound of the simulated phone network: the WebRTC connections of
// browsers (Peer), people outside who are no browser (Outsider), and the mixer that lets
// the legs of a conference hear one another.
//
// What a browser and the network send is PCMU and telephone events alone, so that nothing
// has to be compiled that is not Go. The network is ICE-lite: its addresses are all in
// its session description, since the voice SDK trickles no candidates; where the browser
// is shows by its packets.
//
// Concurrency: safe for concurrent use. A Party is asked by the mixer's one goroutine.
// Lifecycle: New and NewMixer start nothing; Mixer.Run mixes until its context ends; a
// Peer has a Close, which waits for its goroutines.
// Invariants: who is seated nowhere hears nothing and is not heard. Queues are bounded.
// Allowed imports: simulator/audio, pion, the standard library.
package media
