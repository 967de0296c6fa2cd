package notifications

// The kinds of notifications. Those that are also settings of a subscription go to its
// subscribers, the others to the users they concern.
const (
	Mention       = "Mention"
	DirectMessage = "Direct Message"
	ThreadReply   = "Thread Reply"
	MissedCall    = "Missed Call"
	Assignment    = "Assignment"
	ChatMessage   = "Chat Message Created"
	Updated       = "Chat Updated"
	UnreadTexts   = "Twilio Conversation Unread Messages"
	InboundText   = "Inbound SMS Alert"
	OutboundText  = "SMS Outbound"
)

// Kinds lists the kinds in the order in which users choose among them.
func Kinds() []string {
	return []string{Mention, DirectMessage, ThreadReply, MissedCall, Assignment, ChatMessage, Updated, UnreadTexts, InboundText, OutboundText}
}

// rank orders kinds of one event: a user who is mentioned is notified of that, and not again of the
// message.
func rank(kind string) int {
	for i, one := range Kinds() {
		if one == kind {
			return i
		}
	}
	return len(Kinds())
}
