-- What is snoozed is walked by how long it waits too: without an index of its own, that list would read the snoozed
-- conversations of all organizations, once for each status.
create index conversations_waiting_snoozed on conversations (organization_id, status, waiting_since, id)
  where waiting_since is not null and snoozed_until is not null;
