// Package carrier is the port to the phone network, with the types that both sides
// share. The Twilio implementation is in twilio, the simulator of Twilio's API in
// simulator, and the suite for both in carriertest.
//
// Concurrency: implementations are safe for concurrent use. Allowed imports: storage
// leaves, golang.org/x/text.
package carrier
