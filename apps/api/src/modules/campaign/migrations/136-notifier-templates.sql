-- Texts and e-mails that go out again after each period: a due worker makes one campaign a period.
create table notifier_templates (
  organization_id text not null references organizations (id),
  id text not null,
  name text not null,
  frequency_days int not null check (frequency_days between 1 and 365),
  type text not null check (type in ('SMS', 'email')),
  purpose text not null default 'care' check (purpose in ('care', 'promotion')),
  subject text,
  content text not null,
  -- Null: nobody was chosen yet.
  audience jsonb,
  time_of_day text not null,
  starts_on date,
  active boolean not null,
  -- Null while it is not active.
  next_run_at timestamptz,
  -- When that run is launched: ahead of its time, because the clocks of some patients are.
  due_at timestamptz,
  last_run_at timestamptz,
  last_campaign_id text,
  -- Runs that did not take place because nothing worked at their time, and a run whose words or audience had a problem.
  missed jsonb not null default '[]',
  created_at timestamptz not null,
  version bigint not null,
  leased_by text,
  leased_until timestamptz,
  attempts int not null default 0,
  primary key (organization_id, id)
);
create index notifier_templates_due on notifier_templates (due_at) where due_at is not null;
select isolate_tenant('notifier_templates');
grant select, insert, update, delete on notifier_templates to foyer_app;
grant select, update on notifier_templates to foyer_system;
