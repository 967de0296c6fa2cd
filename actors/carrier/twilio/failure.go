package twilio

import (
	"errors"
	"net/http"
	"time"

	"github.com/twilio/twilio-go/client"

	"switchboard/actors/once"
	"switchboard/storage/fault"
)

// The provider's error codes with a special meaning here.
const (
	codeLabelTaken   = 16025 // a participant with this label is in the conference
	codeNotFound     = 20404
	codeTooMany      = 20429
	codeCallOver     = 21220 // the call is not in a state that can be changed
	codeOptedOut     = 21610
	codeUnauthorized = 20003
	// codeConversationClosed is the code for a change of a closed conversation.
	codeConversationClosed = 50365
)

// refused converts an error of twilio-go to a fault.
func refused(err error) error {
	if err == nil {
		return nil
	}
	if f, ok := errors.AsType[*fault.Error](err); ok {
		return undone(once.IsUndone(err), f)
	}
	var r *client.TwilioRestError
	if !errors.As(err, &r) {
		return unreachable(err)
	}
	switch {
	case r.Code == codeTooMany || r.Status == http.StatusTooManyRequests:
		return once.Undone(fault.Wrap(err, fault.Unavailable, "The phone provider is busy. Please try again.").After(time.Second))
	case r.Status >= http.StatusInternalServerError:
		return fault.Wrap(err, fault.Unavailable, "The phone provider has a problem (%d). Please try again.", r.Status).After(time.Second)
	case r.Code == codeLabelTaken:
		return fault.Wrap(err, fault.Conflict, "This leg is in the conference already.")
	case r.Code == codeOptedOut:
		return fault.Wrap(err, fault.Invalid, "This number has opted out of our texts (it sent STOP), so the text was not sent.")
	case r.Code == codeUnauthorized || r.Status == http.StatusUnauthorized:
		return fault.Wrap(err, fault.Invalid, "The phone provider does not accept our account's credentials. An administrator must check them.")
	case r.Code == codeNotFound || r.Status == http.StatusNotFound:
		return fault.Wrap(err, fault.NotFound, "The phone provider does not know it: %s", r.Message)
	default:
		return fault.Wrap(err, fault.Invalid, "The phone provider refused: %s (%d)", r.Message, r.Code)
	}
}

// gone reports whether err means that the object is already over or unknown.
func gone(err error) bool {
	var r *client.TwilioRestError
	return errors.As(err, &r) &&
		(r.Status == http.StatusNotFound || r.Code == codeNotFound || r.Code == codeCallOver)
}
