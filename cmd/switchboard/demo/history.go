package demo

import (
	"fmt"
	"math/rand/v2"
	"time"

	"switchboard/storage/id"
	"switchboard/storage/row"
)

// The counts of records from before the first sign-in.
const (
	noteCount         = 400
	callCount         = 600
	conversationCount = 60
)

var noteTexts = [][2]string{
	{"Prefers afternoons", "Best reached after 2 pm. Does the books in the morning and does not pick up."},
	{"Asked about bulk pricing", "Wants a quote for forty daypacks with the logo embroidered. Deadline is the end of the quarter."},
	{"Return approved", "Left strap stitching came loose after two trips. Replacement goes out with the next shipment, no charge."},
	{"Trade show follow-up", "Met at the outdoor show. Interested in carrying the rain shells in two stores."},
	{"Invoice question", "The June invoice was paid twice. Accounting will send the difference back this week."},
	{"Sizing", "Between M and L in the storm jacket. Suggested L for layering; will try it in the Portland store."},
	{"Gift cards for staff", "Twenty cards of $50, one invoice, needed by the fifteenth. Send the printed ones, not the e-mailed."},
	{"New delivery address", "Moved to the warehouse on Marginal Way; the loading dock closes at 4 pm. Update before the next pallet."},
	{"Tent repair quote", "Two poles and a torn fly. Quoted $85 with a week's wait; will decide after the weekend."},
	{"Wants the spring catalogue", "Asked for three printed copies, one for each store manager."},
	{"Credit terms", "Asked for net 60 instead of net 30. Marcus said yes for orders above $2,000."},
	{"Missed delivery", "Carrier left no card. Asked for a second try on Thursday before noon, side entrance."},
	{"Happy with the boots", "Called only to say thank you. Would write a review if we send the link."},
	{"School order", "Thirty rain shells in five sizes, purchase order follows once the district signs."},
	{"Do not call at work", "Use the second number from now on; the first one is the reception."},
	{"Warranty claim", "Stove valve leaks after one season. Receipt is in his e-mail; replacement agreed, old one comes back."},
	{"Class booking", "Booked two places in the avalanche course. Will pay in the store."},
	{"Price match", "Saw the 60 L pack cheaper elsewhere. We match it until Sunday; needs the link to their page."},
}

var threads = [][]string{
	{"Hi, did my order ship yet? It was two headlamps and a stove.", "Hi! It left our warehouse this morning. You should see it on Thursday.", "Great, thank you!"},
	{"Do you repair tents? The pole snapped last weekend.", "We do. Bring it to the Portland store, or we can mail you a sleeve today.", "A sleeve would be perfect."},
	{"Is the climbing class on Saturday full?", "Two places left. Shall I put your name down?", "Yes please, for two."},
	{"The boots I bought pinch at the toe. Can I exchange them?", "Of course, within 60 days even if worn. Which size would you like to try?"},
	{"What are your hours on Sunday?", "10 to 6 in both stores.", "See you then."},
	{"Can you hold the blue 60 L pack for me until Friday?"},
}

// ago returns a moment up to days ago, usually a recent one, as in a real
// call center.
func ago(r *rand.Rand, now time.Time, days int) time.Time {
	share := r.Float64()
	return now.Add(-time.Duration(share * share * float64(days) * 24 * float64(time.Hour))).Add(-time.Minute).Truncate(time.Second)
}

func noteWrite(i int, owner id.ID, now time.Time) row.Write {
	r := rand.New(rand.NewPCG(31, uint64(i))) //nolint:gosec // believable data, not secrets
	text := noteTexts[r.IntN(len(noteTexts))]
	c := ContactAt(r.IntN(ContactCount))
	return create("note", id.Derived(fmt.Sprintf("demo/note/%d", i)), row.Fields{
		"name": text[0], "notes": text[1], "owner": owner, "created_date": ago(r, now, 150),
		"related_to": row.JSONValue(map[string]any{"schema": "contact", "id": c.ID, "name": c.Name}),
	})
}

// Thread is a conversation of the history as known to the carrier.
type Thread struct {
	SID, Participant string // CH…, MB…
	Contact, Ours    string // E.164
	Messages         int
}

// ThreadAt returns conversation i.
func ThreadAt(i int) Thread {
	sid := "CH" + id.Derived(fmt.Sprintf("demo/conversation/%d", i)).Compact()
	return Thread{
		SID: sid, Participant: "MB" + id.Derived("demo/participant/sid/"+sid).Compact(),
		Contact: ContactAt(i * 7).Number, Ours: Phones()[i%2].Number, Messages: len(threads[i%len(threads)]),
	}
}

// Threads lists the conversations.
func Threads() []Thread {
	out := make([]Thread, conversationCount)
	for i := range out {
		out[i] = ThreadAt(i)
	}
	return out
}

// conversationWrites returns a thread with its participant and messages.
// Every fifth thread waits for a reply.
func conversationWrites(i int, service string, agents []User, now time.Time) []row.Write {
	r := rand.New(rand.NewPCG(41, uint64(i))) //nolint:gosec // as above
	c, phone, lines := ContactAt(i*7), Phones()[i%2], threads[i%len(threads)]
	agent := agents[r.IntN(len(agents))]
	thread := ThreadAt(i)
	sid := thread.SID
	conversation := id.Derived(sid)
	first := ago(r, now, 60).Add(-2 * time.Hour)
	count := int64(len(lines))
	last := first.Add(time.Duration(count-1) * 3 * time.Minute)
	read := count
	if i%5 == 0 && len(lines)%2 == 1 {
		read = count - 1
	}
	writes := []row.Write{create("twilio_conversation", conversation, row.Fields{
		"sid": sid, "name": c.Name, "friendly_name": c.Name, "type": "other", "chat_service_sid": service, "state": "active",
		"contacts": []id.ID{c.ID}, "contact_phones": []string{c.Number}, "phone": phone.ID,
		"created_date": first, "modified_date": last, "last_message": lines[count-1], "last_message_at": last, "last_number": count, "read_number": read,
	}), create("twilio_participant", id.Derived("demo/participant/"+sid), row.Fields{
		"name": c.Name, "sid": thread.Participant, "contact": c.ID, "conversation": conversation,
		"conversation_sid": sid, "chat_service_sid": service,
		"messaging_binding": row.JSONValue(map[string]any{"address": c.Number, "proxy_address": phone.Number}),
	})}
	for k, line := range lines {
		message := fmt.Sprintf("demo/message/%d/%d", i, k)
		set := row.Fields{
			"sid": "IM" + id.Derived(message+"/sid").Compact(), "conversation": conversation, "number": int64(k + 1), "body": line, "name": line,
			"chat_service_sid": service, "contact": c.ID, "contact_name": c.Name, "phone": phone.ID, "read": int64(k+1) <= read,
			"created_date": first.Add(time.Duration(k) * 3 * time.Minute),
		}
		if k%2 == 0 {
			set["direction"] = "incoming"
		} else {
			set["direction"], set["user"], set["user_name"] = "outgoing", agent.ID, agent.Name()
			set["delivery"] = row.JSONValue(map[string]any{"total": 1, "sent": "all", "delivered": "all", "read": "none", "failed": "none", "undelivered": "none"})
		}
		writes = append(writes, create("twilio_message", id.Derived(message), set))
	}
	return writes
}
