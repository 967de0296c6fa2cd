package smoke_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"switchboard/storage/waittest"
)

// The metrics that operators watch are counted by the components themselves.
func TestMetrics(t *testing.T) {
	p := start(t, nil)
	agent := p.signIn("agent1")
	_, call := agent.outside("+12065550166")
	waittest.Until(t, "the call's owner lives", func() bool { return !strings.Contains(p.metrics(), "\nswitchboard_actors 0\n") })
	figures := p.metrics()
	for _, want := range []string{
		"\nswitchboard_relay_leading 1\n", "switchboard_relay_moved_total", "switchboard_hub_sockets", "switchboard_http_request_seconds",
		"\nswitchboard_simulator_tick_late_seconds_bucket{le=\"0.02\"}", "\nswitchboard_simulator_tick_seconds_count",
	} {
		if !strings.Contains(figures, want) {
			t.Errorf("no %q for call %s", strings.TrimSpace(want), call)
		}
	}
	for _, unwanted := range []string{"switchboard_broker_published", "switchboard_cluster_members"} {
		if strings.Contains(figures, unwanted) {
			t.Errorf("%s on a single node", unwanted)
		}
	}
}

func (p *product) metrics() string {
	p.T.Helper()
	answer, err := http.Get(p.Main.MetricsURL()) //nolint:noctx // a test's question
	if err != nil {
		p.T.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		p.T.Fatalf("%d %v", answer.StatusCode, err)
	}
	return string(text)
}
