-- The days of visits that were added without an event each, until one event for all of them makes screens read again.
create table untold_visits (
  organization_id text primary key references organizations (id),
  from_day date not null,
  to_day date not null,
  -- From then on a worker tells of them, because the import that added them has ended without doing so.
  due_at timestamptz not null
);
select isolate_tenant('untold_visits');
grant select, insert, update, delete on untold_visits to foyer_app;
grant select on untold_visits to foyer_system;
