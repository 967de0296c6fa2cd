package limits

// Limit names a limit in the metrics.
type Limit string

// The limits. Each refusal says what is too much and when to try again.
const (
	SocketEvents         Limit = "socket_events"
	UserEvents           Limit = "user_events"
	OrganizationEvents   Limit = "organization_events"
	SocketCommands       Limit = "socket_commands"
	UserCommands         Limit = "user_commands"
	OrganizationCommands Limit = "organization_commands"
	SocketTopics         Limit = "socket_topics"
	UserTopics           Limit = "user_topics"
	OrganizationTopics   Limit = "organization_topics"
	SocketQueries        Limit = "socket_queries"
	UserQueries          Limit = "user_queries"
	OrganizationQueries  Limit = "organization_queries"
	UserSockets          Limit = "user_sockets"
	OrganizationSockets  Limit = "organization_sockets"
	EventBytes           Limit = "event_bytes"
	SocketBytes          Limit = "socket_bytes"
	WaitingBytes         Limit = "waiting_bytes"
	Connects             Limit = "connects"
	UserConnects         Limit = "user_connects"
	OrganizationConnects Limit = "organization_connects"
)

// All lists them, for the metrics.
var All = []Limit{
	SocketEvents, UserEvents, OrganizationEvents, SocketCommands, UserCommands, OrganizationCommands,
	SocketTopics, UserTopics, OrganizationTopics, SocketQueries, UserQueries, OrganizationQueries, UserSockets, OrganizationSockets, EventBytes, SocketBytes, WaitingBytes, Connects,
	UserConnects, OrganizationConnects,
}

// Messages of the refusals of events, commands and connects.
var Messages = map[Limit]string{
	SocketEvents:         "Too many events were sent. Please wait a moment.",
	UserEvents:           "Your tabs together sent too many events. Please wait a moment.",
	OrganizationEvents:   "Your organization sent too many events. Please wait a moment.",
	SocketCommands:       "Too many commands are waiting. Please wait a moment.",
	SocketBytes:          "Too much that you sent is waiting. Please wait for the answers.",
	WaitingBytes:         "Too much is waiting on this server. Please wait a moment.",
	UserCommands:         "Too many of your commands are running. Please wait a moment.",
	UserConnects:         "You connected too often. Please wait a moment.",
	OrganizationConnects: "Your organization connected too often. Please wait a moment.",
	OrganizationCommands: "Too many of your organization's commands are running. Please wait a moment.",
}
