-- Canned messages, numbers that the clinic blocked, single messages filed under a patient, and the search of people.

create table canned_messages (
  organization_id text not null references organizations (id),
  id text not null,
  title text not null,
  message text not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, id)
);
-- "Labs" and "labs" are one title to whoever looks for it.
create unique index canned_messages_title on canned_messages (organization_id, lower(title));

-- What a blocked number goes back to: a block is the clinic's, the wish to be texted stays the patient's. A number that
-- was blocked before this table was there has no row and counts as subscribed.
create table blocked_numbers (
  organization_id text not null references organizations (id),
  phone_number text not null,
  wish text not null check (wish in ('subscribed', 'opted_out')),
  primary key (organization_id, phone_number)
);

do $$
declare tenant text;
begin
  foreach tenant in array array['canned_messages', 'blocked_numbers'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format('create policy own_organization on %I to foyer_app
      using (organization_id = nullif(current_setting(''app.org'', true), ''''))
      with check (organization_id = nullif(current_setting(''app.org'', true), ''''))', tenant);
  end loop;
end $$;
grant select, insert, update, delete on canned_messages, blocked_numbers to foyer_app;
-- A demo store is filled above organizations.
create policy above_organizations on canned_messages to foyer_system using (true) with check (true);
grant select, insert on canned_messages to foyer_system;

-- The patient that one message was filed under, in a conversation that may be somebody else's.
alter table messages add column patient_id text;
alter table messages add foreign key (organization_id, patient_id) references patients (organization_id, id);
create index messages_patient on messages (organization_id, patient_id, created_at desc, id desc)
  where patient_id is not null;

-- What is true of a number is shown by each of its conversations.
create index conversations_of_number on conversations (organization_id, phone_number);

-- What a search of people looks at: the name, and the number's digits on a line of their own.
create function patient_search_text(first_name text, last_name text, phone_number text) returns text
language sql immutable parallel safe
return lower(first_name || ' ' || last_name) || E'\n' || translate(coalesce(phone_number, ''), '+()-. ', '');
create index patients_search on patients
  using gin (organization_id, patient_search_text(first_name, last_name, phone_number) gin_trgm_ops);

-- The same narrow door as that of the conversations, for the same reason: `like` isn't leakproof. Below three characters
-- there is no trigram to look up, and the index would be read whole: such a search walks the patients, and nearly always
-- has enough of them soon. Of more than a thousand matches the ten are the first by name of any thousand.
create function matching_patients(search text) returns setof text
language sql stable security definer parallel safe
set search_path = pg_catalog, public, pg_temp
as $$
  with found as materialized (
    select id, first_name, last_name from public.patients
    where organization_id = nullif(current_setting('app.org', true), '') and length(search) >= 3
      and patient_search_text(first_name, last_name, phone_number)
        like '%' || replace(replace(replace(lower(search), '\', '\\'), '%', '\%'), '_', '\_') || '%'
    union all
    select id, first_name, last_name from public.patients
    where organization_id = nullif(current_setting('app.org', true), '') and length(search) between 1 and 2
      and position(lower(search) in patient_search_text(first_name, last_name, phone_number)) > 0
  )
  -- The limit stands outside, where it doesn't tempt the planner away from the index.
  select id from (select * from found limit 1000) as bounded order by lower(first_name), lower(last_name), id limit 10
$$;

grant create on schema public to foyer_system;
alter function matching_patients(text) owner to foyer_system;
revoke create on schema public from foyer_system;
revoke all on function matching_patients(text) from public;
grant execute on function matching_patients(text) to foyer_app;
