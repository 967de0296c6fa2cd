package simulator

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"switchboard/actors/carrier/simulator/provision"
	"switchboard/actors/carrier/simulator/schedule"
	"switchboard/actors/carrier/simulator/texting"
	"switchboard/actors/carrier/simulator/voice"
)

// What the parts store, each under its own names.
type (
	callsMemory = voice.Memory
	textsMemory = texting.Memory
	owedMemory  = schedule.Memory

	provisionMemory = provision.Memory
)

// memory is the provider's state, as in the state file.
type memory struct {
	account
	callsMemory
	textsMemory
	owedMemory
	provisionMemory

	Public string `json:"public"`
}

const stateFile = "provider.json"

// load reads the state of a folder, or an empty one. An unreadable file is an error:
// it is never silently discarded.
func load(folder string) (*memory, error) {
	m := &memory{}
	raw, err := os.ReadFile(filepath.Join(folder, stateFile))
	if errors.Is(err, fs.ErrNotExist) {
		return m, nil
	}
	if err != nil {
		return nil, fmt.Errorf("simulator: %w", err)
	}
	if err := json.Unmarshal(raw, m); err != nil {
		return nil, fmt.Errorf("simulator: %s is damaged; move it away to start over: %w", filepath.Join(folder, stateFile), err)
	}
	return m, nil
}

// save writes the state to a temporary file and renames it. It does not sync: the
// state must survive the process, not the machine.
func (m *memory) save(folder string) error {
	raw, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("simulator: %w", err)
	}
	place := filepath.Join(folder, stateFile)
	if err := os.WriteFile(place+".new", raw, 0o600); err != nil {
		return fmt.Errorf("simulator: %w", err)
	}
	if err := os.Rename(place+".new", place); err != nil {
		return fmt.Errorf("simulator: %w", err)
	}
	return nil
}

// move updates callbacks to the current public URL, which changes if the product is
// started on another port. Otherwise earlier calls would have no receiver.
func (m *memory) move(public string) {
	if m.Public != "" && m.Public != public {
		follow := func(address *string) {
			if rest, found := strings.CutPrefix(*address, m.Public+"/"); found {
				*address = public + "/" + rest
			}
		}
		m.callsMemory.EachCallback(follow)
		m.owedMemory.EachCallback(follow)
	}
	m.Public = public
}

// prune drops the oldest finished records.
func (m *memory) prune() {
	m.callsMemory.Prune()
	m.textsMemory.Prune()
}
