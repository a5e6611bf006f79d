-- A patient who writes first holds the texts that staff scheduled, until a staff member decides about each.
alter table scheduled_texts
  add column held_since timestamptz,
  add column held_by_message text,
  add column decided jsonb,
  add foreign key (organization_id, held_by_message) references messages (organization_id, id) deferrable initially deferred,
  drop constraint scheduled_texts_status_check,
  add constraint scheduled_texts_status_check check (status in ('waiting', 'held', 'sent', 'cancelled', 'failed')),
  -- ended_at is null exactly while a text is waiting or held
  drop constraint scheduled_texts_check1,
  add constraint scheduled_texts_open_check check ((status in ('waiting', 'held')) = (ended_at is null)),
  add constraint scheduled_texts_held_check check (status <> 'held' or held_since is not null);
-- The texts of a conversation about which each patient's message and each call of staff asks.
create index scheduled_texts_open on scheduled_texts (organization_id, conversation_id) where ended_at is null;

-- The authors of its held texts; the row is marked for them and for the assignee. For the view of held conversations.
alter table conversations add column held_authors text[] not null default '{}';
create index conversations_held on conversations (organization_id, last_message_at desc, id desc)
  where held_authors <> '{}';
