package signal

import (
	"encoding/json"
	"net/url"
	"strings"
)

const protocol = "1.6"

// message is a frame of the protocol in either direction.
type message struct {
	Type    string `json:"type"`
	Version string `json:"version"`
	Payload any    `json:"payload"`
}

// asked is a message from a browser.
type asked struct {
	Type    string `json:"type"`
	Payload struct {
		Token     string `json:"token"`
		CallSID   string `json:"callsid"`
		SDP       string `json:"sdp"`
		Reconnect string `json:"reconnect"`
		DTMF      string `json:"dtmf"`
		Media     struct {
			Audio bool `json:"audio"`
		} `json:"media"`
		Twilio struct {
			Params string `json:"params"`
		} `json:"twilio"`

		Content      json.RawMessage `json:"content"`
		ContentType  string          `json:"contenttype"`
		MessageType  string          `json:"messagetype"`
		VoiceEventID string          `json:"voiceeventsid"`
	} `json:"payload"`
}

// fields is a payload.
type fields map[string]any

// refusal returns the payload of an error.
func refusal(code int, text string) fields {
	return fields{"error": fields{"code": code, "message": text}}
}

// isOffer distinguishes an offer from an answer: only an offer leaves open which side
// starts (RFC 8842).
func isOffer(sdp string) bool { return strings.Contains(sdp, "a=setup:actpass") }

// paramsOf parses a browser's call parameters: each part is escaped as by
// encodeURIComponent, which keeps + unchanged.
func paramsOf(text string) url.Values {
	values := url.Values{}
	for part := range strings.SplitSeq(text, "&") {
		name, value, _ := strings.Cut(part, "=")
		n, errName := url.PathUnescape(name)
		v, errValue := url.PathUnescape(value)
		if errName == nil && errValue == nil && n != "" {
			values.Set(n, v)
		}
	}
	return values
}
