-- The audit only grows, and what was sealed can't be changed unseen. Rows are inserted plainly by the calls; a sealer
-- beside them gives each committed row, once, its position in its organization's chain, and writes over a run of
-- positions a seal that holds the digest of their content and of the seal before. Positions are given when they are
-- sealed, so it doesn't matter in which order ids were committed.

alter table audit_log add column position bigint;
-- Which rows wait for the sealer; stays as small as that is.
create index audit_log_unsealed on audit_log (organization_id, id) where position is null;
create unique index audit_log_position on audit_log (coalesce(organization_id, ''), position) where position is not null;

create table audit_seals (
  -- '' for the rows above organizations
  organization_id text not null,
  from_position bigint not null,
  to_position bigint not null,
  row_count integer not null check (row_count > 0),
  -- '' for the first seal of a chain
  previous_hash text not null,
  hash text not null,
  sealed_at timestamptz not null,
  primary key (organization_id, to_position),
  -- A chain has no forks.
  unique (organization_id, previous_hash)
);

alter table audit_seals enable row level security;
alter table audit_seals force row level security;
create policy above_organizations on audit_seals to foyer_system using (true) with check (true);
grant select, insert on audit_seals to foyer_system;
-- Of a row that is there, its position and nothing else; the trigger below lets that happen once.
grant update (position) on audit_log to foyer_system;

create function audit_row_joins() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.position is not null then
    raise exception 'A row of the audit gets its position when it is sealed.' using errcode = 'restrict_violation';
  end if;
  -- Nobody writes into the past.
  new.at := now();
  return new;
end $$;

create function audit_row_is_sealed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  expected record := old;
begin
  expected.position := new.position;
  if old.position is null and new.position is not null and new is not distinct from expected then
    return new;
  end if;
  raise exception 'The audit only grows.' using errcode = 'restrict_violation';
end $$;

create function audit_stays() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'The audit only grows.' using errcode = 'restrict_violation';
end $$;

create trigger audit_log_joins before insert on audit_log for each row execute function audit_row_joins();
create trigger audit_log_sealed before update on audit_log for each row execute function audit_row_is_sealed();
create trigger audit_log_stays before delete on audit_log for each row execute function audit_stays();
create trigger audit_log_whole before truncate on audit_log for each statement execute function audit_stays();
create trigger audit_seals_stay before update or delete on audit_seals for each row execute function audit_stays();
create trigger audit_seals_whole before truncate on audit_seals for each statement execute function audit_stays();

-- Also for the tables' owner, and where triggers are told to be silent.
alter table audit_log enable always trigger audit_log_joins;
alter table audit_log enable always trigger audit_log_sealed;
alter table audit_log enable always trigger audit_log_stays;
alter table audit_log enable always trigger audit_log_whole;
alter table audit_seals enable always trigger audit_seals_stay;
alter table audit_seals enable always trigger audit_seals_whole;
