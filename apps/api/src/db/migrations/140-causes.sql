-- What happened, as automations hear it: written with the event that tells of it, and kept for some weeks.
create table causes (
  organization_id text not null references organizations (id),
  id text not null,
  -- of the event that was appended with it; of a moment that came, the head's
  seq bigint not null,
  -- of those with one seq
  nth int not null,
  kind text not null,
  subject_kind text not null,
  subject_id text not null,
  conversation_id text,
  patient_id text,
  appointment_id text,
  message_id text,
  at timestamptz not null,
  data jsonb not null,
  -- the automations that led to it, the oldest first
  chain text[] not null,
  -- by which automations judged it; null if none of them listened
  facts jsonb,
  judged_at timestamptz,
  primary key (organization_id, id)
);
create index causes_in_order on causes (organization_id, seq, nth);
create index causes_by_age on causes (at);
select isolate_tenant('causes');

grant select, insert, update on causes to foyer_app;
grant select, insert, delete on causes to foyer_system;
