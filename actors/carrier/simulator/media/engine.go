package media

import (
	"fmt"
	"net"
	"net/url"

	"github.com/pion/interceptor"
	"github.com/pion/webrtc/v4"

	"switchboard/actors/carrier/simulator/audio"
)

// The payload types that are negotiated.
const (
	payloadSound  = 0   // PCMU, RFC 3551
	payloadDigits = 126 // telephone-event, RFC 4733
)

var sound = webrtc.RTPCodecCapability{MimeType: webrtc.MimeTypePCMU, ClockRate: audio.Rate, Channels: 1}

// Engine makes the network's ends of WebRTC connections.
type Engine struct{ api *webrtc.API }

// New makes an engine. public is the product's URL: where it is on this machine alone,
// so is the sound. change may set otherwise what is set here.
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
	// The SDK has browsers begin DTLS where they are called; who begins stays the same where
	// they ask to connect anew (RFC 8842), so that it is they where they call, too.
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
