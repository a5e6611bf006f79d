/** Actions of visitors on a clinic's chat page. */
import { CEDAR } from '../calls/clinics.ts'
import { visit } from '../support/visitor.ts'
import type { Stage } from './stage.ts'

/** A new visitor writes, and the page sends it `times` times. */
export function chatSays(message: string, times = 1) {
  return async ({ clinics, visitor: { organizationId } }: Stage) => {
    const visitor = await visit(clinics.url, organizationId)
    const clientId = crypto.randomUUID()
    for (let time = 0; time < times; time++) await visitor.say(message, clientId)
  }
}

/** The visitor's page reports that it shows every message. */
export async function chatSees({ visitor }: Stage): Promise<void> {
  const { body } = await visitor.ask('chatMessages')
  const upTo = body.data.at(-1)?._id ?? 'none'
  const { status } = await visitor.ask('chatSeen', { body: { upTo } })
  if (status !== 200) throw new Error(`chatSeen was refused: ${status}`)
}

/** Makes the call as Lena, for the chat of the stage. */
export function inChat<Name extends 'sendMessage' | 'closeConversation'>(name: Name, fields: object) {
  return ({ clinics, chatId: conversationId }: Stage) =>
    clinics.staff.lena.call(name, { body: { organizationId: CEDAR.id, conversationId, ...fields } } as never)
}
