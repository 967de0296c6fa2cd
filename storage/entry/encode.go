package entry

import (
	"encoding/json"
	"strconv"
	"time"

	"switchboard/storage/id"
)

// AppendJSON appends the entry as the log keeps it: what encoding/json makes of it, which would
// read each of its values again.
func (e *Entry) AppendJSON(to []byte) []byte {
	to = append(to, '{')
	if e.Seq != 0 {
		to = append(strconv.AppendInt(append(to, `"seq":`...), e.Seq, 10), ',')
	}
	to = AppendText(append(to, `"organization":`...), string(e.Organization))
	to = append(e.At.AppendFormat(append(to, `,"at":"`...), time.RFC3339Nano), '"')
	to = appendMember(to, `,"by":`, string(e.By))
	to = appendMember(to, `,"cause":`, e.Cause)
	to = appendMember(to, `,"command":`, e.Command)
	to = AppendText(append(to, `,"object":`...), e.Object)
	to = appendMember(to, `,"id":`, string(e.ID))
	to = appendIDs(to, `,"ids":`, e.IDs)
	to = AppendText(append(to, `,"op":`...), string(e.Op))
	to = strconv.AppendInt(append(to, `,"version":`...), e.Version, 10)
	to = appendFields(to, `,"before":`, e.Before)
	to = appendFields(to, `,"after":`, e.After)
	to = appendFields(to, `,"record":`, e.Record)
	to = e.Route.Before.append(append(to, `,"route":{"before":`...))
	to = e.Route.After.append(append(to, `,"after":`...))
	return append(to, '}', '}')
}

func (r Route) append(to []byte) []byte {
	begin := len(to)
	to = appendMember(to, `,"owner":`, string(r.Owner))
	to = appendIDs(to, `,"teams":`, r.Teams)
	to = appendIDs(to, `,"members":`, r.Members)
	to = appendIDs(to, `,"candidates":`, r.Candidates)
	to = appendMember(to, `,"thread":`, string(r.Thread))
	if r.Private {
		to = append(to, `,"private":true`...)
	}
	to = appendMember(to, `,"shared":`, r.Shared)
	to = appendMember(to, `,"about":`, r.About)
	to = appendMember(to, `,"app":`, string(r.App))
	if len(to) == begin {
		return append(to, '{', '}')
	}
	to[begin] = '{' // where the first comma was
	return append(to, '}')
}

// appendMember appends a member that has a text, and else nothing.
func appendMember(to []byte, key, text string) []byte {
	if text == "" {
		return to
	}
	return AppendText(append(to, key...), text)
}

func appendIDs(to []byte, key string, ids []id.ID) []byte {
	if len(ids) == 0 {
		return to
	}
	to = append(append(to, key...), '[')
	for i, one := range ids {
		if i > 0 {
			to = append(to, ',')
		}
		to = AppendText(to, string(one))
	}
	return append(to, ']')
}

func appendFields(to []byte, key string, fields Fields) []byte {
	if len(fields) == 0 {
		return to
	}
	return fields.AppendJSON(append(to, key...))
}

// AppendText appends a text as JSON, as encoding/json writes it. What needs no escape is nearly
// every text.
func AppendText[T string | []byte](to []byte, text T) []byte {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			quoted, _ := json.Marshal(string(text)) //nolint:errchkjson // a string always is JSON
			return append(to, quoted...)
		}
	}
	return append(append(append(to, '"'), text...), '"')
}
