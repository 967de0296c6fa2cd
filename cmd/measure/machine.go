package measure

import (
	"net"
	"os"
	"strings"
)

// Load is the machine's load average over one, five and fifteen minutes, "unknown" where
// the system doesn't tell.
func Load() string {
	raw, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	return strings.Join(strings.Fields(string(raw))[:3], " ")
}

// FreeAddress is an address of loopback that nobody listens on.
func FreeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return listener.Addr().String(), listener.Close()
}
