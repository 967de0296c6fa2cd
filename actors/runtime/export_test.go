package runtime

// Self is the node as others know it.
func Self(c *Cluster) Member { return c.members.self }

// Sever cuts a node off: it answers nobody, and keeps on running.
func Sever(c *Cluster) {
	c.stop()
	_ = c.server.Close()
}

// Elsewhere tells whether another node owns an identity.
func Elsewhere(c *Cluster, kind string, who Identity) bool { return c.members.owner(kind, who) != nil }
