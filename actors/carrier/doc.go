// Package carrier is the port to the phone network and the vocabulary both sides
// of it share. The Twilio implementation is in twilio, the
// simulator that speaks Twilio's contract in simulator, the suite that both pass
// in carriertest.
//
// Concurrency: implementations are safe for concurrent use.
// Allowed imports: storage leaves, golang.org/x/text.
package carrier
