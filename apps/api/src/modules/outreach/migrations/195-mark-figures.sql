create index campaign_marks_figures on campaign_marks (organization_id, at) include (campaign_id, event);
