-- One patient of about a thousand, whatever the names, to tell whether a search finds a large part of all. Such a search is
-- met soon in the order of any list, while the index of words would first collect everything it finds.
create index patients_sampled on patients (organization_id, id) where (hashtext(id) & 1023) = 0;

-- The same door as `found_patients`. Without enough patients in the sample there are not many in the organization.
create function is_common_search(words text[], digits text) returns boolean
language sql stable security definer parallel safe
set search_path = pg_catalog, public, pg_temp
as $$
  select count(*) >= 20 and count(*) filter (where search_key like all (words) or search_key like digits) * 5 > count(*)
  from (
    select search_key from public.patients
    where organization_id = nullif(current_setting('app.org', true), '') and (hashtext(id) & 1023) = 0
    order by id limit 64
  ) as sampled
$$;
grant create on schema public to foyer_system;
alter function is_common_search(text[], text) owner to foyer_system;
revoke create on schema public from foyer_system;
revoke all on function is_common_search(text[], text) from public;
grant execute on function is_common_search(text[], text) to foyer_app;
