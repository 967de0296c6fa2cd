-- +goose Up
-- What a request with an Idempotency-Key asked for, so that the same key with another
-- request is told from a repeat. Unlogged, since it costs each such request: a crash of
-- the database forgets it, and a key is then taken for a repeat whatever comes with it.
CREATE UNLOGGED TABLE core.request_key (
    organization_id uuid NOT NULL,
    user_id         uuid NOT NULL,
    key             text NOT NULL,
    digest          bytea NOT NULL,
    received        timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, user_id, key)
);
CREATE INDEX request_key_received ON core.request_key (received);

-- +goose Down
DROP TABLE core.request_key;
