package conversations_test

import (
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"

	"switchboard/actors/carrier"
	"switchboard/actors/conversations"
	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// cabinet keeps files as records, and counts them.
type cabinet struct {
	d    *desk
	kept []feature.Arrived
}

func (c *cabinet) Keep(_ context.Context, a feature.Arrived) (row.Record, error) {
	raw, err := io.ReadAll(a.Body)
	if err != nil {
		return row.Record{}, err
	}
	if strings.HasPrefix(string(raw), "MZ") {
		return row.Record{}, fault.New(fault.Unsupported, "%s is a program.", a.Name)
	}
	c.kept = append(c.kept, a)
	return row.Record{ID: a.Record, Fields: row.Fields{"name": a.Name, "content_type": "image/png;x=1", "size": int64(len(raw))}}, nil
}

func (*cabinet) Content(context.Context, id.ID, id.ID) (feature.Stored, error) {
	return feature.Stored{}, fault.New(fault.NotFound, "gone")
}

// source has the attachments of the provider.
type source map[string]string

func (s source) OpenMedia(_ context.Context, _, sid string) (carrier.MediaContent, error) {
	content, ok := s[sid]
	switch {
	case content == "down":
		return carrier.MediaContent{}, fault.New(fault.Unavailable, "down")
	case content == "large":
		return carrier.MediaContent{ReadCloser: io.NopCloser(strings.NewReader("")), Size: 50 << 20}, nil
	case content == "unending":
		return carrier.MediaContent{ReadCloser: io.NopCloser(io.LimitReader(zeros{}, 50<<20)), Size: -1}, nil
	case !ok:
		return carrier.MediaContent{}, fault.New(fault.NotFound, "gone")
	}
	return carrier.MediaContent{ReadCloser: io.NopCloser(strings.NewReader(content)), Size: int64(len(content))}, nil
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

func (d *desk) media(message id.ID) (list []conversations.Media) {
	d.t.Helper()
	m := d.get("twilio_message", message)
	if err := m.JSON("media", &list); err != nil {
		d.t.Fatal(err)
	}
	return list
}

func (d *desk) receive(sid string, media ...carrier.Media) {
	d.t.Helper()
	err := d.tell(carrier.ConversationEvent{Kind: "onMessageAdded", MessageSID: sid, Author: theirs, At: time.Now(), Media: media}, row.Inbound{Provider: "twilio", ProviderID: sid, Kind: "onMessageAdded"})
	if err != nil {
		d.t.Fatal(err)
	}
}

func TestAttachmentsAreStoredOnce(t *testing.T) {
	d := open(t)
	files := &cabinet{d: d}
	d.service.UseFiles(func() conversations.Files { return files })
	d.receive("IM1",
		carrier.Media{SID: "ME1", ContentType: "image/jpeg", Filename: "cat.jpg"}, carrier.Media{SID: "ME2"}, carrier.Media{SID: "ME3"},
		carrier.Media{SID: "ME4", Filename: "run.exe"}, carrier.Media{SID: "ME5"})
	message := id.Derived("IM1")
	if list := d.media(message); len(list) != 5 || list[0].State != "waiting" || list[0].File != "" {
		t.Fatalf("before: %+v", list)
	}
	if c := d.conversation(); c.Text("last_message") != "Attachment" {
		t.Errorf("the list shows %q", c.Text("last_message"))
	}
	network := source{"ME1": "a cat", "ME3": "large", "ME4": "MZ program", "ME5": "down"}
	fetch := conversations.Fetcher{Source: network, Service: d.service}
	e := d.claimed()
	if _, err := fetch.Do(t.Context(), e); !fault.Is(err, fault.Unavailable) {
		t.Fatalf("an outage of the provider: %v", err)
	}
	network["ME5"] = "unending"
	for range 2 {
		if _, err := fetch.Do(t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
	list := d.media(message)
	if list[0].File == "" || list[0].State != "" || list[0].ContentType != "image/png" || list[0].Size != 5 || list[0].Links == nil || list[0].Links.Direct != "/v1/twilio/media/"+string(message)+".0" {
		t.Errorf("stored: %+v", list[0])
	}
	for at, want := range map[int]conversations.Media{
		1: {State: "missing"}, 2: {State: "refused", Detail: "The file is larger than 20 MB."}, 3: {State: "refused", Detail: "run.exe is a program."},
		4: {State: "refused", Detail: "The file is larger than 20 MB."},
	} {
		if list[at].State != want.State || list[at].Detail != want.Detail || list[at].File != "" {
			t.Errorf("attachment %d: %+v", at, list[at])
		}
	}
	for _, one := range files.kept {
		if one.Record != list[0].File || one.Object != "contact" || one.About != d.contact {
			t.Errorf("it was kept as %+v", one)
		}
	}
	if _, err := d.service.Media(t.Context(), d.agent(), string(message)+".1"); fault.From(err).Detail != "This attachment could not be found" {
		t.Errorf("a missing one is read: %v", err)
	}
	if _, err := d.service.Media(t.Context(), d.principal(nil), string(message)+".0"); err == nil {
		t.Error("a stranger reads it")
	}
}

// At the last attempt what can't be had counts as missing.
func TestAttachmentsAreGivenUp(t *testing.T) {
	d := open(t)
	d.service.UseFiles(func() conversations.Files { return &cabinet{d: d} })
	d.receive("IM1", carrier.Media{SID: "ME1"})
	e := d.claimed()
	e.Attempts = 16
	if _, err := (conversations.Fetcher{Source: source{"ME1": "down"}, Service: d.service}).Do(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	if list := d.media(id.Derived("IM1")); list[0].State != "missing" {
		t.Errorf("it is %+v", list[0])
	}
}

func TestFilesGoOutAsMessagesOfTheirOwn(t *testing.T) {
	d := open(t)
	d.text("IM1", "Hello?")
	file := func(name, kind string, size int64) id.ID {
		one := id.New()
		d.create("file", one, row.Fields{"name": name, "content_type": kind, "size": size, "link": "https://x.test/v1/files/x/download"})
		return one
	}
	photo, offer := file("photo.png", "image/png", 1000), file("offer.pdf", "application/pdf", 2000)
	agent := d.principal(map[string]access.ObjectPermission{
		"twilio_conversation": {Read: true}, "twilio_message": {Create: true, Read: true}, "file": {Read: true},
	})
	conversation := id.Derived("CH1")
	sent, err := d.service.SendFiles(t.Context(), agent, conversation, "Our offer", []id.ID{photo, offer}, "mine", "")
	if err != nil {
		t.Fatal(err)
	}
	again, err := d.service.SendFiles(t.Context(), agent, conversation, "Our offer", []id.ID{photo, offer}, "mine", "")
	if err != nil || again.ID != sent.ID {
		t.Fatalf("again: %v, %v", again, err)
	}
	messages := d.messages()
	if len(messages) != 3 {
		t.Fatalf("%d messages", len(messages))
	}
	for i, want := range []struct {
		body, client, media string
	}{{"Our offer", "mine", "photo.png"}, {"", "mine+1", "offer.pdf"}} {
		m := messages[i+1]
		list := d.media(m.ID)
		if m.Text("body") != want.body || m.Text("client_id") != want.client || m.Int("number") != int64(i)+2 || len(list) != 1 || list[0].Filename != want.media || list[0].Links == nil {
			t.Errorf("message %d is %v", i+2, m.Fields)
		}
	}
	if c := d.conversation(); c.Int("last_number") != 3 || c.Int("read_number") != 3 || c.Text("last_message") != "Attachment" {
		t.Errorf("the conversation is %v", c.Fields)
	}
	for detail, one := range map[string][]id.ID{
		"big.png is too large for a text: a file may have 5 MB.":                                            {file("big.png", "image/png", 6<<20)},
		"a.zip can't be sent in a text: phones take images, sound, video, PDF, text and contact cards.":     {file("a.zip", "application/zip", 10)},
		"page.html can't be sent in a text: phones take images, sound, video, PDF, text and contact cards.": {file("page.html", "text/html", 10)},
		"This attachment could not be found":                                                                {id.New()},
		"A text has at most 10 files.":                                                                      make([]id.ID, 11),
	} {
		_, err := d.service.SendFiles(t.Context(), agent, conversation, "", one, "", "")
		if raw, _ := json.Marshal(fault.From(err).Fields); !strings.Contains(string(raw), detail) {
			t.Errorf("%s: %v %s", detail, err, raw)
		}
	}
	if _, err := d.service.SendFiles(t.Context(), d.agent(), conversation, "", []id.ID{photo}, "", ""); !fault.Is(err, fault.Forbidden) {
		t.Errorf("without the right to files: %v", err)
	}
}
