package redis

import (
	"encoding/json"
	"log/slog"
	"testing"

	goredis "github.com/redis/go-redis/v9"

	"switchboard/storage/broker"
	"switchboard/storage/id"
)

// one watches one organization.
type one struct {
	organization id.ID
	heard        int
}

func (o *one) Serves(organization id.ID) bool            { return organization == o.organization }
func (*one) Committed(id.ID)                             {}
func (*one) Resumed()                                    {}
func (o *one) Logged(organization id.ID, _ broker.Batch) { o.heard++ }

// BenchmarkHear measures what a node does with a batch of ten entries that the leader
// announced.
func BenchmarkHear(b *testing.B) {
	for name, served := range map[string]bool{"served here": true, "served by another node": false} {
		b.Run(name, func(b *testing.B) {
			client, err := Dial("redis://127.0.0.1:1")
			if err != nil {
				b.Fatal(err)
			}
			defer func() { _ = client.Close() }()
			heard := New(Options{Client: client, Namespace: "ours", Logger: slog.New(slog.DiscardHandler)})
			defer heard.Close()
			organization := id.New()
			watcher := &one{organization: id.New()}
			if served {
				watcher.organization = organization
			}
			defer heard.Watch(watcher)()
			batch := broker.Batch{Head: 1000}
			for range 10 {
				batch.Entries = append(batch.Entries, json.RawMessage(`{"cause":"contact.renamed","object":"contact","id":"`+string(organization)+`","op":"updated","version":7,"before":{"name":"Ann"},"after":{"name":"Anna"}}`))
			}
			channel := heard.channel(organization)
			m := &goredis.Message{Channel: channel, Payload: publication{organization: organization, batch: &batch}.encode(nil, channel, "another")}
			b.ReportAllocs()
			for b.Loop() {
				heard.take(m)
			}
		})
	}
}
