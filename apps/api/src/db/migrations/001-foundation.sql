-- The house's ground: organizations, their log, their patients and conversations.
--
-- Two roles do all the work after migration. foyer_app works for one organization, named in app.org, and row-level
-- security keeps it there even where a query forgets its own condition. foyer_system serves what stands above
-- organizations: identity, number lookup, dispatcher and feed. The owner migrates and does nothing else.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

do $$ begin
  if not exists (select from pg_roles where rolname = 'foyer_app') then create role foyer_app nologin; end if;
  if not exists (select from pg_roles where rolname = 'foyer_system') then create role foyer_system nologin; end if;
end $$;
grant foyer_app, foyer_system to current_user;

create table organizations (
  id text primary key,
  name text not null,
  type text not null,
  timezone text not null,
  -- E.164; what patients text to
  sms_number text unique,
  created_at timestamptz not null default now()
);

create table members (
  organization_id text not null references organizations (id),
  user_id text not null,
  role text not null check (role in ('agent', 'supervisor', 'provider', 'admin')),
  created_at timestamptz not null default now(),
  primary key (organization_id, user_id)
);
create index members_user on members (user_id);

-- The head of an organization's log. Its row is locked last in every transaction, so seq has no holes and commit order
-- is seq order; the counts live here so that a list and the badge beside it can't disagree.
create table organization_heads (
  organization_id text primary key references organizations (id),
  epoch text not null,
  seq bigint not null default 0,
  unread_messages integer not null default 0,
  open_requests integer not null default 0,
  other_requests integer not null default 0,
  open_concierge_requests integer not null default 0,
  thumbs_down integer not null default 0
);

create table events (
  organization_id text not null references organizations (id),
  seq bigint not null,
  epoch text not null,
  type text not null,
  key text not null,
  audience text not null,
  at timestamptz not null,
  counts jsonb not null,
  data jsonb not null,
  primary key (organization_id, seq)
);
create index events_at on events (at);

create table patients (
  organization_id text not null references organizations (id),
  id text not null,
  import_id text not null,
  first_name text not null,
  last_name text not null,
  phone_number text,
  birthdate date,
  gender text not null default 'unknown' check (gender in ('male', 'female', 'other', 'unknown')),
  mrn text,
  cash_pay boolean not null default false,
  insurance_type text,
  preferred_contact text check (preferred_contact in ('text', 'call', 'email')),
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, import_id)
);
create index patients_phone on patients (organization_id, phone_number);

create table appointments (
  organization_id text not null references organizations (id),
  id text not null,
  patient_id text not null,
  doctor_id text not null,
  doctor_name text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  status text not null check (
    status in ('scheduled', 'confirmed', 'arrived', 'completed', 'cancelled', 'missed', 'admitted', 'discharged')
  ),
  type text not null,
  location text not null,
  primary key (organization_id, id),
  foreign key (organization_id, patient_id) references patients (organization_id, id)
);
create index appointments_patient on appointments (organization_id, patient_id, starts_at);
create index appointments_day on appointments (organization_id, starts_at);

-- Whether a number may be texted; a number without a row is subscribed.
create table consents (
  organization_id text not null references organizations (id),
  phone_number text not null,
  sms_status text not null check (sms_status in ('subscribed', 'opted_out', 'blocked')),
  changed_at timestamptz not null default now(),
  primary key (organization_id, phone_number)
);

create table conversations (
  organization_id text not null references organizations (id),
  id text not null,
  patient_id text,
  channel text not null check (channel in ('sms', 'chat')),
  -- E.164 of the phone, or the chat visitor's id
  sender text not null,
  phone_number text not null,
  status text not null check (status in ('open', 'pending', 'acknowledged', 'resolved', 'unassigned')),
  request_type text check (request_type in ('appointment', 'prescription', 'billing', 'concierge', 'other')),
  last_message text not null default '',
  last_message_by jsonb,
  last_message_at timestamptz not null,
  -- of the oldest patient message that nobody has answered
  waiting_since timestamptz,
  -- seq of the newest text, note not counted, and who wrote it: what a reply may be stale against
  last_text_version bigint not null default 0,
  unread_count integer not null default 0 check (unread_count >= 0),
  staff_assigned text[] not null default '{}',
  starred_by text[] not null default '{}',
  feedback text check (feedback in ('up', 'down')),
  -- lower case name, MRN and digits: what a search looks at
  search_text text not null,
  version bigint not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, channel, sender),
  foreign key (organization_id, patient_id) references patients (organization_id, id)
);
-- One walk a status, merged: a list of two statuses stays as flat as a list of one.
create index conversations_list on conversations (organization_id, status, last_message_at desc, id desc);
create index conversations_all on conversations (organization_id, last_message_at desc, id desc);
create index conversations_unread on conversations (organization_id, last_message_at desc, id desc) where unread_count > 0;
create index conversations_requests on conversations (organization_id, request_type, last_message_at desc, id desc)
  where request_type is not null;
create index conversations_feedback on conversations (organization_id, last_message_at desc, id desc) where feedback = 'down';
create index conversations_starred on conversations using gin (organization_id, starred_by);
create index conversations_mine on conversations using gin (organization_id, staff_assigned);
create index conversations_search on conversations using gin (organization_id, search_text gin_trgm_ops);
create index conversations_patient on conversations (organization_id, patient_id);

create table messages (
  organization_id text not null references organizations (id),
  id text not null,
  conversation_id text not null,
  direction text not null check (direction in ('inbound', 'outbound')),
  body text not null,
  attachments jsonb not null default '[]',
  private boolean not null default false,
  user_id text,
  user_name text,
  created_at timestamptz not null,
  status text not null check (status in ('queued', 'sending', 'sent', 'delivered', 'undelivered', 'failed', 'received')),
  failure_reason text,
  carrier_sid text,
  version bigint not null,
  primary key (organization_id, id),
  foreign key (organization_id, conversation_id) references conversations (organization_id, id)
);
create index messages_thread on messages (organization_id, conversation_id, created_at desc, id desc);
-- The same text twice is one message.
create unique index messages_carrier on messages (organization_id, carrier_sid) where carrier_sid is not null;

create table conversation_seen (
  organization_id text not null,
  conversation_id text not null,
  user_id text not null,
  seen_at timestamptz not null,
  primary key (organization_id, conversation_id, user_id),
  foreign key (organization_id, conversation_id) references conversations (organization_id, id)
);

-- What a key of one user answered; `reply` is null while the first request is in work.
create table idempotency_keys (
  organization_id text not null references organizations (id),
  user_id text not null,
  key text not null,
  fingerprint text not null,
  status integer,
  reply jsonb,
  created_at timestamptz not null default now(),
  primary key (organization_id, user_id, key)
);

create table audit_log (
  id bigint generated always as identity primary key,
  organization_id text,
  at timestamptz not null default now(),
  user_id text,
  session_id text,
  call text not null,
  -- ids only, never what they stand for
  subject jsonb not null default '{}',
  outcome text not null,
  request_id text not null
);
create index audit_log_organization on audit_log (organization_id, id desc);

-- Where each relay stands in each organization's log.
create table relay_cursors (
  url text not null,
  organization_id text not null references organizations (id),
  seq bigint not null default 0,
  epoch text,
  leased_until timestamptz,
  leased_by text,
  failures integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  primary key (url, organization_id)
);

create table revocations (
  id text primary key,
  sid text,
  sub text not null,
  at timestamptz not null default now()
);
create index revocations_at on revocations (at);
create table revocation_deliveries (
  url text not null,
  revocation_id text not null references revocations (id) on delete cascade,
  delivered_at timestamptz not null default now(),
  primary key (url, revocation_id)
);

do $$
declare tenant text;
begin
  foreach tenant in array array['members', 'organization_heads', 'events', 'patients', 'appointments', 'consents',
    'conversations', 'messages', 'conversation_seen', 'idempotency_keys', 'audit_log'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format('create policy own_organization on %I to foyer_app
      using (organization_id = nullif(current_setting(''app.org'', true), ''''))
      with check (organization_id = nullif(current_setting(''app.org'', true), ''''))', tenant);
    execute format('create policy above_organizations on %I to foyer_system using (true) with check (true)', tenant);
  end loop;
end $$;
alter table organizations enable row level security;
alter table organizations force row level security;
create policy own_organization on organizations for select to foyer_app
  using (id = nullif(current_setting('app.org', true), ''));
create policy above_organizations on organizations to foyer_system using (true) with check (true);

grant usage on schema public to foyer_app, foyer_system;
grant select on organizations, members to foyer_app;
grant select, insert, update on organization_heads, patients, appointments, consents, conversations, messages,
  conversation_seen, idempotency_keys to foyer_app;
grant delete on idempotency_keys to foyer_app;
grant select, insert on events, audit_log to foyer_app;
grant select, insert, update, delete on organizations, members, organization_heads, events, patients, appointments,
  consents, conversations, messages, conversation_seen, idempotency_keys, relay_cursors, revocations,
  revocation_deliveries to foyer_system;
grant select, insert on audit_log to foyer_system;
