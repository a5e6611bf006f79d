-- Each arriving text asks which reminders its number got.
create index reminders_asked on reminders (organization_id, address, created_at) where message_id is not null;
