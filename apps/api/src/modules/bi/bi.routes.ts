import { randomBytes } from 'node:crypto'
import * as calls from '@foyer/contracts/bi/bi-calls.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { addDashboard, findDashboard, listDashboards, removeDashboard } from './dashboards.store.ts'
import { OPENED_WITHIN_MS, signedAddress } from './signed-address.ts'

type Parts = Pick<Services, 'clock' | 'config' | 'newId'>

export function biRoutes(
  { clock, config, newId }: Parts,
  newNonce: () => string = () => randomBytes(16).toString('hex'),
): Route[] {
  const { looker, publicUrl } = config
  return [
    route(calls.biDashboards, ({ organizationId, read }) =>
      read(async (tx) => ({ code: 'ok' as const, data: await listDashboards(tx, organizationId) })),
    ),

    route(calls.addBiDashboard, ({ body: { title, path }, organizationId, write }) =>
      write(async (tx) => {
        const data = { _id: `bi_${newId()}`, title, path }
        await addDashboard(tx, organizationId, data)
        return { code: 'ok' as const, data }
      }),
    ),

    route(calls.removeBiDashboard, ({ body: { dashboardId }, organizationId, write }) =>
      write(async (tx) => {
        if (!(await removeDashboard(tx, organizationId, dashboardId))) throw notFound()
        return { code: 'ok' as const, data: { _id: dashboardId } }
      }),
    ),

    route(calls.biDashboard, async ({ params: { id }, caller, organizationId, read, res }) => {
      const found = await read((tx) => findDashboard(tx, organizationId, id))
      if (!found) throw notFound()
      if (looker === null) throw new Refusal('unavailable', 'No BI service is set up.')
      const now = clock.now()
      const viewer = { organizationId, userId: caller.userId }
      const url = signedAddress({ looker, publicUrl, path: found.path, viewer, now, nonce: newNonce() })
      res.set('Cache-Control', 'no-store')
      const expiresAt = new Date(now.getTime() + OPENED_WITHIN_MS).toISOString()
      return { code: 'ok' as const, data: { url, expiresAt, title: found.title } }
    }),
  ]
}
