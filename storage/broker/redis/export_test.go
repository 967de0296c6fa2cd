package redis

// Sealed is a text as a node with the key says it in the channel.
func Sealed(key []byte, channel, text string) string {
	return version + mac(key, channel, text) + text
}
