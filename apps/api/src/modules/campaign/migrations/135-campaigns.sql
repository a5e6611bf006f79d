-- Campaigns. A running one is also the job: a process leases it when its next text may leave.
create table campaigns (
  organization_id text not null references organizations (id),
  id text not null,
  name text not null,
  kind text not null check (kind in ('once', 'recurring')),
  -- Of a recurring one: the template and the day of its period.
  template_id text,
  period date,
  type text not null check (type in ('SMS', 'email')),
  purpose text not null default 'care' check (purpose in ('care', 'promotion')),
  status text not null check (status in ('draft', 'scheduled', 'running', 'paused', 'stopped', 'finished')),
  pause_reason text check (pause_reason in ('staff', 'failures')),
  paused_by text,
  paused_by_name text,
  stopped_by text,
  stopped_by_name text,
  -- JSON null: nobody was chosen yet.
  audience jsonb not null,
  steps jsonb not null,
  clock text not null check (clock in ('patient', 'organization')),
  scheduled_at timestamptz,
  timezone text not null,
  -- Null: as fast as the number can.
  per_hour int,
  -- Null: no limit of failures.
  failure_percent int,
  fallbacks jsonb not null,
  track_links boolean not null,
  track_opens boolean not null,
  -- Counts the changes of staff; a text records the one that its words are of.
  revision int not null,
  -- The staff member of the newest revision; null for a run of a template.
  saved_by text,
  saved_by_name text,
  saved_at timestamptz not null,
  created_by text,
  created_by_name text,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  -- Its sends stay: reports of texts that are under way still come, and a template's period has its one run.
  deleted_at timestamptz,
  eta_at timestamptz,
  -- As they were last told, at `version`; `step_states` by the position of the step.
  states jsonb not null,
  step_states jsonb not null,
  results jsonb not null,
  causes jsonb not null,
  skipped jsonb not null,
  version bigint not null,
  -- The audience is being read; the last patient that was planned, in the order of ids.
  preparing boolean not null default false,
  prepared_to text,
  prepared int not null default 0,
  -- Outcomes before this time do not count against the limit of failures.
  failures_since timestamptz,
  next_slot_at timestamptz,
  -- Null: nothing is to be done.
  due_at timestamptz,
  leased_by text,
  leased_until timestamptz,
  attempts int not null default 0,
  primary key (organization_id, id),
  check ((status = 'paused') = (pause_reason is not null))
);
create index campaigns_by_time on campaigns (organization_id, created_at desc, id desc) where deleted_at is null;
create index campaigns_by_status on campaigns (organization_id, status, created_at desc, id desc) where deleted_at is null;
create index campaigns_of_template on campaigns (organization_id, template_id, created_at desc, id desc)
  where template_id is not null and deleted_at is null;
create unique index campaigns_of_period on campaigns (organization_id, template_id, period) where template_id is not null;
create index campaigns_due on campaigns (due_at) where due_at is not null;

-- The ledger: one row for each patient of a campaign's step, and what became of it.
create table campaign_sends (
  organization_id text not null,
  campaign_id text not null,
  step int not null,
  patient_id text not null,
  -- The order in which texts of the same time leave.
  ordinal int not null,
  -- The number or the e-mail address; null where there is none.
  address text,
  state text not null check (
    state in ('waiting', 'queued', 'sent', 'delivered', 'failed', 'unconfirmed', 'skipped', 'cancelled', 'listed')
  ),
  reason text,
  detail text,
  due_at timestamptz,
  timezone text not null,
  at timestamptz not null,
  segments int,
  -- Of the words that were sent.
  revision int,
  message_id text,
  mail_id text,
  -- When the carrier or the e-mail service took it; a text that failed later has it too.
  taken_at timestamptz,
  failure_reason text,
  done_by text,
  done_at timestamptz,
  primary key (organization_id, campaign_id, step, patient_id),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, id),
  check ((state = 'skipped') = (reason is not null))
);
-- A number that several patients have gets each step once.
create unique index campaign_sends_once on campaign_sends (organization_id, campaign_id, step, address)
  where message_id is not null or mail_id is not null;
create index campaign_sends_waiting on campaign_sends (organization_id, campaign_id, due_at, ordinal) where state = 'waiting';
create index campaign_sends_by_state on campaign_sends (organization_id, campaign_id, state, step, ordinal);
create index campaign_sends_in_order on campaign_sends (organization_id, campaign_id, step, ordinal);
create index campaign_sends_of_message on campaign_sends (organization_id, message_id) where message_id is not null;
create index campaign_sends_of_mail on campaign_sends (organization_id, mail_id) where mail_id is not null;
create index campaign_sends_of_patient on campaign_sends (organization_id, patient_id);
create index campaign_sends_taken on campaign_sends (organization_id, campaign_id, taken_at) where taken_at is not null;

-- The limit of failures looks at the newest outcomes.
create index campaign_sends_outcomes on campaign_sends (organization_id, campaign_id, at desc)
  where state in ('delivered', 'failed');

-- Campaigns whose sends or marks changed since their figures were last told. The transaction of a change keeps the row locked
-- until it commits, so that whoever takes the row sees the change.
create table campaign_news (
  organization_id text not null,
  campaign_id text not null,
  -- Screens are told at most once a second.
  due_at timestamptz not null default now() + interval '1 second',
  leased_by text,
  leased_until timestamptz,
  primary key (organization_id, campaign_id)
);
create index campaign_news_due on campaign_news (due_at);

-- One row of news for each campaign, in one order, so that two transactions do not wait for each other.
create function note_campaign_news() returns trigger language plpgsql as $$
begin
  insert into campaign_news as known (organization_id, campaign_id)
    select distinct organization_id, campaign_id from changed order by organization_id, campaign_id
    on conflict (organization_id, campaign_id) do update set due_at = known.due_at;
  return null;
end $$;
create trigger campaign_sends_news after update on campaign_sends referencing new table as changed
  for each statement execute function note_campaign_news();
create trigger campaign_marks_news after insert on campaign_marks referencing new table as changed
  for each statement execute function note_campaign_news();

-- When an organization's number may send the next campaign text.
create table outreach_paces (
  organization_id text primary key references organizations (id),
  next_slot_at timestamptz not null
);

-- The texts and e-mails that a member sent to try a campaign out.
create table campaign_test_days (
  organization_id text not null references organizations (id),
  user_id text not null,
  day date not null,
  sent int not null,
  primary key (organization_id, user_id, day)
);

select isolate_tenant('campaigns'), isolate_tenant('campaign_sends'), isolate_tenant('campaign_news'), isolate_tenant('outreach_paces'), isolate_tenant('campaign_test_days');
grant select, insert, update on campaigns to foyer_app;
grant select, insert, update, delete on campaign_sends to foyer_app;
grant select, insert, update, delete on campaign_news to foyer_app;
grant select, insert, update on outreach_paces, campaign_test_days to foyer_app;
-- The workers lease campaigns of every organization.
grant select, update on campaigns, campaign_news to foyer_system;
grant select, delete on campaign_test_days to foyer_system;
