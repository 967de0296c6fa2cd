package twilio

import (
	"context"
	"net/url"
	"time"

	conversations "github.com/twilio/twilio-go/rest/conversations/v1"

	"switchboard/actors/carrier"
	"switchboard/storage/fault"
)

const (
	// messagePage is the provider's maximum page size for messages.
	messagePage = 100
	// clockAllowance is the assumed maximum difference between the provider's clock
	// and ours.
	clockAllowance = 10 * time.Minute
)

// listed is the common part of both message lists of the provider.
type listed struct {
	sid, author, attributes *string
	index                   int
	created                 *time.Time
}

// FindMessage implements carrier.Carrier. The provider has no query by attributes, so
// it reads the list page by page. New messages move older ones to later pages: a
// message may be seen twice, but none is missed.
func (c *Client) FindMessage(ctx context.Context, f carrier.FindMessage) (carrier.Message, bool, error) {
	oldest := f.Since.Add(-clockAllowance)
	token, number := "", ""
	for {
		page, next, err := c.messages(ctx, f, token, number)
		if err != nil {
			return carrier.Message{}, false, refused(err)
		}
		for _, m := range page {
			if text(m.author) == f.Author && clientID(text(m.attributes)) == f.ClientID {
				return carrier.Message{SID: text(m.sid), Index: m.index}, true, nil
			}
			if m.created != nil && m.created.Before(oldest) {
				return carrier.Message{}, false, nil
			}
		}
		if next == nil || *next == "" || len(page) == 0 {
			return carrier.Message{}, false, nil
		}
		if token, number, err = following(*next); err != nil {
			return carrier.Message{}, false, err
		}
	}
}

// following parses the URL of a list's next page. It uses only the position, never
// the host.
func following(next string) (token, number string, err error) {
	followed, err := url.Parse(next)
	if err != nil {
		return "", "", fault.Wrap(err, fault.Unavailable, "The phone provider's list can't be followed.")
	}
	return followed.Query().Get("PageToken"), followed.Query().Get("Page"), nil
}

// messages returns one page of a conversation's messages, newest first, and the URL
// of the next page.
func (c *Client) messages(ctx context.Context, f carrier.FindMessage, token, number string) ([]listed, *string, error) {
	var page []listed
	if service := c.service(f.ServiceSID); service != "" {
		list, err := c.conversations(ctx).PageServiceConversationMessage(service, f.ConversationSID,
			(&conversations.ListServiceConversationMessageParams{}).SetOrder("desc").SetPageSize(messagePage), token, number)
		if err != nil {
			return nil, nil, err
		}
		for _, m := range list.Messages {
			page = append(page, listed{m.Sid, m.Author, m.Attributes, m.Index, m.DateCreated})
		}
		return page, list.Meta.NextPageUrl, nil
	}
	list, err := c.conversations(ctx).PageConversationMessage(f.ConversationSID,
		(&conversations.ListConversationMessageParams{}).SetOrder("desc").SetPageSize(messagePage), token, number)
	if err != nil {
		return nil, nil, err
	}
	for _, m := range list.Messages {
		page = append(page, listed{m.Sid, m.Author, m.Attributes, m.Index, m.DateCreated})
	}
	return page, list.Meta.NextPageUrl, nil
}
