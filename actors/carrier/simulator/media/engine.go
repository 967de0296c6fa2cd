package media

import (
	"fmt"
	"net"
	"net/url"

	"github.com/pion/interceptor"
	"github.com/pion/webrtc/v4"

	"switchboard/actors/carrier/simulator/audio"
)

// The negotiated payload types.
const (
	payloadSound  = 0   // PCMU, RFC 3551
	payloadDigits = 126 // telephone-event, RFC 4733
)

var sound = webrtc.RTPCodecCapability{MimeType: webrtc.MimeTypePCMU, ClockRate: audio.Rate, Channels: 1}

// Engine creates the network's ends of WebRTC connections.
type Engine struct{ api *webrtc.API }

// New returns an engine. public is the product's URL: if it is local, so is the
// sound. change can override settings.
func New(public string, change ...func(*webrtc.SettingEngine)) (*Engine, error) {
	codecs := &webrtc.MediaEngine{}
	for _, codec := range []webrtc.RTPCodecParameters{
		{RTPCodecCapability: sound, PayloadType: payloadSound},
		{RTPCodecCapability: webrtc.RTPCodecCapability{
			MimeType: "audio/telephone-event", ClockRate: audio.Rate, SDPFmtpLine: "0-16",
		}, PayloadType: payloadDigits},
	} {
		if err := codecs.RegisterCodec(codec, webrtc.RTPCodecTypeAudio); err != nil {
			return nil, fmt.Errorf("media: %w", err)
		}
	}
	registry := &interceptor.Registry{}
	if err := webrtc.ConfigureRTCPReports(registry); err != nil {
		return nil, fmt.Errorf("media: %w", err)
	}
	setting := webrtc.SettingEngine{}
	setting.SetLite(true)
	setting.SetNetworkTypes([]webrtc.NetworkType{webrtc.NetworkTypeUDP4})
	setting.SetIncludeLoopbackCandidate(true)
	// The SDK has called browsers start DTLS, and the starting side stays the same
	// when they reconnect (RFC 8842), so they start it in calls that they place, too.
	if err := setting.SetAnsweringDTLSRole(webrtc.DTLSRoleServer); err != nil {
		return nil, fmt.Errorf("media: %w", err)
	}
	if onThisMachine(public) {
		setting.SetIPFilter(net.IP.IsLoopback)
	}
	for _, set := range change {
		set(&setting)
	}
	return &Engine{webrtc.NewAPI(
		webrtc.WithMediaEngine(codecs), webrtc.WithInterceptorRegistry(registry), webrtc.WithSettingEngine(setting),
	)}, nil
}

func onThisMachine(public string) bool {
	u, err := url.Parse(public)
	if err != nil {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
}
