import * as calls from '@foyer/contracts/dashboards/view-calls.ts'
import type { Tx } from '../../db/tx.ts'
import { readHead } from '../../events/append.ts'
import { notAllowed, notFound, Refusal } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { findStaff, isAdmin } from '../organizations/organizations.ts'
import { deleteView, listViews, lockView, lockViews, putView } from './views.store.ts'

type View = calls.DashboardView

export function viewRoutes({ newId }: Pick<Services, 'newId'>): Route[] {
  return [
    route(calls.dashboardViews, ({ caller, organizationId, read }) =>
      read(async (tx) => {
        const [{ seq, epoch }, data] = await Promise.all([
          readHead(tx, organizationId),
          listViews(tx, organizationId, caller.userId),
        ])
        return { code: 'ok' as const, data, asOf: seq, epoch }
      }),
    ),

    route(calls.addDashboardView, ({ body, caller, organizationId, write }) =>
      write(async (tx) => {
        const by = { organizationId, userId: caller.userId }
        await lockViews(tx, organizationId)
        const [staff, seen, head] = await Promise.all([
          findStaff(tx, organizationId, caller.userId),
          listViews(tx, organizationId, caller.userId),
          readHead(tx, organizationId),
        ])
        if (!staff) throw notAllowed()
        const own = seen.filter(({ owner }) => owner._id === by.userId)
        if (own.length >= calls.DASHBOARD_VIEWS_MAX)
          throw new Refusal('conflict', `You have ${calls.DASHBOARD_VIEWS_MAX} views already. Remove one first.`)
        assertNewName(seen, body.name)
        const { organizationId: _, ...shown } = body
        const owner = { _id: staff.userId, name: staff.name }
        const data: View = { _id: newId(), organizationId, ...shown, owner, version: 1 }
        putView(tx, data)
        return { code: 'ok' as const, data, asOf: head.seq, epoch: head.epoch }
      }),
    ),

    route(calls.updateDashboardView, ({ body, caller, organizationId, write }) =>
      write(async (tx) => {
        await lockViews(tx, organizationId)
        const before = await findAsked(tx, { organizationId, userId: caller.userId }, body)
        const [seen, head] = await Promise.all([
          listViews(tx, organizationId, caller.userId),
          readHead(tx, organizationId),
        ])
        const others = seen.filter(({ _id }) => _id !== before._id)
        assertNewName(others, body.name)
        const { organizationId: _, _id, version, ...shown } = body
        const data: View = { ...before, ...shown, version: before.version + 1 }
        putView(tx, data)
        return { code: 'ok' as const, data, asOf: head.seq, epoch: head.epoch }
      }),
    ),

    route(calls.removeDashboardView, ({ body, caller, organizationId, write }) =>
      write(async (tx) => {
        const before = await findAsked(tx, { organizationId, userId: caller.userId }, body)
        deleteView(tx, before)
        const { seq, epoch } = await readHead(tx, organizationId)
        return { code: 'ok' as const, data: { _id: before._id }, asOf: seq, epoch }
      }),
    ),
  ]
}

interface By {
  readonly organizationId: string
  readonly userId: string
}

/** The view, locked. A colleague's own view is not there for others, admins included. */
async function findAsked(
  tx: Tx,
  { organizationId, userId }: By,
  { _id, version }: { readonly _id: string; readonly version: number },
): Promise<View> {
  const [view, mayChangeAll] = await Promise.all([
    lockView(tx, organizationId, _id),
    isAdmin(tx, organizationId, userId),
  ])
  if (!view || !(view.shared || view.owner._id === userId)) throw notFound()
  if (view.owner._id !== userId && !mayChangeAll)
    throw new Refusal('conflict', 'Only its owner or an admin can change this view.')
  if (version !== view.version) throw new Refusal('stale', 'Someone changed this view meanwhile.', { data: view })
  return view
}

function assertNewName(seen: readonly View[], name: string): void {
  const wanted = name.toLowerCase()
  if (seen.some((view) => view.name.toLowerCase() === wanted))
    throw new Refusal('conflict', 'There is a view with this name already.')
}
