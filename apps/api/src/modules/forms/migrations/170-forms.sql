-- Forms that patients fill in. Each is a FHIR Questionnaire, and each submission a QuestionnaireResponse.
create table forms (
  organization_id text not null references organizations (id),
  id text not null unique,
  title text not null,
  intro text not null,
  state text not null check (state in ('draft', 'active', 'retired')),
  request_type text,
  tells_inbox boolean not null,
  listed boolean not null,
  revision int not null,
  questions int not null,
  created_at timestamptz not null,
  created_by text,
  -- Null: it has not changed since it was made.
  changed_at timestamptz,
  version bigint not null,
  primary key (organization_id, id)
);
create index forms_by_time on forms (organization_id, created_at desc, id desc);

-- The questions of a form as they were. Submissions keep those that they answered.
create table form_revisions (
  organization_id text not null,
  form_id text not null,
  revision int not null,
  questionnaire jsonb not null,
  primary key (organization_id, form_id, revision),
  foreign key (organization_id, form_id) references forms (organization_id, id)
);

-- Personal addresses of a form, by a digest of their token. One works once.
create table form_links (
  organization_id text not null,
  digest text not null unique,
  form_id text not null,
  patient_id text not null,
  created_by text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (organization_id, digest),
  foreign key (organization_id, form_id) references forms (organization_id, id),
  foreign key (organization_id, patient_id) references patients (organization_id, id)
);
create index form_links_by_end on form_links (expires_at);

create table form_submissions (
  organization_id text not null,
  id text not null unique,
  form_id text not null,
  revision int not null,
  patient_id text,
  conversation_id text,
  suggested_patient_id text,
  response jsonb not null,
  state text not null check (state in ('new', 'done', 'held')),
  held_for text,
  created_at timestamptz not null,
  done_at timestamptz,
  done_by text,
  version bigint not null,
  primary key (organization_id, id),
  foreign key (organization_id, form_id, revision) references form_revisions (organization_id, form_id, revision),
  foreign key (organization_id, patient_id) references patients (organization_id, id),
  check ((held_for is null) = (state <> 'held'))
);
create index form_submissions_by_time on form_submissions (organization_id, created_at desc, id desc);
create index form_submissions_of_form on form_submissions (organization_id, form_id, created_at desc, id desc);
create index form_submissions_by_state on form_submissions (organization_id, state, created_at desc, id desc);
create index form_submissions_of_patient on form_submissions (organization_id, patient_id) where patient_id is not null;

-- The tokens of pages that were sent, by a digest: the same page and answers twice are one submission.
create table form_tokens (
  organization_id text not null references organizations (id),
  digest text not null,
  answers_digest text not null,
  submission_id text not null,
  expires_at timestamptz not null,
  primary key (organization_id, digest)
);
create index form_tokens_by_end on form_tokens (expires_at);

-- How often a network, a form and an organization sent, by a hash; of all processes together.
create table form_uses (
  key text primary key,
  uses integer not null,
  until timestamptz not null
);
create index form_uses_over on form_uses (until);

select isolate_tenant('forms'), isolate_tenant('form_revisions'), isolate_tenant('form_links'),
  isolate_tenant('form_submissions'), isolate_tenant('form_tokens');
grant select, insert, update on forms, form_submissions, form_links to foyer_app;
grant select, insert on form_revisions, form_tokens to foyer_app;
-- A page's address names a form or a link without its organization.
grant select on forms to foyer_system;
grant select, delete on form_links, form_tokens to foyer_system;
grant select, insert, update, delete on form_uses to foyer_system;
