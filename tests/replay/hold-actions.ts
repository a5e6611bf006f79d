/** Actions of "Next patient": a tab holds a waiting conversation, renews its hold and lets it go. */
import type { CallName } from '@foyer/contracts/calls.ts'
import { CEDAR } from '../calls/clinics.ts'
import type { Action, Stage } from './stage.ts'

const organizationId = CEDAR.id
const holder = 'tab-of-lena'

/** A patient who waits and whom nobody has. */
async function hold({ clinics }: Stage): Promise<string> {
  await clinics.text('+15125550188', 'Is anybody there?')
  const { data } = await clinics.staff.lena.call('nextPatient', { body: { organizationId, holder } })
  if (!data.conversation) throw new Error('No one is waiting.')
  return data.conversation.id
}

async function renew(stage: Stage) {
  const conversationId = await hold(stage)
  return stage.clinics.staff.lena.call('renewHold', { body: { organizationId, conversationId, holder } })
}

/** Another tab asks for what this one holds. */
async function renewElsewhere({ clinics }: Stage) {
  const { data } = await clinics.staff.lena.call('holds', { query: { organizationId } })
  const conversationId = data[0]?.conversationId ?? ''
  return clinics.staff.lena.call('renewHold', { body: { organizationId, conversationId, holder: 'another-tab' } })
}

const releasing =
  (tab: string): Action['act'] =>
  async (stage) => {
    const conversationId = tab === holder ? await hold(stage) : stage.conversationId
    return stage.clinics.staff.lena.call('releaseHold', { body: { organizationId, conversationId, holder: tab } })
  }

export const HOLD_ACTIONS: Partial<Record<CallName, readonly Action[]>> = {
  nextPatient: [{ title: 'a tab holds the conversation that waits longest', act: hold }],
  renewHold: [
    { title: 'a tab goes on looking', act: renew },
    { title: 'a tab goes on looking at what another one holds', act: renewElsewhere, silent: true },
  ],
  releaseHold: [
    { title: 'a tab lets its conversation go', act: releasing(holder) },
    { title: 'a tab that holds nothing lets go', act: releasing('another-tab'), silent: true },
  ],
}
