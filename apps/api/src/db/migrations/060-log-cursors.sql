-- Consumers read the organizations' logs inside the store. A cursor moves in the transaction that handles the events.
create table log_consumers (
  name text primary key,
  began_at timestamptz not null default now()
);

create table log_cursors (
  organization_id text not null references organizations (id),
  consumer text not null references log_consumers (name) on delete cascade,
  -- of the last event that was handled
  seq bigint not null,
  -- leases since the last batch that was handled
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  leased_by text,
  leased_until timestamptz,
  primary key (organization_id, consumer)
);
select isolate_tenant('log_cursors');

grant select, update on log_cursors to foyer_app;
grant select, insert, update, delete on log_cursors, log_consumers to foyer_system;
