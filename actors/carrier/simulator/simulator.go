package simulator

import (
	"context"
	"net/http"
	"path/filepath"
	"sync"

	"switchboard/actors/carrier/simulator/album"
	"switchboard/actors/carrier/simulator/handset"
	"switchboard/actors/carrier/simulator/media"
	"switchboard/actors/carrier/simulator/signal"
	"switchboard/actors/carrier/simulator/tape"
	"switchboard/storage/fault"
	"switchboard/storage/panics"
)

// Simulator simulates the provider. New creates one.
type Simulator struct {
	account account
	numbers numbers
	store   *store
	sender  *sender
	pump    *pump
	journal *journal // nil without a journal
	panics  *panics.Catcher
	rest    *restInterface
	album   *album.Album // files of messages
	// Browsers and sound.
	exchange *exchange
	signal   *signal.Server
}

// New reads the state and returns a simulator that is not running yet.
func New(config Config) (*Simulator, error) {
	config, err := config.checked()
	if err != nil {
		return nil, err
	}
	m, err := load(config.Folder)
	if err != nil {
		return nil, err
	}
	m.choose(config)
	m.move(config.PublicURL)
	s := &Simulator{account: m.account, numbers: config.Numbers, panics: config.Panics}
	engine, err := media.New(config.PublicURL)
	if err != nil {
		return nil, fault.Wrap(err, fault.Internal, "The simulator has no sound.")
	}
	tapes, err := tape.New(filepath.Join(config.Folder, "recordings"))
	if err != nil {
		return nil, fault.Wrap(err, fault.Unavailable, "The simulator's folder of recordings can't be made.")
	}
	s.album, err = album.New(filepath.Join(config.Folder, "media"))
	if err != nil {
		return nil, fault.Wrap(err, fault.Unavailable, "The simulator's folder of files can't be made.")
	}
	s.exchange = newExchange(handset.New(engine, config.Panics), tapes, config.Log)
	s.store = &store{
		folder: config.Folder, log: config.Log, changed: make(chan struct{}, 1), memory: m,
		world: newWorld(m, config, s.exchange), follow: s.exchange.follow,
	}
	s.exchange.store = s.store
	s.signal = signal.New(signal.Config{
		Account: s.account.voice(), Exchange: s.exchange, Media: engine, Mixer: s.exchange.mixer, Log: config.Log, Panics: config.Panics,
	})
	if config.Journal > 0 {
		s.journal = &journal{kept: config.Journal}
	}
	s.sender = newSender(config.Webhooks, m.account, s.journal)
	s.pump = newPump(s.store, s.sender, config)
	files := &mediaAPI{store: s.store, album: s.album, account: s.account.SID, service: s.account.Service}
	s.rest = newREST(s.account, s.journal, s.store, map[string]api{
		hostAPI: with{[]api{
			&voiceAPI{store: s.store, account: s.account.SID, numbers: s.numbers, tapes: tapes},
			&provisioningAPI{store: s.store, main: s.account, host: hostAPI},
		}},
		hostMedia: files,
		hostConversations: with{[]api{
			&conversationsAPI{
				store: s.store, account: s.account.SID, service: s.account.Service, refuseOptedOut: config.RefuseOptedOut, numbers: s.numbers,
			},
			&provisioningAPI{store: s.store, main: s.account, host: hostConversations},
		}},
	})
	s.rest.content = files.content
	if err := m.save(config.Folder); err != nil {
		return nil, fault.Wrap(err, fault.Unavailable, "The simulator's state can't be written.")
	}
	return s, nil
}

// AccountSID returns the sid of the simulated account.
func (s *Simulator) AccountSID() string { return s.account.SID }

// AuthToken returns the token that signs webhooks and authenticates REST requests.
func (s *Simulator) AuthToken() string { return s.account.Token }

// ServiceSID returns the conversation service of texts.
func (s *Simulator) ServiceSID() string { return s.account.Service }

// Run runs calls, receipts and webhooks until ctx ends, including pending ones. It is
// called when the public URL answers, once at a time. A canceled webhook is sent
// again by the next Run.
func (s *Simulator) Run(ctx context.Context) {
	var work sync.WaitGroup
	defer work.Wait()
	work.Go(func() { s.panics.Keep(ctx, panics.Simulator, s.exchange.mixer.Run) })
	work.Go(func() { s.panics.Keep(ctx, panics.Simulator, s.signal.Run) })
	work.Go(func() { s.panics.Keep(ctx, panics.Simulator, s.exchange.handsets.Run) })
	_ = s.store.updateEvenClosed(s.exchange.orphan) // earlier browsers return, or their legs end
	s.pump.run(ctx)
}

// Exchange returns where browsers register that connect without Signal.
func (s *Simulator) Exchange() signal.Exchange { return s.exchange }

// Signal returns the handler of browsers' WebSockets, which works while Run runs.
func (s *Simulator) Signal() http.Handler { return s.signal }

// Close rejects all further changes. It is called after Run has returned.
func (s *Simulator) Close() {
	s.store.close()
	s.sender.close()
	s.exchange.closeTapes()
}

// Transport returns a transport that sends requests for the provider's hosts to the
// REST API, without a network.
func (s *Simulator) Transport() http.RoundTripper { return inProcess{s.rest, s.panics} }

// Journal returns the newest exchanges, oldest first, at most Config.Journal.
func (s *Simulator) Journal() []Exchange { return s.journal.read() }

// outside returns the actions of people outside on the scope's numbers.
func (s *Simulator) outside(in scope) outside {
	return outside{store: s.store, numbers: s.numbers, in: in, exchange: s.exchange, album: s.album}
}

// PlaceCall calls one of our numbers from outside and returns the call's sid. The
// webhook follows. fault.Invalid names the invalid number.
func (s *Simulator) PlaceCall(_ context.Context, from, to string) (string, error) {
	return s.outside(everything).placeCall(from, to)
}

// Hangup makes the outside party hang up, or reject a call that rings.
func (s *Simulator) Hangup(_ context.Context, legSID string) error {
	return s.outside(everything).hangUp(legSID)
}

// Answer makes the outside party answer a call of ours that rings, or returns
// fault.Conflict.
func (s *Simulator) Answer(_ context.Context, legSID string) error {
	return s.outside(everything).answer(legSID)
}

// SendText texts one of our numbers from outside and returns the message's sid.
func (s *Simulator) SendText(_ context.Context, from, to, body string) (string, error) {
	return s.outside(everything).sendText(from, to, body)
}

// SendMedia is SendText with files.
func (s *Simulator) SendMedia(_ context.Context, from, to, body string, files ...Attached) (string, error) {
	return s.outside(everything).sendText(from, to, body, files...)
}

// State returns the current view.
func (s *Simulator) State(context.Context) View { return s.outside(everything).state() }

// Ticks returns the timing statistics of the mixer.
func (s *Simulator) Ticks() media.Ticks { return s.exchange.mixer.Ticks() }
