package twilio

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"

	"switchboard/actors/carrier"
	"switchboard/actors/web"
	"switchboard/storage/fault"
)

const (
	mediaHost = "mcs.us1.twilio.com"
	// mediaConcurrency bounds the attachments that are passed on at once.
	mediaConcurrency = 8
)

var errLed = errors.New("twilio: the attachment lies nowhere that is followed")

// attachments reads and stores files of messages. The SDK has no part for them.
// https://www.twilio.com/docs/conversations/media-support-conversations
type attachments struct {
	// api asks the provider. content reads from the address that the provider names,
	// without our credentials: the sender of a message may have chosen it.
	api, content *http.Client
}

// newAttachments returns the clients of attachments. guarded dials public hosts alone.
func newAttachments(config Config, isNetwork bool, guarded http.RoundTripper) attachments {
	outside := config.Transport
	if isNetwork {
		outside = guarded
	}
	return attachments{
		api: &http.Client{
			Transport:     newRetrier(config.Transport, config.RetryBase, mediaConcurrency),
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		content: &http.Client{
			Transport: newRetrier(outside, config.RetryBase, mediaConcurrency),
			CheckRedirect: func(r *http.Request, via []*http.Request) error {
				if len(via) > maxRedirects || isRefused(r.URL.String()) {
					return errLed
				}
				return nil
			},
		},
	}
}

// internet checks addresses; none but public ones are allowed.
var internet = web.New(nil)

// isRefused reports whether an address is none of a public host, asked over TLS.
func isRefused(address string) bool { return internet.Check(address) != nil }

func mediaAddress(service string) url.URL {
	return url.URL{Scheme: "https", Host: mediaHost, Path: "/v1/Services/" + service + "/Media"}
}

// mediaService returns the service whose attachments are meant. Their part of the API has no default
// service.
func (c *Client) mediaService(sid string) (string, error) {
	if service := c.service(sid); servicePattern.MatchString(service) {
		return service, nil
	}
	return "", fault.New(fault.Invalid, "Attachments need a conversation service. An administrator must configure it (SWITCHBOARD_TWILIO_SERVICE_SID).")
}

// StoreMedia implements carrier.Attachments.
func (c *Client) StoreMedia(ctx context.Context, m carrier.StoreMedia) (string, error) {
	service, err := c.mediaService(m.ServiceSID)
	if err != nil {
		return "", err
	}
	address := mediaAddress(service)
	if m.Filename != "" {
		address.RawQuery = url.Values{"Filename": {m.Filename}}.Encode()
	}
	request, err := http.NewRequestWithContext(repeatable(ctx), http.MethodPost, address.String(), bytes.NewReader(m.Content))
	if err != nil {
		return "", fault.Wrap(err, fault.Internal, "The attachment can't be sent.")
	}
	request.Header.Set("Content-Type", m.ContentType)
	var stored mediaAnswer
	if err := c.askMedia(request, &stored); err != nil {
		return "", err
	}
	return stored.SID, nil
}

// OpenMedia implements carrier.Attachments.
func (c *Client) OpenMedia(ctx context.Context, serviceSID, sid string) (carrier.MediaContent, error) {
	service, err := c.mediaService(serviceSID)
	if err != nil {
		return carrier.MediaContent{}, err
	}
	if !sidPattern.MatchString(sid) || sid[:2] != "ME" {
		return carrier.MediaContent{}, fault.New(fault.NotFound, "There is no such attachment.")
	}
	address := mediaAddress(service)
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address.String()+"/"+sid, http.NoBody)
	if err != nil {
		return carrier.MediaContent{}, fault.Wrap(err, fault.Internal, "The attachment can't be asked for.")
	}
	var stored mediaAnswer
	if err := c.askMedia(request, &stored); err != nil {
		return carrier.MediaContent{}, err
	}
	content, err := c.readMedia(ctx, stored.Links.Temporary)
	if err != nil {
		return carrier.MediaContent{}, err
	}
	content.Filename, content.ContentType = storable(stored.Filename), storable(stored.ContentType)
	return content, nil
}

// readMedia opens the address that the provider names.
func (c *Client) readMedia(ctx context.Context, address string) (carrier.MediaContent, error) {
	refusal := fault.New(fault.Invalid, "The attachment lies at an address that may not be read.")
	if isRefused(address) {
		return carrier.MediaContent{}, refusal
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return carrier.MediaContent{}, refusal
	}
	response, err := c.attachments.content.Do(request)
	if err != nil {
		if errors.Is(err, errLed) || errors.Is(err, web.ErrAddress) {
			return carrier.MediaContent{}, refusal
		}
		return carrier.MediaContent{}, refused(err)
	}
	if response.StatusCode != http.StatusOK {
		defer func() { _ = response.Body.Close() }()
		return carrier.MediaContent{}, mediaRefusal(response.StatusCode)
	}
	return carrier.MediaContent{ReadCloser: response.Body, Size: response.ContentLength}, nil
}

// mediaAnswer is what the provider says of an attachment.
type mediaAnswer struct {
	SID         string `json:"sid"`
	Filename    string `json:"filename"`
	ContentType string `json:"content_type"`
	Links       struct {
		Temporary string `json:"content_direct_temporary"`
	} `json:"links"`
}

// askMedia asks the provider and reads its answer.
func (c *Client) askMedia(r *http.Request, into *mediaAnswer) error {
	r.SetBasicAuth(c.config.AccountSID, c.config.AuthToken)
	response, err := c.attachments.api.Do(r)
	if err != nil {
		return refused(err)
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK && response.StatusCode != http.StatusCreated {
		return mediaRefusal(response.StatusCode)
	}
	if err := json.NewDecoder(io.LimitReader(response.Body, maxAnswer)).Decode(into); err != nil {
		return fault.Wrap(err, fault.Unavailable, "The phone provider's answer can't be read. Please try again.")
	}
	return nil
}

func mediaRefusal(status int) error {
	switch status {
	case http.StatusNotFound, http.StatusGone:
		return fault.New(fault.NotFound, "This attachment could not be found")
	case http.StatusUnauthorized:
		return fault.New(fault.Invalid, "The phone provider does not accept our account's credentials. An administrator must check them.")
	case http.StatusRequestEntityTooLarge:
		return fault.New(fault.Invalid, "The phone provider does not take so large a file.")
	case http.StatusUnsupportedMediaType, http.StatusBadRequest, http.StatusForbidden:
		return fault.New(fault.Invalid, "The phone provider does not take this file.")
	default:
		return fault.New(fault.Unavailable, "The phone provider does not pass on the attachment (%d). Please try again.", status)
	}
}
