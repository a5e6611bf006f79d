create index reminders_figures on reminders (organization_id, created_at) include (channel, status, confirmed_at)
  where type = 'reminder';
