-- +goose Up
-- What an account proves itself with in addition to its password: codes that change with the time (RFC 6238).
CREATE TABLE core.second_factor (
    account_id uuid        PRIMARY KEY REFERENCES core.account (id) ON DELETE CASCADE,
    factor     uuid        NOT NULL, -- a new one with each secret: trusted browsers name it
    secret     text        NOT NULL, -- sealed (storage/seal)
    confirmed  timestamptz,          -- NULL until a code showed that the account's owner has the secret
    last_step  bigint      NOT NULL DEFAULT 0, -- the time step of the newest code that was accepted
    recovery   text[]      NOT NULL DEFAULT '{}' -- hashes of the recovery codes that are left
);

-- +goose Down
DROP TABLE core.second_factor;
