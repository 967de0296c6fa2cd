package twilio

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"

	"switchboard/actors/carrier"
	"switchboard/storage/fault"
)

const (
	// soundConcurrency bounds the recordings read at once, so that calls do not wait
	// for listeners.
	soundConcurrency = 16
	// maxSound bounds the bytes read of one: a day of sound.
	maxSound = 400 << 20
	// maxRedirects bounds the provider's redirects.
	maxRedirects = 3
)

// newSound returns the client that reads recordings as streams.
func newSound(config Config) *http.Client {
	return &http.Client{
		Transport: newRetrier(config.Transport, config.RetryBase, soundConcurrency),
		CheckRedirect: func(r *http.Request, via []*http.Request) error {
			if len(via) > maxRedirects || r.URL.Scheme != "https" {
				return errors.New("twilio: the recording lies nowhere that is followed")
			}
			return nil
		},
	}
}

// RecordingAudio implements carrier.Recorder. The SDK can't read sound.
func (c *Client) RecordingAudio(ctx context.Context, sid, part string) (carrier.Audio, error) {
	if !sidPattern.MatchString(sid) || sid[:2] != "RE" {
		return carrier.Audio{}, fault.New(fault.NotFound, "There is no such recording.")
	}
	address := url.URL{Scheme: "https", Host: "api.twilio.com", Path: "/2010-04-01/Accounts/" + c.config.AccountSID + "/Recordings/" + sid + ".mp3"}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address.String(), http.NoBody)
	if err != nil {
		return carrier.Audio{}, fault.Wrap(err, fault.Internal, "The recording can't be asked for.")
	}
	request.SetBasicAuth(c.config.AccountSID, c.config.AuthToken)
	if part != "" {
		request.Header.Set("Range", part)
	}
	response, err := c.sound.Do(request)
	if err != nil {
		return carrier.Audio{}, refused(err)
	}
	switch response.StatusCode {
	case http.StatusOK, http.StatusPartialContent:
		return carrier.Audio{ReadCloser: bounded{io.LimitReader(response.Body, maxSound), response.Body}, Length: response.ContentLength, Range: response.Header.Get("Content-Range")}, nil
	case http.StatusRequestedRangeNotSatisfiable:
		err = fault.New(fault.Malformed, "The recording has no such part.")
	case http.StatusNotFound, http.StatusGone:
		err = fault.New(fault.NotFound, "The phone provider has this recording no more.")
	case http.StatusUnauthorized, http.StatusForbidden:
		err = fault.New(fault.Invalid, "The phone provider does not accept our account's credentials. An administrator must check them.")
	default:
		err = fault.New(fault.Unavailable, "The phone provider does not give the recording (%d). Please try again.", response.StatusCode)
	}
	_ = response.Body.Close()
	return carrier.Audio{}, err
}

// bounded limits the bytes read of a body.
type bounded struct {
	io.Reader
	io.Closer
}
