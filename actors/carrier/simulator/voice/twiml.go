package voice

import (
	"encoding/xml"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Verb is one TwiML instruction.
type Verb struct {
	XMLName xml.Name   `json:"name"`
	Attrs   []xml.Attr `xml:",any,attr" json:"attrs,omitempty"`
	Text    string     `xml:",chardata" json:"text,omitempty"`
	Inner   []Verb     `xml:",any" json:"inner,omitempty"`
}

// Parse parses a document; an empty one has no verbs.
func Parse(body []byte) ([]Verb, error) {
	if len(body) == 0 {
		return nil, nil
	}
	var document struct {
		XMLName xml.Name `xml:"Response"`
		Verbs   []Verb   `xml:",any"`
	}
	if err := xml.Unmarshal(body, &document); err != nil {
		return nil, err
	}
	return document.Verbs, nil
}

func (v Verb) name() string { return v.XMLName.Local }

func (v Verb) attr(name string) string {
	for _, a := range v.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func (v Verb) has(name string) bool {
	return slices.ContainsFunc(v.Attrs, func(a xml.Attr) bool { return a.Name.Local == name })
}

// truth parses a boolean attribute.
func (v Verb) truth(name string, otherwise bool) bool {
	if b, err := strconv.ParseBool(v.attr(name)); err == nil {
		return b
	}
	return otherwise
}

// length returns the duration of a Pause: a second by default, at most ten minutes.
func (v Verb) length() time.Duration {
	seconds, err := strconv.Atoi(v.attr("length"))
	if err != nil || seconds < 0 {
		seconds = 1
	}
	return time.Duration(min(seconds, 600)) * time.Second
}

// conference returns the conference of a Dial, or false.
func (v Verb) conference() (Verb, Room, bool) {
	for _, inner := range v.Inner {
		if name := strings.TrimSpace(inner.Text); inner.name() == "Conference" && name != "" {
			return inner, Room{
				Name: name, Callback: inner.attr("statusCallback"), Events: strings.Fields(inner.attr("statusCallbackEvent")),
			}, true
		}
	}
	return Verb{}, Room{}, false
}
