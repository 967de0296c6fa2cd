package measure

import (
	"net"
	"os"
	"strings"
)

// Load returns the machine's load average over one, five and fifteen minutes,
// or "unknown".
func Load() string {
	raw, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	return strings.Join(strings.Fields(string(raw))[:3], " ")
}

// FreeAddress returns an unused loopback address.
func FreeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return listener.Addr().String(), listener.Close()
}
