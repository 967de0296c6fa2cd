package texting

import (
	"encoding/json"
	"slices"
	"time"
)

// keptMedia is the number of files whose description is stored, the latest ones.
const keptMedia = 300

// Media describes a file of a message.
type Media struct {
	SID         string    `json:"sid"`
	Filename    string    `json:"filename,omitempty"`
	ContentType string    `json:"content_type"`
	Size        int       `json:"size"`
	Created     time.Time `json:"created"`
}

// Keep stores the description of a file.
func (s *Conversations) Keep(m Media) {
	s.memory.Media = append(s.memory.Media, m)
	if n := len(s.memory.Media) - keptMedia; n > 0 {
		s.memory.Media = slices.Delete(s.memory.Media, 0, n)
	}
}

// Media returns the description of a file, or nil.
func (s *Conversations) Media(sid string) *Media {
	if i := slices.IndexFunc(s.memory.Media, func(m Media) bool { return m.SID == sid }); i >= 0 {
		return &s.memory.Media[i]
	}
	return nil
}

// formMedia describes a file in a webhook.
type formMedia struct {
	Sid         string
	Category    string
	Filename    *string // nil if unknown
	ContentType string
	Size        int
}

// mediaForm returns a message's files as a webhook describes them.
func mediaForm(list []Media) string {
	out := make([]formMedia, 0, len(list))
	for _, m := range list {
		one := formMedia{Sid: m.SID, Category: "media", ContentType: m.ContentType, Size: m.Size}
		if m.Filename != "" {
			one.Filename = &m.Filename
		}
		out = append(out, one)
	}
	raw, err := json.Marshal(out)
	if err != nil { // plain values
		panic(err)
	}
	return string(raw)
}
