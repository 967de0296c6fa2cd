-- +goose Up
-- How far consumers have read the log of each organization. A consumer writes what an entry leads
-- to and its new position in one transaction, so that each entry counts once.
CREATE TABLE core.log_position (
    consumer        text NOT NULL,
    organization_id uuid NOT NULL,
    seq             bigint NOT NULL CHECK (seq >= 0),
    PRIMARY KEY (consumer, organization_id)
);
-- An upgrade notifies nobody of what happened before it.
INSERT INTO core.log_position (consumer, organization_id, seq) SELECT 'notifications', organization_id, seq FROM core.log_head;

-- +goose Down
DROP TABLE core.log_position;
