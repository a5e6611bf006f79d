-- A session is verified for one patient, and knows what its action asked: the times that it offered, or its code.
alter table chatbot_sessions
  add column verified_patient text,
  add column asking jsonb;

-- Codes that a chatbot texts to the number on file. The worker makes the code with its text, so it is nowhere before.
create table chatbot_codes (
  organization_id text not null references organizations (id),
  id text not null,
  session_id text not null,
  patient_id text not null,
  language text not null,
  status text not null check (status in ('queued', 'texted', 'refused')),
  -- Keyed by the secret of the installation.
  code_hash text,
  created_at timestamptz not null,
  due_at timestamptz not null default now(),
  leased_by text,
  leased_until timestamptz,
  attempts int not null default 0,
  primary key (organization_id, id),
  foreign key (organization_id, session_id) references chatbot_sessions (organization_id, id),
  foreign key (organization_id, patient_id) references patients (organization_id, id)
);
create index chatbot_codes_due on chatbot_codes (due_at) where status = 'queued';
create index chatbot_codes_of_patient on chatbot_codes (organization_id, patient_id, created_at);
create index chatbot_codes_of_session on chatbot_codes (organization_id, session_id);
create index chatbot_codes_by_age on chatbot_codes (created_at);
select isolate_tenant('chatbot_codes');
grant select, insert, update on chatbot_codes to foyer_app;
grant select, update, delete on chatbot_codes to foyer_system;
