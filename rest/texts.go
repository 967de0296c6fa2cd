package rest

import (
	"context"
	"encoding/json"
	"net/http"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// sendText is POST v1/twilio/message: it stores an outgoing text, has it sent,
// and answers 201 with the message (decision §0, sending a text).
func (s *server) sendText(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	var body struct {
		Conversation json.RawMessage `json:"conversation"`
		Body         string          `json:"body"`
		ClientID     string          `json:"client_id"`
		Command      string          `json:"command"`
	}
	if err := readInto(r, maxBody, &body); err != nil {
		return err
	}
	conversation, err := reference("conversation", body.Conversation)
	if err != nil {
		return err
	}
	if conversation == "" {
		return fault.Field("conversation", "Name the conversation to write in")
	}
	command := s.command(r, p, body.Command)
	if command == "" { // the browser's id of the message names the command too
		command = commandID(body.ClientID, p)
	}
	message, err := s.Texts.Send(r.Context(), p, Text{
		Conversation: conversation, Body: body.Body, ClientID: body.ClientID, Command: command,
	})
	if err != nil {
		return err
	}
	fields, err := s.Records.Get(r.Context(), p, "twilio_message", message)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusCreated, fields)
}

// cancelText is POST v1/twilio/message/{id}/cancel: it takes back a text that was not
// sent yet, and answers 200 with the message.
func (s *server) cancelText(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	message, err := pathID(r)
	if err != nil {
		return err
	}
	var body struct {
		Command string `json:"command"`
	}
	text, err := readBody(r, maxBody, true)
	if err != nil {
		return err
	}
	if text != nil {
		if err := decodeInto(text, &body); err != nil {
			return err
		}
	}
	if err := s.Texts.Cancel(r.Context(), p, message, s.command(r, p, body.Command)); err != nil {
		return err
	}
	fields, err := s.Records.Get(r.Context(), p, "twilio_message", message)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, fields)
}

func (s *server) readConversation(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	return s.markRead(w, r, p, "twilio_message", s.Texts.MarkRead)
}

func (s *server) readChat(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	return s.markRead(w, r, p, "chat_message", s.Chats.MarkRead)
}

// markRead marks a thread read up to the message that the body names, else whole.
func (s *server) markRead(w http.ResponseWriter, r *http.Request, p *access.Principal, messages string,
	mark func(ctx context.Context, p *access.Principal, thread id.ID, number int64, command string) error,
) error {
	thread, err := pathID(r)
	if err != nil {
		return err
	}
	var body struct {
		LastReadMessage json.RawMessage `json:"last_read_message_id"`
		Number          int64           `json:"number"`
		Command         string          `json:"command"`
	}
	text, err := readBody(r, maxBody, true)
	if err != nil {
		return err
	}
	if text != nil {
		if err := decodeInto(text, &body); err != nil {
			return err
		}
	}
	last, err := reference("last_read_message_id", body.LastReadMessage)
	if err != nil {
		return err
	}
	if body.Number < 0 {
		return fault.Field("number", "number must not be negative")
	}
	if last != "" {
		message, err := s.Records.Get(r.Context(), p, messages, last)
		if err != nil {
			return err
		}
		if json.Unmarshal(message["number"], &body.Number) != nil {
			return fault.Field("last_read_message_id", "That message has no place in the thread yet")
		}
	}
	if err := mark(r.Context(), p, thread, body.Number, s.command(r, p, body.Command)); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}
