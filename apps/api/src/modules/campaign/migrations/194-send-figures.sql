create index campaign_sends_figures on campaign_sends (organization_id, (coalesce(taken_at, at)))
  include (campaign_id, state, taken_at, at);
