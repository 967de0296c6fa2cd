package app

import (
	"context"
	"fmt"
	"os"

	"switchboard/actors/features"
	"switchboard/actors/runtime"
	"switchboard/actors/runtime/kubernetes"
)

// engine is a runtime.Engine whose kinds can be registered.
type engine interface {
	runtime.Engine
	Register(kind string, factory runtime.Factory)
}

// newEngine runs all actors in this process, or shares them with the cluster
// under the nodes' key.
func newEngine(ctx context.Context, env environment, shared nodes, key []byte) (engine, error) {
	options := runtime.Options{Logger: env.log.With("part", "actors"), Panics: env.panics}
	if !env.config.Cluster.Enabled() {
		local := runtime.NewLocal(options)
		env.life.onEnd("actors", local.Stop)
		return local, nil
	}
	for _, f := range features.All() {
		runtime.RegisterTypes(f.Crosses)
	}
	clustered := runtime.ClusterOptions{
		Options: options, Node: shared.self, Addr: env.config.Cluster.Addr, Leases: shared.leases, Key: key,
	}
	if service := env.config.Cluster.Service; service != "" {
		endpoints, err := followEndpoints(env, service)
		if err != nil {
			return nil, err
		}
		clustered.Source, clustered.Node = endpoints, endpoints.Self()
	}
	cluster, err := runtime.NewCluster(ctx, clustered)
	if err != nil {
		return nil, fmt.Errorf("SWITCHBOARD_CLUSTER: %w", err)
	}
	env.life.onEnd("actors", cluster.Stop)
	return cluster, nil
}

// followEndpoints watches the nodes that Kubernetes lists.
func followEndpoints(env environment, service string) (*kubernetes.Endpoints, error) {
	options, err := kubernetes.InCluster(os.Getenv)
	if err != nil {
		return nil, fmt.Errorf("SWITCHBOARD_CLUSTER: %w", err)
	}
	options.Service, options.Addr, options.Logger = service, env.config.Cluster.Addr, env.log.With("part", "cluster")
	endpoints, err := kubernetes.New(options)
	if err != nil {
		return nil, fmt.Errorf("SWITCHBOARD_CLUSTER: %w", err)
	}
	env.life.run("endpoints", forever(endpoints.Run))
	return endpoints, nil
}
