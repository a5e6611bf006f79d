import * as calls from '@foyer/contracts/inbox/saved-views.ts'
import { chatSearch, WRONG_SEARCH_FORMAT } from '@foyer/contracts/search.rules.ts'
import type { Tx } from '../../../db/tx.ts'
import { appendEvents, type Change, newEvent, readHead } from '../../../events/append.ts'
import { notAllowed, notFound, notValid, Refusal } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { findStaff, isAdmin } from '../../organizations/organizations.ts'
import { hasTeam } from '../../teams/teams.ts'
import { countOwnViews, deleteView, listViews, lockView, putView } from './saved-views.store.ts'

type View = calls.SavedView

export function savedViewRoutes({ clock, newId }: Services): Route[] {
  return [
    route(calls.savedViews, ({ caller, organizationId, read }) =>
      read(async (tx) => {
        const [{ seq, epoch }, data] = await Promise.all([
          readHead(tx, organizationId),
          listViews(tx, organizationId, caller.userId),
        ])
        return { code: 'ok' as const, data, asOf: seq, epoch }
      }),
    ),

    route(calls.saveView, ({ body: { _id, version, ...asked }, caller, organizationId, write }) =>
      write(async (tx) => {
        const by = { organizationId, userId: caller.userId }
        const search = chatSearch(asked.search)
        if (search === null) throw notValid('search', WRONG_SEARCH_FORMAT)
        const before = _id === undefined ? null : current(await findAsked(tx, by, _id), version)
        // A view whose team was removed since can still be renamed.
        if (asked.team !== null && asked.team !== before?.team && !(await hasTeam(tx, organizationId, asked.team)))
          throw notValid('team', 'Not a team')
        const owner = before?.owner ?? (await newOwner(tx, by))
        const shown = { ...asked, search, organizationId, owner, _id: before?._id ?? newId(), removed: false }
        let after: View = { ...shown, version: 0 }
        const change: Change = {
          record({ seq }) {
            after = { ...shown, version: seq }
            putView(tx, after)
            return newEvent(calls.viewSaved, after)
          },
        }
        const isHidden = before?.shared === true && !asked.shared
        const changes = isHidden ? [goneFor(before), change] : [change]
        const { seq, epoch } = await appendEvents(tx, { organizationId, at: clock.now() }, changes)
        return { code: 'ok' as const, data: after, asOf: seq, epoch }
      }),
    ),

    route(calls.removeView, ({ body: { _id, version }, caller, organizationId, write }) =>
      write(async (tx) => {
        const before = current(await findAsked(tx, { organizationId, userId: caller.userId }, _id), version)
        deleteView(tx, before)
        const { seq, epoch } = await appendEvents(tx, { organizationId, at: clock.now() }, [goneFor(before)])
        return { code: 'ok' as const, data: { ...before, removed: true, version: seq }, asOf: seq, epoch }
      }),
    ),
  ]
}

/** Everyone who sees the view until now learns that it is gone. */
function goneFor(view: View): Change {
  return { record: ({ seq }) => newEvent(calls.viewRemoved, { ...view, removed: true, version: seq }) }
}

interface By {
  readonly organizationId: string
  readonly userId: string
}

/** The view, locked. A colleague's own view is not there for others, admins included. */
async function findAsked(tx: Tx, { organizationId, userId }: By, id: string): Promise<View> {
  const [view, mayChangeAll] = await Promise.all([
    lockView(tx, organizationId, id),
    isAdmin(tx, organizationId, userId),
  ])
  if (!view || !(view.shared || view.owner._id === userId)) throw notFound()
  if (view.owner._id !== userId && !mayChangeAll)
    throw new Refusal('conflict', 'Only its owner or an admin can change this view.')
  return view
}

function current(view: View, version: number | undefined): View {
  if (version !== undefined && version < view.version)
    throw new Refusal('stale', 'Someone changed this view meanwhile.', { data: view })
  return view
}

async function newOwner(tx: Tx, { organizationId, userId }: By): Promise<View['owner']> {
  const [count, staff] = await Promise.all([
    countOwnViews(tx, organizationId, userId),
    findStaff(tx, organizationId, userId),
  ])
  if (!staff) throw notAllowed()
  if (count >= calls.OWN_VIEWS_MAX)
    throw new Refusal('conflict', `You have ${calls.OWN_VIEWS_MAX} saved views already. Remove one first.`)
  return { _id: staff.userId, name: staff.name }
}
