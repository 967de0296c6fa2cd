package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"
)

// application is what a mode mounts.
type application interface {
	http.Handler
	Close()
}

func main() {
	addr := flag.String("addr", "127.0.0.1:0", "the address to listen on")
	mode := flag.String("mode", "protocol", modes)
	window := flag.Int("window", 120_000, "how long a session may be away in recovery mode, in milliseconds")
	flag.Parse()
	if err := run(*addr, *mode, time.Duration(*window)*time.Millisecond); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

const modes = "protocol, client, recovery, bench or bench-product"

func run(addr, mode string, window time.Duration) error {
	var app application
	var err error
	switch mode {
	case "protocol":
		app = newProtocol()
	case "client":
		app = newClient()
	case "recovery":
		app = newRecovery(window)
	case "bench":
		app = newBench()
	case "bench-product":
		app, err = newProduct()
	default:
		err = fmt.Errorf("there is no mode %q: "+modes, mode)
	}
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	server := &http.Server{Handler: app, ReadHeaderTimeout: 5 * time.Second}
	fmt.Println("listening on", listener.Addr())

	collect := make(chan os.Signal, 1)
	signal.Notify(collect, syscall.SIGUSR2)
	go func() {
		for range collect {
			debug.FreeOSMemory()
		}
	}()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	go func() {
		<-ctx.Done()
		app.Close()
		_ = server.Close()
	}()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
