// Package broker is the port for what passes between processes and may be lost
// (architecture §2 and §6): fleeting messages, such as typing and audio levels,
// and doorbells, which say that something was committed and the log is worth a
// look. What must not be lost goes by the log.
//
// It owns the vocabulary only: Message, Listener, Broker. Implementations: memory
// for one process. brokertest is the suite that all of them pass.
//
// Concurrency: a Broker is safe for concurrent use. A listener is called by one
// goroutine at a time, messages of one organisation in the order they were
// published by one process.
//
// Lifecycle: Listen…, Publish…, Close, which ends the listeners' goroutines.
//
// Invariants: Publish and Ring never wait for a listener. A listener that falls
// behind loses the oldest messages, never a doorbell: the doorbells of one
// organisation that wait are one.
//
// Allowed imports: storage leaves.
package broker
