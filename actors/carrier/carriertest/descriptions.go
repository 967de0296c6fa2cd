package carriertest

import (
	"bytes"
	"compress/gzip"
	"embed"
	"fmt"
	"io"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
)

//go:embed testdata/*.json.gz
var files embed.FS

// descriptions returns a router per host of the provider. Reading them takes most of
// a second, so a process does it once.
var descriptions = sync.OnceValues(func() (map[string]routers.Router, error) {
	out := map[string]routers.Router{}
	for host, name := range map[string]string{
		"api.twilio.com":           "twilio_api_v2010",
		"conversations.twilio.com": "twilio_conversations_v1",
		"messaging.twilio.com":     "twilio_messaging_v1",
	} {
		router, err := read(name)
		if err != nil {
			return nil, fmt.Errorf("carriertest: %s: %w", name, err)
		}
		out[host] = router
	}
	return out, nil
})

func read(name string) (routers.Router, error) {
	packed, err := files.ReadFile("testdata/" + name + ".json.gz")
	if err != nil {
		return nil, err
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	raw, err := io.ReadAll(unpacked)
	if err != nil {
		return nil, err
	}
	document, err := openapi3.NewLoader().LoadFromData(raw)
	if err != nil {
		return nil, err
	}
	return gorillamux.NewRouter(document)
}
