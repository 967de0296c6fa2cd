//go:build linux

package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"os"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"switchboard/cmd/benchsocket"
)

// clientSet is a set of connections that one goroutine reads by epoll.
type clientSet struct {
	epoll int
	mark  []byte
	done  chan struct{}
	ended chan struct{}
	files []*os.File
	rest  map[int32][]byte // the incomplete frame of a connection

	deliveries atomic.Int64
	lost       atomic.Int64 // connections that ended
	mu         sync.Mutex
	latencies  []time.Duration
}

// gather connects n clients to a server; they have joined what is published.
func gather(s server, addr string, n int) (*clientSet, error) {
	epoll, err := syscall.EpollCreate1(0)
	if err != nil {
		return nil, err
	}
	c := &clientSet{epoll: epoll, mark: s.mark(), done: make(chan struct{}), ended: make(chan struct{}), rest: map[int32][]byte{}}
	var mu sync.Mutex
	var work sync.WaitGroup
	var failures []error
	next := make(chan int)
	for range 16 {
		work.Go(func() {
			for i := range next {
				file, err := one(s, addr, i)
				mu.Lock()
				if err != nil {
					failures = append(failures, err)
				} else {
					c.files = append(c.files, file)
				}
				mu.Unlock()
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	work.Wait()
	if len(failures) > 0 {
		c.close(false)
		return nil, fmt.Errorf("%d of %d connections failed: %w", len(failures), n, failures[0])
	}
	for _, f := range c.files {
		fd := int(f.Fd())
		err := errors.Join(syscall.SetNonblock(fd, true), syscall.EpollCtl(epoll, syscall.EPOLL_CTL_ADD, fd, &syscall.EpollEvent{Events: syscall.EPOLLIN, Fd: int32(fd)}))
		if err != nil {
			c.close(false)
			return nil, err
		}
	}
	go c.read()
	return c, nil
}

func one(s server, addr string, n int) (*os.File, error) {
	l, err := s.connect(addr, n)
	if err != nil {
		return nil, err
	}
	defer func() { _ = l.Close() }()
	if err := s.join(l); err != nil {
		return nil, err
	}
	tcp, ok := l.Conn.(*net.TCPConn)
	if !ok {
		return nil, errors.New("not TCP")
	}
	_ = tcp.SetDeadline(time.Time{})
	return tcp.File() // a duplicate that Go's own poller does not watch
}

func (c *clientSet) read() {
	defer close(c.ended)
	events := make([]syscall.EpollEvent, 512)
	buffer := make([]byte, 256<<10)
	for {
		select {
		case <-c.done:
			return
		default:
		}
		n, err := syscall.EpollWait(c.epoll, events, 100)
		if err != nil && !errors.Is(err, syscall.EINTR) {
			return
		}
		for i := range max(n, 0) {
			c.readOne(events[i].Fd, buffer)
		}
	}
}

func (c *clientSet) readOne(fd int32, buffer []byte) {
	kept := copy(buffer, c.rest[fd])
	n, err := syscall.Read(int(fd), buffer[kept:])
	if errors.Is(err, syscall.EAGAIN) || errors.Is(err, syscall.EINTR) {
		return
	}
	if err != nil || n <= 0 {
		c.lost.Add(1)
		_ = syscall.EpollCtl(c.epoll, syscall.EPOLL_CTL_DEL, int(fd), nil)
		return
	}
	rest := c.frames(fd, buffer[:kept+n])
	if len(rest) == 0 {
		delete(c.rest, fd)
	} else {
		c.rest[fd] = append([]byte(nil), rest...)
	}
}

// frames counts complete frames and returns the incomplete one.
func (c *clientSet) frames(fd int32, b []byte) []byte {
	for len(b) >= 2 {
		size, head := int(b[1]&0x7f), 2
		if size == 126 {
			if len(b) < 4 {
				return b
			}
			size, head = int(binary.BigEndian.Uint16(b[2:])), 4
		}
		if len(b) < head+size {
			return b
		}
		payload := b[head : head+size]
		switch {
		case bytes.HasPrefix(payload, c.mark):
			if c.deliveries.Add(1)%16 == 0 {
				c.clock(payload)
			}
		case len(payload) == 1 && payload[0] == '2':
			_, _ = syscall.Write(int(fd), benchsocket.Masked("3"))
		}
		b = b[head+size:]
	}
	return b
}

// clock measures the time since publishing, which the data begins with.
func (c *clientSet) clock(payload []byte) {
	i := bytes.Index(payload, []byte(`"T`))
	if i < 0 || len(payload) < i+21 {
		return
	}
	sent, err := strconv.ParseInt(string(payload[i+2:i+21]), 10, 64)
	if err != nil {
		return
	}
	c.mu.Lock()
	c.latencies = append(c.latencies, time.Duration(time.Now().UnixNano()-sent))
	c.mu.Unlock()
}

// forget drops the latencies of the warm-up.
func (c *clientSet) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.latencies = nil
}

func (c *clientSet) percentile(p float64) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.latencies) == 0 {
		return 0
	}
	slices.Sort(c.latencies)
	return c.latencies[int(p*float64(len(c.latencies)-1))]
}

func (c *clientSet) close(reading bool) {
	close(c.done)
	if reading {
		<-c.ended
	}
	for _, f := range c.files {
		_ = f.Close()
	}
	_ = syscall.Close(c.epoll)
}
