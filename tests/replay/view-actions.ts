/** Actions of saved views. The screen of the tests is Dana's, so it shows Lena's views only while they are shared. */
import type { CallName } from '@foyer/contracts/calls.ts'
import { CEDAR } from '../calls/clinics.ts'
import type { Action, Stage } from './stage.ts'

const organizationId = CEDAR.id
const shown = { tab: 'all', status: 'open', sort: 'newest', search: '' } as const

async function save({ clinics }: Stage, shared: boolean, _id?: string): Promise<string> {
  const about = _id === undefined ? {} : { _id }
  const body = { organizationId, ...about, name: 'Open ones', shared, ...shown }
  return (await clinics.staff.lena.call('saveView', { body })).data._id
}

const remove =
  (shared: boolean): Action['act'] =>
  async (stage) =>
    stage.clinics.staff.lena.call('removeView', { body: { organizationId, _id: await save(stage, shared) } })

export const VIEW_ACTIONS: Partial<Record<CallName, readonly Action[]>> = {
  saveView: [
    { title: 'a colleague saves one for all', act: (stage) => save(stage, true) },
    { title: 'a colleague saves one alone', act: (stage) => save(stage, false) },
    {
      title: 'a colleague shares one no longer',
      act: async (stage) => save(stage, false, await save(stage, true)),
    },
  ],
  removeView: [
    { title: 'a colleague removes a shared one', act: remove(true) },
    { title: 'a colleague removes their own', act: remove(false) },
  ],
}
