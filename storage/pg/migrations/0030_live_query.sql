-- +goose Up
-- What live queries ask: any node may be asked for one. It stays for a day after somebody
-- followed it last.
CREATE TABLE core.live_query (
    organization_id uuid NOT NULL,
    user_id         uuid NOT NULL,
    id              uuid NOT NULL,
    query           text NOT NULL,
    page            integer NOT NULL,
    size            integer NOT NULL, -- of the page; 0 for what the text says
    received        timestamptz NOT NULL DEFAULT now(), -- when it was followed last
    PRIMARY KEY (organization_id, user_id, id)
);
CREATE INDEX live_query_received ON core.live_query (received);

-- +goose Down
DROP TABLE core.live_query;
