-- +goose Up
-- What was sent to an account's address to choose a new password: the newest link alone.
CREATE TABLE core.password_reset (
    account_id uuid        PRIMARY KEY REFERENCES core.account (id) ON DELETE CASCADE,
    token_hash text        NOT NULL, -- the token itself is stored nowhere
    expires    timestamptz NOT NULL,
    used       timestamptz
);

-- +goose Down
DROP TABLE core.password_reset;
