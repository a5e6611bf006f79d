-- Search over what messages say. The words are made by the API, by one rule for what is stored and what is asked; rows from
-- before get the nearest that the store can do by itself.
alter table messages add column words tsvector not null default '';
update messages set words = strip(to_tsvector('simple', body));
create index messages_words on messages using gin (organization_id, words);
create index messages_newest on messages (organization_id, created_at desc, id desc);

-- `@@` isn't leakproof, so under row-level security it would never reach the index: one more narrow door, like the search of
-- names. In no order, and bounded: whoever gets all that was asked for must look another way. Only a bitmap of the index
-- will do; a plan that walks the messages is what this is there to avoid.
create function matching_messages(wanted tsquery, most integer) returns table (id text, created_at timestamptz)
language sql stable security definer parallel safe
set search_path = pg_catalog, public, pg_temp
set enable_seqscan = off
set enable_indexscan = off
as $$
  select id, created_at
  from public.messages
  where organization_id = nullif(current_setting('app.org', true), '') and words @@ wanted
  limit most
$$;
grant create on schema public to foyer_system;
alter function matching_messages(tsquery, integer) owner to foyer_system;
revoke create on schema public from foyer_system;
revoke all on function matching_messages(tsquery, integer) from public;
grant execute on function matching_messages(tsquery, integer) to foyer_app;
