create index answered_waits_figures on answered_waits (organization_id, answered)
  include (user_id, began, open_seconds) where not failed;
