package simulator

import (
	"net/http"
	"time"

	"switchboard/actors/carrier/simulator/texting"
)

// ofMessage handles a request about one message of a conversation.
func (a *conversationsAPI) ofMessage(body func(c *texting.Conversation, m *texting.Message, r *http.Request) any) operation {
	return func(r *http.Request) (int, any, *refusal) {
		var answer any
		a.store.view(func(w *world) {
			if c := a.named(w, r); c != nil {
				if m := c.Message(r.PathValue("message")); m != nil {
					answer = body(c, m, r)
				}
			}
		})
		if answer == nil {
			return 0, nil, unknown(r)
		}
		return http.StatusOK, answer, nil
	}
}

func (a *conversationsAPI) fetchMessage(c *texting.Conversation, m *texting.Message, _ *http.Request) any {
	return a.message(c, *m)
}

// listReceipts lists a message's receipts: that of the outside number, if there is
// one.
func (a *conversationsAPI) listReceipts(c *texting.Conversation, m *texting.Message, r *http.Request) any {
	receipts := []any{}
	if m.Status != "" {
		receipts = append(receipts, a.receipt(c, m))
	}
	return pages(r, "delivery_receipts", receipts)
}

func (a *conversationsAPI) fetchReceipt(c *texting.Conversation, m *texting.Message, r *http.Request) any {
	if m.Status == "" || r.PathValue("receipt") != m.Receipt {
		return nil
	}
	return a.receipt(c, m)
}

func (a *conversationsAPI) receipt(c *texting.Conversation, m *texting.Message) map[string]any {
	at := m.Created.Format(time.RFC3339)
	return map[string]any{
		"sid": m.Receipt, "account_sid": a.account, "chat_service_sid": a.service, "conversation_sid": c.SID,
		"message_sid": m.SID, "channel_message_sid": "SM" + m.Receipt[2:], "participant_sid": c.Participant,
		"status": m.Status, "error_code": m.ErrorCode, "date_created": at, "date_updated": at,
		"url": a.address(c) + "/Messages/" + m.SID + "/Receipts/" + m.Receipt,
	}
}
