-- E-mails to patients: whose address is known, what was written, and how far each is on its way.

-- An address is the same in any case, so one case is kept: under row-level security a search by lower() would use no index.
alter table patients add column email text check (email = lower(email));
create index patients_email on patients (organization_id, email) where email is not null;

create table mails (
  organization_id text not null references organizations (id),
  id text not null,
  -- whose history tells of it
  conversation_id text,
  address text not null,
  subject text not null,
  content text not null,
  status text not null check (status in ('queued', 'sending', 'sent', 'failed', 'unconfirmed')),
  failure_reason text,
  -- what the e-mail service calls it
  service_id text,
  -- Who wrote it, by name too: it stays theirs when they have left.
  user_id text not null,
  user_name text not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  -- The rest is the way out, by the store's clock.
  queued_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  -- The service was asked and its answer is not known.
  handed_at timestamptz,
  leased_until timestamptz,
  leased_by text,
  primary key (organization_id, id),
  foreign key (organization_id, conversation_id) references conversations (organization_id, id),
  check ((status in ('queued', 'sending')) = (ended_at is null)),
  check ((status = 'sending') = (handed_at is not null and ended_at is null))
);
create index mails_due on mails (due_at) where ended_at is null;

-- E-mails that an organization sent on one of its days.
create table mail_days (
  organization_id text not null references organizations (id),
  day date not null,
  sent integer not null,
  primary key (organization_id, day)
);

do $$
declare tenant text;
begin
  foreach tenant in array array['mails', 'mail_days'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format('create policy own_organization on %I to foyer_app
      using (organization_id = nullif(current_setting(''app.org'', true), ''''))
      with check (organization_id = nullif(current_setting(''app.org'', true), ''''))', tenant);
  end loop;
end $$;
grant select, insert, update on mails to foyer_app;
grant select, insert, update on mail_days to foyer_app;
-- The worker leases mails of every organization; what it then does with one, it does as foyer_app.
create policy above_organizations on mails to foyer_system using (true) with check (true);
grant select, update on mails to foyer_system;
