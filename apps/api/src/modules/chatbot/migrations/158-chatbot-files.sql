-- The files that chatbots send. The bytes are in the file storage under the id. A file that was removed is offered no more, and
-- stays if a message has it.
create table chatbot_files (
  organization_id text not null references organizations (id),
  id text not null,
  name text not null,
  content_type text not null,
  size int not null,
  created_at timestamptz not null,
  created_by text not null,
  removed_at timestamptz,
  is_sent boolean not null default false,
  primary key (organization_id, id)
);
select isolate_tenant('chatbot_files');
grant select, insert, update, delete on chatbot_files to foyer_app;
