-- E-mails that no staff member wrote, such as reminders.
alter table mails
  alter column user_id drop not null,
  alter column user_name drop not null,
  add column origin text not null default 'staff'
    check (origin in ('staff', 'campaign', 'template', 'reminder', 'automation', 'bot', 'answer'));
