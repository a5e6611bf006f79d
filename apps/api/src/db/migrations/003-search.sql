-- Row-level security keeps `like` off a trigram index, because the operator isn't leakproof. So the search of names, MRNs
-- and digits goes through this one narrow door: it takes the organization from the setting that the transaction began
-- with, never from an argument, and gives ids alone. Bounded: a search that matches more is no search.

create function matching_conversations(search text) returns setof text
language sql stable security definer parallel safe
set search_path = pg_catalog, public, pg_temp
as $$
  select id
  from public.conversations
  where organization_id = nullif(current_setting('app.org', true), '')
    and search_text like '%' || replace(replace(replace(lower(search), '\', '\\'), '%', '\%'), '_', '\_') || '%'
  order by last_message_at desc, id desc
  limit 5000
$$;

-- Owned by the role that stands above organizations; it may look, and the function alone decides at what.
grant create on schema public to foyer_system;
alter function matching_conversations(text) owner to foyer_system;
revoke create on schema public from foyer_system;
revoke all on function matching_conversations(text) from public;
grant execute on function matching_conversations(text) to foyer_app;
