-- Notes of staff about patients. A removed note keeps its row and its texts.
create table patient_notes (
  organization_id text not null references organizations (id),
  id text not null,
  patient_id text not null,
  text text not null,
  author_id text not null,
  author_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  texts int not null,
  pinned boolean not null default false,
  removed_at timestamptz,
  removed_by text,
  -- The `seq` of the newest text: a change by whom an older one is shown is refused.
  text_version bigint not null,
  version bigint not null,
  primary key (organization_id, id),
  foreign key (organization_id, patient_id) references patients (organization_id, id)
);
create index patient_notes_of_patient on patient_notes (organization_id, patient_id);

-- Every text that a note has had, the newest one included.
create table patient_note_texts (
  organization_id text not null,
  note_id text not null,
  number int not null,
  text text not null,
  by_id text not null,
  by_name text not null,
  at timestamptz not null,
  primary key (organization_id, note_id, number),
  foreign key (organization_id, note_id) references patient_notes (organization_id, id)
);

select isolate_tenant('patient_notes'), isolate_tenant('patient_note_texts');
grant select, insert, update on patient_notes to foyer_app;
grant select, insert on patient_note_texts to foyer_app;
