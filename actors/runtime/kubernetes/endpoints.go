package kubernetes

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"switchboard/actors/runtime"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// Options are the API's address and the service whose endpoints are the nodes.
type Options struct {
	// URL is the API's, without a path.
	URL string
	// TokenFile and CAFile are the service account's files.
	TokenFile, CAFile string
	Namespace         string
	Service           string
	// Addr is this node's own address: an IP as in the endpoints, and the port that
	// all nodes use.
	Addr string
	// Pause is the first pause after a failure (default 200 ms). It doubles up to
	// fifty times that.
	Pause  time.Duration
	Logger *slog.Logger
}

// accountFolder is where the platform puts a pod's credentials for the API.
const accountFolder = "/var/run/secrets/kubernetes.io/serviceaccount"

// InCluster returns the API's options within a pod. The caller sets the service and
// the address.
func InCluster(get func(string) string) (Options, error) {
	host, port := get("KUBERNETES_SERVICE_HOST"), get("KUBERNETES_SERVICE_PORT")
	if host == "" || port == "" {
		return Options{}, errors.New("this is no pod: KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not set")
	}
	namespace, err := os.ReadFile(filepath.Join(accountFolder, "namespace"))
	if err != nil {
		return Options{}, fmt.Errorf("the pod has no service account: %w", err)
	}
	return Options{
		URL: "https://" + net.JoinHostPort(host, port), Namespace: strings.TrimSpace(string(namespace)),
		TokenFile: filepath.Join(accountFolder, "token"), CAFile: filepath.Join(accountFolder, "ca.crt"),
	}, nil
}

// Endpoints follows the ready endpoints of a service.
type Endpoints struct {
	options Options
	own     netip.AddrPort
	client  *http.Client
	slices  string // URL of the service's slices

	mu      sync.Mutex
	current map[string]slice // by name
	listed  bool             // current is confirmed by the API
	failure error            // reason if it is not
}

// New reads the certificate of the API. It sends no request; Run does.
func New(o Options) (*Endpoints, error) {
	own, err := netip.ParseAddrPort(o.Addr)
	if err != nil {
		return nil, fmt.Errorf("the node's address: %w", err)
	}
	pem, err := os.ReadFile(o.CAFile)
	if err != nil {
		return nil, fmt.Errorf("the certificate of Kubernetes' API: %w", err)
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("the certificate of Kubernetes' API: %s holds none", o.CAFile)
	}
	if o.Pause <= 0 {
		o.Pause = 200 * time.Millisecond
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	transport := &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}, ForceAttemptHTTP2: true,
		// A watch is silent while nothing changes: only pings show that it is alive.
		HTTP2:               &http.HTTP2Config{SendPingTimeout: 10 * time.Second, PingTimeout: 5 * time.Second},
		TLSHandshakeTimeout: 5 * time.Second, ResponseHeaderTimeout: answerTimeout,
	}
	return &Endpoints{
		options: o, own: own, client: &http.Client{Transport: transport},
		slices:  o.URL + "/apis/discovery.k8s.io/v1/namespaces/" + url.PathEscape(o.Namespace) + "/endpointslices",
		failure: fault.New(fault.Unavailable, "Kubernetes has not been asked yet."),
	}, nil
}

// Self returns this node's id.
func (e *Endpoints) Self() id.ID { return memberAt(e.own).ID }

// memberAt returns the node at an address.
func memberAt(addr netip.AddrPort) runtime.Member {
	return runtime.Member{ID: id.Derived("node at " + addr.String()), Addr: addr.String()}
}

// List implements runtime.Source. The platform reports this node, too.
func (e *Endpoints) List(context.Context, runtime.Member) ([]runtime.Member, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.failure != nil {
		return nil, e.failure
	}
	var members []runtime.Member
	for _, s := range e.current {
		for _, addr := range s.ready(e.own.Addr().Is4()) {
			members = append(members, memberAt(netip.AddrPortFrom(addr, e.own.Port())))
		}
	}
	slices.SortFunc(members, func(a, b runtime.Member) int { return strings.Compare(a.Addr, b.Addr) })
	return slices.Compact(members), nil // a pod may be in two slices while it moves
}

// Leave implements runtime.Source. A terminating pod is no longer ready.
func (e *Endpoints) Leave(context.Context, runtime.Member) error { return nil }

var _ runtime.Source = (*Endpoints)(nil)
