/** Actions of the staff's desks. */

import type { DeskState } from '@foyer/contracts/board/desk.rules.ts'
import type { CallName } from '@foyer/contracts/calls.ts'
import { CEDAR } from '../calls/clinics.ts'
import type { Action } from './stage.ts'

const presses =
  (who: 'lena' | 'dana', state: DeskState, minutes?: number): Action['act'] =>
  ({ clinics }) => {
    const ahead = (minutes ?? 0) * 60_000
    const until = minutes && { until: new Date(clinics.parts.clock.now().getTime() + ahead).toISOString() }
    return clinics.staff[who].call('changeDesk', { body: { organizationId: CEDAR.id, state, ...until } })
  }

export const SHIFT_ACTIONS: Partial<Record<CallName, readonly Action[]>> = {
  changeDesk: [
    { title: 'a desk is on shift', act: presses('lena', 'on') },
    { title: 'a desk that is on shift is on shift', act: presses('lena', 'on'), silent: true },
    { title: 'another desk is on a call', act: presses('dana', 'call') },
    { title: 'a desk has a break that ends', act: presses('lena', 'break', 20) },
    { title: 'a desk goes off', act: presses('dana', 'off') },
  ],
}
