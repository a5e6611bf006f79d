-- Automations: what their staff wrote, what was in force, and from which seq to which.
create table automations (
  organization_id text not null references organizations (id),
  id text not null,
  name text not null,
  position int not null,
  state text not null check (state in ('draft', 'on', 'off', 'stopped')),
  stopped_reason text check (stopped_reason in ('too_many', 'failing')),
  -- The newest version; null while it was never published.
  active_number int,
  -- Null where nothing waits to be published.
  draft jsonb,
  -- Rises with each save.
  revision int not null,
  -- The staff who are told of failures.
  tell text[] not null,
  -- Null if it came with the product.
  changed_by text,
  changed_by_name text,
  changed_at timestamptz not null,
  removed_at timestamptz,
  version bigint not null,
  primary key (organization_id, id),
  check ((state = 'stopped') = (stopped_reason is not null)),
  check ((state = 'draft') = (active_number is null)),
  check (active_number is not null or draft is not null),
  check (removed_at is null or state in ('draft', 'off'))
);
select isolate_tenant('automations');
grant select, insert, update, delete on automations to foyer_app;
grant select, insert, update, delete on automations to foyer_system;

-- A version never changes.
create table automation_versions (
  organization_id text not null references organizations (id),
  automation_id text not null,
  number int not null,
  definition jsonb not null,
  -- Why it was published, in the words of the person.
  why text not null,
  -- The version that it brought back.
  from_number int,
  -- The runs of older versions that wait end.
  ends_waiting boolean not null,
  made_by text,
  made_by_name text,
  published_at timestamptz not null,
  primary key (organization_id, automation_id, number),
  foreign key (organization_id, automation_id) references automations (organization_id, id) on delete cascade
);
select isolate_tenant('automation_versions');
grant select, insert on automation_versions to foyer_app;
grant select, insert on automation_versions to foyer_system;

-- A version is in force for a cause if one of its spans has from_seq <= seq and no to_seq or seq < to_seq.
create table automation_spans (
  organization_id text not null references organizations (id),
  automation_id text not null,
  number int not null,
  from_seq bigint not null,
  to_seq bigint check (to_seq > from_seq),
  primary key (organization_id, automation_id, from_seq),
  foreign key (organization_id, automation_id, number)
    references automation_versions (organization_id, automation_id, number) on delete cascade
);
create unique index automation_spans_open on automation_spans (organization_id, automation_id) where to_seq is null;
select isolate_tenant('automation_spans');
grant select, insert, update on automation_spans to foyer_app;
grant select, insert on automation_spans to foyer_system;
