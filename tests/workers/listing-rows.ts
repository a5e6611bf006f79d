/** The workers of listings and of shifts, as rows of the kill suite. */
import { createTokenSeal } from '../../apps/api/src/modules/listings/token-seal.ts'
import { count, eventsOf, ofOrganization, type Scene, type WorkerRow } from './scene.ts'

const locationOf = ({ organizationId }: Scene) => `l_${organizationId}`
const reviewOf = (scene: Scene) => `r_${locationOf(scene)}`

/** A connected location whose reviews are read at this time. */
async function addLocation(scene: Scene, dueAt = `now() + interval '1 day'`): Promise<void> {
  const { store, parts, organizationId } = scene
  await store.query(
    `insert into listing_connections (organization_id, state, account, sealed_token)
     values ($1, 'connected', 'accounts/1', $2)`,
    [organizationId, createTokenSeal(parts.config).seal(organizationId, 'refresh')],
  )
  await store.query(
    `insert into listing_locations (organization_id, id, account, title, due_at)
     values ($1, $2, 'accounts/1', 'Northgate', ${dueAt})`,
    [organizationId, locationOf(scene)],
  )
}

/** A reply that is to be brought to Google. */
async function addReply(scene: Scene): Promise<void> {
  await addLocation(scene)
  await scene.store.query(
    `insert into reviews (organization_id, location_id, review_id, stars, comment, created_at, updated_at, state, wanted,
       wanted_at, wanted_by, wanted_by_name, seen_at, version, due_at)
     values ($1, $2, $3, 2, 'We waited long.', '2026-01-01', '2026-01-01', 'posting', 'Thank you for telling us.', now(),
       'lena', 'Lena Kim', now(), 0, now())`,
    [scene.organizationId, locationOf(scene), reviewOf(scene)],
  )
}

/** A change of a listing without an answer. */
async function addChange(scene: Scene): Promise<void> {
  await addLocation(scene)
  await scene.store.query(
    `insert into listing_changes (organization_id, id, location_id, kind, mask, before, wanted, by_id, by_name, at, state,
       version, due_at)
     values ($1, 'change1', $2, 'fields', '{title}', '{"title": "Northgate"}', '{"title": "Northgate Clinic"}', 'lena',
       'Lena Kim', now(), 'unknown', 0, now())`,
    [scene.organizationId, locationOf(scene)],
  )
}

export const LISTING_ROWS: readonly WorkerRow[] = [
  {
    queue: 'listing_locations',
    scope: 'organization',
    item: ofOrganization,
    ended: (scene) => `exists (select from reviews where ${ofOrganization(scene)})`,
    arrange: (scene) => addLocation(scene, 'now()'),
    effects: async (scene) => ({
      'reviews that were read': await count(scene, `reviews where ${ofOrganization(scene)}`),
      'events of the review': await eventsOf(scene, 'review.changed'),
    }),
  },
  {
    queue: 'reviews',
    scope: 'organization',
    item: ofOrganization,
    ended: (scene) => `exists (select from reviews where ${ofOrganization(scene)} and state in ('pending', 'public'))`,
    arrange: addReply,
    effects: async (scene) => ({
      'replies that Google accepted': scene.outside.google.repliesTo(reviewOf(scene)),
      'replies that stand': await count(scene, `reviews where ${ofOrganization(scene)} and state = 'public'`),
    }),
  },
  {
    queue: 'listing_changes',
    scope: 'organization',
    item: ofOrganization,
    ended: (scene) => `exists (select from listing_changes where ${ofOrganization(scene)} and state = 'applied')`,
    arrange: addChange,
    effects: async (scene) => ({
      'changes that Google accepted': scene.outside.google.changesOf(locationOf(scene)),
      'changes that were made': await count(
        scene,
        `listing_changes where ${ofOrganization(scene)} and state = 'applied'`,
      ),
    }),
  },
  {
    queue: 'desks',
    scope: 'organization',
    item: ofOrganization,
    ended: (scene) => `exists (select from desks where ${ofOrganization(scene)} and state = 'on')`,
    arrange: ({ store, organizationId }) =>
      store.query(
        `insert into desks (organization_id, user_id, state, since, until, day, due_at, version)
         values ($1, 'lena', 'break', now() - interval '1 hour', now() - interval '1 minute', current_date, now(), 0)`,
        [organizationId],
      ),
    effects: async (scene) => ({ 'breaks that ended': await eventsOf(scene, 'desk.changed') }),
  },
]
