package link

import (
	"errors"
	"net"
	"syscall"
)

// direct writes to a TCP connection without ever blocking. Its methods must
// not be called concurrently.
type direct struct {
	raw     syscall.RawConn
	try     func(fd uintptr) bool // bound once: a closure per write would allocate
	piece   []byte
	written int
	failure error
}

// open prepares a connection for direct writes. Only a *net.TCPConn supports
// them.
func (d *direct) open(conn net.Conn) {
	if tcp, ok := conn.(*net.TCPConn); ok {
		if raw, err := tcp.SyscallConn(); err == nil {
			d.raw, d.try = raw, d.once
		}
	}
}

func (d *direct) possible() bool { return d.raw != nil }

// write makes one non-blocking write(2) and returns the number of bytes
// written.
func (d *direct) write(piece []byte) (int, error) {
	d.piece, d.written, d.failure = piece, 0, nil
	err := d.raw.Write(d.try)
	d.piece = nil
	if err == nil {
		err = d.failure
	}
	return d.written, err
}

func (d *direct) once(fd uintptr) bool {
	for {
		n, err := syscall.Write(int(fd), d.piece)
		switch {
		case err == nil:
			d.written = n
		case errors.Is(err, syscall.EINTR):
			continue
		case errors.Is(err, syscall.EAGAIN):
		default:
			d.failure = err
		}
		return true
	}
}
