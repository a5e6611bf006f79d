-- What the inbox needs beyond the ground: when a message joined the log, media not fetched yet, texts on their way out,
-- the day's count of texts, and two narrow doors like that of the search.

-- seq of the event that added it. `version` moves on with every change of delivery; this stays, so that a reply is stale
-- against a text that the sender's screen did not show and never against news of one that it did.
alter table messages add column added_version bigint not null default 0;
-- [{ url, contentType }] of an inbound text, at the carrier: kept from the first day, shown once they are fetched.
alter table messages add column carrier_media jsonb not null default '[]';

-- A text is here from the transaction that keeps it until its fate is known.
create table outbound_texts (
  organization_id text not null references organizations (id),
  message_id text not null,
  conversation_id text not null,
  -- Given under the conversation's lock: of one conversation, in the order of sending.
  position bigint generated always as identity,
  queued_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  -- The carrier was called and its answer is not known: it is asked whether it has the text before it is called again.
  handed_at timestamptz,
  leased_until timestamptz,
  leased_by text,
  primary key (organization_id, message_id),
  -- Deferred: its row is written before the message's, so that the log's head is locked for no longer than need be.
  foreign key (organization_id, message_id) references messages (organization_id, id) deferrable initially deferred
);
create index outbound_texts_order on outbound_texts (organization_id, conversation_id, position);
create index outbound_texts_due on outbound_texts (due_at);

-- Texts that an organization sent on one of its days.
create table text_days (
  organization_id text not null references organizations (id),
  day date not null,
  sent integer not null,
  primary key (organization_id, day)
);

do $$
declare tenant text;
begin
  foreach tenant in array array['outbound_texts', 'text_days'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format('create policy own_organization on %I to foyer_app
      using (organization_id = nullif(current_setting(''app.org'', true), ''''))
      with check (organization_id = nullif(current_setting(''app.org'', true), ''''))', tenant);
  end loop;
end $$;
create policy above_organizations on outbound_texts to foyer_system using (true) with check (true);
grant select, insert, update, delete on outbound_texts to foyer_app;
grant select, insert, update on text_days to foyer_app;
-- The worker leases texts of every organization; what it then does with one, it does as foyer_app.
grant select, update on outbound_texts to foyer_system;

-- A filter beside a status walks an index of its own: without the status in it, the many that are unread in one status
-- stand before the few in another.
drop index conversations_unread, conversations_requests, conversations_feedback;
create index conversations_unread on conversations (organization_id, status, last_message_at desc, id desc)
  where unread_count > 0;
create index conversations_requests on conversations (organization_id, status, last_message_at desc, id desc)
  where request_type is not null and request_type not in ('concierge', 'other');
create index conversations_concierge on conversations (organization_id, status, last_message_at desc, id desc)
  where request_type = 'concierge';
create index conversations_feedback on conversations (organization_id, status, last_message_at desc, id desc)
  where feedback = 'down';

-- `@>` of arrays isn't leakproof either, so under row-level security the two lists of a staff member would walk the
-- whole inbox. Newest first and bounded, like the search.
create function starred_conversations(staff text, statuses text[]) returns setof text
language sql stable security definer parallel safe
set search_path = pg_catalog, public, pg_temp
as $$
  select id from public.conversations
  where organization_id = nullif(current_setting('app.org', true), '') and starred_by @> array[staff]
    and status = any(statuses)
  order by last_message_at desc, id desc
  limit 5000
$$;

create function assigned_conversations(staff text, statuses text[]) returns setof text
language sql stable security definer parallel safe
set search_path = pg_catalog, public, pg_temp
as $$
  select id from public.conversations
  where organization_id = nullif(current_setting('app.org', true), '') and staff_assigned @> array[staff]
    and status = any(statuses)
  order by last_message_at desc, id desc
  limit 5000
$$;

grant create on schema public to foyer_system;
alter function starred_conversations(text, text[]) owner to foyer_system;
alter function assigned_conversations(text, text[]) owner to foyer_system;
revoke create on schema public from foyer_system;
revoke all on function starred_conversations(text, text[]), assigned_conversations(text, text[]) from public;
grant execute on function starred_conversations(text, text[]), assigned_conversations(text, text[]) to foyer_app;

-- A report of the carrier names a text by its sid alone; whose it is, is found here.
create index messages_sid on messages (carrier_sid) where carrier_sid is not null;
