-- How many of these relays have the newest events of the transaction's organization. Positions of relays are foyer_system's,
-- so the function reads them with its rights. An event is on its way for some seconds.
create function relays_up_to_date(urls text[]) returns int
language sql stable security definer
set search_path = pg_catalog, public, pg_temp
as $$
  select count(*)::int
  from public.relay_cursors as place
  join public.organization_heads as head on head.organization_id = nullif(current_setting('app.org', true), '')
  where place.organization_id = nullif(current_setting('app.org', true), '') and place.url = any(urls)
    and place.epoch = head.epoch
    and not exists (
      select from public.events
      where events.organization_id = nullif(current_setting('app.org', true), '') and events.epoch = head.epoch
        and events.seq = place.seq + 1 and events.at < now() - interval '5 seconds')
$$;
grant create on schema public to foyer_system;
alter function relays_up_to_date(text[]) owner to foyer_system;
revoke create on schema public from foyer_system;
revoke all on function relays_up_to_date(text[]) from public;
grant execute on function relays_up_to_date(text[]) to foyer_app;
