create index mails_figures on mails (organization_id, created_at) include (status, user_id);
