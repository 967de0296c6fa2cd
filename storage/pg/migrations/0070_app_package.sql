-- +goose Up
-- The versions of an app, as its own organization published them.
CREATE TABLE core.app_version (
    organization_id uuid        NOT NULL REFERENCES core.organization (id) ON DELETE CASCADE,
    app_id          uuid        NOT NULL,
    version         integer     NOT NULL,
    package         jsonb       NOT NULL,
    digest          text        NOT NULL,
    by_user         uuid,
    at              timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, app_id, version)
);

-- What was deployed where: organization_id is the organization that was changed.
CREATE TABLE core.app_deployment (
    organization_id uuid        NOT NULL REFERENCES core.organization (id) ON DELETE CASCADE,
    id              uuid        NOT NULL,
    app_id          uuid        NOT NULL,
    source_id       uuid        NOT NULL, -- the organization that the package came from
    kind            text        NOT NULL,
    version         integer     NOT NULL,
    plan            jsonb       NOT NULL,
    before          jsonb       NOT NULL, -- the package that was replaced
    by_user         uuid,
    at              timestamptz NOT NULL DEFAULT now(),
    undone          boolean     NOT NULL DEFAULT false,
    PRIMARY KEY (organization_id, id)
);
CREATE INDEX app_deployment_app ON core.app_deployment (organization_id, app_id, at DESC);
CREATE INDEX app_deployment_source ON core.app_deployment (source_id, app_id, at DESC);

-- The organizations that installed an app, with the user who did, as whom it is updated.
CREATE TABLE core.app_subscriber (
    source_id       uuid        NOT NULL REFERENCES core.organization (id) ON DELETE CASCADE,
    app_id          uuid        NOT NULL,
    organization_id uuid        NOT NULL REFERENCES core.organization (id) ON DELETE CASCADE,
    user_id         uuid        NOT NULL,
    version         integer     NOT NULL DEFAULT 0,
    detail          text        NOT NULL DEFAULT '', -- why the last update failed
    at              timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (source_id, app_id, organization_id)
);

-- Codes by which an app is installed once. The code itself is stored nowhere.
CREATE TABLE core.app_install_code (
    code_hash       text        PRIMARY KEY,
    organization_id uuid        NOT NULL REFERENCES core.organization (id) ON DELETE CASCADE,
    app_id          uuid        NOT NULL,
    by_user         uuid,
    expires         timestamptz NOT NULL,
    used            timestamptz
);

-- +goose Down
DROP TABLE core.app_install_code;
DROP TABLE core.app_subscriber;
DROP TABLE core.app_deployment;
DROP TABLE core.app_version;
