-- Runs of automations, the place up to which each organization's causes are judged, and the time up to which timed rules were looked through.
create table automation_runs (
  organization_id text not null references organizations (id),
  id text not null,
  automation_id text not null,
  number int not null,
  cause_id text not null,
  -- The cause as it was: a run may wait for longer than the journal is kept.
  cause jsonb not null,
  subject_key text not null,
  conversation_id text,
  patient_id text,
  appointment_id text,
  state text not null check (state in ('waiting', 'done', 'stopped', 'failed', 'missed', 'held')),
  reason text,
  steps jsonb not null,
  -- The turns that are done, and the place of the next step.
  turn int not null,
  next int not null,
  could_text boolean not null,
  -- The texts that it sent.
  message_ids text[] not null,
  verdict jsonb not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  due_at timestamptz,
  leased_by text,
  leased_until timestamptz,
  attempts int not null default 0,
  version bigint not null,
  primary key (organization_id, id),
  unique (organization_id, automation_id, cause_id),
  foreign key (organization_id, automation_id) references automations (organization_id, id) on delete cascade,
  check ((state = 'waiting') = (due_at is not null)),
  check ((state in ('waiting', 'held')) = (ended_at is null))
);
create index automation_runs_due on automation_runs (due_at) where state = 'waiting';
create index automation_runs_newest on automation_runs (organization_id, started_at desc, id desc);
-- With the state, so that the runs of a week are counted without their rows.
create index automation_runs_of_automation on automation_runs (organization_id, automation_id, started_at desc)
  include (state);
create index automation_runs_open on automation_runs (organization_id, automation_id) where state in ('waiting', 'held');
create index automation_runs_of_subject on automation_runs (organization_id, automation_id, subject_key, started_at desc);
create index automation_runs_of_patient on automation_runs (organization_id, patient_id, started_at desc);
create index automation_runs_of_conversation on automation_runs (organization_id, conversation_id, started_at desc);
create index automation_runs_of_message on automation_runs using gin (message_ids);
create index automation_runs_by_age on automation_runs (started_at);
select isolate_tenant('automation_runs');
grant select, insert, update on automation_runs to foyer_app;
grant select, insert, update, delete on automation_runs to foyer_system;

create table automation_cursors (
  organization_id text primary key references organizations (id),
  -- All causes up to the nth of this seq are judged.
  seq bigint not null,
  nth int not null,
  -- Leases since the last cause that was judged.
  failures int not null default 0,
  next_attempt_at timestamptz not null default now(),
  leased_by text,
  leased_until timestamptz
);
select isolate_tenant('automation_cursors');
grant select, update on automation_cursors to foyer_app;
grant select, insert, update, delete on automation_cursors to foyer_system;

create table automation_clocks (
  organization_id text not null references organizations (id),
  automation_id text not null,
  -- The rule came into force then.
  begun_at timestamptz not null,
  -- The moments up to it are looked through.
  swept_to timestamptz not null,
  due_at timestamptz not null default now(),
  leased_by text,
  leased_until timestamptz,
  attempts int not null default 0,
  primary key (organization_id, automation_id),
  foreign key (organization_id, automation_id) references automations (organization_id, id) on delete cascade
);
create index automation_clocks_due on automation_clocks (due_at);
select isolate_tenant('automation_clocks');
grant select, insert, update, delete on automation_clocks to foyer_app;
grant select, insert, update, delete on automation_clocks to foyer_system;

create table automation_settings (
  organization_id text primary key references organizations (id),
  paused_until timestamptz,
  paused_by text,
  paused_by_name text,
  version bigint not null
);
select isolate_tenant('automation_settings');
grant select, insert, update on automation_settings to foyer_app;
grant select, insert, update, delete on automation_settings to foyer_system;

-- Numbers that sound like machines: automations end for them until then.
create table automation_numbers (
  organization_id text not null references organizations (id),
  phone_number text not null,
  until timestamptz not null,
  primary key (organization_id, phone_number)
);
select isolate_tenant('automation_numbers');
grant select, insert, update on automation_numbers to foyer_app;
grant select, insert, delete on automation_numbers to foyer_system;
