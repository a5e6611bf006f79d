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

/** A reply that stands at Google and is to be removed there. */
async function addRemoval(scene: Scene): Promise<void> {
  const reply = 'Thank you for telling us.'
  scene.outside.google.hasReply(reviewOf(scene), reply)
  await addLocation(scene)
  await scene.store.query(
    `insert into reviews (organization_id, location_id, review_id, stars, comment, created_at, updated_at, state, reply,
       reply_at, reply_state, seen_at, version, due_at)
     values ($1, $2, $3, 2, 'We waited long.', '2026-01-01', '2026-01-01', 'removing', $4, '2026-01-01', 'APPROVED', now(), 0,
       now())`,
    [scene.organizationId, locationOf(scene), reviewOf(scene), reply],
  )
}

const TITLE = 'Northgate Clinic'

/** A change of a listing without an answer, or one whose call has died. */
async function addChange(scene: Scene, state: 'unknown' | 'sending'): Promise<void> {
  await addLocation(scene)
  await scene.store.query(
    `insert into listing_changes (organization_id, id, location_id, kind, mask, before, wanted, by_id, by_name, at, state,
       version, due_at)
     values ($1, 'change1', $2, 'fields', '{title}', '{"title": "Northgate"}', $3, 'lena', 'Lena Kim', now(), $4, 0, now())`,
    [scene.organizationId, locationOf(scene), JSON.stringify({ title: TITLE }), state],
  )
}

const CHANGE = {
  queue: 'listing_changes',
  scope: 'organization',
  item: ofOrganization,
  ended: (scene: Scene) => `exists (select from listing_changes where ${ofOrganization(scene)} and state = 'applied')`,
  effects: async (scene: Scene) => ({
    'changes that Google accepted': scene.outside.google.changesOf(locationOf(scene)),
    'changes that were made': await count(
      scene,
      `listing_changes where ${ofOrganization(scene)} and state = 'applied'`,
    ),
  }),
} as const

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
    queue: 'reviews',
    name: 'removed_replies',
    isFurther: true,
    scope: 'organization',
    item: ofOrganization,
    ended: (scene) => `exists (select from reviews where ${ofOrganization(scene)} and state = 'needsReply')`,
    arrange: addRemoval,
    effects: async (scene) => ({
      'removals that Google accepted': scene.outside.google.removalsOf(reviewOf(scene)),
      'reviews that need a reply': await count(
        scene,
        `reviews where ${ofOrganization(scene)} and state = 'needsReply'`,
      ),
    }),
  },
  { ...CHANGE, arrange: (scene) => addChange(scene, 'unknown') },
  { ...CHANGE, name: 'changes_that_are_sent', isFurther: true, arrange: (scene) => addChange(scene, 'sending') },
  {
    ...CHANGE,
    name: 'changes_that_google_has',
    isFurther: true,
    // The process of the call died between Google's answer and the commit.
    arrange: async (scene) => {
      scene.outside.google.acceptChange(locationOf(scene), TITLE)
      await addChange(scene, 'sending')
    },
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
