-- The search of the list looks for every word, in all statuses, those of the chosen ones first. Like the searches before,
-- it goes through narrow doors that name the organization themselves and give ids alone, because `like` isn't leakproof
-- and would not reach its index under row-level security. The doors of 003 and 027 stay for programs of before.

-- The first two patterns reach the index; the others are checked on what these find. `chosen` orders, `listed` restricts.
create function found_conversations(patterns text[], listed text[], chosen text[], most integer) returns setof text
language sql stable security definer parallel safe
set search_path = pg_catalog, public, pg_temp
as $$
  select id
  from public.conversations
  where organization_id = nullif(current_setting('app.org', true), '')
    and search_text like patterns[1] and search_text like coalesce(patterns[2], patterns[1])
    and search_text like all (patterns) and status = any(listed)
  order by (status = any(chosen)) desc, last_message_at desc, id desc
  limit most
$$;

create function waiting_found(patterns text[], listed text[], chosen text[], most integer) returns setof text
language sql stable security definer parallel safe
set search_path = pg_catalog, public, pg_temp
as $$
  select id
  from public.conversations
  where organization_id = nullif(current_setting('app.org', true), '') and waiting_since is not null
    and search_text like patterns[1] and search_text like coalesce(patterns[2], patterns[1])
    and search_text like all (patterns) and status = any(listed)
  order by (status = any(chosen)) desc, waiting_since, id
  limit most
$$;

grant create on schema public to foyer_system;
alter function found_conversations(text[], text[], text[], integer) owner to foyer_system;
alter function waiting_found(text[], text[], text[], integer) owner to foyer_system;
revoke create on schema public from foyer_system;
revoke all on function found_conversations(text[], text[], text[], integer) from public;
revoke all on function waiting_found(text[], text[], text[], integer) from public;
grant execute on function found_conversations(text[], text[], text[], integer) to foyer_app;
grant execute on function waiting_found(text[], text[], text[], integer) to foyer_app;

-- A search text in its present form begins with a line break. Rows without it come from a program of before; a worker
-- rewrites them in small transactions, because only the API has the rule.
create index conversations_unfolded on conversations (organization_id, id) where left(search_text, 1) <> E'\n';
