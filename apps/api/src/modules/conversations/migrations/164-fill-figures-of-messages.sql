-- A migration of its own, so that no statement of 161 keeps messages and waits locked meanwhile. The messages of chats are few.
update messages set channel = 'chat' from conversations as c
where c.organization_id = messages.organization_id and c.id = messages.conversation_id and c.channel = 'chat'
  and messages.channel is null;

update answered_waits set failed = true from messages as m
where m.organization_id = answered_waits.organization_id and m.id = answered_waits.message_id
  and m.status in ('failed', 'undelivered');
