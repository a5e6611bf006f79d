-- The campaign that a mail belongs to. Such a mail has an address to unsubscribe at.
alter table mails
  add column campaign_id text,
  add column campaign_step int,
  add check ((campaign_id is null) = (campaign_step is null));
