-- Texts that the product sends to many patients, such as reminders, stand in their threads and change no list of the inbox.
alter table messages
  add column origin text
    check (origin in ('staff', 'campaign', 'template', 'reminder', 'automation', 'bot', 'answer')),
  add column quiet boolean not null default false;

-- A conversation in which only quiet texts were sent. Lists and counts name the other statuses, so that they do not have it.
alter table conversations drop constraint conversations_status_check;
alter table conversations add constraint conversations_status_check
  check (status in ('open', 'pending', 'acknowledged', 'resolved', 'unassigned', 'quiet'));
