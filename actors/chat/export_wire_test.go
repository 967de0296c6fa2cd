package chat

// Wire is what crosses to other nodes, for tests.
var Wire = wire
