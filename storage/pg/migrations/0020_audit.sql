-- +goose Up
-- What superusers are told of in the audit: sign-ins, and changes of what people may do.
-- It is numbered, so that its pages neither repeat nor skip a row of the same moment.
CREATE SEQUENCE core.audit;
ALTER TABLE core.record_change ADD COLUMN audit bigint; -- NULL for what is not told there
CREATE INDEX record_change_audit ON core.record_change (organization_id, audit) WHERE audit IS NOT NULL;

-- +goose Down
ALTER TABLE core.record_change DROP COLUMN audit;
DROP SEQUENCE core.audit;
