package app

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"switchboard/actors/users/presence"
	"switchboard/cmd/switchboard/config"
	"switchboard/storage/broker"
	"switchboard/storage/broker/memory"
	"switchboard/storage/broker/redis"
	"switchboard/storage/ephemeral"
	leases "switchboard/storage/ephemeral/redis"
	"switchboard/storage/id"
	"switchboard/storage/ratelimit"
	rates "switchboard/storage/ratelimit/memory"
	sharedrates "switchboard/storage/ratelimit/redis"
)

// nodes is what this process shares with the other nodes of the installation.
type nodes struct {
	// self identifies this process; each start is a new node.
	self   id.ID
	broker broker.Broker
	leases ephemeral.Store // nil without Redis
	// limiter enforces rate limits for all nodes together.
	limiter ratelimit.Limiter
}

// connectNodes connects what nodes share. Without Redis this process is the
// only node; an unavailable Redis may come later, and nothing waits for it.
func connectNodes(env environment, keys config.Keys) (nodes, error) {
	n := nodes{self: id.New()}
	if env.config.RedisURL == "" {
		b := memory.New(env.panics)
		env.life.onEnd("broker", closing(b.Close))
		n.broker, n.limiter = b, rates.New(rates.Size, time.Now)
		return n, nil
	}
	client, err := redis.Dial(env.config.RedisURL)
	if err != nil {
		return nodes{}, fmt.Errorf("REDIS_URL: %w", err)
	}
	env.life.onEnd("Redis", func(context.Context) error { return client.Close() })
	b := redis.New(redis.Options{
		Client: client, Namespace: keys.Namespace, Key: keys.Redis, Node: string(n.self), Logger: env.log.With("part", "broker"), Panics: env.panics,
	})
	env.life.onEnd("broker", closing(b.Close))
	env.life.run("broker", forever(b.Run))
	n.broker = b
	n.leases = leases.New(leases.Options{Client: client, Namespace: keys.Namespace, Key: keys.Redis})
	n.limiter = sharedrates.New(client, keys.Namespace, env.log.With("part", "rates"))
	return n, nil
}

// presence returns how presence learns of other nodes' sockets.
func (n nodes) presence() presence.Nodes {
	if n.leases == nil {
		return presence.Nodes{}
	}
	return presence.Nodes{
		Node: string(n.self), Leases: n.leases,
		Publish: func(organization id.ID, topic, name string, payload json.RawMessage) error {
			return n.broker.Publish(broker.Message{Organization: organization, Topic: topic, Name: name, Payload: payload})
		},
	}
}
