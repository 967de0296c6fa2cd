package files

import (
	"slices"
	"strings"
	"testing"

	"switchboard/storage/blob"
	"switchboard/storage/blob/folder"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

func TestTheEraserDeletesContentAndThumbnail(t *testing.T) {
	files, err := folder.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = files.Close() }()
	const key = "org/one"
	for _, one := range []string{key, thumbnailKey(key), "org/two"} {
		if _, err := files.Put(t.Context(), one, strings.NewReader(one)); err != nil {
			t.Fatal(err)
		}
	}
	owed := row.ClaimedEffect{Effect: row.Effect{Kind: effectDelete, Payload: row.JSONValue(map[string]string{"storage_key": key})}}
	for range 2 { // an effect may be repeated
		if _, err := (eraser{blob.Storage(files)}).Do(t.Context(), owed); err != nil {
			t.Fatal(err)
		}
	}
	for one, isThere := range map[string]bool{key: false, thumbnailKey(key): false, "org/two": true} {
		if _, err := files.Size(t.Context(), one); fault.Is(err, fault.NotFound) == isThere {
			t.Errorf("%s: %v", one, err)
		}
	}
}

func TestFileNames(t *testing.T) {
	for _, c := range []struct{ name, extension, contentType, want string }{
		{"offer.pdf", "pdf", "application/pdf", "offer.pdf"},
		{"Offer", "pdf", "application/pdf", "Offer.pdf"},
		{"Offer 1.2", "pdf", "application/pdf", "Offer 1.2.pdf"},
		{"photo.jpeg", "jpg", "image/jpeg", "photo.jpeg"},
		{"photo.exe", "jpg", "image/jpeg", "photo.exe.jpg"},
		{"data", "", "application/octet-stream", "data"},
	} {
		if got := fileName(c.name, c.extension, c.contentType); got != c.want {
			t.Errorf("%s of %s is saved as %s", c.name, c.contentType, got)
		}
	}
}

func TestLocations(t *testing.T) {
	s := New(nil, nil, nil, "https://desk.example.com")
	file, organization := id.New(), id.New()
	set := row.Fields{}
	s.publish(organization, file, true, set)
	public, _ := set["url"].(string)
	for _, location := range []string{s.link(file), "/v1/files/" + string(file) + "/download", public, string(file), strings.ToUpper(string(file)), "https://old.example.com/v1/files/" + string(file) + "/thumbnail"} {
		if got, _, ok := located(location); !ok || got != file {
			t.Errorf("%s is %s, %t", location, got, ok)
		}
	}
	for _, location := range []string{"", "https://example.com/", "/v1/files/x/download", "/v1/files/" + string(file) + "/download/../../x", "/v1/public/files/abc", "%"} {
		if got, _, ok := located(location); ok {
			t.Errorf("%q is %s", location, got)
		}
	}
	name, ok := parsePublicName(public[strings.LastIndex(public, "/")+1:])
	record := row.Record{Fields: row.Fields{"public_key": set["public_key"]}}
	if !ok || name.organization != organization || name.file != file || !name.fits(record) || name.fits(row.Record{}) {
		t.Errorf("%s is %+v", public, name)
	}
	s.publish(organization, file, true, set)
	if record.Fields["public_key"] = set["public_key"]; name.fits(record) {
		t.Error("a link outlives its key")
	}
}

func TestAllowedTypes(t *testing.T) {
	types := []string{"application/pdf", "image/*"}
	var got []string
	for _, media := range []string{"application/pdf", "image/png", "image/svg+xml", "text/html", "imagex/png", "application/pdfx"} {
		if allowed(media, types) {
			got = append(got, media)
		}
	}
	if !slices.Equal(got, []string{"application/pdf", "image/png", "image/svg+xml"}) || !allowed("x/y", nil) {
		t.Errorf("allowed are %v", got)
	}
}
