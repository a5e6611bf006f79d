-- What a staff member has begun to write, where they were named, and the list in the order of waiting.

-- One a staff member and conversation. Sent or emptied, the row stays without its text: it remembers the revision, so that
-- a save that was under way meanwhile comes too late.
create table drafts (
  organization_id text not null references organizations (id),
  user_id text not null,
  conversation_id text not null,
  body text,
  private boolean not null,
  revision bigint not null,
  updated_at timestamptz not null,
  version bigint not null,
  primary key (organization_id, user_id, conversation_id),
  foreign key (organization_id, conversation_id) references conversations (organization_id, id)
);
create index drafts_newest on drafts (organization_id, user_id, updated_at desc, conversation_id desc)
  where body is not null;

-- Staff ids that a note names; of each of them there is a row that says whether they have seen it.
alter table messages add column mentions text[] not null default '{}';
create table mentions (
  organization_id text not null references organizations (id),
  id text not null,
  user_id text not null,
  conversation_id text not null,
  message_id text not null,
  created_at timestamptz not null,
  seen_at timestamptz,
  version bigint not null,
  primary key (organization_id, id),
  unique (organization_id, message_id, user_id),
  foreign key (organization_id, message_id) references messages (organization_id, id)
);
create index mentions_newest on mentions (organization_id, user_id, created_at desc, id desc);
create index mentions_unseen on mentions (organization_id, user_id, conversation_id) where seen_at is null;

do $$
declare tenant text;
begin
  foreach tenant in array array['drafts', 'mentions'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format('create policy own_organization on %I to foyer_app
      using (organization_id = nullif(current_setting(''app.org'', true), ''''))
      with check (organization_id = nullif(current_setting(''app.org'', true), ''''))', tenant);
  end loop;
end $$;
grant select, insert, update on drafts, mentions to foyer_app;

-- seq of the change that last resolved it: what a patient wrote before that needs no answer any more.
alter table conversations add column settled_version bigint;
update conversations set settled_version = version where status = 'resolved';

-- The order of waiting is walked as the newest are: one index a status, and one for each filter that has one there.
create index conversations_waiting on conversations (organization_id, status, waiting_since, id)
  where waiting_since is not null;
create index conversations_waiting_unread on conversations (organization_id, status, waiting_since, id)
  where waiting_since is not null and unread_count > 0;
create index conversations_waiting_requests on conversations (organization_id, status, waiting_since, id)
  where waiting_since is not null and request_type is not null and request_type not in ('concierge', 'other');
create index conversations_waiting_concierge on conversations (organization_id, status, waiting_since, id)
  where waiting_since is not null and request_type = 'concierge';
create index conversations_waiting_feedback on conversations (organization_id, status, waiting_since, id)
  where waiting_since is not null and feedback = 'down';

-- The doors of the search and of the two lists of a staff member, bounded from the other end: of more than that, those who
-- wait longest.
create function waiting_matching(search text) returns setof text
language sql stable security definer parallel safe
set search_path = pg_catalog, public, pg_temp
as $$
  select id
  from public.conversations
  where organization_id = nullif(current_setting('app.org', true), '') and waiting_since is not null
    and search_text like '%' || replace(replace(replace(lower(search), '\', '\\'), '%', '\%'), '_', '\_') || '%'
  order by waiting_since, id
  limit 5000
$$;

create function waiting_starred(staff text, statuses text[]) returns setof text
language sql stable security definer parallel safe
set search_path = pg_catalog, public, pg_temp
as $$
  select id from public.conversations
  where organization_id = nullif(current_setting('app.org', true), '') and starred_by @> array[staff]
    and status = any(statuses) and waiting_since is not null
  order by waiting_since, id
  limit 5000
$$;

create function waiting_assigned(staff text, statuses text[]) returns setof text
language sql stable security definer parallel safe
set search_path = pg_catalog, public, pg_temp
as $$
  select id from public.conversations
  where organization_id = nullif(current_setting('app.org', true), '') and staff_assigned @> array[staff]
    and status = any(statuses) and waiting_since is not null
  order by waiting_since, id
  limit 5000
$$;

grant create on schema public to foyer_system;
alter function waiting_matching(text) owner to foyer_system;
alter function waiting_starred(text, text[]) owner to foyer_system;
alter function waiting_assigned(text, text[]) owner to foyer_system;
revoke create on schema public from foyer_system;
revoke all on function waiting_matching(text), waiting_starred(text, text[]), waiting_assigned(text, text[]) from public;
grant execute on function waiting_matching(text), waiting_starred(text, text[]), waiting_assigned(text, text[]) to foyer_app;
