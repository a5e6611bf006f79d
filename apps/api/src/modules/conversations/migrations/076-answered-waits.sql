-- A wait that a text of the staff ended, written in the transaction of that text.
create table answered_waits (
  organization_id text not null references organizations (id),
  message_id text not null,
  conversation_id text not null,
  -- The author of the text.
  user_id text not null,
  began timestamptz not null,
  answered timestamptz not null,
  primary key (organization_id, message_id),
  -- Deferred: the row is written before the message's, so that the log's head is locked for no longer than necessary.
  foreign key (organization_id, message_id) references messages (organization_id, id) deferrable initially deferred
);
create index answered_waits_of_user on answered_waits (organization_id, user_id, answered);
select isolate_tenant('answered_waits');
grant select, insert on answered_waits to foyer_app;

-- "Next patient" takes the first of these: conversations that wait and that nobody is assigned to.
create index conversations_unclaimed on conversations (organization_id, waiting_since, id)
  where waiting_since is not null and snoozed_until is null and staff_assigned = '{}'
    and status in ('open', 'unassigned');
