package conversations_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"switchboard/actors/carrier"
	"switchboard/actors/conversations"
	"switchboard/actors/effects"
	"switchboard/actors/once"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// distant is the worker's store with a slow connection to the database.
type distant struct {
	effects.Store

	way time.Duration
}

func (d distant) ClaimEffects(ctx context.Context, r row.ClaimRequest) ([]row.ClaimedEffect, error) {
	time.Sleep(d.way)
	return d.Store.ClaimEffects(ctx, r)
}

func (d distant) ClaimNextEffect(ctx context.Context, c row.EffectClaim, lease time.Duration) (row.ClaimedEffect, bool, error) {
	time.Sleep(d.way)
	return d.Store.ClaimNextEffect(ctx, c, lease)
}

func (d distant) RecordEffect(ctx context.Context, c row.EffectClaim, o row.EffectOutcome, result []byte, reason string) error {
	time.Sleep(d.way)
	return d.Store.RecordEffect(ctx, c, o, result, reason)
}

func (d distant) FinishEffect(ctx context.Context, c row.EffectClaim, remark string) error {
	time.Sleep(d.way)
	return d.Store.FinishEffect(ctx, c, remark)
}

// slow is a provider that answers after a while.
type slow struct {
	answer time.Duration
	got    chan string
}

func (s slow) SendMessage(ctx context.Context, m carrier.SendMessage) (carrier.Message, error) {
	if err := once.Check(ctx); err != nil {
		return carrier.Message{}, err
	}
	time.Sleep(s.answer)
	s.got <- m.Body
	return carrier.Message{SID: "IM-" + m.ClientID}, nil
}

func (slow) BeginConversation(context.Context, carrier.BeginConversation) (carrier.Conversation, error) {
	return carrier.Conversation{}, nil
}

func (slow) FindMessage(context.Context, carrier.FindMessage) (carrier.Message, bool, error) {
	return carrier.Message{}, false, nil
}

// BenchmarkABurst sends texts of one conversation through a provider that takes 200
// ms for each, and prints the time from the provider's answer to the next text.
func BenchmarkABurst(b *testing.B) {
	const texts, answer = 20, 200 * time.Millisecond
	for _, way := range []time.Duration{0, 20 * time.Millisecond} {
		b.Run(fmt.Sprintf("database %s away", way), func(b *testing.B) {
			d := open(b)
			d.text("IM1", "Hello?")
			provider := slow{answer: answer, got: make(chan string, texts)}
			w := effects.New(distant{d.store, way}, d.engine, effects.Config{})
			w.Handle(conversations.EffectSend, conversations.Sender{Texts: provider, Conversations: d.service}, effects.AnHour())
			ctx, stop := context.WithCancel(b.Context())
			ended := make(chan struct{})
			go func() { defer close(ended); w.Run(ctx) }()
			defer func() { stop(); <-ended }()
			var taken time.Duration
			for round := 0; b.Loop(); round++ {
				for n := range texts {
					if _, err := d.service.Send(ctx, d.agent(), id.Derived("CH1"), fmt.Sprint(n), fmt.Sprint(round, "-", n), ""); err != nil {
						b.Fatal(err)
					}
				}
				w.Poke()
				var begun time.Time
				for n := range texts {
					if got := <-provider.got; got != fmt.Sprint(n) {
						b.Fatalf("text %d is %q", n, got)
					}
					if n == 0 {
						begun = time.Now()
					}
				}
				taken += time.Since(begun)
			}
			each := taken / time.Duration(b.N*(texts-1))
			b.ReportMetric(float64(each.Microseconds())/1000, "ms/text")
			b.ReportMetric(float64((each-answer).Microseconds())/1000, "ms/text-beside-the-answer")
		})
	}
}
