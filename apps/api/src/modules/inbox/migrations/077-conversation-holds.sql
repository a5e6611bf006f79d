-- A conversation that a browser tab of a staff member holds while they look at it. The row goes with the hold.
create table conversation_holds (
  organization_id text not null references organizations (id),
  conversation_id text not null,
  user_id text not null,
  -- The tab, by a random id of its own.
  holder text not null,
  until timestamptz not null,
  -- The lease of the worker that ends the hold once it has run out.
  leased_until timestamptz,
  version bigint not null,
  primary key (organization_id, conversation_id),
  foreign key (organization_id, conversation_id) references conversations (organization_id, id)
);
create index conversation_holds_due on conversation_holds (until);
-- A tab holds at most one conversation.
create unique index conversation_holds_of_tab on conversation_holds (organization_id, user_id, holder);
select isolate_tenant('conversation_holds');
grant select, insert, update, delete on conversation_holds to foyer_app;
-- The worker leases the holds of every organization that have run out.
grant select, update on conversation_holds to foyer_system;
