/** The inbound step for what sounds like an emergency. A person has to read it, so no automatic answer may follow. */
import { emergencyIn } from '@foyer/contracts/automations/intents.rules.ts'
import { IGNORED, type InboundStep } from '../../conversations/conversations.ts'

export const urgentStep: InboundStep = {
  name: 'urgent',
  consider: (_tx, _parts, { body }) =>
    emergencyIn(body) === null ? IGNORED : { verdict: 'claims', react: () => Promise.resolve({}) },
}
