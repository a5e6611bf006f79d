-- What a staff member's bell tells them: a mention, an assignment, a text of theirs that failed or is held.
create table staff_notices (
  organization_id text not null references organizations (id),
  id text not null,
  user_id text not null,
  kind text not null,
  conversation_id text not null,
  -- The message or the scheduled text that the notice is about; null for an assignment.
  subject_id text,
  text text not null,
  by_user_id text,
  at timestamptz not null,
  seen_at timestamptz,
  version bigint not null,
  primary key (organization_id, id),
  foreign key (organization_id, conversation_id) references conversations (organization_id, id)
);
create index staff_notices_newest on staff_notices (organization_id, user_id, at desc, version desc);
create index staff_notices_unseen on staff_notices (organization_id, user_id) where seen_at is null;
create index staff_notices_open on staff_notices (organization_id, conversation_id) where seen_at is null;
create index staff_notices_old on staff_notices (at);

select isolate_tenant('staff_notices');
grant select, insert, update on staff_notices to foyer_app;
-- The retention deletes old notices of every organization.
grant select, delete on staff_notices to foyer_system;
