package simulator

import (
	"encoding/xml"
	"strconv"
	"strings"
	"time"
)

// verb is one instruction of an answer.
type verb struct {
	XMLName xml.Name   `json:"name"`
	Attrs   []xml.Attr `xml:",any,attr" json:"attrs,omitempty"`
	Text    string     `xml:",chardata" json:"text,omitempty"`
	Inner   []verb     `xml:",any" json:"inner,omitempty"`
}

func (v verb) attr(name string) string {
	for _, a := range v.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// truth reads an attribute that is true or false.
func (v verb) truth(name string, otherwise bool) bool {
	if b, err := strconv.ParseBool(v.attr(name)); err == nil {
		return b
	}
	return otherwise
}

// parse reads a document; an empty one has no verbs.
func parse(body []byte) ([]verb, error) {
	if len(body) == 0 {
		return nil, nil
	}
	var document struct {
		XMLName xml.Name `xml:"Response"`
		Verbs   []verb   `xml:",any"`
	}
	if err := xml.Unmarshal(body, &document); err != nil { //nolint:gosec // into plain values; whoever asks has the account's token
		return nil, err
	}
	return document.Verbs, nil
}

// answered takes the answer of the voice URL. A second one (of a copy that an
// edge sent) changes nothing; an error ends the call as the provider's own spoken
// error does.
func (w *world) answered(legSID string, body []byte, err error) {
	l := w.Legs[legSID]
	if l == nil || l.over() || l.Answered != nil {
		return
	}
	verbs, parseErr := parse(body)
	if err != nil || parseErr != nil {
		w.sim.config.Log.Warn("phone simulator: no instructions for the call", "call", l.SID, "error", err, "document", parseErr)
		w.pickUp(l)
		w.end(l, statusCompleted, "")
		return
	}
	if len(verbs) > 0 && verbs[0].XMLName.Local == "Reject" {
		w.end(l, statusBusy, "")
		return
	}
	w.pickUp(l)
	l.Program = verbs
	w.proceed(l)
}

// proceed goes on with a leg's program; at its end the leg hangs up.
func (w *world) proceed(l *leg) {
	for len(l.Program) > 0 && !l.over() {
		v := l.Program[0]
		l.Program = l.Program[1:]
		switch v.XMLName.Local {
		case "Say", "Play":
			l.hear(v)
			w.later(w.sim.config.Pace.Speech, task{Kind: taskProceed, Ref: l.SID})
			return
		case "Pause":
			seconds, err := strconv.Atoi(v.attr("length"))
			if err != nil || seconds < 0 {
				seconds = 1
			}
			w.later(time.Duration(min(seconds, 600))*time.Second, task{Kind: taskProceed, Ref: l.SID})
			return
		case "Dial":
			if w.enter(l, v) {
				return
			}
		case "Hangup", "Reject":
			l.Program = nil
		default:
			w.sim.config.Log.Warn("phone simulator: verb not understood", "verb", v.XMLName.Local)
			l.Program = nil
		}
	}
	if !l.over() {
		w.end(l, statusCompleted, "participant_hung_up")
	}
}

// hear keeps the sentence that a verb speaks to the leg.
func (l *leg) hear(v verb) {
	if v.XMLName.Local != "Say" {
		return
	}
	l.Heard = append(l.Heard, strings.TrimSpace(v.Text))
	l.Heard = l.Heard[max(0, len(l.Heard)-keptSentences):]
}

// enter puts the leg into the conference that a Dial names; false where it names none.
func (w *world) enter(l *leg, dial verb) bool {
	for _, v := range dial.Inner {
		name := strings.TrimSpace(v.Text)
		if v.XMLName.Local != "Conference" || name == "" {
			continue
		}
		l.Label = v.attr("participantLabel")
		l.Starts = v.truth("startConferenceOnEnter", true)
		l.EndsIt = v.truth("endConferenceOnExit", false)
		w.join(w.room(name, v.attr("statusCallback"), strings.Fields(v.attr("statusCallbackEvent"))), l)
		return true
	}
	return false
}
