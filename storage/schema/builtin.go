package schema

// Builtin makes the registry of the objects that every organisation has.
func Builtin() *Registry {
	r, err := NewRegistry(
		organization(), user(), team(), permission(), session(), apiKey(), invitation(),
		contact(), note(),
		call(), twilioPhone(),
		twilioConversation(), twilioParticipant(), twilioMessage(),
		consentEvent(),
		chat(), chatMessage(),
	)
	if err != nil {
		panic(err) // the definitions are constants; a test loads them
	}
	return r
}
