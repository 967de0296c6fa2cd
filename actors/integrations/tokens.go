package integrations

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"golang.org/x/oauth2"

	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Token lets us into another system.
type Token struct {
	AccessToken string
	// InstanceURL is where it is good, for systems that say so with it (Salesforce).
	InstanceURL string
}

// held is what the data of an authorized credential holds, beside what people entered.
type held struct {
	AccessToken  string    `json:"access_token,omitempty"`
	RefreshToken string    `json:"refresh_token,omitempty"`
	ExpiresAt    time.Time `json:"expires_at,omitzero"`
	InstanceURL  string    `json:"instance_url,omitempty"`
	TokenURL     string    `json:"token_url,omitempty"`
}

// heldKeys are the keys of held.
func heldKeys() []string {
	return []string{"access_token", "refresh_token", "expires_at", "instance_url", "token_url"}
}

// keeping is what is to be stored of an answer.
type keeping struct {
	organization, by, credential id.ID
	to                           system
	token                        *oauth2.Token
	cause                        string
	isRenewal                    bool // an answer that lacks something leaves it as it was
}

// keep stores tokens in a credential and leaves what else its data holds.
func (s *Service) keep(ctx context.Context, k keeping) error {
	for attempt := 1; ; attempt++ {
		record, err := s.store.Get(ctx, k.organization, credentialObject, k.credential)
		if err != nil {
			return err
		}
		data, err := s.dataOf(k, record)
		if err != nil {
			return err
		}
		sealed, err := s.close(k.organization, credentialObject, k.credential, "data", data)
		if err != nil {
			return err
		}
		_, err = s.store.Commit(ctx, row.Change{Organization: k.organization, By: k.by, Writes: []row.Write{{
			Object: credentialObject, ID: k.credential, Op: entry.Updated, Expect: record.Version, Cause: k.cause,
			Set: row.Fields{"data": sealed, "verified": true, "last_error": nil, "renewal": nil},
		}}})
		if !fault.Is(err, fault.VersionConflict) || attempt == maxRaces {
			return err
		}
	}
}

// dataOf lays tokens over what a credential's data holds.
func (s *Service) dataOf(k keeping, record row.Record) (map[string]json.RawMessage, error) {
	var stood any
	if err := s.open(k.organization, record, "data", &stood); err != nil && k.isRenewal {
		return nil, err
	}
	data := map[string]json.RawMessage{}
	if object, ok := stood.(map[string]any); ok {
		for key, value := range object {
			data[key] = row.JSONValue(value)
		}
	}
	instance, _ := k.token.Extra("instance_url").(string)
	if s.web.Check(instance) != nil {
		instance = ""
	}
	next := held{k.token.AccessToken, k.token.RefreshToken, k.token.Expiry.UTC(), strings.TrimSuffix(instance, "/"), k.to.Endpoint.TokenURL}
	var given map[string]json.RawMessage
	if err := json.Unmarshal(row.JSONValue(next), &given); err != nil {
		return nil, err
	}
	for _, key := range heldKeys() {
		value, isGiven := given[key]
		switch {
		case isGiven:
			data[key] = value
		case !k.isRenewal || key == "expires_at":
			delete(data, key)
		}
	}
	return data, nil
}

// heldBy reads the tokens of a credential; those that another token URL gave are none.
func (s *Service) heldBy(organization id.ID, record row.Record, to system) (held, error) {
	var h held
	if err := s.open(organization, record, "data", &h); err != nil {
		return held{}, err
	}
	if h.TokenURL != to.Endpoint.TokenURL {
		return held{}, nil
	}
	return h, nil
}
