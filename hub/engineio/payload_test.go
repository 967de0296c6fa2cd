package engineio_test

import (
	"errors"
	"testing"

	"switchboard/hub/engineio"
)

func TestPolledPacketsComeApart(t *testing.T) {
	body := []byte("4hello\x1e2\x1ebAQIDBA==\x1e4")
	if n := engineio.Count(body); n != 4 {
		t.Fatalf("%d packets", n)
	}
	var got []string
	for more := true; more; {
		var packet []byte
		packet, body, more = engineio.Cut(body)
		typ, data, binary, err := engineio.ParsePolled(packet)
		if err != nil {
			t.Fatal(err)
		}
		kind := "text "
		if binary {
			kind = "binary "
		}
		got = append(got, kind+string(typ)+string(data))
	}
	want := []string{"text 4hello", "text 2", "binary 4\x01\x02\x03\x04", "text 4"}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("packet %d is %q, want %q", i, got[i], want[i])
		}
	}
}

func TestPolledPacketsOfWrongFormAreMalformed(t *testing.T) {
	for _, packet := range []string{"", "abc", "7", "b", "bA", "bAQ", "bAQ=", "bAQ==x", "b????", "bAQ\r\n==", "bAR=="} {
		_, data, _, err := engineio.ParsePolled([]byte(packet))
		if packet == "b" { // an empty binary message
			if err != nil || len(data) != 0 {
				t.Errorf("an empty binary message: %q %v", data, err)
			}
			continue
		}
		if !errors.Is(err, engineio.ErrMalformed) {
			t.Errorf("ParsePolled(%q): error %v, want ErrMalformed", packet, err)
		}
	}
}

func TestBinaryGoesAsBase64(t *testing.T) {
	if got := engineio.AppendPolledBinary([]byte("4a\x1e"), []byte{1, 2, 3, 4}); string(got) != "4a\x1ebAQIDBA==" {
		t.Fatalf("%q", got)
	}
}
