-- +goose Up
-- What an erasure (a job) has erased so far: by it the log is cleaned, and the receipt
-- counted. It goes when the erasure is done.
CREATE TABLE core.erased (
    organization_id uuid NOT NULL,
    job_id          uuid NOT NULL,
    record_id       uuid NOT NULL,
    object          text NOT NULL,
    whole           boolean NOT NULL, -- the record is gone; else some of its fields are empty
    PRIMARY KEY (organization_id, job_id, record_id)
);

-- +goose Down
DROP TABLE core.erased;
