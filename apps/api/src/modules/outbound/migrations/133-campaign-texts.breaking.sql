-- Texts of campaigns and templates: handed over after all others, and never at night on the patient's clock.
alter table outbound_texts drop constraint outbound_texts_kind_check;
alter table outbound_texts add constraint outbound_texts_kind_check
  check (kind in ('staff', 'answer', 'proactive', 'campaign', 'opt_out_confirmation', 'help'));
create index outbound_texts_of_campaigns on outbound_texts (organization_id) where kind = 'campaign';
