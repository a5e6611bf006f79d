-- Imports bring in these records besides patients, doctors and visits. The keys without case and accents are written by the API, which
-- compares the rows of a file by the same.
create table insurance_providers (
  organization_id text not null references organizations (id),
  id text not null,
  payer_id text,
  payer_key text collate "C",
  name text not null,
  name_key text collate "C" not null,
  phone text,
  created_at timestamptz not null,
  version bigint not null,
  primary key (organization_id, id),
  check ((payer_id is null) = (payer_key is null))
);
create unique index insurance_providers_by_payer on insurance_providers (organization_id, payer_key)
  where payer_key is not null;
-- Without a payer ID the name is the key.
create unique index insurance_providers_without_payer on insurance_providers (organization_id, name_key)
  where payer_key is null;
create index insurance_providers_by_name on insurance_providers (organization_id, name_key, id);

-- Patients whom another doctor sent.
create table referrals (
  organization_id text not null,
  id text not null,
  patient_id text not null,
  referring_provider text not null,
  provider_key text collate "C" not null,
  date date not null,
  reason text,
  -- How many documents are kept with it.
  documents int not null default 0,
  created_at timestamptz not null,
  version bigint not null,
  primary key (organization_id, id),
  foreign key (organization_id, patient_id) references patients (organization_id, id)
);
create unique index referrals_by_key on referrals (organization_id, patient_id, provider_key, date);
create index referrals_by_date on referrals (organization_id, date desc, id desc);
create index referrals_without_documents on referrals (organization_id, date desc, id desc) where documents = 0;

-- The bytes are in the file storage under the id.
create table referral_documents (
  organization_id text not null,
  id text not null,
  referral_id text not null,
  name text not null,
  content_type text not null,
  size bigint not null,
  created_at timestamptz not null,
  created_by text not null,
  created_by_name text not null,
  primary key (organization_id, id),
  foreign key (organization_id, referral_id) references referrals (organization_id, id)
);
create index referral_documents_by_time
  on referral_documents (organization_id, referral_id, created_at desc, id desc);

select isolate_tenant('insurance_providers'), isolate_tenant('referrals'), isolate_tenant('referral_documents');
grant select, insert, update on insurance_providers, referrals to foyer_app;
grant select, insert, delete on referral_documents to foyer_app;
