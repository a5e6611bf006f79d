-- The campaign that a text belongs to: of an outbound one its own, of a patient's the one that it answers. The name is the one
-- at that time, so that a message needs no other row to be shown.
alter table messages
  add column campaign_id text,
  add column campaign_name text,
  add column campaign_step int,
  add check ((campaign_id is null) = (campaign_name is null));
-- The campaign that the newest answer belongs to; null when the conversation is resolved.
alter table conversations
  add column campaign_id text,
  add column campaign_name text,
  add check ((campaign_id is null) = (campaign_name is null));
create index conversations_of_campaign on conversations (organization_id, campaign_id) where campaign_id is not null;
-- The newest campaign text of a conversation, which may own a reply.
create index messages_of_campaigns on messages (organization_id, conversation_id, created_at desc)
  where campaign_id is not null and direction = 'outbound';
