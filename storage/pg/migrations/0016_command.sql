-- +goose Up
-- Commands that were carried out and must not be once more, however late a repeat comes:
-- from a node that slept with it, or from a client that had no answer. Written in the
-- transaction of what they changed.
CREATE TABLE core.command (
    organization_id uuid NOT NULL,
    user_id         uuid NOT NULL,
    command         text NOT NULL,
    what            text NOT NULL, -- that was done under it
    received        timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, user_id, command, what)
);
CREATE INDEX command_received ON core.command (received);

-- +goose Down
DROP TABLE core.command;
