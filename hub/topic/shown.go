package topic

// shown lists the objects whose entries each topic announces.
type shown struct {
	mine, feed []string            // in Me, in Feed
	parts      map[string][]string // a thread's object → itself and its parts
}

// in returns the objects whose entries a topic announces.
func (s *shown) in(t Topic) []string {
	switch t.Kind {
	case Object, Record, Ongoing, OngoingAll:
		return []string{t.Object}
	case Thread:
		return s.parts[t.Object]
	case Me:
		return s.mine
	case Feed:
		return s.feed
	case Presence, Nodes, Query, PhoneNumber:
	}
	return nil
}
