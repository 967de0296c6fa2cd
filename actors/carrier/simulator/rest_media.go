package simulator

import (
	"io"
	"net/http"
	"strconv"
	"time"
	"unicode/utf8"

	"switchboard/actors/carrier/simulator/album"
	"switchboard/actors/carrier/simulator/sid"
	"switchboard/actors/carrier/simulator/texting"
)

// The hosts of messages' files: one describes and stores them, the other serves their content to
// anybody who was given its address.
const (
	hostMedia   = "mcs.us1.twilio.com"
	hostContent = "media.us1.twilio.com"
)

// maxStored bounds a file that we store for a message, maxFileName its name in characters.
const (
	maxStored   = 32 << 20
	maxFileName = 255
)

// mediaAPI is the REST API of messages' files.
type mediaAPI struct {
	store            *store
	album            *album.Album
	account, service string
}

func (a *mediaAPI) routes(route func(pattern string, do operation)) {
	route("POST /v1/Services/{service}/Media", a.create)
	route("GET /v1/Services/{service}/Media/{media}", a.fetch)
}

func (a *mediaAPI) create(r *http.Request) (int, any, *refusal) {
	name := r.URL.Query().Get("Filename")
	if r.PathValue("service") != a.service {
		return 0, nil, unknown(r)
	}
	if utf8.RuneCountInString(name) > maxFileName {
		return 0, nil, refuse(http.StatusBadRequest, 20001, "Filename has at most %d characters", maxFileName)
	}
	content, err := io.ReadAll(r.Body)
	if err != nil {
		return 0, nil, refuse(http.StatusRequestEntityTooLarge, 20413, "Payload too large")
	}
	if len(content) == 0 {
		return 0, nil, refuse(http.StatusBadRequest, 20001, "The media has no content")
	}
	m := texting.Media{SID: sid.New("ME"), Filename: name, ContentType: r.Header.Get("Content-Type"), Size: len(content), Created: time.Now().UTC()}
	if err := a.album.Put(m.SID, content); err != nil {
		return 0, nil, refuse(http.StatusServiceUnavailable, codeDown, "Service unavailable")
	}
	err = a.store.update(func(w *world) error {
		w.texts.Keep(m)
		return nil
	})
	return http.StatusCreated, a.media(&m), refusalOf(err)
}

func (a *mediaAPI) fetch(r *http.Request) (int, any, *refusal) {
	var body any
	a.store.view(func(w *world) {
		if m := w.texts.Media(r.PathValue("media")); m != nil && r.PathValue("service") == a.service {
			body = a.media(m)
		}
	})
	if body == nil {
		return 0, nil, unknown(r)
	}
	return http.StatusOK, body, nil
}

func (a *mediaAPI) media(m *texting.Media) map[string]any {
	at := m.Created.Format(time.RFC3339)
	return map[string]any{
		"sid": m.SID, "service_sid": a.service, "account_sid": a.account, "category": "media", "author": nil,
		"filename": orNull(m.Filename), "content_type": m.ContentType, "size": m.Size, "message_sid": nil, "channel_sid": nil,
		"date_created": at, "date_updated": at, "is_multipart_upstream": false,
		"url": "https://" + hostMedia + "/v1/Services/" + a.service + "/Media/" + m.SID,
		"links": map[string]string{
			"content":                  "/v1/Services/" + a.service + "/Media/" + m.SID + "/Content",
			"content_direct_temporary": "https://" + hostContent + "/" + m.SID,
		},
	}
}

// content serves a file to anybody who knows its address.
func (a *mediaAPI) content(w http.ResponseWriter, r *http.Request) {
	name := r.URL.Path[1:]
	var kind string
	a.store.view(func(w *world) {
		if m := w.texts.Media(name); m != nil {
			kind = m.ContentType
		}
	})
	content, err := a.album.Get(name)
	if kind == "" || err != nil || content == nil {
		reply(w, http.StatusNotFound, unknown(r))
		return
	}
	write(w, kind, content)
}

func write(w http.ResponseWriter, kind string, content []byte) {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; sandbox")
	w.Header().Set("Content-Length", strconv.Itoa(len(content)))
	_, _ = w.Write(content) //nolint:gosec // the headers above keep browsers from running it
}

// mediaOf returns a message's files as the conversations API describes them.
func mediaOf(list []texting.Media) any {
	if len(list) == 0 {
		return nil
	}
	out := make([]any, 0, len(list))
	for _, m := range list {
		out = append(out, map[string]any{
			"sid": m.SID, "category": "media", "filename": orNull(m.Filename), "content_type": m.ContentType, "size": m.Size,
		})
	}
	return out
}
