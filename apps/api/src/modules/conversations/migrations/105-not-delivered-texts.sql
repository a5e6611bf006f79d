-- "Not delivered" lists conversations whose last text failed, also behind a note. `textStatus` says so where that text is not
-- the last message.
create index conversations_text_not_delivered on conversations (organization_id, status, last_message_at desc, id desc)
  where coalesce(last_message_by ->> 'textStatus', last_message_by ->> 'status') in ('failed', 'undelivered');
create index conversations_waiting_text_not_delivered on conversations (organization_id, status, waiting_since, id)
  where waiting_since is not null
    and coalesce(last_message_by ->> 'textStatus', last_message_by ->> 'status') in ('failed', 'undelivered');

-- No author of a held text was recorded as having left so far.
update organization_heads set counts = counts || jsonb_build_object('heldForAll', 0);
