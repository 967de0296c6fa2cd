-- +goose Up
-- What an organization was charged, summed up by account: such as the calls and
-- texts of one month. Each change adds its part in its own transaction.
CREATE TABLE core.charge (
    organization_id uuid NOT NULL REFERENCES core.organization (id) ON DELETE CASCADE,
    account         text NOT NULL,
    amount          bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (organization_id, account)
);

-- +goose Down
DROP TABLE core.charge;
