-- Help is given to whoever asks for it, opted out or not: a kind of text of its own.
alter table outbound_texts drop constraint outbound_texts_kind_check;
alter table outbound_texts add constraint outbound_texts_kind_check
  check (kind in ('staff', 'answer', 'unasked', 'farewell', 'help'));

-- Whoever stored bytes for nothing marks them as given up before they are deleted: with the row's lock, so that a message
-- which has them after all keeps them.
grant update (swept_at) on uploads to foyer_app;
