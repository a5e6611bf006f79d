-- What patients asked for by themselves: the first type of request of a conversation, a form, an answer about a visit.
create table service_requests (
  organization_id text not null references organizations (id),
  id text not null,
  type text not null check (type in ('appointment', 'prescription', 'billing', 'concierge', 'other', 'form')),
  source text not null check (source in ('conversation', 'visit', 'form')),
  conversation_id text,
  appointment_id text,
  submission_id text,
  patient_id text,
  made timestamptz not null,
  settled timestamptz,
  -- Settled before the staff wrote.
  self boolean not null default false,
  primary key (organization_id, id),
  check (num_nonnulls(conversation_id, appointment_id, submission_id) = 1),
  check (settled is not null or not self)
);
create index service_requests_figures on service_requests (organization_id, made) include (type, self);
create index service_requests_of_conversation on service_requests (organization_id, conversation_id)
  where conversation_id is not null;
create index service_requests_of_visit on service_requests (organization_id, appointment_id, made)
  where appointment_id is not null;
create index service_requests_of_form on service_requests (organization_id, submission_id) where submission_id is not null;
select isolate_tenant('service_requests');
grant select, insert, update, delete on service_requests to foyer_app;
grant select, insert on service_requests to foyer_system;
