package socketio_test

import (
	"errors"
	"strings"
	"testing"

	"switchboard/hub/socketio"
)

func TestDecode(t *testing.T) {
	for _, c := range []struct {
		text string
		want socketio.Packet
	}{
		{`0`, socketio.Packet{Type: socketio.Connect, Namespace: "/"}},
		{`0{"token":"a"}`, socketio.Packet{Type: socketio.Connect, Namespace: "/", Data: []byte(`{"token":"a"}`)}},
		{`0/admin`, socketio.Packet{Type: socketio.Connect, Namespace: "/admin"}},
		{`0/admin,{"sid":"x"}`, socketio.Packet{Type: socketio.Connect, Namespace: "/admin", Data: []byte(`{"sid":"x"}`)}},
		{`1`, socketio.Packet{Type: socketio.Disconnect, Namespace: "/"}},
		{`1/admin,`, socketio.Packet{Type: socketio.Disconnect, Namespace: "/admin"}},
		{`2["foo"]`, socketio.Packet{Type: socketio.Event, Namespace: "/", Data: []byte(`["foo"]`)}},
		{`212["foo"]`, socketio.Packet{Type: socketio.Event, Namespace: "/", ID: 12, HasID: true, Data: []byte(`["foo"]`)}},
		{`2/admin,0["a,b"]`, socketio.Packet{Type: socketio.Event, Namespace: "/admin", HasID: true, Data: []byte(`["a,b"]`)}},
		{`3/admin,13[]`, socketio.Packet{Type: socketio.Ack, Namespace: "/admin", ID: 13, HasID: true, Data: []byte(`[]`)}},
		{`4{"message":"no"}`, socketio.Packet{Type: socketio.ConnectError, Namespace: "/", Data: []byte(`{"message":"no"}`)}},
		{`51-["baz",{"_placeholder":true,"num":0}]`, socketio.Packet{Type: socketio.BinaryEvent, Namespace: "/", Attachments: 1, Data: []byte(`["baz",{"_placeholder":true,"num":0}]`)}},
		{`62-/a,7[1]`, socketio.Packet{Type: socketio.BinaryAck, Namespace: "/a", Attachments: 2, ID: 7, HasID: true, Data: []byte(`[1]`)}},
	} {
		got, err := socketio.Decode([]byte(c.text))
		if err != nil {
			t.Errorf("Decode(%q): %v", c.text, err)
			continue
		}
		if got.Type != c.want.Type || got.Namespace != c.want.Namespace || got.ID != c.want.ID || got.HasID != c.want.HasID ||
			got.Attachments != c.want.Attachments || string(got.Data) != string(c.want.Data) {
			t.Errorf("Decode(%q) = %+v, want %+v", c.text, got, c.want)
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	for _, text := range []string{
		"", "7", "abc", "2", "2{}", "2abc[\"foo\"]", "2[", "2[\"a\"]x", "0[]", "0\"a\"", "01", "1{}", "11", "3[]", "3", "31{}",
		"5[\"a\"]", "5-[\"a\"]", "51[\"a\"]", "511-[\"a\"]", "5999-[\"a\"]", "5-1-[\"a\"]", "2" + strings.Repeat("9", 40) + "[\"a\"]",
		"2[\"\xff\"]", "4", "41",
	} {
		if p, err := socketio.Decode([]byte(text)); !errors.Is(err, socketio.ErrMalformed) {
			t.Errorf("Decode(%q) = %+v, %v; want ErrMalformed", text, p, err)
		}
	}
}

func TestSplitEvent(t *testing.T) {
	for _, c := range []struct {
		data string
		name string
		args []string
		bad  bool
	}{
		{data: `["foo"]`, name: "foo"},
		{data: `["foo",1,"a,]b",{"x":[1,{"y":"}"}]},[[]],null,true]`, name: "foo", args: []string{"1", `"a,]b"`, `{"x":[1,{"y":"}"}]}`, "[[]]", "null", "true"}},
		{data: "[ \"a\" ,\n 1.5e3 , \"q\\\"\" ]", name: "a", args: []string{"1.5e3", `"q\""`}},
		{data: `["\u0066oo"]`, name: "foo"},
		{data: `[]`, bad: true},
		{data: `[1]`, bad: true},
		{data: `["connect"]`, bad: true},
		{data: `["disconnecting",1]`, bad: true},
		{data: `{}`, bad: true},
	} {
		name, args, err := socketio.SplitEvent([]byte(c.data))
		if c.bad {
			if !errors.Is(err, socketio.ErrMalformed) {
				t.Errorf("SplitEvent(%s): %q %v, want ErrMalformed", c.data, name, err)
			}
			continue
		}
		if err != nil || name != c.name || len(args) != len(c.args) {
			t.Errorf("SplitEvent(%s) = %q %q %v", c.data, name, args, err)
			continue
		}
		for i := range args {
			if string(args[i]) != c.args[i] {
				t.Errorf("SplitEvent(%s): argument %d is %s, want %s", c.data, i, args[i], c.args[i])
			}
		}
	}
}

func TestEncode(t *testing.T) {
	if got := string(socketio.AppendEvent(nil, "change", []byte(`{"seq":7}`), "7")); got != `2["change",{"seq":7},"7"]` {
		t.Error(got)
	}
	if got := string(socketio.AppendEvent(nil, "typing", []byte(`{}`), "")); got != `2["typing",{}]` {
		t.Error(got)
	}
	if got := string(socketio.AppendAck(nil, "/", 3, []byte(`{"ok":true}`))); got != `33[{"ok":true}]` {
		t.Error(got)
	}
	if got := string(socketio.AppendAck(nil, "/a", 0, nil)); got != `3/a,0[]` {
		t.Error(got)
	}
	refused := socketio.Packet{Type: socketio.ConnectError, Namespace: "/random", Data: []byte(`{"message":"Invalid namespace"}`)}
	if got := string(refused.Append(nil)); got != `4/random,{"message":"Invalid namespace"}` {
		t.Error(got)
	}
}

func TestAssembler(t *testing.T) {
	a := socketio.Assembler{Limit: 100}
	if _, done, err := a.Text([]byte(`52-["x",{"_placeholder":true,"num":0},{"_placeholder":true,"num":1}]`)); done || err != nil {
		t.Fatal(done, err)
	}
	if !a.Waiting() {
		t.Fatal("two attachments are missing")
	}
	if _, _, err := a.Text([]byte(`2["y"]`)); !errors.Is(err, socketio.ErrUnexpectedText) {
		t.Fatal(err)
	}
	if _, done, err := a.Attachment([]byte{1, 2}); done || err != nil {
		t.Fatal(done, err)
	}
	p, done, err := a.Attachment([]byte{3})
	if err != nil || !done || len(p.Binary) != 2 || p.Binary[1][0] != 3 || a.Waiting() {
		t.Fatalf("%+v %v %v", p, done, err)
	}
	if _, _, err := a.Attachment([]byte{1}); !errors.Is(err, socketio.ErrUnexpectedBinary) {
		t.Fatal(err)
	}
	if _, _, err := a.Text([]byte(`51-["x"]`)); err != nil {
		t.Fatal(err)
	}
	if _, _, err := a.Attachment(make([]byte, 100)); !errors.Is(err, socketio.ErrTooLarge) {
		t.Fatal("bytes are counted over header and attachments:", err)
	}
}
