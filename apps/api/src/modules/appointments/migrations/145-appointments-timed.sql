-- Coming visits by the time at which their start was set: automations find those that were booked or moved late.
create index appointments_timed on appointments (organization_id, timed_at) where status in ('scheduled', 'confirmed');
