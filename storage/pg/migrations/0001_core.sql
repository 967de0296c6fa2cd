-- +goose Up
-- The installation's own tables. What belongs to one organization's records lies
-- in that organization's schema, made from the registry (ddl.go).

-- E-mail addresses and passwords are global: an account may be a member of
-- several organizations.
CREATE TABLE core.account (
    id            uuid PRIMARY KEY,
    email         text NOT NULL,
    password_hash text,
    is_active     boolean NOT NULL DEFAULT true,
    failures      integer NOT NULL DEFAULT 0,
    locked_until  timestamptz,
    last_sign_in  timestamptz,
    created       timestamptz NOT NULL DEFAULT now(),
    modified      timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX account_email_key ON core.account (lower(email));

CREATE TABLE core.organization (
    id          uuid PRIMARY KEY,
    name        text NOT NULL,
    schema_name text NOT NULL UNIQUE,
    settings    jsonb NOT NULL DEFAULT '{}',
    created     timestamptz NOT NULL DEFAULT now()
);

-- A membership's id is the id of the organization's user record.
CREATE TABLE core.membership (
    id              uuid PRIMARY KEY,
    account_id      uuid NOT NULL REFERENCES core.account (id) ON DELETE CASCADE,
    organization_id uuid NOT NULL REFERENCES core.organization (id) ON DELETE CASCADE,
    created         timestamptz NOT NULL DEFAULT now(),
    UNIQUE (account_id, organization_id)
);
CREATE INDEX membership_organization_id ON core.membership (organization_id);

-- Entries on their way into the log. json, not jsonb: an entry's bytes are kept
-- as the writer made them, and nothing here looks inside.
CREATE TABLE core.outbox (
    id              bigserial PRIMARY KEY,
    organization_id uuid NOT NULL,
    entry           json NOT NULL
);

CREATE TABLE core.log_head (
    organization_id uuid PRIMARY KEY,
    seq             bigint NOT NULL DEFAULT 0
);

CREATE TABLE core.event_log (
    organization_id uuid NOT NULL,
    seq             bigint NOT NULL,
    at              timestamptz NOT NULL,
    entry           json NOT NULL,
    PRIMARY KEY (organization_id, seq)
);
CREATE INDEX event_log_at ON core.event_log (at);

-- Things to be done outside after the commit (row.Effect).
CREATE TABLE core.effect (
    id              uuid PRIMARY KEY,
    organization_id uuid NOT NULL,
    kind            text NOT NULL,
    actor           text NOT NULL,
    subject         uuid,
    payload         jsonb NOT NULL DEFAULT 'null',
    state           text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'running', 'done', 'failed')),
    not_before      timestamptz NOT NULL DEFAULT now(),
    attempts        integer NOT NULL DEFAULT 0,
    claimed_by      text,
    claimed_until   timestamptz,
    result          jsonb,
    error           text,
    created         timestamptz NOT NULL DEFAULT now(),
    finished        timestamptz
);
CREATE INDEX effect_due ON core.effect (not_before, id) WHERE state IN ('pending', 'running');
CREATE INDEX effect_finished ON core.effect (finished) WHERE state IN ('done', 'failed');

-- Providers' events that were processed, with the answer a repeat gets.
CREATE TABLE core.inbound_event (
    provider        text NOT NULL,
    provider_id     text NOT NULL,
    kind            text NOT NULL,
    organization_id uuid NOT NULL,
    answer          bytea,
    answer_type     text NOT NULL DEFAULT '',
    received        timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (provider, provider_id, kind)
);
CREATE INDEX inbound_event_received ON core.inbound_event (received);

-- +goose Down
DROP TABLE core.inbound_event, core.effect, core.event_log, core.log_head, core.outbox,
    core.membership, core.organization, core.account;
