package engineio_test

import (
	"bytes"
	"testing"

	"switchboard/hub/engineio"
)

// The seeds are in testdata/fuzz, one per file, named after what they are.

// FuzzParse verifies: no frame panics, and what parses is encoded unchanged.
func FuzzParse(f *testing.F) {
	f.Fuzz(func(t *testing.T, frame []byte) {
		typ, data, err := engineio.Parse(frame)
		if err != nil {
			return
		}
		if back := engineio.Append(nil, typ, data); string(back) != string(frame) {
			t.Fatalf("%q came back as %q", frame, back)
		}
	})
}

// FuzzPolled verifies: no body panics, Count and Cut agree, and what parses
// is encoded unchanged.
func FuzzPolled(f *testing.F) {
	f.Fuzz(func(t *testing.T, body []byte) {
		whole := bytes.Clone(body)
		n, back, intact := 0, []byte(nil), true
		for rest, more := body, true; more; n++ {
			var packet []byte
			packet, rest, more = engineio.Cut(rest)
			typ, data, binary, err := engineio.ParsePolled(packet)
			if n > 0 {
				back = append(back, engineio.Separator)
			}
			switch {
			case err != nil:
				intact = false
			case binary:
				back = engineio.AppendPolledBinary(back, data)
			default:
				back = engineio.Append(back, typ, data)
			}
		}
		if n != engineio.Count(whole) {
			t.Fatalf("%q: cut into %d, counted %d", whole, n, engineio.Count(whole))
		}
		if intact && !bytes.Equal(back, whole) {
			t.Fatalf("%q came back as %q", whole, back)
		}
	})
}

// FuzzPolledBinary verifies: what is sent as base64 is read unchanged.
func FuzzPolledBinary(f *testing.F) {
	f.Fuzz(func(t *testing.T, data []byte) {
		packet := engineio.AppendPolledBinary(nil, data)
		if engineio.Count(packet) != 1 {
			t.Fatalf("%q became several packets: %q", data, packet)
		}
		typ, back, binary, err := engineio.ParsePolled(packet)
		if err != nil || typ != engineio.Message || !binary || !bytes.Equal(back, data) {
			t.Fatalf("%q came back as %c %q (binary %v, %v)", data, typ, back, binary, err)
		}
	})
}
