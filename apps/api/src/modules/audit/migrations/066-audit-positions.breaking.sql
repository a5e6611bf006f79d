-- Positions have a table of their own, so that sealing adds rows and updates none: an update of an audit row would write
-- the row and all its indexes again.

-- No sealer of an older program commits while its positions are copied. Calls are not delayed.
lock table audit_seals in share row exclusive mode;

create table audit_positions (
  -- '' for the rows of system scope
  organization_id text not null,
  position bigint not null,
  -- No foreign key: its check would lock, and so write, every audit row. The verification finds a position without a row.
  audit_id bigint not null,
  primary key (organization_id, position),
  -- A row has one position at most.
  unique (audit_id)
);
insert into audit_positions (organization_id, position, audit_id)
  select coalesce(organization_id, ''), position, id from audit_log where position is not null order by id;

select isolate_tenant('audit_positions');
grant select on audit_positions to foyer_app;
grant select, insert on audit_positions to foyer_system;
create trigger audit_positions_stay before update or delete on audit_positions
  for each row execute function audit_stays();
create trigger audit_positions_whole before truncate on audit_positions
  for each statement execute function audit_stays();
alter table audit_positions enable always trigger audit_positions_stay;
alter table audit_positions enable always trigger audit_positions_whole;

-- From here on the audit is locked for the short rest of the migration, and no transaction that added a row is open.
lock table audit_log in access exclusive mode;

-- The sealer looks for unsealed rows above `sealed_to` only. It has one row.
create table audit_sealing (
  is_only boolean primary key default true check (is_only),
  -- Each row up to this id has a position, or never becomes visible.
  sealed_to bigint not null,
  -- Each row up to this id was added by a transaction with a lower number than `noted_below`.
  noted_to bigint not null,
  noted_below xid8 not null
);
insert into audit_sealing (sealed_to, noted_to, noted_below)
  select id, id, pg_current_xact_id() from (
    select coalesce((select min(id) - 1 from audit_log where position is null), (select max(id) from audit_log), 0) as id
  ) as first_unsealed;
grant select, update on audit_sealing to foyer_system;

-- A transaction gets its number before its rows get their ids, since a trigger of the statement runs before any row is
-- made. Without it a row could get its id long before its transaction gets a number, and `noted_below` would miss it.
create function audit_is_numbered() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_current_xact_id();
  return null;
end $$;
create trigger audit_log_numbered before insert on audit_log for each statement execute function audit_is_numbered();
alter table audit_log enable always trigger audit_log_numbered;

create or replace function audit_row_joins() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  -- No role adds a row with a time of the past.
  new.at := now();
  return new;
end $$;

create or replace function audit_row_is_sealed() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'The audit only grows.' using errcode = 'restrict_violation';
end $$;

-- Its two indexes go with it: audit_log_unsealed and audit_log_position.
alter table audit_log drop column position;
