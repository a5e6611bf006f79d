alter table reminders
  -- The text or e-mail was taken back before it was handed over, because it was not true any more. Its step is due again when
  -- the visit is as it was.
  add column withdrawn boolean not null default false;

alter table reminder_plans
  -- The last pass begins after every change that may have read the former setting has ended.
  add column last_pass boolean not null default false;
