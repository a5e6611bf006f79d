-- The views "Not delivered" and "Snoozed". The index has the condition of the list's query, so that the view walks it.
create index conversations_not_delivered on conversations (organization_id, status, last_message_at desc, id desc)
  where last_message_by ->> 'status' in ('failed', 'undelivered');
create index conversations_waiting_not_delivered on conversations (organization_id, status, waiting_since, id)
  where waiting_since is not null and last_message_by ->> 'status' in ('failed', 'undelivered');

-- Their counts begin with what the rows say.
update organization_heads set counts = counts || (
  select jsonb_build_object(
    'notDelivered', count(*) filter (where last_message_by ->> 'status' in ('failed', 'undelivered')),
    'snoozed', count(*) filter (where snoozed_until is not null))
  from conversations where conversations.organization_id = organization_heads.organization_id);
