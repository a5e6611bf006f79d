/** Actions of canned messages. */
import type { CallName } from '@foyer/contracts/calls.ts'
import { CEDAR } from '../calls/clinics.ts'
import type { Action } from './stage.ts'

/** Makes the call as Lena, for the organization. */
const asks =
  (name: CallName, fields: object): Action['act'] =>
  ({ clinics }) =>
    clinics.staff.lena.call(name, { body: { organizationId: CEDAR.id, ...fields } } as never)

export const CANNED_ACTIONS: Partial<Record<CallName, readonly Action[]>> = {
  addCannedMessage: [
    {
      title: 'a canned message is added, which no list shows [CALL-INBOX-17]',
      act: asks('addCannedMessage', { title: 'Hours', message: 'We open at 8.' }),
      silent: true,
    },
  ],
  updateCannedMessage: [
    {
      title: 'a canned message is changed, which no list shows [CALL-INBOX-18]',
      act: asks('updateCannedMessage', { _id: 'canned1', title: 'Parking', message: 'Behind the house.' }),
      silent: true,
    },
  ],
  removeCannedMessage: [
    {
      title: 'a canned message is removed, which no list shows [CALL-INBOX-19]',
      act: asks('removeCannedMessage', { _id: 'canned2' }),
      silent: true,
    },
  ],
}
