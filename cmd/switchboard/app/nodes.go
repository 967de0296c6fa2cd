package app

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"switchboard/actors/features"
	"switchboard/actors/runtime"
	"switchboard/actors/runtime/kubernetes"
	"switchboard/actors/users/presence"
	"switchboard/hub"
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

// nodes is what this process shares with the others of the installation.
type nodes struct {
	// self names this process; each start is a node of its own.
	self   id.ID
	broker broker.Broker
	leases ephemeral.Store // nil without Redis
	// limiter counts what is limited by rate, for all nodes together.
	limiter ratelimit.Limiter
}

// startNodes connects what nodes share. Without Redis this process is the only one;
// a Redis that is away now may come later, nothing waits for it.
func (m *Main) startNodes(context.Context) error {
	m.nodes.self = id.New()
	if m.config.RedisURL == "" {
		b := memory.New(m.panics)
		m.nodes.broker = b
		m.nodes.limiter = rates.New(rates.Size, time.Now)
		m.onClose("broker", func(context.Context) error { b.Close(); return nil })
		return nil
	}
	client, err := redis.Dial(m.config.RedisURL)
	if err != nil {
		return fmt.Errorf("REDIS_URL: %w", err)
	}
	m.onClose("Redis", func(context.Context) error { return client.Close() })
	b := redis.New(redis.Options{
		Client: client, Namespace: m.keys.Namespace, Key: m.keys.Redis, Node: string(m.nodes.self), Logger: m.log.With("part", "broker"), Panics: m.panics,
	})
	m.onClose("broker", func(context.Context) error { b.Close(); return nil })
	m.nodes.broker = b
	m.nodes.leases = leases.New(leases.Options{Client: client, Namespace: m.keys.Namespace, Key: m.keys.Redis})
	m.nodes.limiter = sharedrates.New(client, m.keys.Namespace, m.log.With("part", "rates"))
	return nil
}

// presenceNodes is how presence learns of other nodes' sockets.
func (m *Main) presenceNodes() presence.Nodes {
	if m.nodes.leases == nil {
		return presence.Nodes{}
	}
	return presence.Nodes{
		Node: string(m.nodes.self), Leases: m.nodes.leases,
		Publish: func(organization id.ID, topic, name string, payload json.RawMessage) error {
			return m.nodes.broker.Publish(broker.Message{Organization: organization, Topic: topic, Name: name, Payload: payload})
		},
	}
}

// fleeting hands what is fleeting to whoever shows or derives something from it.
type fleeting struct {
	hub      *hub.Hub
	presence *presence.Tracker
}

// Fleeting implements broker.Listener.
func (f fleeting) Fleeting(organization id.ID, topic, name string, payload json.RawMessage) {
	f.presence.Fleeting(organization, topic, name, payload)
	f.hub.Fleeting(organization, topic, name, payload)
}

// engine is a runtime.Engine whose kinds can be registered.
type engine interface {
	runtime.Engine
	Register(kind string, factory runtime.Factory)
}

// newEngine runs all actors in this process, or shares them with the cluster.
func (m *Main) newEngine(ctx context.Context) (engine, error) {
	options := runtime.Options{Logger: m.log.With("part", "actors"), Panics: m.panics}
	if !m.config.Cluster.Enabled() {
		local := runtime.NewLocal(options)
		m.onClose("actors", local.Stop)
		return local, nil
	}
	for _, f := range features.All() {
		runtime.RegisterTypes(f.Crosses)
	}
	clustered := runtime.ClusterOptions{
		Options: options, Node: m.nodes.self, Addr: m.config.Cluster.Addr, Leases: m.nodes.leases, Key: m.keys.Nodes,
	}
	if service := m.config.Cluster.Service; service != "" {
		endpoints, err := m.followEndpoints(service)
		if err != nil {
			return nil, err
		}
		clustered.Source, clustered.Node = endpoints, endpoints.Self()
	}
	cluster, err := runtime.NewCluster(ctx, clustered)
	if err != nil {
		return nil, fmt.Errorf("SWITCHBOARD_CLUSTER: %w", err)
	}
	m.onClose("actors", cluster.Stop)
	return cluster, nil
}

// followEndpoints learns from Kubernetes which nodes are there.
func (m *Main) followEndpoints(service string) (*kubernetes.Endpoints, error) {
	options, err := kubernetes.InCluster(os.Getenv)
	if err != nil {
		return nil, fmt.Errorf("SWITCHBOARD_CLUSTER: %w", err)
	}
	options.Service, options.Addr, options.Logger = service, m.config.Cluster.Addr, m.log.With("part", "cluster")
	endpoints, err := kubernetes.New(options)
	if err != nil {
		return nil, fmt.Errorf("SWITCHBOARD_CLUSTER: %w", err)
	}
	m.background("endpoints", func(ctx context.Context) error {
		endpoints.Run(ctx)
		return nil
	})
	return endpoints, nil
}
