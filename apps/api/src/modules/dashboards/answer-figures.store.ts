/** Reviews of the clinic, and forms that patients filled in. */
import { sql } from 'kysely'
import type { FigureSource } from '../figures/figures.ts'
import { NAME_OF } from './names.store.ts'

/** The states that the list of reviews has under "Needs reply". A reply that Google took down still lies in its column. */
const NEEDS_REPLY = sql`r.state in ('needsReply', 'rejected', 'failed', 'removing')`
const IS_CONNECTED = sql`exists (
  select from listing_locations as l
  where l.organization_id = r.organization_id and l.id = r.location_id and l.due_at is not null)`

const reviews: FigureSource = {
  name: 'review',
  kind: 'review',
  from: sql`reviews as r`,
  ...{ organization: sql`r.organization_id`, at: sql`r.created_at`, id: sql`r.key` },
  // A review that Google does not show any more leaves its day, and so do those of a location that is not connected any more.
  where: [sql`r.state <> 'removed'`, IS_CONNECTED],
  cuts: { rating: sql`r.stars::text` },
  metrics: {
    'reviews.received': [],
    'reviews.replied': [sql`not (${NEEDS_REPLY})`],
    'reviews.waiting': [NEEDS_REPLY],
  },
  // No row joins a reviewer to a patient.
  describe: (organizationId, ids) => sql`
    select r.key as id, null as title, r.key as "reviewId",
      r.stars || case when r.stars = 1 then ' star' else ' stars' end
        || case when ${NEEDS_REPLY} then ', no reply' else ', with a reply' end as detail
    from reviews as r where r.organization_id = ${organizationId} and r.key = any(${[...ids]}::text[])`,
}

const submissions: FigureSource = {
  name: 'submission',
  kind: 'submission',
  from: sql`form_submissions as f`,
  ...{ organization: sql`f.organization_id`, at: sql`f.created_at`, id: sql`f.id` },
  // One that is held may be a robot's.
  metrics: { 'forms.submitted': [sql`f.state <> 'held'`] },
  cuts: { form: sql`f.form_id` },
  describe: (organizationId, ids) => sql`
    select f.id, ${NAME_OF} as title, f.id as "submissionId", p.id as "patientId",
      'Form, ' || case when f.state = 'done' then 'done' else 'new' end as detail
    from form_submissions as f
    left join patients as p on p.organization_id = f.organization_id and p.id = f.patient_id
    where f.organization_id = ${organizationId} and f.id = any(${[...ids]}::text[])`,
}

export const answerSources: readonly FigureSource[] = [reviews, submissions]
