package relay

import (
	"encoding/json"
	"log/slog"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/entry"
	"switchboard/storage/id"
)

// group is consecutive entries of one organization.
type group struct {
	organization id.ID
	entries      []entry.Entry
	raw          []json.RawMessage // the same as they are stored
}

// collect reads entries into groups, with how many they are and the last value of their rows.
func collect(log *slog.Logger, rows pgx.Rows) (groups []group, n int, last int64, err error) {
	defer rows.Close()
	for rows.Next() {
		var organization id.ID
		var seq int64
		var raw []byte
		if err := rows.Scan(&organization, &seq, &raw, &last); err != nil {
			return nil, 0, 0, err
		}
		if len(groups) == 0 || groups[len(groups)-1].organization != organization {
			groups = append(groups, group{organization: organization})
		}
		g := &groups[len(groups)-1]
		g.entries = append(g.entries, decode(log, organization, seq, raw))
		g.raw = append(g.raw, raw)
		n++
	}
	return groups, n, last, rows.Err()
}

// decode reads a stored entry. One that can't be read keeps its place, empty, so
// that the log has no hole: nobody's topics match it.
func decode(log *slog.Logger, organization id.ID, seq int64, raw []byte) entry.Entry {
	e, err := decodeEntry(organization, seq, raw)
	if err != nil {
		log.Error("an entry of the log is unreadable", "organization", organization, "seq", seq, "error", err)
	}
	return e
}

func decodeEntry(organization id.ID, seq int64, raw []byte) (entry.Entry, error) {
	e, err := entry.Decode(raw)
	if err != nil {
		e = entry.Entry{Cause: "unreadable"}
	}
	e.Seq, e.Organization = seq, organization
	return e, err
}
