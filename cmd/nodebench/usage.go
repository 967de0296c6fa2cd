//go:build linux

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// work is the processor time of the programs that share the machine.
type work struct{ server, database, clients time.Duration }

func (w work) less(o work) work {
	return work{w.server - o.server, w.database - o.database, w.clients - o.clients}
}

func (w work) plus(o work) work {
	return work{w.server + o.server, w.database + o.database, w.clients + o.clients}
}

// cores returns how many cores each kept busy.
func (w work) cores(in time.Duration) string {
	share := func(d time.Duration) string { return fmt.Sprintf("%.2f", d.Seconds()/in.Seconds()) }
	return share(w.server) + ", " + share(w.database) + ", " + share(w.clients)
}

// machine is the programs that share it with this one: the single node and
// its database.
type machine struct {
	server  int    // process
	cluster string // the database's folder
}

// used returns what the node, its database with all its children, and this
// program have used until now.
func (m machine) used() work {
	postmaster := 0
	if raw, err := os.ReadFile(filepath.Join(m.cluster, "postmaster.pid")); err == nil {
		first, _, _ := strings.Cut(string(raw), "\n")
		postmaster, _ = strconv.Atoi(first)
	}
	out := work{server: statOf(m.server).own, clients: statOf(os.Getpid()).own}
	head := statOf(postmaster)
	out.database = head.own + head.ended
	all, err := filepath.Glob("/proc/[0-9]*")
	if err != nil || postmaster == 0 {
		return out
	}
	for _, path := range all {
		pid, _ := strconv.Atoi(filepath.Base(path))
		if s := statOf(pid); s.parent == postmaster {
			out.database += s.own
		}
	}
	return out
}

// stat is the kernel's data on a process: the zero value if it has ended.
type stat struct {
	parent     int
	own, ended time.Duration // its own time, and that of its ended children
}

// tick is the kernel's unit of processor time (USER_HZ, 100 on every Linux).
const tick = 10 * time.Millisecond

func statOf(pid int) stat {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return stat{}
	}
	// The fields after the program's name in parentheses: state, parent, …
	// and from the 12th on utime, stime, cutime, cstime (proc_pid_stat(5)).
	fields := strings.Fields(string(raw[bytes.LastIndexByte(raw, ')')+1:]))
	if len(fields) < 15 {
		return stat{}
	}
	number := func(i int) int { n, _ := strconv.Atoi(fields[i]); return n }
	spent := func(user, system int) time.Duration { return time.Duration(number(user)+number(system)) * tick }
	return stat{parent: number(1), own: spent(11, 12), ended: spent(13, 14)}
}

// memoryOf returns a process's resident memory in bytes.
func memoryOf(pid int) int64 {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0
	}
	var size, resident int64
	if _, err := fmt.Sscan(string(raw), &size, &resident); err != nil {
		return 0
	}
	return resident * int64(os.Getpagesize())
}
