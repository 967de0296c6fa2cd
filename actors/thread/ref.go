package thread

import "switchboard/storage/id"

// Ref names the record that a command made or changed.
type Ref struct{ ID id.ID }

// RecordID implements feature.Named.
func (r Ref) RecordID() id.ID { return r.ID }
