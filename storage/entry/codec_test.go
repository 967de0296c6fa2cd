package entry_test

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"switchboard/storage/entry"
	"switchboard/storage/id"
)

// What encoding/json reads and writes is what the log's own encoder and decoder do. An entry is made of
// a seed and of texts that somebody wrote.
func FuzzEntry(f *testing.F) {
	f.Add(uint64(1), "plain", `"a"`)
	f.Add(uint64(2), "a \"quote\" \\ and <b>&\u2028\x00\xff", `{"a":[1,-2.5e3,null,true,{"b":"}]\\\""}]}`)
	f.Add(uint64(3), "Grüße, 世界 🙂", ` [ 1 , 2 ] `)
	f.Add(uint64(4), "", `""`)
	f.Fuzz(func(t *testing.T, seed uint64, text, value string) {
		e := made(rand.New(rand.NewPCG(seed, seed)), text, value)
		want, err := json.Marshal(&e)
		if err != nil {
			t.Skip() // no value of a field
		}
		got := e.AppendJSON(nil)
		if string(got) != string(want) {
			t.Fatalf("%s\nis not\n%s", got, want)
		}
		read(t, got)
		read(t, []byte(strings.ReplaceAll(string(got), ",", " ,\n")))
		if !utf8Free(value) || !json.Valid([]byte(value)) {
			return
		}
		read(t, []byte(value))
		read(t, []byte(`{"op":"created","record":`+value+`,"route":`+value+`}`))
	})
}

func utf8Free(text string) bool { return strings.ToValidUTF8(text, "") == text }

// read reads an entry both ways.
func read(t *testing.T, raw []byte) {
	t.Helper()
	var want entry.Entry
	failed := json.Unmarshal(raw, &want)
	if want.Op == entry.Created && want.After == nil && want.Record != nil {
		want.After = entry.Fields{}
		for name, value := range want.Record {
			if string(value) != "null" {
				want.After[name] = value
			}
		}
	}
	got, err := entry.Decode(raw)
	if (err != nil) != (failed != nil) || err == nil && !reflect.DeepEqual(got, want) {
		t.Fatalf("%s\nis read as\n%+v (%v), want\n%+v (%v)", raw, got, err, want, failed)
	}
}

// made makes an entry with some of its parts.
func made(r *rand.Rand, text, value string) entry.Entry {
	some := func() bool { return r.IntN(2) == 0 }
	word := func() string {
		if some() {
			return text
		}
		return ""
	}
	ids := func() (out []id.ID) {
		for range r.IntN(3) {
			out = append(out, id.Derived(text))
		}
		return out
	}
	fields := func() entry.Fields {
		if some() {
			return nil
		}
		out := entry.Fields{"null": json.RawMessage("null"), "name": json.RawMessage(`"Ada"`)}
		if compact, err := json.Marshal(json.RawMessage(value)); err == nil {
			out["value"] = compact
		}
		if some() && utf8Free(text) {
			out[text] = json.RawMessage("1")
		}
		return out
	}
	route := func() entry.Route {
		if some() {
			return entry.Route{}
		}
		return entry.Route{
			Owner: id.ID(word()), Teams: ids(), Members: ids(), Candidates: ids(), Thread: id.ID(word()), Private: some(), Shared: word(), About: word(), App: id.ID(word()),
		}
	}
	return entry.Entry{
		Seq: r.Int64N(3) - 1, Organization: id.ID(text), At: time.Unix(r.Int64N(4e9), r.Int64N(1e9)).UTC(), By: id.ID(word()), Cause: word(), Command: word(), Object: text,
		ID: id.ID(word()), IDs: ids(), Op: entry.Op([]string{"created", "updated", "removed", "bulk", text}[r.IntN(5)]), Version: r.Int64() - r.Int64(),
		Before: fields(), After: fields(), Record: fields(), Route: entry.Routes{Before: route(), After: route()},
	}
}

func BenchmarkEntry(b *testing.B) {
	e := made(rand.New(rand.NewPCG(9, 9)), "A text", `"a value"`)
	e.Op, e.Record = entry.Created, entry.Fields{}
	for _, c := range "abcdefghijklmnopqrstuvwxyz" {
		e.Record[strings.Repeat(string(c), 10)] = json.RawMessage(`"some text of a field"`)
	}
	raw := e.AppendJSON(nil)
	b.Run("written", func(b *testing.B) {
		for b.Loop() {
			raw = e.AppendJSON(raw[:0])
		}
	})
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			if _, err := entry.Decode(raw); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("written by encoding json", func(b *testing.B) {
		for b.Loop() {
			if _, err := json.Marshal(&e); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("read by encoding json", func(b *testing.B) {
		for b.Loop() {
			var into entry.Entry
			if err := json.Unmarshal(raw, &into); err != nil {
				b.Fatal(err)
			}
		}
	})
}
