-- The way from a commit to the log, and what must happen outside (architecture §6).

-- +goose Up
create sequence core.outbox_id as bigint;

-- A place in the outbox. The transaction gets its number before the place, so
-- that "all transactions below this number are over" also means "all places
-- they drew are visible or void". The relay's low-water mark rests on it.
-- +goose StatementBegin
create function core.next_outbox_id() returns bigint language plpgsql volatile as $$
begin
  perform pg_current_xact_id();
  return nextval('core.outbox_id');
end
$$;
-- +goose StatementEnd

-- Entries of committed changes that have no seq yet. The relay empties it.
create table core.outbox (
  id              bigint primary key default core.next_outbox_id(),
  organization_id uuid not null,
  entry           json not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
        autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 10000);

-- seq is the newest place given away, floor the newest that has left the retention.
create table core.log_head (
  organization_id uuid primary key,
  seq             bigint not null check (seq >= 0),
  floor           bigint not null default 0 check (floor >= 0 and floor <= seq)
) with (fillfactor = 50);

create table core.event_log (
  organization_id uuid not null,
  seq             bigint not null,
  appended_date   timestamptz not null default now(),
  entry           json not null,
  primary key (organization_id, seq)
);

-- What is to be done outside after the commit. due_date is when it may be
-- (taken, or taken again): the end of the lease while somebody works on it.
create table core.effect (
  id              uuid primary key,
  place           bigint not null generated always as identity,
  organization_id uuid not null,
  kind            text not null,
  actor           text not null,
  subject         uuid,
  payload         json,
  command         text,
  created_by      uuid,
  created_date    timestamptz not null default now(),
  due_date        timestamptz not null default now(),
  attempts        integer not null default 0,
  claimed_by      text,
  reason          text,
  result          bytea,
  outcome         text check (outcome in ('done', 'failed')),
  finished_date   timestamptz,
  check ((outcome is null) = (finished_date is null))
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create index effect_due on core.effect (due_date) where finished_date is null;
create index effect_subject on core.effect (organization_id, actor, subject, place) where finished_date is null;
create index effect_finished on core.effect (finished_date) where finished_date is not null;

-- A provider's events that have been processed, with the answer they got.
create table core.inbound_event (
  provider        text not null,
  provider_id     text not null,
  kind            text not null,
  organization_id uuid not null,
  received_date   timestamptz not null default now(),
  answer          bytea,
  answer_type     text not null default '',
  primary key (provider, provider_id, kind)
);
create index inbound_event_received on core.inbound_event (received_date);

-- +goose Down
drop table core.inbound_event;
drop table core.effect;
drop table core.event_log;
drop table core.log_head;
drop table core.outbox;
drop function core.next_outbox_id();
drop sequence core.outbox_id;
