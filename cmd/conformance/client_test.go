package main

import (
	"strings"
	"testing"
)

// opened returns a link of client mode with its main namespace connected.
func opened(t *testing.T, target string) *client {
	t.Helper()
	c := dial(t, target)
	c.write("40")
	if text := c.packet(); !strings.HasPrefix(text, `40{"sid":"`) || !strings.Contains(text, `"pid":"`) {
		t.Fatal(text)
	}
	return c
}

// begins verifies the prefix of the next packet; an offset follows.
func (c *client) begins(want string) {
	c.t.Helper()
	if got := c.packet(); !strings.HasPrefix(got, want) {
		c.t.Fatalf("got %s, want %s…", got, want)
	}
}

func TestClientModeAdmits(t *testing.T) {
	target := mount(t, newClient())
	failing := dial(t, target+"&fail=1")
	failing.write("40")
	failing.wants(`44{"message":"Auth failed (main namespace)"}`)
	c := opened(t, target+"&a=%26b")
	c.write("40/no,")
	c.wants(`44/no,{"message":"Auth failed (custom namespace)"}`)
	c.write(`40/abc,{"token":"x"}`)
	c.begins(`40/abc,{"sid":"`)
	c.begins(`42/abc,["handshake",{"query":{"EIO":"4","a":"\u0026b","transport":"websocket"},"auth":{"token":"x"}},"`)
	for _, space := range []string{"/foo", "/timeout_socket", "/valid", "/asd"} {
		c.write("40" + space + ",")
		c.begins("40" + space + `,{"sid":"`)
	}
	c.write(`42/foo,1["getId"]`)
	c.begins(`43/foo,1["`)
}

func TestClientModeAnswersEvents(t *testing.T) {
	c := opened(t, mount(t, newClient()))
	for _, k := range []struct{ send, want string }{
		{`42["hi"]`, `42["hi","`},
		{`421["echo",{"a":[1]}]`, `431[{"a":[1]}]`},
		{`422["getAckDate",{"x":1}]`, `432["20`},
		{`42["getDate"]`, `42["takeDate","20`},
		{`42["getDateObj"]`, `42["takeDateObj",{"date":"20`},
		{`42["false"]`, `42["false",false,"`},
		{`423["getId"]`, `433["`},
		{`424["getHandshake"]`, `434[{"query":{`},
	} {
		c.write(k.send)
		c.begins(k.want)
	}
	c.write(`42["getUtf8"]`)
	for _, text := range []string{"てすと", "Я Б Г Д Ж Й", "Ä ä Ü ü ß", "utf8 — string", "utf8 — string"} {
		c.begins(`42["takeUtf8","` + text + `","`)
	}
	c.write(`42["ack"]`)
	c.wants(`421["ack"]`)
	c.write(`431[5,{"test":true}]`)
	c.begins(`42["got it","`)
	c.write(`431[5,{"test":true}]`) // the reply is no longer expected
	c.write(`425["echo",1]`)
	c.wants(`435[1]`)
}

func TestClientModeKnowsBinary(t *testing.T) {
	c := opened(t, mount(t, newClient()))
	const one = `{"_placeholder":true,"num":0}`
	for name, answer := range map[string]string{"doge": "doge", "getbin": "takebin"} {
		c.write(`42["` + name + `"]`)
		c.begins(`451-["` + answer + `",` + one + `,"`)
		c.wants("asdfasdf")
	}
	mixed := `{"hello":"lol","message":` + one + `,"goodbye":"gotcha"}`
	for _, k := range []struct{ name, argument, want string }{
		{"buffa", one, "buffack"}, {"blob", one, "back"}, {"jsonbuff", mixed, "jsonbuff-ack"}, {"jsonblob", mixed, "jsonblob-ack"},
	} {
		c.write(`451-["` + k.name + `",` + k.argument + `]`)
		c.binary(1)
		c.begins(`42["` + k.want + `","`)
	}
	c.write(`42["buffa","no binary"]`)
	c.write(`42["abuff2","too early"]`)
	c.write(`42["blob2","second"]`)
	c.write(`421["echo","neither is answered"]`)
	c.wants(`431["neither is answered"]`)
	c.write(`451-["abuff1",` + one + `]`)
	c.binary(1)
	c.write(`42["abuff2","second"]`)
	c.begins(`42["abuff2-ack","`)
	c.write(`451-["blob1",` + one + `]`)
	c.binary(1)
	c.write(`42["blob2","second"]`)
	c.write(`451-["blob3",` + one + `]`)
	c.binary(1)
	c.begins(`42["blob3-ack","`)
}
