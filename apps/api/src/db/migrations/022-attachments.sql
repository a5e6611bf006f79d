-- Files of messages. Their bytes lie outside, under the file's id; what is here says whose they are and what they are.

create table attachments (
  organization_id text not null references organizations (id),
  id text not null,
  conversation_id text not null,
  message_id text not null,
  -- As it is shown: no path, no control characters.
  name text not null,
  -- What its bytes are; what a browser or a phone said they were is not kept.
  content_type text not null,
  size integer not null,
  -- Among the files of its message.
  place integer not null,
  created_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, conversation_id) references conversations (organization_id, id),
  -- Deferred: its row is written before the message's, so that the log's head is locked for no longer than need be.
  foreign key (organization_id, message_id) references messages (organization_id, id) deferrable initially deferred
);
create index attachments_conversation on attachments (organization_id, conversation_id, created_at desc, place desc, id desc);
create index attachments_message on attachments (organization_id, message_id);

-- Bytes that are stored, or about to be, and belong to no message yet: here before they are stored, gone in the
-- transaction that keeps their message. What stays is nobody's and is swept.
create table uploads (
  organization_id text not null references organizations (id),
  id text not null,
  created_at timestamptz not null default now(),
  -- Given up: no message may take it any more.
  swept_at timestamptz,
  primary key (organization_id, id)
);
create index uploads_age on uploads (created_at);

-- Files of a patient's text that lie at the carrier and are to be fetched; here until each is had or given up.
create table media_fetches (
  organization_id text not null references organizations (id),
  message_id text not null,
  -- Its place among the message's files.
  place integer not null,
  conversation_id text not null,
  url text not null,
  queued_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  leased_until timestamptz,
  leased_by text,
  primary key (organization_id, message_id, place),
  foreign key (organization_id, message_id) references messages (organization_id, id) deferrable initially deferred
);
create index media_fetches_due on media_fetches (due_at);

do $$
declare tenant text;
begin
  foreach tenant in array array['attachments', 'uploads', 'media_fetches'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format('create policy own_organization on %I to foyer_app
      using (organization_id = nullif(current_setting(''app.org'', true), ''''))
      with check (organization_id = nullif(current_setting(''app.org'', true), ''''))', tenant);
  end loop;
end $$;
grant select, insert on attachments to foyer_app;
grant select, insert, delete on uploads to foyer_app;
grant select, insert, update, delete on media_fetches to foyer_app;
-- The sweeper and the leases work above organizations.
create policy above_organizations on uploads to foyer_system using (true) with check (true);
create policy above_organizations on media_fetches to foyer_system using (true) with check (true);
grant select, update, delete on uploads to foyer_system;
grant select, update on media_fetches to foyer_system;

-- What came before there was anything to fetch it with.
grant insert on media_fetches to foyer_system;
set local role foyer_system;
insert into media_fetches (organization_id, message_id, place, conversation_id, url)
  select m.organization_id, m.id, media.place - 1, m.conversation_id, media.one ->> 'url'
  from messages as m cross join lateral jsonb_array_elements(m.carrier_media) with ordinality as media (one, place)
  where m.carrier_media <> '[]';
reset role;
set constraints all immediate;
revoke insert on media_fetches from foyer_system;
