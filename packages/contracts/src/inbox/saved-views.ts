/** Saved views: a filter, an order and a search of the list under a name, for their owner or for the whole organization. */
import { z } from 'zod'
import { call } from '../call.ts'
import { event } from '../event.ts'
import { example, inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { snapshot } from '../reply.ts'
import { agentSchema } from './agent.ts'
import { SCREEN_STATUS, sorts, statusFilters, tabs } from './status.rules.ts'

const { organizationId, nothing } = field

/** The most views that one member owns. */
export const OWN_VIEWS_MAX = 50

const shownBy = {
  name: field.filledText(40),
  /** Whether colleagues see it too. */
  shared: z.boolean(),
  tab: z.enum(tabs),
  status: z.enum(statusFilters),
  sort: z.enum(sorts),
  search: field.text(100).trim().default(''),
  /** The team whose conversations it lists; null for any. */
  team: field.id.nullable().default(null),
}

const savedViewSchema = z.object({
  _id: z.string(),
  organizationId: z.string(),
  owner: agentSchema.pick({ _id: true, name: true }),
  ...shownBy,
  search: z.string(),
  team: z.string().nullable(),
  /** A removed view, or one that its owner no longer shares, stays as it was, so that an older state does not restore it. */
  removed: z.boolean(),
  version: z.int().nonnegative(),
})
export type SavedView = z.infer<typeof savedViewSchema>

export const savedViewExample: SavedView = {
  _id: '0199f0aa-3c00-7000-8000-000000000112',
  organizationId: 'org_cedar',
  owner: { _id: 'usr_lena', name: 'Lena Kim' },
  ...{
    name: 'Bills that wait',
    shared: true,
    tab: 'requests',
    status: SCREEN_STATUS,
    sort: 'waiting',
    search: '',
    team: null,
  },
  removed: false,
  version: 15,
}

const viewEvent = {
  data: savedViewSchema,
  key: ({ _id }: SavedView) => _id,
  audience: ({ shared, owner }: SavedView) => (shared ? ('organization' as const) : (`staff:${owner._id}` as const)),
}

export const viewSaved = event({ type: 'view.saved', ...viewEvent, example: savedViewExample })

/** A view was removed, or is no longer shared; its owner then gets `view.saved` too. */
export const viewRemoved = event({
  type: 'view.removed',
  ...viewEvent,
  example: { ...savedViewExample, removed: true, version: 16 },
})

export const savedViews = call({
  method: 'GET',
  path: '/api/inbox/saved-views',
  access: 'member',
  says: 'Read the saved views',
  summary: "The caller's saved views and those that colleagues share.",
  query: z.strictObject({ organizationId }),
  body: nothing,
  reply: snapshot(z.array(savedViewSchema)),
  example: { query: inClinic },
})

/** The version that the caller's screen shows; absent: whatever it is now. */
const version = z.int().nonnegative().optional()

export const saveView = call({
  method: 'POST',
  path: '/api/inbox/save-view',
  access: 'member',
  says: 'Saved a view of the inbox',
  summary:
    'Saves a new view, or changes the one with this id, which only its owner or an admin may. Refused as `stale` if it changed after `version`.',
  failure: 'Failed to save the view',
  idempotent: true,
  query: nothing,
  body: z.strictObject({ organizationId, _id: field.id.optional(), version, ...shownBy }),
  reply: snapshot(savedViewSchema),
  example: {
    body: { ...inClinic, name: 'Bills', shared: true, tab: 'requests', status: 'open', sort: 'waiting', search: '' },
  },
})

export const removeView = call({
  method: 'POST',
  path: '/api/inbox/remove-view',
  access: 'member',
  says: 'Removed a saved view',
  summary: 'Removes a saved view, which only its owner or an admin may.',
  failure: 'Failed to remove the view',
  query: nothing,
  body: z.strictObject({ organizationId, _id: field.id, version }),
  reply: snapshot(savedViewSchema),
  example: { body: { ...inClinic, _id: example.viewId } },
})
