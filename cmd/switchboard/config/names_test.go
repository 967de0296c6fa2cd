package config_test

import (
	"strings"
	"testing"

	"switchboard/cmd/switchboard/config"
)

func TestUnknownNamesStopTheStart(t *testing.T) {
	for name, nearest := range map[string]string{
		"SWITCHBOARD_ADRR": "SWITCHBOARD_ADDR", "SWITCHBOARD_SECRETKEY": "SWITCHBOARD_SECRET_KEY", "SWITCHBOARD_DATABASE_URL": "SWITCHBOARD_DATA_DIR",
	} {
		err := config.CheckNames([]string{"HOME=/", name + "=x"})
		if err == nil || !strings.HasPrefix(err.Error(), name+": ") || name != "SWITCHBOARD_DATABASE_URL" && !strings.Contains(err.Error(), " "+nearest+".") {
			t.Errorf("%s: %v", name, err)
		}
	}
	good := []string{"SWITCHBOARD_ADDR=:0", "DATABASE_URL=x", "SWITCHBOARD_SERVICE_HOST=10.0.0.1", "SWITCHBOARD_PORT_8080_TCP_ADDR=10.0.0.1", "SWITCHBOARD_PORT=tcp://10.0.0.1:80", "SWITCHBOARD_NODES_SERVICE_PORT_HTTP=80"}
	if err := config.CheckNames(good); err != nil {
		t.Error(err)
	}
}

func TestSettingsHideSecrets(t *testing.T) {
	env := map[string]string{
		"SWITCHBOARD_SECRET_KEY": "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=", "DATABASE_URL": "postgres://desk:hunter2@db/desk",
		"SWITCHBOARD_METRICS_TOKEN": "hunter2", "SWITCHBOARD_LOG_LEVEL": "warn",
	}
	get := func(name string) string { return env[name] }
	c, err := config.Load(get)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]config.Setting{}
	for _, s := range c.Settings(get) {
		found[s.Name] = s
		if strings.Contains(s.Value, "hunter2") || strings.Contains(s.Value, "MDEy") {
			t.Errorf("%s shows %s", s.Name, s.Value)
		}
	}
	for name, want := range map[string]string{
		"SWITCHBOARD_ADDR": "127.0.0.1:8080", "SWITCHBOARD_LOG_LEVEL": "warn", "DATABASE_URL": "postgres://desk:xxxxx@db/desk", "REDIS_URL": "none",
	} {
		if s := found[name]; s.Value != want || s.Default != (env[name] == "") {
			t.Errorf("%s is %+v, want %s", name, s, want)
		}
	}
}
