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
	mode := flag.String("mode", "bench", "bench or bench-product")
	flag.Parse()
	if err := run(*addr, *mode); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(addr, mode string) error {
	var app application
	var err error
	switch mode {
	case "bench":
		app = newBench()
	case "bench-product":
		app, err = newProduct()
	default:
		err = fmt.Errorf("there is no mode %q: bench or bench-product", mode)
	}
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.Handle("/socket.io/", app)
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
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
