package redis_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"sync/atomic"
	"testing"

	goredis "github.com/redis/go-redis/v9"

	"switchboard/storage/broker"
	"switchboard/storage/broker/redis"
	"switchboard/storage/id"
	"switchboard/storage/panics"
	"switchboard/storage/redistest"
)

// brittle is a client whose sending panics as often as it is set to.
type brittle struct{ left atomic.Int64 }

func (b *brittle) DialHook(next goredis.DialHook) goredis.DialHook { return next }

func (b *brittle) ProcessHook(next goredis.ProcessHook) goredis.ProcessHook { return next }

func (b *brittle) ProcessPipelineHook(next goredis.ProcessPipelineHook) goredis.ProcessPipelineHook {
	return func(ctx context.Context, commands []goredis.Cmder) error {
		if commands[0].Name() == "publish" && b.left.Load() > 0 {
			b.left.Add(-1)
			panic("on purpose")
		}
		return next(ctx, commands)
	}
}

// TestTheBrokerSendsOnAfterAPanic holds that what comes later leaves.
func TestTheBrokerSendsOnAfterAPanic(t *testing.T) {
	server := redistest.Start(t)
	namespace := string(id.New())
	other, _ := open(t, server, namespace)
	heard := newEar()
	other.Listen(heard)
	client := server.Client()
	hook := &brittle{}
	hook.left.Store(1)
	client.AddHook(hook)
	catcher := panics.New(slog.New(slog.DiscardHandler))
	b := redis.New(redis.Options{Client: client, Namespace: namespace, Key: key, Logger: slog.New(slog.DiscardHandler), Panics: catcher})
	running(t, b)
	organization := id.New()
	said := broker.Message{Organization: organization, Topic: "t", Name: "n", Payload: json.RawMessage(`{}`)}
	for told := false; !told; {
		if err := b.Publish(said); err != nil {
			t.Fatal(err)
		}
		select {
		case <-heard.more:
			told = true
		default:
		}
	}
	if got := catcher.Counts()[panics.Broker]; got != 1 {
		t.Errorf("%d panics are counted", got)
	}
}
