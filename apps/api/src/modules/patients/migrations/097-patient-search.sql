-- The text in which a search looks for its words: the folded name, the MRN with and without its punctuation, and the digits of
-- the number, each on its own line.
alter table patients add column search_key text generated always as (
  fold_name(first_name || ' ' || last_name) || E'\n' || coalesce(lower(mrn), '') || E'\n'
    || coalesce(regexp_replace(lower(mrn), '[^[:alnum:]]', '', 'g'), '') || E'\n'
    || coalesce(regexp_replace(phone_number, '\D', '', 'g'), '')
) stored;
create index patients_found on patients using gin (organization_id, search_key gin_trgm_ops);
create index patients_by_insurance on patients (organization_id, insurance_type, id) where insurance_type is not null;

-- A narrow door like that of conversations, because `like` isn't leakproof and would not reach its index under row-level
-- security: it names the organization itself and gives ids alone, the first of at most `most`. The patients have every word,
-- of which the first two reach the index, or the digits.
create function found_patients(words text[], digits text, most integer) returns setof text
language sql stable security definer parallel safe
set search_path = pg_catalog, public, pg_temp
as $$
  select id from (
    (
      select id from public.patients
      where organization_id = nullif(current_setting('app.org', true), '')
        and search_key like words[1] and search_key like coalesce(words[2], words[1]) and search_key like all (words)
      limit most
    ) union (
      select id from public.patients
      where organization_id = nullif(current_setting('app.org', true), '') and search_key like digits
      limit most
    )
  ) as found
  limit most
$$;
grant create on schema public to foyer_system;
alter function found_patients(text[], text, integer) owner to foyer_system;
revoke create on schema public from foyer_system;
revoke all on function found_patients(text[], text, integer) from public;
grant execute on function found_patients(text[], text, integer) to foyer_app;
