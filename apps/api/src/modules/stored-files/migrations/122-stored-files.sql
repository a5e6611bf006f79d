-- Files that were uploaded for themselves. The bytes are in the file storage under the id.
create table stored_files (
  organization_id text not null references organizations (id),
  id text not null,
  name text not null,
  content_type text not null,
  size bigint not null,
  created_at timestamptz not null,
  created_by text not null,
  created_by_name text not null,
  version bigint not null,
  primary key (organization_id, id)
);
create index stored_files_by_time on stored_files (organization_id, created_at desc, id desc);
select isolate_tenant('stored_files');
grant select, insert, delete on stored_files to foyer_app;
