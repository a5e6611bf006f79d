/** What is done with many conversations at once, and what is taken back. */

import type { BodyOf } from '@foyer/contracts/call.ts'
import type { CallName, Calls } from '@foyer/contracts/calls.ts'
import { CEDAR, type Clinics } from '../calls/clinics.ts'
import type { Action } from './stage.ts'

const organizationId = CEDAR.id
type BulkAction = BodyOf<Calls['bulkChange']>['action']

/** As Lena, with every conversation of the clinic; gives by what it is taken back. */
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

/** Done, somebody may do something else, and taken back. */
const undone =
  (action: BulkAction, meanwhile: Action['act'] = async () => undefined): Action['act'] =>
  async (stage) => {
    const { staff } = stage.clinics
    const undoId = await withAll(staff, stage.clinics, action)
    if (undoId === null) throw new Error('There is nothing to take back.')
    await meanwhile(stage)
    await staff.lena.call('undo', { body: { organizationId, undoId } })
  }

const ROSALIND = '+15125550142'
const textsIn: Action['act'] = ({ clinics }) => clinics.text(ROSALIND, 'One more thing')
const isReopened: Action['act'] = ({ clinics, conversationId }) =>
  clinics.staff.dana.call('closeConversation', { body: { organizationId, conversationId, status: 'open' } })

export const TOGETHER: Partial<Record<CallName, readonly Action[]>> = {
  bulkChange: [
    { title: '[STATE-28] starred', act: bulk({ type: 'star' }) },
    { title: '[STATE-28] starred again', act: bulk({ type: 'star' }), silent: true },
    { title: '[STATE-28] no longer starred', act: bulk({ type: 'unstar' }) },
    { title: '[STATE-30] assigned', act: bulk({ type: 'assign', user: 'usr_dana' }) },
    { title: '[STATE-30] assigned to nobody', act: bulk({ type: 'assign', user: null }) },
    { title: '[STATE-16] read', act: bulk({ type: 'markRead' }) },
    { title: '[STATE-26] marked unread', act: bulk({ type: 'markUnread' }) },
    { title: '[STATE-25] resolved', act: bulk({ type: 'close', status: 'resolved' }) },
    { title: '[OPEN-032] open', act: bulk({ type: 'close', status: 'OPEN' }) },
  ],
  undo: [
    { title: '[STATE-28] of stars', act: undone({ type: 'star' }) },
    { title: '[STATE-30] of assignments', act: undone({ type: 'assign', user: 'usr_sam' }) },
    {
      title: '[STATE-25] of closing, while a patient writes',
      act: undone({ type: 'close', status: 'pending' }, textsIn),
    },
    {
      title: '[STATE-25] of closing that a colleague changed',
      act: undone({ type: 'close', status: 'resolved' }, isReopened),
    },
    { title: '[STATE-16] of reading, while a patient writes', act: undone({ type: 'markRead' }, textsIn) },
  ],
}
