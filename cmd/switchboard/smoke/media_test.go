package smoke_test

import (
	"bytes"
	"encoding/json"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"testing"

	"switchboard/actors/carrier/simulator"
	"switchboard/actors/conversations"
	"switchboard/cmd/switchboard/demo"
	"switchboard/storage/id"
	"switchboard/storage/waittest"
)

// picture is the smallest PNG.
var picture = []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89\x00\x00\x00\x0dIDATx\x9cc\xf8\xff\xff?\x00\x05\xfe\x02\xfe\xa7\x35\x81\x84\x00\x00\x00\x00IEND\xaeB`\x82")

// posted sends a form with one file and reads the JSON of the answer.
func (d *desk) posted(path, part, name, kind string, content []byte, fields map[string]string, into any) int {
	d.T.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for name, value := range fields {
		_ = form.WriteField(name, value)
	}
	header := textproto.MIMEHeader{"Content-Disposition": {`form-data; name="` + part + `"; filename="` + name + `"`}, "Content-Type": {kind}}
	file, err := form.CreatePart(header)
	if err != nil {
		d.T.Fatal(err)
	}
	_, _ = file.Write(content)
	_ = form.Close()
	request, err := http.NewRequestWithContext(d.T.Context(), http.MethodPost, d.product.URL+path, &body)
	if err != nil {
		d.T.Fatal(err)
	}
	request.Header.Set("Content-Type", form.FormDataContentType())
	status, raw := d.done(request)
	if into != nil && json.Unmarshal(raw, into) != nil {
		d.T.Fatalf("%s: %d %s", path, status, raw)
	}
	return status
}

// done makes a request as this user.
func (d *desk) done(request *http.Request) (int, []byte) {
	d.T.Helper()
	request.Header.Set("Authorization", "Bearer "+d.Token)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		d.T.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		d.T.Fatal(err)
	}
	return response.StatusCode, raw
}

func (d *desk) read(path string) (int, []byte) {
	d.T.Helper()
	request, err := http.NewRequestWithContext(d.T.Context(), http.MethodGet, d.product.URL+path, nil)
	if err != nil {
		d.T.Fatal(err)
	}
	return d.done(request)
}

// A picture goes both ways through the whole product: from outside it is stored in our files and
// readable with its message, and one of ours arrives on the phone outside.
func TestPicturesGoBothWays(t *testing.T) {
	p := start(t, nil)
	alice, admin := p.signIn("agent1"), p.signIn("admin")
	stranger := p.plain(admin)
	const from = "+12065559317"
	ours := demo.Phones()[0].Number
	if got := admin.posted("/simulator/texts", "files", "cat.png", "image/png", picture, map[string]string{"from": from, "to": ours}, nil); got != http.StatusCreated {
		t.Fatalf("a picture from outside: %d", got)
	}
	var conversation id.ID
	var media []conversations.Media
	read := func(message record) {
		media = nil // fields that are absent must not stay
		_ = json.Unmarshal(message["media"], &media)
	}
	waittest.Until(t, "the picture to be stored", func() bool {
		found := admin.list("twilio_conversation", `[{"field":"contact_phones","operator":"=","value":"`+from+`"}]`)
		if len(found) != 1 {
			return false
		}
		conversation = id.ID(found[0].text("id"))
		messages := admin.list("twilio_message", `[{"field":"conversation","operator":"=","value":"`+conversation.String()+`"}]`)
		if len(messages) != 1 {
			return false
		}
		read(messages[0])
		return len(media) == 1 && media[0].File != ""
	})
	if media[0].Filename != "cat.png" || media[0].ContentType != "image/png" || media[0].Size != int64(len(picture)) {
		t.Errorf("it is %+v", media[0])
	}
	if status, content := alice.read(media[0].Links.Direct); status != http.StatusOK || !bytes.Equal(content, picture) {
		t.Errorf("its content: %d, %d bytes", status, len(content))
	}
	if status, _ := stranger.read(media[0].Links.Direct); status != http.StatusForbidden {
		t.Errorf("somebody who may not read the text: %d", status)
	}

	var stored []record
	if got := alice.posted("/v1/files", "files", "dog.png", "image/png", picture, nil, &stored); got != http.StatusCreated {
		t.Fatalf("upload: %d", got)
	}
	var sent record
	if got := alice.Request(http.MethodPost, "/v1/twilio/message", map[string]any{"conversation": conversation, "body": "Mine", "files": []string{stored[0].text("id")}}, &sent); got != http.StatusCreated {
		t.Fatalf("send: %d", got)
	}
	p.settled()
	var state simulator.View
	admin.Request(http.MethodGet, "/simulator/state", nil, &state)
	if len(state.Texts) == 0 || state.Texts[0].Body != "Mine" || len(state.Texts[0].Media) != 1 || state.Texts[0].Media[0].Filename != "dog.png" {
		t.Fatalf("the phone outside got %+v", state.Texts)
	}
	if status, content := admin.read("/simulator/media/" + state.Texts[0].Media[0].SID); status != http.StatusOK || !bytes.Equal(content, picture) {
		t.Errorf("its content outside: %d, %d bytes", status, len(content))
	}
	var message record
	alice.get("twilio_message", id.ID(sent.text("id")), &message)
	if read(message); len(media) != 1 || media[0].SID != state.Texts[0].Media[0].SID {
		t.Errorf("the message has %+v", media)
	}
}
