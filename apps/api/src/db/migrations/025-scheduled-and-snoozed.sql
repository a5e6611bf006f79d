-- Texts that are written now and go out later, and conversations that are out of the way until then.

create table scheduled_texts (
  organization_id text not null references organizations (id),
  id text not null,
  conversation_id text not null,
  body text not null,
  send_at timestamptz not null,
  status text not null check (status in ('waiting', 'sent', 'cancelled', 'failed')),
  -- why it never left
  reason text,
  -- what it became
  message_id text,
  -- Who wrote it, by name too: it goes out in their name when they have left.
  user_id text not null,
  user_name text not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  leased_until timestamptz,
  leased_by text,
  version bigint not null,
  primary key (organization_id, id),
  foreign key (organization_id, conversation_id) references conversations (organization_id, id),
  foreign key (organization_id, message_id) references messages (organization_id, id),
  check ((status = 'sent') = (message_id is not null)),
  check ((status = 'waiting') = (ended_at is null))
);
-- One message comes of one text.
create unique index scheduled_texts_message on scheduled_texts (organization_id, message_id) where message_id is not null;
create index scheduled_texts_due on scheduled_texts (send_at) where status = 'waiting';
create index scheduled_texts_soonest on scheduled_texts (organization_id, send_at, id) where status = 'waiting';
create index scheduled_texts_thread on scheduled_texts (organization_id, conversation_id, ended_at desc, id desc);

alter table scheduled_texts enable row level security;
alter table scheduled_texts force row level security;
create policy own_organization on scheduled_texts to foyer_app
  using (organization_id = nullif(current_setting('app.org', true), ''))
  with check (organization_id = nullif(current_setting('app.org', true), ''));
create policy above_organizations on scheduled_texts to foyer_system using (true) with check (true);
grant select, insert, update on scheduled_texts to foyer_app;
-- The clockwork leases texts of every organization; what it then does with one, it does as foyer_app.
grant select, update on scheduled_texts to foyer_system;

-- While a process wakes it, no other one tries. In no index: taking the lease touches none.
alter table conversations add column snooze_leased_until timestamptz;
create index conversations_snooze_due on conversations (snoozed_until) where snoozed_until is not null;
create index conversations_snoozed on conversations (organization_id, status, last_message_at desc, id desc)
  where snoozed_until is not null;
