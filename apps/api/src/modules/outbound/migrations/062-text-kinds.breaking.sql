-- The kinds of queued texts get the names that carriers and regulators use: proactive, opt-out confirmation.
alter table outbound_texts drop constraint outbound_texts_kind_check;
update outbound_texts set kind = case kind when 'unasked' then 'proactive' else 'opt_out_confirmation' end
  where kind in ('unasked', 'farewell');
alter table outbound_texts add constraint outbound_texts_kind_check
  check (kind in ('staff', 'answer', 'proactive', 'opt_out_confirmation', 'help'));
