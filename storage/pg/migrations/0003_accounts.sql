-- An account belongs to a person. Until this release an administrator could make one
-- of any address; such an account has no password, so nobody has ever used it. It
-- goes, with the memberships that its owner never agreed to. The users stay, and can
-- be sent an invitation.

-- +goose Up
DELETE FROM core.account WHERE password_hash IS NULL;

-- +goose Down
SELECT 1;
