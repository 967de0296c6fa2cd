package id

import (
	"crypto/rand"
	"crypto/sha1" //nolint:gosec // version 5 UUIDs are defined over SHA-1 (RFC 9562 §5.5); no security depends on it
	"encoding/binary"
	"encoding/hex"
	"sync"
	"time"
)

// ID is a UUID in canonical lower-case text, or "" for none.
type ID string

// Namespace is the version 5 namespace of ids derived from a provider's ids.
const Namespace ID = "6f1c1f0e-6d5b-4d0b-9a51-5b1f3c0f7a11"

var clock struct {
	sync.Mutex
	last uint64 // milliseconds << 12 | counter
}

// New returns a version 7 UUID. Ids of one process increase strictly.
func New() ID {
	clock.Lock()
	now := uint64(time.Now().UnixMilli()) << 12
	if now <= clock.last {
		now = clock.last + 1
	}
	clock.last = now
	clock.Unlock()

	var b [16]byte
	_, _ = rand.Read(b[8:]) // never fails (crypto/rand since Go 1.24)
	binary.BigEndian.PutUint64(b[:8], now>>12<<16|now&0xfff)
	b[6] = b[6]&0x0f | 0x70
	b[8] = b[8]&0x3f | 0x80
	return Of(b)
}

// Derived returns the version 5 UUID of a name: the same name always has the same id.
func Derived(name string) ID {
	ns, _ := bytesOf(Namespace)
	h := sha1.New() //nolint:gosec // see the import
	h.Write(ns[:])
	h.Write([]byte(name))
	var b [16]byte
	copy(b[:], h.Sum(nil))
	b[6] = b[6]&0x0f | 0x50
	b[8] = b[8]&0x3f | 0x80
	return Of(b)
}

// Parse checks text and returns it in canonical form.
func Parse(text string) (ID, bool) {
	b, ok := bytesOf(ID(text))
	if !ok {
		return "", false
	}
	return Of(b), true
}

// Valid reports whether i is a UUID in canonical or upper-case text.
func (i ID) Valid() bool {
	_, ok := bytesOf(i)
	return ok
}

// Compact returns the 32 hexadecimal digits without dashes.
func (i ID) Compact() string {
	b, _ := bytesOf(i)
	return hex.EncodeToString(b[:])
}

// String returns the text.
func (i ID) String() string { return string(i) }

// Of returns the id of 16 bytes.
func Of(b [16]byte) ID {
	var t [36]byte
	hex.Encode(t[0:8], b[0:4])
	t[8] = '-'
	hex.Encode(t[9:13], b[4:6])
	t[13] = '-'
	hex.Encode(t[14:18], b[6:8])
	t[18] = '-'
	hex.Encode(t[19:23], b[8:10])
	t[23] = '-'
	hex.Encode(t[24:36], b[10:16])
	return ID(t[:])
}

func bytesOf(i ID) (b [16]byte, ok bool) {
	if len(i) != 36 || i[8] != '-' || i[13] != '-' || i[18] != '-' || i[23] != '-' {
		return b, false
	}
	var digits [32]byte
	n := 0
	for k := range len(i) {
		if i[k] == '-' {
			continue
		}
		if n == len(digits) {
			return b, false
		}
		digits[n] = i[k]
		n++
	}
	if n != len(digits) {
		return b, false
	}
	_, err := hex.Decode(b[:], digits[:])
	return b, err == nil
}
