package schema

import (
	"strings"
	"time"

	"switchboard/storage/fault"
)

// maxZoneName bounds the name of a time zone, in bytes.
const maxZoneName = 64

// IsTimeZone reports whether name is UTC or the IANA name of a zone with its area, such as
// America/New_York. Abbreviations name several zones, and Local depends on the machine.
func IsTimeZone(name string) bool {
	if name == "UTC" {
		return true
	}
	area, _, ok := strings.Cut(name, "/")
	if !ok || area == "" || area[0] < 'A' || area[0] > 'Z' || len(name) > maxZoneName {
		return false
	}
	_, err := time.LoadLocation(name)
	return err == nil
}

func checkZone(f *Field, name string) error {
	if !IsTimeZone(name) {
		return fault.Field(f.Name, "%s must be UTC or the name of a time zone with its area, such as America/New_York", f.Title)
	}
	return nil
}
