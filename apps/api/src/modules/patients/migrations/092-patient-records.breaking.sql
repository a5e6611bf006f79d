-- The record of a patient beyond what conversations show, and the keys by which lists find and order patients.

-- Does what foldName of the contracts does: without case and accents. A test compares the two.
create function fold_name(name text) returns text
language sql immutable parallel safe strict
return translate(
  replace(replace(replace(replace(
    lower(regexp_replace(normalize(lower(normalize(name, nfkd)), nfkd), '[\u0300-\u036f]', '', 'g')),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
  'ðđħıłøŧς', 'ddhilotσ');

alter table patients
  add column doctor_id text,
  -- Null: not known.
  add column eligible boolean,
  add column deceased boolean not null default false,
  add column first_key text collate "C" not null generated always as (fold_name(first_name)) stored,
  add column last_key text collate "C" not null generated always as (fold_name(last_name)) stored,
  add column mrn_key text collate "C" generated always as (lower(mrn)) stored,
  add foreign key (organization_id, doctor_id) references doctors (organization_id, id);
create index patients_by_name on patients (organization_id, last_key, first_key, id);
create index patients_by_first_name on patients (organization_id, first_key, last_key, id);
create index patients_by_mrn on patients (organization_id, mrn_key, id) where mrn_key is not null;
create index patients_by_birth on patients (organization_id, birthdate, last_key, first_key, id)
  where birthdate is not null;
create index patients_by_doctor on patients (organization_id, doctor_id, last_key, first_key, id);
create index patients_eligible on patients (organization_id, last_key, first_key, id) where eligible;
grant insert, update on patients to foyer_app;
