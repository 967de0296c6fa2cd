package config

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strings"
)

// Cluster configures the membership provider and the private address of the
// engine.
type Cluster struct {
	// Addr is where other nodes reach the engine of this one: host and port,
	// 0 for any free port. It must not be reachable from outside.
	Addr string
	// Service is the Kubernetes service whose ready endpoints are the nodes;
	// empty if the nodes announce themselves by leases in Redis.
	Service string
}

// Enabled reports whether the actors are shared with other nodes.
func (c Cluster) Enabled() bool { return c.Addr != "" }

// parseCluster parses "local", "redis:HOST:PORT" or
// "kubernetes:SERVICE:IP:PORT".
func parseCluster(text string) (Cluster, error) {
	if text == "" || text == "local" {
		return Cluster{}, nil
	}
	if rest, ok := strings.CutPrefix(text, "kubernetes:"); ok {
		return parseKubernetes(rest)
	}
	addr, ok := strings.CutPrefix(text, "redis:")
	host, port, err := net.SplitHostPort(addr)
	if !ok || err != nil || host == "" || port == "" {
		return Cluster{}, fmt.Errorf("want local, redis:HOST:PORT or kubernetes:SERVICE:IP:PORT with the private address of this node, not %q", text)
	}
	if ip, err := netip.ParseAddr(host); err == nil && ip.IsUnspecified() {
		return Cluster{}, fmt.Errorf("%s would listen everywhere: name the private address of this node", host)
	}
	return Cluster{Addr: addr}, nil
}

// parseKubernetes parses the part after "kubernetes:". The nodes find each
// other by the addresses that the service lists, so this node must name its
// own exactly.
func parseKubernetes(text string) (Cluster, error) {
	service, addr, _ := strings.Cut(text, ":")
	own, err := netip.ParseAddrPort(addr)
	if service == "" || err != nil || own.Port() == 0 || own.Addr().IsUnspecified() {
		return Cluster{}, fmt.Errorf("want kubernetes:SERVICE:IP:PORT with the name of the nodes' service, the address of this pod and one port for all nodes, not kubernetes:%s", text)
	}
	return Cluster{Addr: own.String(), Service: service}, nil
}

func parseNetworks(text string) ([]netip.Prefix, error) {
	var networks []netip.Prefix
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		network, err := netip.ParsePrefix(part)
		if ip, addrErr := netip.ParseAddr(part); err != nil && addrErr == nil {
			network, err = ip.Prefix(ip.BitLen())
		}
		if err != nil {
			return nil, fmt.Errorf("want addresses or networks such as 10.0.0.0/8 separated by commas, not %q", part)
		}
		networks = append(networks, network.Masked())
	}
	return networks, nil
}

// checkNodes checks the settings that several nodes require.
func (c Config) checkNodes() error {
	if c.RedisURL != "" {
		u, err := url.Parse(c.RedisURL)
		if err != nil || u.Scheme != "redis" && u.Scheme != "rediss" && u.Scheme != "unix" {
			return errors.New("REDIS_URL: want a URL that starts with redis://")
		}
	}
	if !c.Cluster.Enabled() {
		return nil
	}
	for _, needed := range []struct{ name, value string }{
		{"REDIS_URL", c.RedisURL}, {"DATABASE_URL", c.DatabaseURL}, {"SWITCHBOARD_SECRET_KEY", c.SecretKey},
	} {
		if needed.value == "" {
			return fmt.Errorf("SWITCHBOARD_CLUSTER needs %s, the same on every node", needed.name)
		}
	}
	return nil
}
