package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"

	"switchboard/cmd/switchboard/config"
)

// address is where the product is reached.
type address struct {
	listener net.Listener
	url      string // scheme and host of links, callbacks and signatures
}

// listen opens the port first, so that links, callbacks and signatures know
// it.
func listen(ctx context.Context, env environment) (address, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", env.config.Addr)
	if err != nil {
		return address{}, fmt.Errorf("SWITCHBOARD_ADDR: %w", err)
	}
	env.life.onEnd("listener", func(context.Context) error {
		if err := listener.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
			return err
		}
		return nil
	})
	at := address{listener, env.config.PublicURL}
	if at.url == "" {
		at.url = "http://" + listener.Addr().String()
	}
	return at, nil
}

// onLoopback reports whether only this machine can reach the product.
func (a address) onLoopback() bool {
	at, err := netip.ParseAddrPort(a.listener.Addr().String())
	return err == nil && at.Addr().Unmap().IsLoopback()
}

// origins returns the origins that may open sockets. If no address is
// configured, a page under localhost counts as the same origin.
func (a address) origins(c config.Config) []string {
	origins := append([]string{a.url}, c.AllowedOrigins...)
	if c.PublicURL == "" {
		if _, port, err := net.SplitHostPort(a.listener.Addr().String()); err == nil {
			origins = append(origins, "http://localhost:"+port)
		}
	}
	return origins
}
