-- Counts of messages by day, channel and author read this index alone.
create index messages_figures on messages (organization_id, created_at) include (direction, status, user_id, channel)
  where not private;
