-- What each member of the staff does now, as the wallboard shows it.
create table desks (
  organization_id text not null references organizations (id),
  user_id text not null,
  state text not null check (state in ('on', 'call', 'break', 'off')),
  -- When the state began.
  since timestamptz not null,
  -- The end of a break.
  until timestamptz check (until is null or state = 'break'),
  -- The day of the organization on which the desk last left or entered a shift: the first input of a later day begins one.
  day date,
  -- The next time at which a worker looks after it; null while it is off.
  due_at timestamptz,
  leased_until timestamptz,
  -- 0 until an event has told of it.
  version bigint not null,
  primary key (organization_id, user_id),
  check ((state = 'off') = (due_at is null))
);
create index desks_due on desks (due_at) where due_at is not null;
select isolate_tenant('desks');
grant select, insert, update on desks to foyer_app;
-- Workers find the desks of every organization.
grant select, update on desks to foyer_system;
