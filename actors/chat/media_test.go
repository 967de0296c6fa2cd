package chat_test

import (
	"context"
	"testing"

	"switchboard/actors/feature"
	"switchboard/actors/features"
	"switchboard/actors/records"
	"switchboard/actors/thread"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// cabinet has the content of one file.
type cabinet id.ID

func (c cabinet) Content(_ context.Context, _, file id.ID) (feature.Stored, error) {
	if file != id.ID(c) {
		return feature.Stored{}, fault.New(fault.NotFound, "There is none.")
	}
	return feature.Stored{Name: "red.png"}, nil
}

// Exactly those who may read a message may read its files, whatever their rights to file records.
func TestFilesAreReadableWithTheirMessage(t *testing.T) {
	f := onOneNode(t)
	file, gone := id.New(), id.New()
	f.write(row.Write{Object: "file", ID: file, Op: entry.Created, Set: row.Fields{
		"name": "red.png", "link": "/v1/files/" + string(file) + "/download", "content_type": "image/png; x=1", "size": int64(3), "owner": f.ann.User,
	}})
	f.update(f.a, row.Fields{"private": true, "members": []id.ID{f.ann.User}})()
	f.service.UseFiles(func() thread.Files { return cabinet(file) })
	send := func(files any) (records.Written, error) {
		return f.records.Create(t.Context(), &f.ann, "chat_message", []records.Input{{"chat": row.JSONValue(f.a), "files": row.JSONValue(files)}}, "")
	}
	if _, err := send([]id.ID{gone}); !fault.Is(err, fault.Invalid) {
		t.Errorf("a file that does not exist: %v", err)
	}
	if _, err := send(make([]id.ID, 11)); !fault.Is(err, fault.Invalid) {
		t.Errorf("eleven files: %v", err)
	}
	if _, err := send([]id.ID{}); !fault.Is(err, fault.Invalid) {
		t.Errorf("neither words nor files: %v", err)
	}
	written, err := send([]id.ID{file})
	if err != nil || len(written.Records) != 1 {
		t.Fatalf("%v, %v", written, err)
	}
	message := string(written.Records[0]["id"])
	name := message[1:len(message)-1] + ".0"
	if stored, err := f.service.Media(t.Context(), &f.ann, name); err != nil || stored.Name != "red.png" {
		t.Errorf("a member: %v, %v", stored, err)
	}
	other := access.Build(features.Registry(), access.Inputs{Organization: f.org, User: id.New()})
	if _, err := f.service.Media(t.Context(), &other, name); !fault.Is(err, fault.NotFound) && !fault.Is(err, fault.Forbidden) {
		t.Errorf("somebody else: %v", err)
	}
	for _, wrong := range []string{name[:len(name)-1] + "1", name[:len(name)-1] + "x", "x.0", string(gone) + ".0"} {
		if _, err := f.service.Media(t.Context(), &f.ann, wrong); !fault.Is(err, fault.NotFound) {
			t.Errorf("%s: %v", wrong, err)
		}
	}
}

// Two replies of one list are numbered one after the other.
func TestRepliesOfOneList(t *testing.T) {
	eachWay(t, func(t *testing.T, f *floor) {
		first, err := f.say("", said{f.a, "Lunch?"})
		if err != nil {
			t.Fatal(err)
		}
		reply := func(body string, inChat bool) records.Input {
			return records.Input{"chat": row.JSONValue(f.a), "body": row.JSONValue(body), "parent": first.Records[0]["id"], "in_chat": row.JSONValue(inChat)}
		}
		written, err := f.records.Create(t.Context(), &f.ann, "chat_message", []records.Input{reply("Yes", false), reply("No", true), reply("Late", false)}, "")
		if err != nil || len(written.Records) != 3 {
			t.Fatalf("%v, %v", written, err)
		}
		for i, want := range []string{"null", "2", "null"} {
			r := written.Records[i]
			if string(r["reply_number"]) != string(row.JSONValue(i+1)) || string(r["number"]) != want {
				t.Errorf("reply %d: %s in the thread, %s in the chat", i, r["reply_number"], r["number"])
			}
		}
	})
}
