-- The figures of the day that the wallboard was last told, and up to which seq they were counted.
create table board_days (
  organization_id text primary key references organizations (id),
  day date not null,
  figures jsonb not null,
  seq bigint not null,
  version bigint not null,
  -- The next start of a visit that is to be chased; the figures differ from then on.
  next_start timestamptz
);
select isolate_tenant('board_days');
grant select, insert, update on board_days to foyer_app;
-- A worker compares the positions of every organization with its head.
grant select on board_days to foyer_system;
