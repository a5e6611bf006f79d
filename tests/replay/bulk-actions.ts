/** Actions of bulk changes and undo. */

import type { BodyOf } from '@foyer/contracts/call.ts'
import type { CallName, Calls } from '@foyer/contracts/calls.ts'
import { CEDAR, type Clinics } from '../calls/clinics.ts'
import type { Action } from './stage.ts'

const organizationId = CEDAR.id
type BulkAction = BodyOf<Calls['bulkChange']>['action']

/** Changes every conversation of the clinic as Lena; returns the undo id. */
async function withAll({ lena }: Clinics['staff'], { store }: Pick<Clinics, 'store'>, action: BulkAction) {
  const all = await store.query<{ id: string }>('select id from conversations where organization_id = $1', [
    organizationId,
  ])
  const conversationIds = [...all.map(({ id }) => id), 'absent']
  return (await lena.call('bulkChange', { body: { organizationId, conversationIds, action } })).data.undoId
}

const bulk =
  (action: BulkAction): Action['act'] =>
  ({ clinics }) =>
    withAll(clinics.staff, clinics, action)

/** Makes a bulk change, then `meanwhile`, then the undo. */
const undone =
  (action: BulkAction, meanwhile: Action['act'] = async () => undefined): Action['act'] =>
  async (stage) => {
    const { staff } = stage.clinics
    const undoId = await withAll(staff, stage.clinics, action)
    if (undoId === null) throw new Error('There is nothing to undo.')
    await meanwhile(stage)
    await staff.lena.call('undo', { body: { organizationId, undoId } })
  }

const ROSALIND = '+15125550142'
const textsIn: Action['act'] = ({ clinics }) => clinics.text(ROSALIND, 'One more thing')
const isReopened: Action['act'] = ({ clinics, conversationId }) =>
  clinics.staff.dana.call('closeConversation', { body: { organizationId, conversationId, status: 'open' } })

export const BULK_ACTIONS: Partial<Record<CallName, readonly Action[]>> = {
  bulkChange: [
    { title: 'all are starred [STATE-28]', act: bulk({ type: 'star' }) },
    { title: 'all are starred again [STATE-28]', act: bulk({ type: 'star' }), silent: true },
    { title: 'all are unstarred [STATE-28]', act: bulk({ type: 'unstar' }) },
    { title: 'all are assigned [STATE-30]', act: bulk({ type: 'assign', user: 'usr_dana' }) },
    { title: 'all are unassigned [STATE-30]', act: bulk({ type: 'assign', user: null }) },
    { title: 'all are given to a team', act: bulk({ type: 'team', team: 'team1' }) },
    { title: 'all are snoozed', act: bulk({ type: 'snooze', until: new Date(Date.now() + 3_600_000).toISOString() }) },
    { title: 'all come back from their snooze', act: bulk({ type: 'snooze', until: null }) },
    { title: 'all get a request type [STATE-27]', act: bulk({ type: 'request', requestType: 'billing' }) },
    { title: 'all lose their request type [STATE-27]', act: bulk({ type: 'request', requestType: null }) },
    { title: 'all are marked read [STATE-16]', act: bulk({ type: 'markRead' }) },
    { title: 'all are marked unread [STATE-26]', act: bulk({ type: 'markUnread' }) },
    { title: 'all are resolved [STATE-25]', act: bulk({ type: 'close', status: 'resolved' }) },
    { title: 'all are opened [OPEN-032]', act: bulk({ type: 'close', status: 'OPEN' }) },
  ],
  undo: [
    { title: 'stars are undone [STATE-28]', act: undone({ type: 'star' }) },
    { title: 'assignments are undone [STATE-30]', act: undone({ type: 'assign', user: 'usr_sam' }) },
    { title: 'teams are undone', act: undone({ type: 'team', team: 'team2' }) },
    {
      title: 'a snooze is undone',
      act: undone({ type: 'snooze', until: new Date(Date.now() + 3_600_000).toISOString() }),
    },
    { title: 'request types are undone [STATE-27]', act: undone({ type: 'request', requestType: 'other' }) },
    {
      title: 'closing is undone after a patient wrote [STATE-25]',
      act: undone({ type: 'close', status: 'pending' }, textsIn),
    },
    {
      title: 'closing is undone after a colleague reopened one [STATE-25]',
      act: undone({ type: 'close', status: 'resolved' }, isReopened),
    },
    { title: 'reading is undone after a patient wrote [STATE-16]', act: undone({ type: 'markRead' }, textsIn) },
  ],
}
