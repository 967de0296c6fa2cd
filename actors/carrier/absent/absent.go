package absent

import (
	"context"

	"switchboard/actors/carrier"
	"switchboard/storage/fault"
)

// Carrier implements carrier.Carrier.
type Carrier struct{}

var _ carrier.Carrier = Carrier{}

// refused is final: a retry would find no network either.
func refused() error {
	return fault.New(fault.Invalid, "This installation has no phone network: set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_SERVICE_SID.")
}

// AddParticipant implements carrier.Carrier.
func (Carrier) AddParticipant(context.Context, carrier.AddParticipant) (carrier.Leg, error) {
	return carrier.Leg{}, refused()
}

// RemoveParticipant implements carrier.Carrier. A leg that is gone is no error.
func (Carrier) RemoveParticipant(context.Context, string, string) error { return nil }

// ChangeParticipant implements carrier.Carrier.
func (Carrier) ChangeParticipant(context.Context, string, string, carrier.ParticipantChange) error {
	return refused()
}

// AccessToken implements carrier.Carrier.
func (Carrier) AccessToken(string) (carrier.AccessToken, error) {
	return carrier.AccessToken{}, refused()
}

// EndCall implements carrier.Carrier. A leg that is over is no error.
func (Carrier) EndCall(context.Context, string) error { return nil }

// SayAndEnd implements carrier.Carrier. A leg that is over is no error.
func (Carrier) SayAndEnd(context.Context, string, string) error { return nil }

// Call implements carrier.Carrier.
func (Carrier) Call(_ context.Context, callSID string) (carrier.Leg, error) {
	return carrier.Leg{SID: callSID, Status: carrier.LegCompleted}, nil
}

// Conference implements carrier.Carrier.
func (Carrier) Conference(context.Context, string) ([]carrier.Leg, error) { return nil, nil }

// SendMessage implements carrier.Carrier.
func (Carrier) SendMessage(context.Context, carrier.SendMessage) (carrier.Message, error) {
	return carrier.Message{}, refused()
}

// StoreMedia implements carrier.Attachments.
func (Carrier) StoreMedia(context.Context, carrier.StoreMedia) (string, error) { return "", refused() }

// OpenMedia implements carrier.Attachments.
func (Carrier) OpenMedia(context.Context, string, string) (carrier.MediaContent, error) {
	return carrier.MediaContent{}, fault.New(fault.NotFound, "This installation has no phone network, so it has no attachments there.")
}

// FindMessage implements carrier.Carrier.
func (Carrier) FindMessage(context.Context, carrier.FindMessage) (carrier.Message, bool, error) {
	return carrier.Message{}, false, nil
}

// Conversation implements carrier.Carrier.
func (Carrier) Conversation(context.Context, string, string) (carrier.Conversation, error) {
	return carrier.Conversation{}, fault.New(fault.NotFound, "This installation has no phone network, so it has no conversations there.")
}

// BeginConversation implements carrier.Carrier.
func (Carrier) BeginConversation(context.Context, carrier.BeginConversation) (carrier.Conversation, error) {
	return carrier.Conversation{}, refused()
}

// CloseConversation implements carrier.Carrier.
func (Carrier) CloseConversation(context.Context, string, string) error { return refused() }

// Announce implements carrier.Recorder.
func (Carrier) Announce(context.Context, carrier.Announcement) error { return refused() }

// StartRecording implements carrier.Recorder.
func (Carrier) StartRecording(context.Context, carrier.StartRecording) (carrier.Recording, error) {
	return carrier.Recording{}, refused()
}

// ChangeRecording implements carrier.Recorder.
func (Carrier) ChangeRecording(context.Context, string, string, carrier.RecordingStatus) error {
	return refused()
}

// Recordings implements carrier.Recorder.
func (Carrier) Recordings(context.Context, string) ([]carrier.Recording, error) { return nil, nil }

// RecordingAudio implements carrier.Recorder.
func (Carrier) RecordingAudio(context.Context, string, string) (carrier.Audio, error) {
	return carrier.Audio{}, fault.New(fault.NotFound, "This installation has no phone network, so the recording's sound is not to be had.")
}

// DeleteRecording implements carrier.Recorder. It stays pending until an account is
// configured that can delete it.
func (Carrier) DeleteRecording(context.Context, string) error {
	return fault.New(fault.Unavailable, "This installation has no phone network that could delete the recording.")
}
