package kubernetes

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"time"

	"switchboard/storage/fault"
)

const (
	// answerTimeout is how long the API may take to start a response.
	answerTimeout = 10 * time.Second
	// watchFor is how long one watch lasts before the API ends it.
	watchFor = 5 * time.Minute
	// maxList bounds a list, and maxEvent one event of a watch. A slice has a hundred
	// endpoints by default, at most a thousand.
	maxList, maxEvent = 64 << 20, 4 << 20
)

// slice is the part of an EndpointSlice that is read.
type slice struct {
	Metadata struct {
		Name            string `json:"name"`
		ResourceVersion string `json:"resourceVersion"`
	} `json:"metadata"`
	AddressType string `json:"addressType"`
	Endpoints   []struct {
		Addresses  []string `json:"addresses"`
		Conditions struct {
			Ready *bool `json:"ready"`
		} `json:"conditions"`
	} `json:"endpoints"`
}

// ready lists the ready addresses of a family. A missing condition means ready, and
// only an endpoint's first address counts, as the API defines.
func (s slice) ready(v4 bool) (list []netip.Addr) {
	if v4 != (s.AddressType == "IPv4") {
		return nil
	}
	for _, endpoint := range s.Endpoints {
		if endpoint.Conditions.Ready != nil && !*endpoint.Conditions.Ready || len(endpoint.Addresses) == 0 {
			continue
		}
		if addr, err := netip.ParseAddr(endpoint.Addresses[0]); err == nil && addr.Is4() == v4 {
			list = append(list, addr)
		}
	}
	return list
}

// errGone reports that the API no longer has the requested version.
var errGone = errors.New("the version is gone")

// Run follows the endpoints until ctx ends.
func (e *Endpoints) Run(ctx context.Context) {
	defer e.client.CloseIdleConnections()
	version, pause := "", e.options.Pause
	for ctx.Err() == nil {
		var err error
		before := version
		if version == "" {
			version, err = e.list(ctx)
		} else {
			version, err = e.watch(ctx, version)
		}
		if ctx.Err() != nil {
			return
		}
		wait := pause
		switch {
		case err == nil && version != before:
			wait, pause = 0, e.options.Pause
		case err == nil: // a watch without events
			wait, pause = e.options.Pause, e.options.Pause
		case errors.Is(err, errGone):
			version = "" // the known endpoints stay until the new list
			pause = min(2*pause, 50*e.options.Pause)
		default:
			e.note(err)
			pause = min(2*pause, 50*e.options.Pause)
		}
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
	}
}

// note stores why the API can't be followed, or nil.
func (e *Endpoints) note(err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if err != nil {
		err = fault.Wrap(err, fault.Unavailable, "Kubernetes' list of the nodes can't be followed.")
	} else if !e.listed {
		return // nothing is known yet
	}
	e.failure = err
}

// list reads all slices of the service and returns the version to watch from.
func (e *Endpoints) list(ctx context.Context) (version string, err error) {
	bounded, cancel := context.WithTimeout(ctx, 2*answerTimeout)
	defer cancel()
	body, err := e.get(bounded, url.Values{})
	if err != nil {
		return "", err
	}
	defer func() { _ = body.Close() }()
	var all struct {
		Metadata struct {
			ResourceVersion string `json:"resourceVersion"`
		} `json:"metadata"`
		Items []slice `json:"items"`
	}
	if err := json.NewDecoder(io.LimitReader(body, maxList)).Decode(&all); err != nil {
		return "", fmt.Errorf("the list: %w", err)
	}
	if all.Metadata.ResourceVersion == "" {
		return "", errors.New("the list has no version")
	}
	current := make(map[string]slice, len(all.Items))
	for _, s := range all.Items {
		current[s.Metadata.Name] = s
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.current, e.listed, e.failure = current, true, nil
	return all.Metadata.ResourceVersion, nil
}

// watch follows the changes after a version and returns the last version.
func (e *Endpoints) watch(ctx context.Context, from string) (version string, err error) {
	bounded, cancel := context.WithTimeout(ctx, watchFor+2*answerTimeout)
	defer cancel()
	body, err := e.get(bounded, url.Values{
		"watch": {"1"}, "allowWatchBookmarks": {"true"}, "resourceVersion": {from},
		"timeoutSeconds": {fmt.Sprint(int(watchFor.Seconds()))},
	})
	if err != nil {
		return from, err
	}
	defer func() { _ = body.Close() }()
	e.note(nil) // the known endpoints are current, or the watch will update them
	bounds := &eventReader{reader: body}
	events := json.NewDecoder(bounds)
	for version = from; ; {
		bounds.left = maxEvent
		var event struct {
			Type   string          `json:"type"`
			Object json.RawMessage `json:"object"`
		}
		switch err := events.Decode(&event); {
		case errors.Is(err, io.EOF): // the API ended it as planned
			return version, nil
		case err != nil:
			return version, fmt.Errorf("the watch: %w", err)
		}
		if event.Type == "ERROR" {
			return version, statusError(event.Object)
		}
		var s slice
		if err := json.Unmarshal(event.Object, &s); err != nil {
			return version, fmt.Errorf("the watch: %w", err)
		}
		e.apply(event.Type, s)
		if s.Metadata.ResourceVersion != "" {
			version = s.Metadata.ResourceVersion
		}
	}
}

func (e *Endpoints) apply(kind string, s slice) {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch kind {
	case "ADDED", "MODIFIED":
		e.current[s.Metadata.Name] = s
	case "DELETED":
		delete(e.current, s.Metadata.Name)
	default: // BOOKMARK: only the version
	}
}

// get requests the service's slices.
func (e *Endpoints) get(ctx context.Context, query url.Values) (io.ReadCloser, error) {
	token, err := os.ReadFile(e.options.TokenFile)
	if err != nil {
		return nil, fmt.Errorf("the service account's token: %w", err)
	}
	query.Set("labelSelector", "kubernetes.io/service-name="+e.options.Service)
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, e.slices+"?"+query.Encode(), nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", "application/json")
	request.Header.Set("Authorization", "Bearer "+string(bytes.TrimSpace(token)))
	response, err := e.client.Do(request)
	if err != nil {
		return nil, err
	}
	if response.StatusCode == http.StatusOK {
		return response.Body, nil
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode == http.StatusGone {
		return nil, errGone
	}
	const most = 4 << 10
	said, _ := io.ReadAll(io.LimitReader(response.Body, most)) // only for the log
	return nil, fmt.Errorf("%s: %s", response.Status, said)
}

func statusError(raw []byte) error {
	var status struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	}
	if err := json.Unmarshal(raw, &status); err != nil {
		return fmt.Errorf("the watch: %w", err)
	}
	if status.Code == http.StatusGone {
		return errGone
	}
	return fmt.Errorf("the watch: %d %s", status.Code, status.Message)
}

// eventReader bounds the bytes read for one event.
type eventReader struct {
	reader io.Reader
	left   int
}

// Read implements io.Reader.
func (b *eventReader) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errors.New("an event is too large")
	}
	n, err := b.reader.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}
