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

// mediaForm returns a message's files as a webhook describes them.
func mediaForm(list []Media) string {
	out := make([]map[string]any, 0, len(list))
	for _, m := range list {
		out = append(out, map[string]any{
			"Sid": m.SID, "Category": "media", "Filename": nameOrNull(m.Filename), "ContentType": m.ContentType, "Size": m.Size,
		})
	}
	raw, _ := json.Marshal(out) // plain values
	return string(raw)
}

func nameOrNull(name string) any {
	if name == "" {
		return nil
	}
	return name
}
