-- Without these, a search for one person or for one kind of action reads rows of everybody until it finds a page of them.
create index audit_log_user on audit_log (organization_id, user_id, id desc);
create index audit_log_call on audit_log (organization_id, call, id desc);
