package kubernetes_test

import (
	"encoding/json"
	"encoding/pem"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"testing"

	"switchboard/actors/runtime/kubernetes"
)

// api is the part of the Kubernetes API that is used: a list and watches of the
// EndpointSlices of one namespace, with versions, a limited history, bookmarks, and
// tokens that are replaced.
type api struct {
	server *httptest.Server
	folder string

	mu       sync.Mutex
	changed  chan struct{} // closed at each change
	version  int
	objects  map[string]map[string]any
	history  []occurrence
	oldest   int // earlier versions are forgotten
	token    string
	lists    int
	watches  []string // the versions that were watched from
	refused  int      // because of their token
	cut      int      // counts how often all watches were cut off
	status   int      // of all responses, unless 0
	goneOnce bool     // a forgotten version is an HTTP status, not an event
	hang     bool     // nothing is answered
}

type occurrence struct {
	version int
	kind    string
	object  map[string]any
}

const (
	namespace, service = "desk", "switchboard"
	slicesPath         = "/apis/discovery.k8s.io/v1/namespaces/desk/endpointslices"
)

func startAPI(t *testing.T) *api {
	t.Helper()
	a := &api{folder: t.TempDir(), changed: make(chan struct{}), version: 10, objects: map[string]map[string]any{}}
	a.server = httptest.NewUnstartedServer(a)
	a.server.EnableHTTP2 = true
	a.server.StartTLS()
	t.Cleanup(func() {
		a.change(func() { a.cut++; a.hang = false })
		a.server.CloseClientConnections()
		a.server.Close()
	})
	certificate := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: a.server.Certificate().Raw})
	a.write(t, "ca.crt", certificate)
	a.renewToken(t, "first")
	return a
}

func (a *api) write(t *testing.T, name string, raw []byte) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(a.folder, name), raw, 0o600); err != nil {
		t.Fatal(err)
	}
}

// renewToken replaces the pod's token and rejects the old one.
func (a *api) renewToken(t *testing.T, token string) {
	t.Helper()
	a.change(func() { a.token = token })
	a.write(t, "token", []byte(token+"\n"))
}

func (a *api) options(addr string) kubernetes.Options {
	return kubernetes.Options{
		URL: a.server.URL, TokenFile: filepath.Join(a.folder, "token"), CAFile: filepath.Join(a.folder, "ca.crt"),
		Namespace: namespace, Service: service, Addr: addr, Pause: 1,
	}
}

// change makes a change and wakes the watches.
func (a *api) change(do func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	do()
	close(a.changed)
	a.changed = make(chan struct{})
}

// pod is an endpoint; ready is nil if not set.
type pod struct {
	addr  string
	ready *bool
}

func up(addr string) pod   { return pod{addr, new(true)} }
func down(addr string) pod { return pod{addr, new(false)} }

// set creates or changes a slice; without an address type it is deleted.
func (a *api) set(name, addressType string, pods ...pod) {
	a.change(func() {
		a.version++
		kind := "ADDED"
		if a.objects[name] != nil {
			kind = "MODIFIED"
		}
		var endpoints []map[string]any
		for _, p := range pods {
			conditions := map[string]any{}
			if p.ready != nil {
				conditions["ready"] = *p.ready
			}
			endpoints = append(endpoints, map[string]any{"addresses": []string{p.addr}, "conditions": conditions})
		}
		object := map[string]any{
			"metadata":    map[string]any{"name": name, "resourceVersion": strconv.Itoa(a.version), "labels": map[string]string{"kubernetes.io/service-name": service}},
			"addressType": addressType, "endpoints": endpoints, "ports": []map[string]any{{"port": 7000}},
		}
		a.objects[name] = object
		if addressType == "" {
			kind = "DELETED"
			delete(a.objects, name)
		}
		a.history = append(a.history, occurrence{a.version, kind, object})
	})
}

// bookmark sends the watches a version without changes.
func (a *api) bookmark(version int) {
	a.change(func() {
		a.version = version
		object := map[string]any{"kind": "EndpointSlice", "metadata": map[string]any{"resourceVersion": strconv.Itoa(version)}}
		a.history = append(a.history, occurrence{version, "BOOKMARK", object})
	})
}

// forget drops the history, and cuts off all watches.
func (a *api) forget() {
	a.change(func() {
		a.version += 5
		a.oldest, a.history = a.version, nil
		a.cut++
	})
}

// ServeHTTP implements http.Handler.
func (a *api) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a.mu.Lock()
	for a.hang {
		changed := a.changed
		a.mu.Unlock()
		select {
		case <-r.Context().Done():
			return
		case <-changed:
		}
		a.mu.Lock()
	}
	q := r.URL.Query()
	status := a.status
	switch {
	case status != 0:
	case r.Header.Get("Authorization") != "Bearer "+a.token:
		a.refused++
		status = http.StatusUnauthorized
	case r.URL.Path != slicesPath || q.Get("labelSelector") != "kubernetes.io/service-name="+service:
		status = http.StatusNotFound
	}
	if status != 0 {
		a.mu.Unlock()
		http.Error(w, `{"kind":"Status"}`, status)
		return
	}
	if q.Get("watch") == "" {
		defer a.mu.Unlock()
		a.lists++
		items := []map[string]any{}
		for _, name := range slices.Sorted(maps.Keys(a.objects)) {
			items = append(items, a.objects[name])
		}
		_ = json.NewEncoder(w).Encode(map[string]any{
			"kind": "EndpointSliceList", "metadata": map[string]any{"resourceVersion": strconv.Itoa(a.version)}, "items": items,
		})
		return
	}
	a.watches = append(a.watches, q.Get("resourceVersion"))
	from, err := strconv.Atoi(q.Get("resourceVersion"))
	if err != nil || q.Get("allowWatchBookmarks") != "true" || q.Get("timeoutSeconds") == "" {
		a.mu.Unlock()
		http.Error(w, "a bad watch", http.StatusBadRequest)
		return
	}
	if from < a.oldest && a.goneOnce {
		a.mu.Unlock()
		http.Error(w, `{"kind":"Status","code":410}`, http.StatusGone)
		return
	}
	a.watch(w, r, from)
}

// watch sends the changes after a version. It is called with mu, and unlocks it.
func (a *api) watch(w http.ResponseWriter, r *http.Request, from int) {
	cut := a.cut
	controller := http.NewResponseController(w)
	_ = controller.Flush() // the response starts before any event
	for {
		if from < a.oldest {
			a.mu.Unlock()
			_, _ = fmt.Fprint(w, `{"type":"ERROR","object":{"kind":"Status","code":410,"reason":"Expired","message":"too old resource version"}}`+"\n")
			return
		}
		var news []occurrence
		for _, one := range a.history {
			if one.version > from {
				news, from = append(news, one), one.version
			}
		}
		broken, changed := a.cut != cut, a.changed
		a.mu.Unlock()
		for _, one := range news {
			raw, _ := json.Marshal(map[string]any{"type": one.kind, "object": one.object})
			_, _ = w.Write(raw[:len(raw)/2]) // events arrive in pieces
			_ = controller.Flush()
			_, _ = w.Write(append(raw[len(raw)/2:], '\n'))
			_ = controller.Flush()
		}
		if broken {
			_, _ = fmt.Fprint(w, `{"type":"MODIFIED","obj`)
			_ = controller.Flush()
			panic(http.ErrAbortHandler) // in the middle of an event
		}
		select {
		case <-r.Context().Done():
			return
		case <-changed:
		}
		a.mu.Lock()
	}
}

// asked returns the number of requests, under the lock.
func (a *api) asked(read func(lists, refused int, watches []string) bool) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return read(a.lists, a.refused, a.watches)
}
