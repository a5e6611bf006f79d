-- A single word is looked up once in the index; a pattern without letters adds nothing to it.
create or replace function found_patients(words text[], digits text, most integer) returns setof text
language sql stable security definer parallel safe
set search_path = pg_catalog, public, pg_temp
as $$
  select id from (
    (
      select id from public.patients
      where organization_id = nullif(current_setting('app.org', true), '')
        and search_key like words[1] and search_key like coalesce(words[2], '%') and search_key like all (words)
      limit most
    ) union (
      select id from public.patients
      where organization_id = nullif(current_setting('app.org', true), '') and search_key like digits
      limit most
    )
  ) as found
  limit most
$$;

-- A quarter of the sample tells as much.
create or replace function is_common_search(words text[], digits text) returns boolean
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
