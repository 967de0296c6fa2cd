package onboarding

import (
	"encoding/json"

	"switchboard/storage/row"
)

// StepsOf reads the steps of a write.
func StepsOf(write row.Write) (steps []Step) {
	raw, _ := write.Set["steps"].(json.RawMessage)
	_ = json.Unmarshal(raw, &steps)
	return steps
}
