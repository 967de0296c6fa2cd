package schema

import (
	"encoding/binary"
	"math"
	"strconv"
	"time"

	"switchboard/storage/entry"
	"switchboard/storage/id"
)

// The values of a list become JSON as the database sent them: there are twenty in a record,
// and none of them need be a Go value before (FieldType.Shown). The binary forms are those of
// PostgreSQL's protocol (the send functions of the types).

func shownText(to []byte, _ *Field, raw []byte, _ Names) []byte { return entry.AppendText(to, raw) }

func shownMask(to []byte, _ *Field, _ []byte, _ Names) []byte { return entry.AppendText(to, Mask) }

func shownID(to []byte, _ *Field, raw []byte, _ Names) []byte {
	return entry.AppendText(to, string(SentID(raw)))
}

func shownLookup(to []byte, f *Field, raw []byte, names Names) []byte {
	one := SentID(raw)
	return appendNamed(to, one, names.Name(f.Target, one))
}

func shownBoolean(to []byte, _ *Field, raw []byte, _ Names) []byte {
	return strconv.AppendBool(to, SentBoolean(raw))
}

func shownInteger(to []byte, _ *Field, raw []byte, _ Names) []byte {
	return strconv.AppendInt(to, SentInteger(raw), 10)
}

func shownTime(to []byte, _ *Field, raw []byte, _ Names) []byte {
	return SentTime(raw).AppendFormat(to, `"`+timeLayout+`"`)
}

func shownJSON(to []byte, _ *Field, raw []byte, _ Names) []byte {
	return appendCompacted(to, sentJSON(raw))
}

// SentID reads a uuid.
func SentID(raw []byte) id.ID {
	if len(raw) != 16 {
		return ""
	}
	return id.Of([16]byte(raw))
}

// SentBoolean reads a boolean.
func SentBoolean(raw []byte) bool { return len(raw) == 1 && raw[0] == 1 }

// SentInteger reads a bigint.
func SentInteger(raw []byte) int64 {
	if len(raw) != 8 {
		return 0
	}
	return int64(binary.BigEndian.Uint64(raw))
}

// SentTime reads a timestamp with time zone: microseconds since 2000. One without an end is
// the zero time.
func SentTime(raw []byte) time.Time {
	const epoch = 946684800 // 2000-01-01 in Unix's seconds
	at := SentInteger(raw)
	if at == math.MaxInt64 || at == math.MinInt64 || len(raw) != 8 {
		return time.Time{}
	}
	return time.Unix(epoch+at/1_000_000, at%1_000_000*1_000).UTC()
}

// SentJSON reads a jsonb.
func SentJSON(raw []byte) []byte { return appendCompacted(nil, sentJSON(raw)) }

// sentJSON is the text; in binary it stands behind the number of the format, which is 1.
func sentJSON(raw []byte) []byte {
	if len(raw) > 0 && raw[0] == 1 {
		return raw[1:]
	}
	return raw
}
