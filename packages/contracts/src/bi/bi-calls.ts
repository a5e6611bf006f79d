/** The calls that list the BI service's dashboards of an organization and give their signed addresses. */
import { z } from 'zod'
import { call } from '../call.ts'
import { example, inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { ok } from '../reply.ts'
import { BI_PATH, BI_PATH_MAX, BI_TITLE_MAX } from './bi-path.rules.ts'

const { organizationId, nothing } = field
const A = '/api/main/looker'

const biDashboardSchema = z.object({ _id: z.string(), title: z.string(), path: z.string() })
export type BiDashboard = z.infer<typeof biDashboardSchema>

const biPath = field.text(BI_PATH_MAX).regex(BI_PATH, 'Not a path below /embed/')

export const biDashboards = call({
  method: 'GET',
  path: `${A}/dashboards`,
  access: 'member',
  says: 'Read the list of BI dashboards',
  summary: 'The dashboards of the BI service that the organization shows, by title.',
  failure: 'Failed to fetch the BI dashboards',
  query: z.strictObject({ organizationId }),
  body: nothing,
  reply: ok(z.array(biDashboardSchema)),
  example: { query: inClinic },
})

export const addBiDashboard = call({
  method: 'POST',
  path: `${A}/dashboards`,
  access: 'admin',
  says: 'Added a BI dashboard',
  summary: 'Shows a dashboard of the BI service in this organization.',
  failure: 'Failed to add the BI dashboard',
  idempotent: true,
  query: nothing,
  body: z.strictObject({ organizationId, title: field.filledText(BI_TITLE_MAX), path: biPath }),
  reply: ok(biDashboardSchema),
  example: { body: { ...inClinic, title: 'Operations', path: '/embed/dashboards/12' } },
})

export const removeBiDashboard = call({
  method: 'POST',
  path: `${A}/dashboards/remove`,
  access: 'admin',
  says: 'Removed a BI dashboard',
  summary: 'Shows a dashboard of the BI service in this organization no longer.',
  failure: 'Failed to remove the BI dashboard',
  query: nothing,
  body: z.strictObject({ organizationId, dashboardId: field.id }),
  reply: ok(z.object({ _id: z.string() })),
  example: { body: { ...inClinic, dashboardId: example.biDashboardIds[1] } },
})

export const biDashboard = call({
  method: 'GET',
  path: `${A}/dashboard/:id`,
  access: 'member',
  organization: 'header',
  says: 'Opened a BI dashboard',
  summary:
    'The signed address of a BI dashboard for this member, for one use within five minutes. The header `organizationid` names the organization. [CALL-MAIN-14] [OPEN-078]',
  failure: 'Failed to open the BI dashboard',
  serverExplains: true,
  params: z.strictObject({ id: field.id }),
  query: nothing,
  body: nothing,
  reply: ok(z.object({ url: z.string(), expiresAt: z.string(), title: z.string() })),
  example: { params: { id: example.biDashboardIds[0] } },
})
