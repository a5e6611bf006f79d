/** Saved views of dashboards: a range, a filter and a comparison under a name. */
import { z } from 'zod'
import { call } from '../call.ts'
import { example, inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { agentSchema } from '../inbox/agent.ts'
import { snapshot } from '../reply.ts'
import { boards } from './boards.rules.ts'
import { RANGE_DAYS_MAX } from './range.rules.ts'
import { checkRange, rangeFields } from './range.ts'

const { organizationId, nothing } = field

/** The most views that one member owns. */
export const DASHBOARD_VIEWS_MAX = 50

const rangeChoice = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('last'), days: z.int().min(1).max(RANGE_DAYS_MAX) }),
  z
    .strictObject({ kind: z.literal('fixed'), ...rangeFields })
    .check(({ value, issues }) => checkRange(value, issues, 'endDate', value.endDate)),
  z.strictObject({ kind: z.literal('month'), back: z.union([z.literal(0), z.literal(1)]) }),
])

const shown = {
  name: field.filledText(80),
  board: z.enum(boards),
  range: rangeChoice,
  /** For the score card. */
  filter: z
    .discriminatedUnion('by', [
      z.strictObject({ by: z.literal('doctor'), doctorId: field.id }),
      z.strictObject({ by: z.literal('location'), location: field.text(200).min(1) }),
    ])
    .nullable()
    .default(null),
  compare: z.boolean(),
  /** Whether colleagues see it too. */
  shared: z.boolean(),
}

const viewSchema = z.object({
  _id: z.string(),
  organizationId: z.string(),
  ...shown,
  name: z.string(),
  owner: agentSchema.pick({ _id: true, name: true }),
  version: z.int().positive(),
})
export type DashboardView = z.infer<typeof viewSchema>

const sample = {
  name: 'Front desk, last 30 days',
  board: 'patient-communication',
  range: { kind: 'last', days: 30 },
  filter: null,
  compare: true,
  shared: true,
} as const

export const dashboardViews = call({
  method: 'GET',
  path: '/api/dashboard/views',
  access: 'member',
  says: 'Read the views of dashboards',
  summary: "The caller's views of dashboards and those that colleagues share.",
  query: z.strictObject({ organizationId }),
  body: nothing,
  reply: snapshot(z.array(viewSchema)),
  example: { query: inClinic },
})

export const addDashboardView = call({
  method: 'POST',
  path: '/api/dashboard/views',
  access: 'member',
  says: 'Saved a view of a dashboard',
  summary: 'Saves a new view. A name that the caller sees already is a `conflict`.',
  failure: 'Failed to save the view',
  serverExplains: true,
  idempotent: true,
  query: nothing,
  body: z.strictObject({ organizationId, ...shown }),
  reply: snapshot(viewSchema),
  example: { body: { ...inClinic, ...sample } },
})

const named = { organizationId, _id: field.id, version: z.int().positive() }

export const updateDashboardView = call({
  method: 'POST',
  path: '/api/dashboard/views/update',
  access: 'member',
  says: 'Changed a view of a dashboard',
  summary: 'Changes a view, which its owner or an admin may. Refused as `stale` if it changed after `version`.',
  failure: 'Failed to save the view',
  serverExplains: true,
  query: nothing,
  body: z.strictObject({ ...named, ...shown }),
  reply: snapshot(viewSchema),
  example: { body: { ...inClinic, _id: example.dashboardViewIds[0], version: 1, ...sample, name: 'Front desk' } },
})

export const removeDashboardView = call({
  method: 'POST',
  path: '/api/dashboard/views/remove',
  access: 'member',
  says: 'Removed a view of a dashboard',
  summary: 'Removes a view, which its owner or an admin may. Refused as `stale` if it changed after `version`.',
  failure: 'Failed to save the view',
  serverExplains: true,
  query: nothing,
  body: z.strictObject(named),
  reply: snapshot(z.object({ _id: z.string() })),
  example: { body: { ...inClinic, _id: example.dashboardViewIds[1], version: 1 } },
})
